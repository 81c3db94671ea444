// Write beside, flush, rename; POSIX calls, because a C++ stream cannot flush to the disk.

#include "io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <rill/error.h>

namespace rill {
namespace {

Error cannot_write(const std::string& path, int error_number) {
  const bool no_room = error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG ||
                       error_number == EIO;
  return Error("Cannot write '" + path + "': " + std::strerror(error_number) + ".",
               no_room ? Fault::resource : Fault::input);
}

// A link stays a link: what it points to is replaced.
std::string follow_links(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real.string();
}

std::string temporary_name(const std::string& target, int attempt) {
  const std::filesystem::path path(target);
  const std::string name = "." + path.filename().string() + "." + std::to_string(getpid()) + "-" +
                           std::to_string(attempt) + ".tmp";
  return (path.parent_path() / name).string();
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(follow_links(path)) {
  struct stat status;
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (path.empty() || path.back() == '/' || (exists && S_ISDIR(status.st_mode)))
    throw cannot_write(path_, path.empty() ? ENOENT : EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    // A device or a pipe must not be replaced by a file.
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    const std::string name = temporary_name(target_, attempt);
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0)
      temporary_ = name;
    else if (errno != EEXIST || attempt == 1000)
      fail(errno);
  }
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, std::string())),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    // Linux writes at most 2 GiB at a time.
    const ssize_t written = ::write(descriptor_, bytes, std::min<std::size_t>(size, 1u << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes += written;
    size -= std::size_t(written);
  }
}

void AtomicFile::write_at(std::uint64_t offset, const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes, std::min<std::size_t>(size, 1u << 30), off_t(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes += written;
    offset += std::uint64_t(written);
    size -= std::size_t(written);
  }
}

void AtomicFile::flush() {
  if (descriptor_ < 0) return;
  const bool is_file = !temporary_.empty();
  if (is_file && ::fsync(descriptor_) != 0) fail(errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void AtomicFile::commit() {
  flush();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void AtomicFile::fail(int error_number) const { throw cannot_write(path_, error_number); }

void write_file(const std::string& path, const void* data, std::size_t size) {
  AtomicFile file(path);
  file.write(data, size);
  file.commit();
}

void write_file(const std::string& path, const std::string& text) {
  write_file(path, text.data(), text.size());
}

void check_can_create(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path ancestor = fs::absolute(path, error).lexically_normal();
  if (path.empty() || error) throw cannot_write(path, ENOENT);
  struct stat status;
  while (::stat(ancestor.c_str(), &status) != 0) {
    if (errno != ENOENT || !ancestor.has_relative_path()) throw cannot_write(path, errno);
    ancestor = ancestor.parent_path();
  }
  const bool is_target = ancestor == fs::absolute(path, error).lexically_normal();
  if (!S_ISDIR(status.st_mode) && !is_target) throw cannot_write(path, ENOTDIR);
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return;  // a device, written directly
  // A file is replaced, so it is its folder that has to be writable.
  const fs::path folder = S_ISDIR(status.st_mode) ? ancestor : ancestor.parent_path();
  if (::access(folder.c_str(), W_OK | X_OK) != 0) throw cannot_write(path, errno);
}

}  // namespace rill
