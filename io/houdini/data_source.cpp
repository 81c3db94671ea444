#include "io/houdini/data_source.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace rill::houdini {

Buffer::Buffer(std::size_t size) : size_(size) {
  constexpr std::size_t page = 2u << 20;
  if (size < page) {
    bytes_.reset(static_cast<std::uint8_t*>(std::malloc(size > 0 ? size : 1)));
  } else {
    bytes_.reset(static_cast<std::uint8_t*>(std::aligned_alloc(page, (size + page - 1) / page * page)));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes_) madvise(bytes_.get(), size, MADV_HUGEPAGE);  // advice only
#endif
  }
  if (!bytes_) throw std::bad_alloc();
}

Buffer::Buffer(const void* data, std::size_t size) : Buffer(size) {
  if (size > 0) std::memcpy(bytes_.get(), data, size);
}

void Buffer::Free::operator()(std::uint8_t* bytes) const { std::free(bytes); }

void MemoryData::read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const {
  if (count > 0) std::memcpy(to, bytes_.data() + offset, count);
}

void ByteRope::append(const void* data, std::size_t count) {
  if (count == 0) return;
  if (pieces_.empty() || pieces_.back().source) pieces_.push_back({size_, nullptr, loose_.size(), 0});
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  loose_.insert(loose_.end(), bytes, bytes + count);
  pieces_.back().count += count;
  size_ += count;
}

void ByteRope::append(std::shared_ptr<const DataSource> source, std::uint64_t offset,
                      std::uint64_t count) {
  if (count == 0) return;
  pieces_.push_back({size_, std::move(source), offset, count});
  size_ += count;
}

void ByteRope::read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const {
  auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                [](std::uint64_t at, const Piece& p) { return at < p.begin; });
  if (piece != pieces_.begin()) --piece;
  for (; count > 0; ++piece) {
    const std::uint64_t inside = offset - piece->begin;
    const std::size_t part = std::size_t(std::min<std::uint64_t>(count, piece->count - inside));
    if (piece->source)
      piece->source->read(piece->offset + inside, to, part);
    else
      std::memcpy(to, loose_.data() + piece->offset + inside, part);
    offset += part;
    to += part;
    count -= part;
  }
}

ByteWindow::ByteWindow(const DataSource& source)
    : source_(source), memory_(source.memory()), size_(source.size()) {}

void ByteWindow::move(std::uint64_t offset, std::size_t count) {
  // What the buffer holds already is kept, so that no block is decompressed twice on the way.
  const std::size_t kept =
      offset >= begin_ && offset < end_ ? std::size_t(end_ - offset) : std::size_t(0);
  const std::size_t wanted =
      std::size_t(std::min<std::uint64_t>(std::max(count, kept + source_.step()), size_ - offset));
  if (wanted > buffer_.size()) {
    Buffer larger(wanted);
    if (kept > 0) std::memcpy(larger.data(), buffer_.data() + (offset - begin_), kept);
    buffer_ = std::move(larger);
  } else if (kept > 0) {
    std::memmove(buffer_.data(), buffer_.data() + (offset - begin_), kept);
  }
  source_.read(offset + kept, buffer_.data() + kept, wanted - kept);
  begin_ = offset;
  end_ = offset + wanted;
}

}  // namespace rill::houdini
