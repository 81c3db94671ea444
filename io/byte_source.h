// Bytes to be read from any place: a file, or memory for tests. Nothing is read beyond the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rill {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  const std::string& name() const { return name_; }  // the file's path, for messages
  std::uint64_t size() const { return size_; }
  // Throws where the bytes are not all there.
  void read(std::uint64_t offset, void* data, std::size_t size) const;
  std::string read_text(std::uint64_t offset, std::size_t size) const;

  [[noreturn]] void refuse(const std::string& reason) const;  // "Cannot read 'name': reason."

 protected:
  explicit ByteSource(const std::string& name) : name_(name) {}

  std::uint64_t size_ = 0;

 private:
  virtual void read_within(std::uint64_t offset, void* data, std::size_t size) const = 0;

  std::string name_;
};

class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path);  // throws unless it is a regular file
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  // For those who come back to a file later: throws when somebody wrote to it since it was opened.
  void check_unchanged() const;

 private:
  void read_within(std::uint64_t offset, void* data, std::size_t size) const override;

  int descriptor_;
  std::int64_t written_seconds_ = 0, written_nanoseconds_ = 0;
};

class MemorySource : public ByteSource {
 public:
  // The bytes stay the caller's.
  MemorySource(const std::string& name, const void* data, std::size_t size);

 private:
  void read_within(std::uint64_t offset, void* data, std::size_t size) const override;

  const std::uint8_t* data_;
};

}  // namespace rill
