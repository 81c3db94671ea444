// .exr, OpenEXR: one channel per layer, the first row is the north. The cell size is the header
// attribute "cellSize" (double, metres); "noDataValue" (float) marks cells without a height.

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfDoubleAttribute.h>
#include <OpenEXR/ImfFloatAttribute.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputFile.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfThreading.h>

#include <rill/error.h>

#include "io/exr_claims.h"
#include "io/format.h"
#include "io/nodata.h"
#include "io/rows.h"
#include "io/numbers.h"

namespace rill {
namespace {

constexpr const char* cell_attribute = "cellSize";
constexpr const char* nodata_attribute = "noDataValue";

int threads() {
  const int count = int(std::max(1u, std::thread::hardware_concurrency()));
  if (Imf::globalThreadCount() < count) Imf::setGlobalThreadCount(count);
  return count;
}

class Input : public Imf::IStream {
 public:
  explicit Input(const ByteSource& source) : IStream(source.name().c_str()), source_(source) {}

  bool read(char data[], int size) override {
    source_.read(position_, data, std::size_t(std::max(size, 0)));
    position_ += std::uint64_t(std::max(size, 0));
    return position_ < source_.size();
  }
  std::uint64_t tellg() override { return position_; }
  void seekg(std::uint64_t position) override { position_ = position; }

 private:
  const ByteSource& source_;
  std::uint64_t position_ = 0;
};

class Output : public Imf::OStream {
 public:
  Output(AtomicFile& out, const std::string& path) : OStream(path.c_str()), out_(out) {}

  void write(const char data[], int size) override {
    try {
      out_.write_at(position_, data, std::size_t(size));
    } catch (...) {
      failure_ = std::current_exception();
      throw;
    }
    position_ += std::uint64_t(size);
  }
  std::uint64_t tellp() override { return position_; }
  void seekp(std::uint64_t position) override { position_ = position; }
  // The table of offsets is written by a destructor, which tells nobody that it failed.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  AtomicFile& out_;
  std::uint64_t position_ = 0;
  std::exception_ptr failure_;
};

// OpenEXR reports through exceptions of several kinds; ours pass through it.
template <typename Call>
void guarded(const Call& call, const std::string& action) {
  try {
    call();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    std::string reason = problem.what();
    for (char& c : reason)
      if (c == '\n') c = ' ';
    while (!reason.empty() && (reason.back() == '.' || reason.back() == ' ')) reason.pop_back();
    throw Error(action + ": " + reason + ".");
  }
}

// The rows of a layer from the north, as OpenEXR walks them.
Imf::Slice slice_of(const Terrain& terrain, const Layer& layer, int first_x, int first_y) {
  const std::ptrdiff_t row = std::ptrdiff_t(terrain.nx) * std::ptrdiff_t(sizeof(float));
  char* const north =
      reinterpret_cast<char*>(const_cast<float*>(layer.data() + north_row_start(terrain, 0)));
  // The place of pixel (0, 0), which may lie outside; as a number, because no pointer may.
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(north) -
                              std::uintptr_t(first_x) * sizeof(float) +
                              std::uintptr_t(std::ptrdiff_t(first_y) * row);
  return Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(base), sizeof(float), std::size_t(-row));
}

void check_channel(const ByteSource& source, const std::string& name, const Imf::Channel& channel) {
  if (channel.type == Imf::UINT)
    source.refuse("its channel '" + name + "' holds whole numbers; rill takes HALF and FLOAT");
  if (channel.xSampling != 1 || channel.ySampling != 1)
    source.refuse("its channel '" + name + "' does not have a value for each pixel");
}

// A grey picture saved as red, green and blue is a height map all the same.
void join_equal_colours(TerrainFile& file, const ByteSource& source) {
  auto& layers = file.terrain.layers;
  if (layers.size() != 3 + layers.count("A") || !layers.count("R") || !layers.count("G") ||
      !layers.count("B") || layers["R"] != layers["G"] || layers["R"] != layers["B"])
    return;
  layers[layer::height] = std::move(layers["R"]);
  for (const char* colour : {"R", "G", "B", "A"}) layers.erase(colour);
  file.notes.push_back("The channels R, G and B of '" + source.name() +
                       "' are equal and are taken for the height.");
}

void read_pixels(const ByteSource& source, const ReadOptions& options, TerrainFile& file) {
  Input stream(source);
  Imf::InputFile input(stream, threads());
  const Imf::Header& header = input.header();
  const Imath::Box2i window = header.dataWindow();
  Terrain& terrain = file.terrain;
  terrain.nx = window.max.x - window.min.x + 1;
  terrain.ny = window.max.y - window.min.y + 1;
  if (window != header.displayWindow())
    file.notes.push_back("'" + source.name() +
                         "' has pixels for a part of its picture only, or for more; rill takes the "
                         "pixels that are there.");
  Imf::FrameBuffer pixels;
  for (auto i = header.channels().begin(); i != header.channels().end(); ++i) {
    check_channel(source, i.name(), i.channel());
    Layer& layer = terrain.layers[i.name()];
    layer.resize(terrain.cells());
    pixels.insert(i.name(), slice_of(terrain, layer, window.min.x, window.min.y));
  }
  input.setFrameBuffer(pixels);
  input.readPixels(window.min.y, window.max.y);

  if (const auto* cell = header.findTypedAttribute<Imf::DoubleAttribute>(cell_attribute))
    terrain.cell = cell->value();
  if (!(terrain.cell >= 0 && terrain.cell < 1e9)) source.refuse("its cellSize is no length");
  join_equal_colours(file, source);
  name_lone_layer(source, options, file);
  const auto* nodata = header.findTypedAttribute<Imf::FloatAttribute>(nodata_attribute);
  if (nodata && terrain.has(layer::height)) mark_nodata(file, shortest(nodata->value()));
}

}  // namespace

TerrainFile read_exr(const ByteSource& source, const ReadOptions& options) {
  check_exr_claims(source);
  TerrainFile file;
  file.terrain.cell = 0;
  guarded([&] { read_pixels(source, options, file); }, "Cannot read '" + source.name() + "'");
  return file;
}

void write_exr(AtomicFile& out, const FileToWrite& file, Notes&) {
  const Terrain& terrain = file.terrain.terrain;
  Imf::Header header(terrain.nx, terrain.ny);
  header.compression() = Imf::ZIP_COMPRESSION;
  if (terrain.cell > 0) header.insert(cell_attribute, Imf::DoubleAttribute(terrain.cell));
  if (!file.terrain.nodata.empty())
    header.insert(nodata_attribute, Imf::FloatAttribute(file.terrain.nodata_value));
  Imf::FrameBuffer pixels;
  for (const std::string& name : file.layers) {
    header.channels().insert(name, Imf::Channel(Imf::FLOAT));
    pixels.insert(name, slice_of(terrain, terrain.layers.at(name), 0, 0));
  }
  Output stream(out, file.path);
  guarded(
      [&] {
        Imf::OutputFile output(stream, header, threads());
        output.setFrameBuffer(pixels);
        output.writePixels(terrain.ny);
      },
      "Cannot write '" + file.path + "'");
  stream.rethrow_failure();
}

}  // namespace rill
