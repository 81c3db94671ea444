// "scf1", eight zero bytes, the blocks, an index of big-endian 64-bit numbers (where block 1, 2, ...
// begin, counted behind the frame's head; size of a block; size of the last), the index's own size,
// "1fcs". Blocks are ordinary Blosc buffers.

#include "io/houdini/containers.h"

#include <blosc.h>

#include <algorithm>
#include <cstring>

#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <rill/error.h>

namespace rill::houdini {
namespace {

constexpr std::size_t head_size = 12, tail_size = 12;
constexpr std::size_t written_block = 1u << 20;       // Houdini's own choice
constexpr std::uint64_t largest_block = 256u << 20;   // Houdini writes 1 MiB, its tools up to 10 MB

std::uint64_t load_big_endian(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | bytes[i];
  return value;
}

void add_big_endian(Bytes& out, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) out.push_back(std::uint8_t(value >> shift));
}

[[noreturn]] void damaged(const std::string& what) {
  throw Error("The .sc file is damaged: " + what + "; copy it again or save it again from Houdini.");
}

class ScfData : public DataSource {
 public:
  explicit ScfData(std::shared_ptr<const DataSource> file) : file_(std::move(file)) {
    const std::uint64_t size = file_->size();
    if (size < head_size + 16 + tail_size) damaged("it is too short");
    std::uint8_t head[head_size], tail[tail_size];
    file_->read(0, head, sizeof head);
    file_->read(size - tail_size, tail, sizeof tail);
    if (std::memcmp(tail + 8, "1fcs", 4) != 0) damaged("its end is missing");
    if (load_big_endian(head + 4) != 0)
      throw Error("The .sc file has a section that rill does not know; save it again as .bgeo.");
    const std::uint64_t index_size = load_big_endian(tail);
    if (index_size < 16 || index_size % 8 != 0 || index_size > size - head_size - tail_size)
      damaged("its index has no possible size");
    // A block takes more room than its entry, so the index is a small part of a sound file.
    if (index_size / 8 - 1 > (size - index_size) / BLOSC_MIN_HEADER_LENGTH + 1)
      damaged("its index has no possible size");
    const Buffer index_bytes = piece(size - tail_size - index_size, index_size);
    const std::uint8_t* index = index_bytes.data();
    const std::uint64_t blocks = index_size / 8 - 1;
    block_size_ = load_big_endian(index + index_size - 16);
    const std::uint64_t last = load_big_endian(index + index_size - 8);
    if (block_size_ == 0 || block_size_ > largest_block || last == 0 || last > block_size_)
      damaged("its blocks have no possible size");
    starts_.reserve(std::size_t(blocks) + 1);
    starts_.push_back(head_size);
    for (std::uint64_t i = 1; i < blocks; ++i) {
      const std::uint64_t start = load_big_endian(index + 8 * (i - 1));
      if (start > size) damaged("a block begins behind its end");
      starts_.push_back(start + head_size);
    }
    starts_.push_back(size - tail_size - index_size);
    size_ = (blocks - 1) * block_size_ + last;
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::uint64_t begin = starts_[i], end = starts_[i + 1];
      if (end < begin || end - begin < BLOSC_MIN_HEADER_LENGTH || end - begin > 2 * largest_block)
        damaged("block " + std::to_string(i) + " has no possible size");
    }
  }

  std::uint64_t size() const override { return size_; }
  std::size_t step() const override {
    return std::size_t(std::max<std::uint64_t>(1, (8u << 20) / block_size_) * block_size_);
  }

  void read(std::uint64_t offset, std::uint8_t* to, std::size_t count) const override {
    if (count == 0) return;
    const std::uint64_t first = offset / block_size_, last = (offset + count - 1) / block_size_;
    tbb::parallel_for(first, last + 1, [&](std::uint64_t block) {
      const std::uint64_t block_begin = block * block_size_;
      const std::uint64_t begin = std::max(offset, block_begin);
      const std::uint64_t end = std::min(offset + count, block_begin + unpacked_size(block));
      if (end - begin == unpacked_size(block)) {
        unpack(block, to + (begin - offset));
      } else {
        Buffer whole(std::size_t(unpacked_size(block)));
        unpack(block, whole.data());
        std::memcpy(to + (begin - offset), whole.data() + (begin - block_begin),
                    std::size_t(end - begin));
      }
    });
  }

