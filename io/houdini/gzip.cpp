#include "io/houdini/containers.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include <rill/error.h>

namespace rill::houdini {
namespace {

constexpr std::size_t piece = 1u << 20;

class Inflater {
 public:
  Inflater() {
    if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  z_stream stream{};
};

class Deflater {
 public:
  Deflater() {
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Deflater() { deflateEnd(&stream); }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  z_stream stream{};
};

}  // namespace

bool is_gzip(const std::uint8_t* bytes, std::size_t count) {
  return count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

Buffer unpack_gzip(const Buffer& file, MemoryBudget& budget) {
  Inflater inflater;
  z_stream& z = inflater.stream;
  Buffer out(std::min<std::size_t>(std::max<std::size_t>(4 * file.size(), 4096), 64 * piece));
  budget.take(out.size());
  std::size_t used = 0, taken = 0;
  int state = Z_OK;
  while (state != Z_STREAM_END || taken < file.size()) {
    if (state == Z_STREAM_END) {
      // Zero bytes may pad the end; anything else is a further member.
      if (std::all_of(file.data() + taken, file.data() + file.size(),
                      [](std::uint8_t b) { return b == 0; }))
        break;
      if (inflateReset(&z) != Z_OK) throw std::bad_alloc();
    }
    if (used == out.size()) {
      budget.take(out.size());
      Buffer larger(2 * out.size());
      std::memcpy(larger.data(), out.data(), used);
      out = std::move(larger);
    }
    z.next_in = const_cast<Bytef*>(file.data() + taken);
    z.avail_in = uInt(std::min<std::size_t>(file.size() - taken, 1u << 30));
    z.next_out = out.data() + used;
    z.avail_out = uInt(std::min<std::size_t>(out.size() - used, 1u << 30));
    const uInt in = z.avail_in, room = z.avail_out;
    state = inflate(&z, Z_NO_FLUSH);
    taken += in - z.avail_in;
    used += room - z.avail_out;
    const bool stuck = in == z.avail_in && room == z.avail_out && state != Z_STREAM_END;
    if ((state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) || stuck)
      throw Error("The .gz file is damaged or cut short; copy it again or save it again from "
                  "Houdini.");
  }
  Buffer exact(used);
  std::memcpy(exact.data(), out.data(), used);
  return exact;
}

void write_gzip(const DataSource& stream, const ByteSink& sink) {
  Deflater deflater;
  z_stream& z = deflater.stream;
  Bytes in(piece), out(piece);
  for (std::uint64_t at = 0;;) {
    const std::size_t count = std::size_t(std::min<std::uint64_t>(piece, stream.size() - at));
    stream.read(at, in.data(), count);
    at += count;
    z.next_in = in.data();
    z.avail_in = uInt(count);
    const bool last = at == stream.size();
    do {
      z.next_out = out.data();
      z.avail_out = uInt(out.size());
      deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
      sink(out.data(), out.size() - z.avail_out);
    } while (z.avail_out == 0);
    if (last) return;
  }
}

void write_plain(const DataSource& stream, const ByteSink& sink) {
  Bytes bytes(piece);
  for (std::uint64_t at = 0; at < stream.size(); at += bytes.size()) {
    const std::size_t count = std::size_t(std::min<std::uint64_t>(piece, stream.size() - at));
    stream.read(at, bytes.data(), count);
    sink(bytes.data(), count);
  }
}

}  // namespace rill::houdini
