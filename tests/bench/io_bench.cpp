// How long rill takes to read and write a large terrain, beside the plainest program for the same
// bytes: OpenEXR by itself for .exr; open, read or write, fsync, close for a folder of raw files.
//   io_bench FOLDER [cells on a side] [repeats] [raw|exr]
// Each is measured in turns and the median counts. FOLDER must have room for three copies.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfInputFile.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfThreading.h>

#include "io/fractal.h"
#include "io/terrain_file.h"

namespace {

namespace fs = std::filesystem;

// Heights of a fractal, and five layers that are as easy or hard to pack as those of a cook.
rill::TerrainFile six_layers(int side) {
  rill::TerrainFile file;
  rill::Terrain& terrain = file.terrain;
  terrain.nx = terrain.ny = side;
  terrain.cell = 1;
  const rill::Layer height = rill::fractal_height(side, side, {});
  const char* const names[] = {"flux.x", "flux.y", "hardness", "sediment", "water"};
  for (int i = 0; i < 5; ++i) {
    rill::Layer& layer = terrain.layers[names[i]];
    layer = height;
    for (float& value : layer) value = std::max(0.0f, std::sin(value * float(i + 1) * 0.37f));
  }
  terrain.layers["height"] = height;
  return file;
}

void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

void sync_file(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY);
  require(descriptor >= 0 && fsync(descriptor) == 0 && close(descriptor) == 0, "fsync");
}

void write_plainly(const std::string& folder, const rill::Terrain& terrain) {
  fs::create_directories(folder);
  for (const auto& [name, values] : terrain.layers) {
    const std::string path = folder + "/" + name + ".r32";
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const ssize_t bytes = ssize_t(values.size() * sizeof(float));
    require(descriptor >= 0 && write(descriptor, values.data(), std::size_t(bytes)) == bytes &&
                fsync(descriptor) == 0 && close(descriptor) == 0,
            "write");
  }
}

void read_plainly(const std::string& folder, const rill::Terrain& terrain) {
  std::vector<std::unique_ptr<float[]>> layers;
  for (const auto& [name, values] : terrain.layers) {
    layers.emplace_back(new float[values.size()]);  // not set to zero
    const int descriptor = open((folder + "/" + name + ".r32").c_str(), O_RDONLY);
    const ssize_t bytes = ssize_t(values.size() * sizeof(float));
    require(descriptor >= 0 && read(descriptor, layers.back().get(), std::size_t(bytes)) == bytes &&
                close(descriptor) == 0,
            "read");
  }
}

Imf::Slice slice(const float* values, int side) {
  return Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(const_cast<float*>(values)), sizeof(float),
                    sizeof(float) * std::size_t(side));
}

void write_exr_plainly(const std::string& path, const rill::Terrain& terrain) {
  {
    Imf::Header header(terrain.nx, terrain.ny);
    header.compression() = Imf::ZIP_COMPRESSION;
    Imf::FrameBuffer pixels;
    for (const auto& [name, values] : terrain.layers) {
      header.channels().insert(name, Imf::Channel(Imf::FLOAT));
      pixels.insert(name, slice(values.data(), terrain.nx));
    }
    Imf::OutputFile output(path.c_str(), header);
    output.setFrameBuffer(pixels);
    output.writePixels(terrain.ny);
  }
  sync_file(path);
}

void read_exr_plainly(const std::string& path, const rill::Terrain& terrain) {
  Imf::InputFile input(path.c_str());
  std::vector<std::unique_ptr<float[]>> layers;
  Imf::FrameBuffer pixels;
  for (const auto& [name, values] : terrain.layers) {
    layers.emplace_back(new float[values.size()]);
    pixels.insert(name, slice(layers.back().get(), terrain.nx));
  }
  input.setFrameBuffer(pixels);
  input.readPixels(0, terrain.ny - 1);
}

double seconds_of(const std::function<void()>& task) {
  const auto start = std::chrono::steady_clock::now();
  task();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void compare(const char* what, int repeats, const std::function<void()>& plain,
             const std::function<void()>& rill) {
  std::vector<double> plain_seconds, rill_seconds;
  plain();  // both once unmeasured: files in the cache, threads started
  rill();
  for (int i = 0; i < repeats; ++i) {
    plain_seconds.push_back(seconds_of(plain));
    rill_seconds.push_back(seconds_of(rill));
  }
  std::sort(plain_seconds.begin(), plain_seconds.end());
  std::sort(rill_seconds.begin(), rill_seconds.end());
  const double a = plain_seconds[plain_seconds.size() / 2];
  const double b = rill_seconds[rill_seconds.size() / 2];
  std::printf("%-12s plain %7.3f s   rill %7.3f s   ratio %.2f\n", what, a, b, b / a);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) try {
  require(count >= 2, "io_bench FOLDER [cells on a side] [repeats] [raw|exr]");
  const std::string folder = words[1];
  const int side = count > 2 ? std::atoi(words[2]) : 4096;
  const int repeats = count > 3 ? std::atoi(words[3]) : 3;
  const std::string only = count > 4 ? words[4] : "";
  Imf::setGlobalThreadCount(int(std::max(1u, std::thread::hardware_concurrency())));
  const rill::TerrainFile file = six_layers(side);
  const rill::Terrain& terrain = file.terrain;
  const rill::ReadOptions size{side, side, {}};
  fs::create_directories(folder);
  std::printf("six layers of %d x %d cells, %.0f MB\n", side, side,
              6.0 * side * side * sizeof(float) / 1e6);

  const std::string plain = folder + "/plain", ours = folder + "/ours";
  if (only != "exr") {
    compare(
        "raw write", repeats, [&] { write_plainly(plain, terrain); },
        [&] { rill::write_terrain(ours, file); });
    compare(
        "raw read", repeats, [&] { read_plainly(plain, terrain); },
        [&] { rill::read_terrain(ours, size); });
    fs::remove_all(plain);
    fs::remove_all(ours);
  }
  if (only != "raw") {
    const std::string plain_exr = plain + ".exr", our_exr = ours + ".exr";
    compare(
        "exr write", repeats, [&] { write_exr_plainly(plain_exr, terrain); },
        [&] { rill::write_terrain(our_exr, file); });
    compare(
        "exr read", repeats, [&] { read_exr_plainly(plain_exr, terrain); },
        [&] { rill::read_terrain(our_exr); });
    std::printf("exr file: plain %.0f MB, rill %.0f MB\n", double(fs::file_size(plain_exr)) / 1e6,
                double(fs::file_size(our_exr)) / 1e6);
    fs::remove(plain_exr);
    fs::remove(our_exr);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "io_bench: %s\n", error.what());
  return 1;
}