 private:
  std::uint64_t unpacked_size(std::uint64_t block) const {
    return std::min(block_size_, size_ - block * block_size_);
  }

  Buffer piece(std::uint64_t offset, std::uint64_t count) const {
    Buffer bytes{std::size_t(count)};
    file_->read(offset, bytes.data(), bytes.size());
    return bytes;
  }

  void unpack(std::uint64_t block, std::uint8_t* to) const {
    const std::uint64_t begin = starts_[std::size_t(block)], end = starts_[std::size_t(block) + 1];
    const std::size_t size = std::size_t(unpacked_size(block));
    const Buffer copy = file_->memory() ? Buffer() : piece(begin, end - begin);
    const std::uint8_t* bytes = file_->memory() ? file_->memory() + begin : copy.data();
    std::size_t unpacked = 0, packed = 0, inner = 0, found = 0;
    blosc_cbuffer_sizes(bytes, &unpacked, &packed, &inner);
    if (packed != end - begin || unpacked != size)
      damaged("block " + std::to_string(block) + " and the index contradict each other");
    if (blosc_cbuffer_validate(bytes, std::size_t(end - begin), &found) < 0 ||
        blosc_decompress_ctx(bytes, to, size, 1) != int(size))
      damaged("block " + std::to_string(block) + " cannot be decompressed");
  }

  std::shared_ptr<const DataSource> file_;
  std::uint64_t block_size_ = 0, size_ = 0;
  std::vector<std::uint64_t> starts_;  // of each block in the file, and the end of the last
};

struct PackedBlock {
  Buffer bytes;
  std::size_t size = 0;
};

}  // namespace

bool is_scf(const std::uint8_t* bytes, std::size_t count) {
  return count >= 4 && std::memcmp(bytes, "scf1", 4) == 0;
}

std::shared_ptr<const DataSource> open_scf(std::shared_ptr<const DataSource> file) {
  return std::make_shared<ScfData>(std::move(file));
}

void write_scf(const DataSource& stream, const ByteSink& sink) {
  const std::uint64_t size = stream.size();
  const std::uint64_t blocks = (size + written_block - 1) / written_block;
  constexpr char head[head_size] = {'s', 'c', 'f', '1'};
  sink(head, sizeof head);

  Bytes index;
  std::uint64_t next = 0, written = 0;
  const auto number_blocks = [&](tbb::flow_control& control) -> std::uint64_t {
    if (next == blocks) control.stop();
    return next++;
  };
  const auto pack = [&](std::uint64_t block) {
    const std::uint64_t begin = block * written_block;
    const std::size_t count = std::size_t(std::min<std::uint64_t>(written_block, size - begin));
    // Not one per thread: while the stream is read the thread may take up another block.
    Buffer plain(count);
    stream.read(begin, plain.data(), count);
    auto packed = std::make_shared<PackedBlock>();
    packed->bytes = Buffer(count + BLOSC_MAX_OVERHEAD);
    const int got = blosc_compress_ctx(9, BLOSC_SHUFFLE, 4, count, plain.data(), packed->bytes.data(),
                                       packed->bytes.size(), "lz4", 0, 1);
    if (got <= 0) throw Error("Blosc cannot compress a block of the .sc file.", Fault::resource);
    packed->size = std::size_t(got);
    return packed;
  };
  const auto put = [&](const std::shared_ptr<PackedBlock>& packed) {
    if (written > 0) add_big_endian(index, written);
    written += packed->size;
    sink(packed->bytes.data(), packed->size);
  };
  const std::size_t in_flight = 2 * std::size_t(tbb::this_task_arena::max_concurrency());
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      in_flight,
      tbb::make_filter<void, std::uint64_t>(filter_mode::serial_in_order, number_blocks) &
          tbb::make_filter<std::uint64_t, std::shared_ptr<PackedBlock>>(filter_mode::parallel, pack) &
          tbb::make_filter<std::shared_ptr<PackedBlock>, void>(filter_mode::serial_in_order, put));

  add_big_endian(index, written_block);
  add_big_endian(index, size - (blocks - 1) * written_block);
  add_big_endian(index, index.size());
  index.insert(index.end(), {'1', 'f', 'c', 's'});
  sink(index.data(), index.size());
}

}  // namespace rill::houdini
