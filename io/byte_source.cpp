// POSIX reads at a place, so that several readers could share a source.

#include "io/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <rill/error.h>

namespace rill {

void ByteSource::read(std::uint64_t offset, void* data, std::size_t size) const {
  if (offset > size_ || size > size_ - offset)
    refuse("it ends after " + std::to_string(size_) + " bytes, in the middle of its data");
  if (size > 0) read_within(offset, data, size);
}

std::string ByteSource::read_text(std::uint64_t offset, std::size_t size) const {
  if (offset >= size_) return {};
  std::string text(std::size_t(std::min<std::uint64_t>(size, size_ - offset)), '\0');
  read(offset, text.data(), text.size());
  return text;
}

void ByteSource::refuse(const std::string& reason) const {
  throw Error("Cannot read '" + name_ + "': " + reason + ".");
}

FileSource::FileSource(const std::string& path)
    : ByteSource(path),
      // A pipe would block until somebody writes to it; it is refused below.
      descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
  if (descriptor_ < 0) refuse(std::strerror(errno));
  struct stat status;
  const int failed = ::fstat(descriptor_, &status);
  if (failed == 0 && S_ISREG(status.st_mode)) {
    size_ = std::uint64_t(status.st_size);
    written_seconds_ = status.st_mtim.tv_sec;
    written_nanoseconds_ = status.st_mtim.tv_nsec;
    return;
  }
  const std::string reason = failed ? std::strerror(errno) : "it is not a regular file";
  ::close(descriptor_);
  refuse(reason);
}

FileSource::~FileSource() { ::close(descriptor_); }

void FileSource::check_unchanged() const {
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) refuse(std::strerror(errno));
  if (std::uint64_t(status.st_size) != size_ || status.st_mtim.tv_sec != written_seconds_ ||
      status.st_mtim.tv_nsec != written_nanoseconds_)
    refuse("somebody wrote to it while it was in use; start again");
}

void FileSource::read_within(std::uint64_t offset, void* data, std::size_t size) const {
  char* bytes = static_cast<char*>(data);
  while (size > 0) {
    // Linux reads at most 2 GiB at a time.
    const ssize_t got =
        ::pread(descriptor_, bytes, std::min<std::size_t>(size, 1u << 30), off_t(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(std::strerror(errno));
    if (got == 0) refuse("it became shorter while it was read");
    bytes += got;
    offset += std::uint64_t(got);
    size -= std::size_t(got);
  }
}

MemorySource::MemorySource(const std::string& name, const void* data, std::size_t size)
    : ByteSource(name), data_(static_cast<const std::uint8_t*>(data)) {
  size_ = size;
}

void MemorySource::read_within(std::uint64_t offset, void* data, std::size_t size) const {
  std::memcpy(data, data_ + offset, size);
}

}  // namespace rill
