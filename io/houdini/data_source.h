// Bytes with random access: a file in memory, a compressed file, voxels encoded as they are asked
// for. What is read or written never has to be in memory as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/byte_source.h"

namespace rill::houdini {

using Bytes = std::vector<std::uint8_t>;

// Bytes that nobody has written yet, on huge pages where the system has them.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size);
  Buffer(const void* data, std::size_t size);
  std::uint8_t* data() { return bytes_.get(); }
  const std::uint8_t* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const;
  };
  std::unique_ptr<std::uint8_t[], Free> bytes_;
  std::size_t size_ = 0;
};

class DataSource {
 public:
  virtual ~DataSource() = default;
  virtual std::uint64_t size() const = 0;
  // [offset, offset + count) lies inside the source. Safe from several threads.
  virtual void read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const = 0;
  // All bytes side by side where the source has them so, else null.
  virtual const std::uint8_t* memory() const { return nullptr; }
  // How much to read at a time: some pieces for each thread, small enough to stay in the cache.
  virtual std::size_t step() const { return 8u << 20; }
};

class MemoryData : public DataSource {
 public:
  explicit MemoryData(Buffer bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const override;
  const std::uint8_t* memory() const override { return bytes_.data(); }

 private:
  Buffer bytes_;
};

// A file that stays open, and must not change as long as something reads from it.
class FileData : public DataSource {
 public:
  explicit FileData(const std::string& path) : file_(path) {}
  std::uint64_t size() const override { return file_.size(); }
  void read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const override {
    file_.read(offset, to, count);
    file_.check_unchanged();
  }

 private:
  FileSource file_;
};

// Pieces of other sources one after the other.
class ByteRope : public DataSource {
 public:
  void append(const void* data, std::size_t count);
  void append(const std::string& text) { append(text.data(), text.size()); }
  void append(std::shared_ptr<const DataSource> source, std::uint64_t offset, std::uint64_t count);

  std::uint64_t size() const override { return size_; }
  void read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const override;

 private:
  struct Piece {
    std::uint64_t begin;   // in the rope
    std::shared_ptr<const DataSource> source;  // null: own bytes, in loose_
    std::uint64_t offset;  // in the source
    std::uint64_t count;
  };
  std::vector<Piece> pieces_;
  Bytes loose_;
  std::uint64_t size_ = 0;
};

// A view that moves forward over a source, in steps large enough to decompress in parallel.
class ByteWindow {
 public:
  explicit ByteWindow(const DataSource& source);

  std::uint64_t size() const { return size_; }
  // `count` bytes side by side; they stay until the next call that does not lie inside `held`.
  const std::uint8_t* at(std::uint64_t offset, std::size_t count) {
    if (memory_) return memory_ + offset;
    if (!holds(offset, count)) move(offset, count);
    return buffer_.data() + (offset - begin_);
  }
  bool holds(std::uint64_t offset, std::size_t count) const {
    return memory_ || (offset >= begin_ && offset + count <= end_);
  }
  const DataSource& source() const { return source_; }

 private:
  void move(std::uint64_t offset, std::size_t count);

  const DataSource& source_;
  const std::uint8_t* memory_;
  std::uint64_t size_;
  std::uint64_t begin_ = 0, end_ = 0;  // what the buffer holds
  Buffer buffer_;
};

}  // namespace rill::houdini
