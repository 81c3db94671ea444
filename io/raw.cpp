// The size is checked before anything is allocated, so that a wrong --size costs nothing.

#include "io/raw.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <rill/error.h>

namespace rill {
namespace {

class InputFile {
 public:
  explicit InputFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) fail(std::strerror(errno));
  }
  ~InputFile() { ::close(descriptor_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uint64_t size() const {
    struct stat status;
    if (::fstat(descriptor_, &status) != 0) fail(std::strerror(errno));
    if (!S_ISREG(status.st_mode)) fail("it is not a regular file");
    return std::uint64_t(status.st_size);
  }

  void read(void* data, std::size_t size) const {
    char* bytes = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t got = ::read(descriptor_, bytes, std::min<std::size_t>(size, 1u << 30));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(std::strerror(errno));
      if (got == 0) fail("it became shorter while it was read");
      bytes += got;
      size -= std::size_t(got);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw Error("Cannot read '" + path_ + "': " + reason + ".");
  }

  std::string path_;
  int descriptor_;
};

void swap_bytes_unless_little_endian(Layer& layer) {
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
  for (float& value : layer) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    bits = __builtin_bswap32(bits);
    std::memcpy(&value, &bits, sizeof bits);
  }
#else
  (void)layer;
#endif
}

}  // namespace

Layer read_raw_layer(const std::string& path, int nx, int ny) {
  const InputFile file(path);
  const std::uint64_t cells = std::uint64_t(nx) * std::uint64_t(ny);
  const std::uint64_t expected = cells * sizeof(float);
  const std::uint64_t found = file.size();
  if (found != expected)
    throw Error("'" + path + "' has " + std::to_string(found) + " bytes, but " +
                std::to_string(nx) + " x " + std::to_string(ny) + " cells of 4 bytes are " +
                std::to_string(expected) + "; check the size.");
  Layer layer(std::size_t{cells});
  file.read(layer.data(), std::size_t(expected));
  swap_bytes_unless_little_endian(layer);
  return layer;
}

void write_raw_layer(AtomicFile& file, const Layer& layer) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  file.write(layer.data(), layer.size() * sizeof(float));
#else
  Layer swapped = layer;
  swap_bytes_unless_little_endian(swapped);
  file.write(swapped.data(), swapped.size() * sizeof(float));
#endif
}

void write_raw_layer(const std::string& path, const Layer& layer) {
  AtomicFile file(path);
  write_raw_layer(file, layer);
  file.commit();
}

}  // namespace rill
