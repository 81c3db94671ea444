// Files that appear whole or not at all: written beside their place under a temporary name,
// flushed, then renamed. Several can be written first and committed together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rill {

class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();  // removes the temporary unless committed
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(const void* data, std::size_t size);
  // At a place, for formats that come back to their beginning; not for a pipe. Do not mix both.
  void write_at(std::uint64_t offset, const void* data, std::size_t size);
  void flush();   // to the disk; nothing can be written after it
  void commit();  // flushes and puts the file in its place

 private:
  [[noreturn]] void fail(int error_number) const;

  std::string path_;       // as the user wrote it, for messages
  std::string target_;     // where it goes, links followed
  std::string temporary_;  // empty where the target is a device or a pipe, and after commit
  int descriptor_ = -1;
};

void write_file(const std::string& path, const void* data, std::size_t size);
void write_file(const std::string& path, const std::string& text);

// Throws when no file or folder could be made at this path; makes nothing itself.
void check_can_create(const std::string& path);

}  // namespace rill
