// A cache file: magic, key, length and hash of the binary, the binary. Written beside and renamed, so
// that two writers cannot tear it.

#include "cache.h"

#include <rill/version.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

namespace rill::opencl {
namespace {

namespace fs = std::filesystem;

const std::string magic = "rill kernels 1\n";

std::uint64_t hash_of(const void* data, std::size_t size, std::uint64_t hash = 1469598103934665603u) {
  const unsigned char* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}
std::uint64_t hash_of(const std::string& text) { return hash_of(text.data(), text.size()); }

std::string hexadecimal(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(value));
  return text;
}

fs::path cache_folder() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder)
    return fs::path(folder) / "rill";
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".cache" / "rill";
  return {};
}

std::string header_for(const std::string& key, const std::vector<unsigned char>& binary) {
  return magic + key + "\n" + std::to_string(binary.size()) + " " +
         hexadecimal(hash_of(binary.data(), binary.size())) + "\n";
}

}  // namespace

KernelCache::KernelCache(const Device& device, const std::string& source, const std::string& options) {
  const DeviceInfo& info = device.info;
  key_ = "rill " RILL_VERSION " | " + info.platform + " | " + info.name + " | " + info.version + " | " +
         info.driver + " | " + options + " | " + hexadecimal(hash_of(source));
  for (char& letter : key_)
    if (letter == '\n') letter = ' ';
  const fs::path folder = cache_folder();
  if (!folder.empty()) path_ = (folder / (hexadecimal(hash_of(key_)) + ".kernels")).string();
}

Program KernelCache::load(cl_context context, const Device& device, const std::string& options) const {
  if (path_.empty()) return {};
  std::ifstream file(path_, std::ios::binary);
  std::ostringstream content;  // unlike an iterator, << keeps a read error to itself
  content << file.rdbuf();
  const std::string bytes = content.str();
  // The binary is what follows the third line break; the header must then be the one it would get.
  std::size_t start = 0;
  for (int line = 0; line < 3; ++line) {
    while (start < bytes.size() && bytes[start] != '\n') ++start;
    if (start == bytes.size()) return {};
    ++start;
  }
  const std::vector<unsigned char> binary(bytes.begin() + std::ptrdiff_t(start), bytes.end());
  if (std::string(bytes.begin(), bytes.begin() + std::ptrdiff_t(start)) != header_for(key_, binary) ||
      binary.empty())
    return {};
  const unsigned char* data = binary.data();
  const std::size_t size = binary.size();
  cl_int status = CL_SUCCESS, code = CL_SUCCESS;
  Program program(clCreateProgramWithBinary(context, 1, &device.id, &size, &data, &status, &code));
  if (code != CL_SUCCESS || status != CL_SUCCESS) return {};
  if (clBuildProgram(program.get(), 1, &device.id, options.c_str(), nullptr, nullptr) != CL_SUCCESS)
    return {};
  return program;
}

void KernelCache::save(cl_program program) const {
  if (path_.empty()) return;
  std::size_t size = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr) != CL_SUCCESS ||
      size == 0)
    return;
  std::vector<unsigned char> binary(size);
  unsigned char* data = binary.data();
  if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr) != CL_SUCCESS) return;

  std::error_code ignored;
  fs::create_directories(fs::path(path_).parent_path(), ignored);
  const fs::path beside = path_ + "." + hexadecimal(std::random_device{}()) + ".part";
  std::ofstream file(beside, std::ios::binary);
  const std::string header = header_for(key_, binary);
  file.write(header.data(), std::streamsize(header.size()));
  file.write(reinterpret_cast<const char*>(binary.data()), std::streamsize(binary.size()));
  file.close();
  if (file)
    fs::rename(beside, path_, ignored);
  else
    ignored = std::make_error_code(std::errc::io_error);
  if (ignored) fs::remove(beside, ignored);
}

}  // namespace rill::opencl
