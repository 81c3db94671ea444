// Reading and writing a .bgeo.sc against Blosc alone on the same bytes, in turns in one run:
//   houdini_io_bench FILE [side] [layers] [repeats]
// Blosc's share: all blocks in parallel, from memory into memory; memory that has been touched
// before, and for decompressing also memory that is new to the process, as a reader's must be. rill's share has the file in it: opening, reading, decoding, and for writing
// encoding, writing and (listed apart) the flush to the disk.

#include <blosc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tbb/parallel_for.h>

#include "io/houdini/heightfield.h"
#include "terrains.h"

namespace {

using rill::houdini::Buffer;

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The most that this process ever held, and what it holds now.
double status_bytes(const char* key) {
  std::ifstream file("/proc/self/status");
  std::string word;
  while (file >> word)
    if (word == key) {
      double kilobytes = 0;
      file >> kilobytes;
      return kilobytes * 1024;
    }
  return 0;
}

void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

rill::Terrain make_terrain(int side, int layers) {
  rill::Terrain terrain = rill::test::terrain(side, side, 1, rill::test::fractal(side, side, 800, 1, side / 4.0));
  const char* names[] = {"water", "sediment", "hardness", "flux.x", "flux.y", "flux.p", "flux.n"};
  for (int i = 0; i + 1 < layers && i < 7; ++i)
    terrain.layers[names[i]] = rill::test::fractal(side, side, 3, std::uint32_t(i + 2), 32);
  return terrain;
}

struct Blocks {
  Buffer plain, packed;
  std::vector<std::size_t> sizes;  // of the packed blocks
  static constexpr std::size_t block = 1u << 20, room = block + BLOSC_MAX_OVERHEAD;

  explicit Blocks(Buffer bytes)
      : plain(std::move(bytes)), sizes((plain.size() + block - 1) / block) {
    packed = Buffer(sizes.size() * room);
  }
  std::size_t size(std::size_t i) const { return std::min(block, plain.size() - i * block); }
  void compress() {
    tbb::parallel_for(std::size_t(0), sizes.size(), [&](std::size_t i) {
      sizes[i] = std::size_t(blosc_compress_ctx(9, BLOSC_SHUFFLE, 4, size(i), plain.data() + i * block,
                                                packed.data() + i * room, room, "lz4", 0, 1));
    });
  }
  void decompress(std::uint8_t* to) {
    tbb::parallel_for(std::size_t(0), sizes.size(), [&](std::size_t i) {
      blosc_decompress_ctx(packed.data() + i * room, to + i * block, size(i), 1);
    });
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "houdini_io_bench FILE [side] [layers] [repeats]\n");
    return 2;
  }
  const std::string path = arguments[1];
  const int side = count > 2 ? std::atoi(arguments[2]) : 4096;
  const int layers = count > 3 ? std::atoi(arguments[3]) : 6;
  const int repeats = count > 4 ? std::atoi(arguments[4]) : 5;
  const double layer_bytes = double(side) * side * 4 * layers;

  rill::Terrain terrain = make_terrain(side, layers);
  std::vector<double> write, flush, compress, read, decompress, decompress_new;
  double write_peak = 0, read_peak = 0;
  for (int i = 0; i < repeats; ++i) {
    forget_peak();
    const double before = status_bytes("VmRSS:");
    rill::AtomicFile file(path);
    write.push_back(seconds([&] { rill::write_new_height_field(file, path, terrain); }));
    write_peak = std::max(write_peak, status_bytes("VmHWM:") - before + layer_bytes);
    flush.push_back(seconds([&] { file.commit(); }));
  }
  terrain = {};
  for (int i = 0; i < repeats; ++i) {
    forget_peak();
    const double before = status_bytes("VmRSS:");
    rill::TerrainFile file;
    read.push_back(seconds([&] { file = rill::read_houdini_terrain(path); }));
    read_peak = std::max(read_peak, status_bytes("VmHWM:") - before);
  }
  const auto bytes = [&] {
    std::ifstream file(path, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(file)), {});
    const auto source = rill::houdini::open_scf(std::make_shared<rill::houdini::MemoryData>(Buffer(whole.data(), whole.size())));
    Buffer plain(std::size_t(source->size()));
    source->read(0, plain.data(), plain.size());
    std::printf("%d x %d, %d layers: %.1f MB of layers, %.1f MB of stream, %.1f MB of file\n", side,
                side, layers, layer_bytes / 1e6, double(plain.size()) / 1e6,
                double(whole.size()) / 1e6);
    return plain;
  }();
  Blocks blocks{Buffer(bytes.data(), bytes.size())};
  for (int i = 0; i < repeats; ++i) {
    compress.push_back(seconds([&] { blocks.compress(); }));
    decompress.push_back(seconds([&] { blocks.decompress(blocks.plain.data()); }));
    decompress_new.push_back(seconds([&] {
      const std::unique_ptr<std::uint8_t[]> fresh(new std::uint8_t[blocks.plain.size()]);
      blocks.decompress(fresh.get());
    }));
    // The readings again, so that both are spread over the run.
    read.push_back(seconds([&] { rill::read_houdini_terrain(path); }));
  }
  const auto line = [](const char* what, const std::vector<double>& times, double base) {
    std::printf("%-24s median %6.3f s, best %6.3f s", what, median(times),
                *std::min_element(times.begin(), times.end()));
    if (base > 0) std::printf(", %.2f x Blosc", median(times) / base);
    std::printf("\n");
  };
  line("Blosc decompresses", decompress, 0);
  line("  into new memory", decompress_new, 0);
  line("rill reads", read, median(decompress));
  line("  against new memory", read, median(decompress_new));
  line("Blosc compresses", compress, 0);
  line("rill writes", write, median(compress));
  line("  and flushes to disk", flush, 0);
  std::printf("memory: reading %.2f x the layers, writing %.2f x\n", read_peak / layer_bytes,
              write_peak / layer_bytes);
  std::remove(path.c_str());
}
