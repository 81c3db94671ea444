// .tif: one sample per pixel of 32- or 64-bit floats or 16-bit integers, in strips or tiles, packed
// in any way that libtiff unpacks; the first row is the north. Written as 32-bit floats, or as 16
// bits over a range with GDAL's scale and offset. The tags of a GeoTIFF are kept as they are.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <rill/error.h>

#include "io/format.h"
#include "io/geo_reference.h"
#include "io/memory.h"
#include "io/nodata.h"
#include "io/rows.h"
#include "io/sixteen_bit.h"
#include "io/tiff_handle.h"

namespace rill {
namespace {

// Tags of GeoTIFF and GDAL, which libtiff does not name.
enum : std::uint32_t {
  pixel_scale_tag = 33550,
  tiepoint_tag = 33922,
  transformation_tag = 34264,
  keys_tag = 34735,
  key_numbers_tag = 34736,
  key_text_tag = 34737,
  metadata_tag = 42112,
  nodata_tag = 42113
};
constexpr std::uint32_t most_values = 1 << 20;  // of one tag

// For writing: type and whether the count is given.
const TIFFFieldInfo field_infos[] = {
    {pixel_scale_tag, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
     const_cast<char*>("ModelPixelScale")},
    {tiepoint_tag, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelTiepoint")},
    {transformation_tag, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
     const_cast<char*>("ModelTransformation")},
    {keys_tag, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoKeyDirectory")},
    {key_numbers_tag, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
     const_cast<char*>("GeoDoubleParams")},
    {key_text_tag, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GeoAsciiParams")},
    {metadata_tag, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GDAL_METADATA")},
    {nodata_tag, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GDAL_NODATA")},
};

// A tag that libtiff knows only from this file, of the type that it must have; empty when the file
// does not have it.
template <typename Value>
std::vector<Value> values_of(TIFF* tiff, std::uint32_t tag, TIFFDataType type) {
  const TIFFField* const field = TIFFFindField(tiff, tag, TIFF_ANY);
  if (!field || TIFFFieldDataType(field) != type || !TIFFFieldPassCount(field) ||
      TIFFFieldReadCount(field) != TIFF_VARIABLE2)
    return {};
  std::uint32_t count = 0;
  const Value* values = nullptr;
  if (TIFFGetField(tiff, tag, &count, &values) != 1 || !values || count > most_values) return {};
  return std::vector<Value>(values, values + count);
}

std::string text_of(TIFF* tiff, std::uint32_t tag) {
  const std::vector<char> text = values_of<char>(tiff, tag, TIFF_ASCII);
  return std::string(text.begin(), std::find(text.begin(), text.end(), '\0'));
}

std::shared_ptr<GeoReference> read_place(TIFF* tiff) {
  auto place = std::make_shared<GeoReference>();
  place->pixel_scale = values_of<double>(tiff, pixel_scale_tag, TIFF_DOUBLE);
  place->tiepoint = values_of<double>(tiff, tiepoint_tag, TIFF_DOUBLE);
  place->transformation = values_of<double>(tiff, transformation_tag, TIFF_DOUBLE);
  place->keys = values_of<std::uint16_t>(tiff, keys_tag, TIFF_SHORT);
  place->key_numbers = values_of<double>(tiff, key_numbers_tag, TIFF_DOUBLE);
  place->key_text = text_of(tiff, key_text_tag);
  place->nodata_text = text_of(tiff, nodata_tag);
  const bool is_empty = place->pixel_scale.empty() && place->tiepoint.empty() &&
                        place->transformation.empty() && place->keys.empty() &&
                        place->nodata_text.empty();
  return is_empty ? nullptr : place;
}

enum class Sample { float32, float64, int16, uint16 };

struct Layout {
  std::uint32_t nx, ny;
  Sample sample;
  std::size_t bytes;  // of one sample
};

Layout read_layout(const ByteSource& source, const TiffHandle& handle) {
  TIFF* const tiff = handle.get();
  Layout layout{};
  std::uint16_t samples = 1, bits = 1, format = SAMPLEFORMAT_UINT, photometric = 0, orientation = 0;
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &layout.nx) ||
      !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &layout.ny))
    source.refuse("it does not say how large it is");
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  if (samples != 1)
    source.refuse("it has " + std::to_string(samples) + " samples per pixel; a height map has one");
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric) &&
      photometric != PHOTOMETRIC_MINISBLACK)
    source.refuse(photometric == PHOTOMETRIC_PALETTE
                      ? "its pixels are a palette of colours; a height map has grey"
                      : "its pixels are not grey from black to white");
  if (orientation != ORIENTATION_TOPLEFT)
    source.refuse("its first pixel is not the one at the top left; turn it upright first");
  if (format == SAMPLEFORMAT_IEEEFP && bits == 32)
    layout.sample = Sample::float32;
  else if (format == SAMPLEFORMAT_IEEEFP && bits == 64)
    layout.sample = Sample::float64;
  else if (format == SAMPLEFORMAT_INT && bits == 16)
    layout.sample = Sample::int16;
  else if (format == SAMPLEFORMAT_UINT && bits == 16)
    layout.sample = Sample::uint16;
  else
    source.refuse("its samples have " + std::to_string(bits) +
                  (format == SAMPLEFORMAT_IEEEFP ? " bits of float" : " bits") +
                  "; rill takes 32- and 64-bit floats and 16-bit integers");
  layout.bytes = bits / 8u;
  return layout;
}

// How many bytes one byte of the file can become, at most. Codecs for pictures are refused.
double most_per_byte(const ByteSource& source, TIFF* tiff) {
  std::uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  switch (compression) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 64;
    case COMPRESSION_LZW:
      return 4096;  // the longest entry of its table
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
      return most_per_deflated_byte;
    case COMPRESSION_LZMA:
    case COMPRESSION_ZSTD:
    case COMPRESSION_LERC:
      return 32768;  // Zstandard: 128 KB of one value in four bytes
    default:
      source.refuse("it is packed by method " + std::to_string(compression) +
                    ", which is made for pictures; save it with Deflate or LZW");
  }
}

struct Decoding {
  double scale = 1, offset = 0;
  bool is_plain() const { return scale == 1 && offset == 0; }
};

// From GDAL's metadata: <Item name="SCALE" sample="0" role="scale">0.1</Item>.
double metadata_number(const std::string& metadata, const std::string& role, double otherwise) {
  const std::size_t at = metadata.find("role=\"" + role + "\">");
  if (at == std::string::npos) return otherwise;
  const std::size_t begin = metadata.find('>', at) + 1;
  double number = 0;
  const bool good = parse_number(
      std::string_view(metadata).substr(begin, metadata.find('<', begin) - begin), number);
  return good && std::isfinite(number) ? number : otherwise;
}

Decoding decoding_of(TIFF* tiff, Sample sample, const ReadOptions& options) {
  Decoding decoding;
  const bool is_integer = sample == Sample::int16 || sample == Sample::uint16;
  if (is_integer && options.range) {
    decoding.scale = (options.range->high - options.range->low) / largest_code;
    const double least = sample == Sample::int16 ? std::numeric_limits<std::int16_t>::min() : 0;
    decoding.offset = options.range->low - least * decoding.scale;
    return decoding;
  }
  const std::string metadata = text_of(tiff, metadata_tag);
  decoding.scale = metadata_number(metadata, "scale", 1);
  decoding.offset = metadata_number(metadata, "offset", 0);
  return decoding;
}

template <typename Number>
double number_at(const std::uint8_t* bytes, std::size_t index) {
  Number number;
  std::memcpy(&number, bytes + index * sizeof number, sizeof number);
  return double(number);
}

// Samples to heights, with the cells marked whose sample is the one of no value.
class Heights {
 public:
  Heights(const ByteSource& source, const Layout& layout, const Decoding& decoding,
          const std::string& nodata, TerrainFile& file)
      : source_(source),
        layout_(layout),
        decoding_(decoding),
        file_(file),
        height_(file.terrain.layers[layer::height]) {
    height_.resize(file.terrain.cells());
    has_hole_ = parse_number(nodata, hole_);
    if (!has_hole_) return;
    if (layout.sample == Sample::float32) hole_ = double(float(hole_));
    const double value = hole_ * decoding.scale + decoding.offset;
    const double most = std::numeric_limits<float>::max();
    file.nodata_value = std::isnan(value) ? float(value) : float(std::clamp(value, -most, most));
  }

  void put(std::uint32_t x, std::uint32_t row, const std::uint8_t* samples, std::uint32_t count) {
    const std::size_t start = north_row_start(file_.terrain, row) + x;
    if (layout_.sample == Sample::float32 && decoding_.is_plain() && !has_hole_) {
      std::memcpy(&height_[start], samples, count * sizeof(float));
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double sample = sample_at(samples, i);
      if (has_hole_ && (sample == hole_ || (std::isnan(sample) && std::isnan(hole_)))) {
        if (file_.nodata.empty()) file_.nodata.resize(height_.size());
        file_.nodata[start + i] = 1;
        height_[start + i] = file_.nodata_value;
        continue;
      }
      const double value =
          decoding_.is_plain() ? sample : sample * decoding_.scale + decoding_.offset;
      height_[start + i] = float(value);
      if (std::isinf(height_[start + i]) && std::isfinite(value))
        source_.refuse("it holds " + shortest(value) + ", which a 32-bit float cannot");
    }
  }

 private:
  double sample_at(const std::uint8_t* samples, std::size_t i) const {
    switch (layout_.sample) {
      case Sample::float32:
        return number_at<float>(samples, i);
      case Sample::float64:
        return number_at<double>(samples, i);
      case Sample::int16:
        return number_at<std::int16_t>(samples, i);
      case Sample::uint16:
        return number_at<std::uint16_t>(samples, i);
    }
    return 0;
  }

  const ByteSource& source_;
  const Layout layout_;
  const Decoding decoding_;
  TerrainFile& file_;
  Layer& height_;
  double hole_ = 0;
  bool has_hole_ = false;
};

void read_strips(const TiffHandle& handle, const Layout& layout, Heights& heights) {
  TIFF* const tiff = handle.get();
  std::uint32_t rows = layout.ny;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  rows = std::min(std::max(rows, 1u), layout.ny);
  const std::size_t row_bytes = layout.nx * layout.bytes;
  std::vector<std::uint8_t> strip(rows * row_bytes);
  for (std::uint32_t row = 0; row < layout.ny; row += rows) {
    const std::uint32_t here = std::min(rows, layout.ny - row);
    const tmsize_t wanted = tmsize_t(here * row_bytes);
    handle.check(TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, row, 0), strip.data(), wanted) ==
                 wanted);
    for (std::uint32_t i = 0; i < here; ++i)
      heights.put(0, row + i, strip.data() + i * row_bytes, layout.nx);
    if (layout.ny - row <= rows) break;  // so that the sum cannot overflow
  }
}

void read_tiles(const ByteSource& source, const TiffHandle& handle, const Layout& layout,
                Heights& heights) {
  TIFF* const tiff = handle.get();
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
  check_claimed_grid(source, width, height, double(layout.bytes), most_per_byte(source, tiff));
  const std::size_t row_bytes = width * layout.bytes;
  std::vector<std::uint8_t> tile(row_bytes * height);
  for (std::uint64_t row = 0; row < layout.ny; row += height)
    for (std::uint64_t x = 0; x < layout.nx; x += width) {
      const std::uint32_t number =
          TIFFComputeTile(tiff, std::uint32_t(x), std::uint32_t(row), 0, 0);
      handle.check(TIFFReadEncodedTile(tiff, number, tile.data(), tmsize_t(tile.size())) ==
                   tmsize_t(tile.size()));
      const std::uint32_t columns = std::uint32_t(std::min<std::uint64_t>(width, layout.nx - x));
      const std::uint32_t rows = std::uint32_t(std::min<std::uint64_t>(height, layout.ny - row));
      for (std::uint32_t i = 0; i < rows; ++i)
        heights.put(std::uint32_t(x), std::uint32_t(row) + i, tile.data() + i * row_bytes, columns);
    }
}

// What a terrain without a place on Earth says about its cells: metres from the south-west corner.
GeoReference local_place(const Terrain& terrain) {
  GeoReference place;
  place.pixel_scale = {terrain.cell, terrain.cell, 0};
  place.tiepoint = {0, 0, 0, 0, terrain.ny * terrain.cell, 0};
  place.keys = {1, 1, 0, 3, 1024, 0, 1, 32767, 1025, 0, 1, 1, 3076, 0, 1, 9001};
  return place;
}

template <typename Value>
void set_tag(TiffHandle& handle, std::uint32_t tag, const std::vector<Value>& values) {
  if (values.empty()) return;
  handle.check(TIFFSetField(handle.get(), tag, std::uint16_t(values.size()), values.data()) == 1);
}

void set_tag(TiffHandle& handle, std::uint32_t tag, const std::string& text) {
  if (!text.empty()) handle.check(TIFFSetField(handle.get(), tag, text.c_str()) == 1);
}

void set_place(TiffHandle& handle, const GeoReference& place) {
  set_tag(handle, pixel_scale_tag, place.pixel_scale);
  set_tag(handle, tiepoint_tag, place.tiepoint);
  set_tag(handle, transformation_tag, place.transformation);
  set_tag(handle, keys_tag, place.keys);
  set_tag(handle, key_numbers_tag, place.key_numbers);
  set_tag(handle, key_text_tag, place.key_text);
}

std::string metadata_of(const ValueRange& range) {
  const double scale = (range.high - range.low) / largest_code;
  return "<GDALMetadata>\n  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">" +
         shortest(range.low) + "</Item>\n  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">" +
         shortest(scale) + "</Item>\n</GDALMetadata>\n";
}

void set_layout(TiffHandle& handle, const Terrain& terrain, std::size_t bytes) {
  TIFF* const tiff = handle.get();
  const std::size_t row_bytes = std::size_t(terrain.nx) * bytes;
  const std::size_t rows = std::max<std::size_t>(1, (1 << 20) / row_bytes);
  bool good = TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, std::uint32_t(terrain.nx)) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, std::uint32_t(terrain.ny)) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, int(bytes * 8)) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT,
                              bytes == 4 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == 1;
  good = good && TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT) == 1;
  good = good &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP,
                      std::uint32_t(std::min<std::size_t>(rows, std::size_t(terrain.ny)))) == 1;
  handle.check(good);
}

// Rows from the north in strips; `samples` are in the order of the cells.
void write_strips(TiffHandle& handle, const Terrain& terrain, const std::uint8_t* samples,
                  std::size_t bytes) {
  std::uint32_t rows = 1;
  TIFFGetField(handle.get(), TIFFTAG_ROWSPERSTRIP, &rows);
  const std::size_t row_bytes = std::size_t(terrain.nx) * bytes;
  std::vector<std::uint8_t> strip;
  std::uint32_t number = 0;
  for (std::size_t row = 0; row < std::size_t(terrain.ny); row += rows) {
    const std::size_t here = std::min<std::size_t>(rows, std::size_t(terrain.ny) - row);
    strip.resize(here * row_bytes);
    for (std::size_t i = 0; i < here; ++i)
      std::memcpy(&strip[i * row_bytes], samples + north_row_start(terrain, row + i) * bytes,
                  row_bytes);
    handle.check(TIFFWriteEncodedStrip(handle.get(), number++, strip.data(),
                                       tmsize_t(strip.size())) == tmsize_t(strip.size()));
  }
}

}  // namespace

TerrainFile read_tiff(const ByteSource& source, const ReadOptions& options) {
  const TiffHandle handle(source);
  const Layout layout = read_layout(source, handle);
  check_claimed_grid(
      source, layout.nx, layout.ny, std::max(sizeof(float), layout.bytes),
      most_per_byte(source, handle.get()) * std::max(1.0, 4.0 / double(layout.bytes)));
  TerrainFile file;
  file.terrain.nx = int(layout.nx);
  file.terrain.ny = int(layout.ny);
  file.terrain.cell = 0;
  const std::shared_ptr<GeoReference> place = read_place(handle.get());
  if (place)
    file.terrain.cell = cell_of_place(source, *place, file.terrain.nx, file.terrain.ny, file.notes);

  const Decoding decoding = decoding_of(handle.get(), layout.sample, options);
  Heights heights(source, layout, decoding, place ? place->nodata_text : "", file);
  if (TIFFIsTiled(handle.get()))
    read_tiles(source, handle, layout, heights);
  else
    read_strips(handle, layout, heights);

  // The text is about samples; where heights are something else, it is said anew.
  const bool same = decoding.is_plain() && layout.sample != Sample::float64;
  if (place && !place->nodata_text.empty() && !same)
    place->nodata_text = shortest(file.nodata_value);
  file.place = place;
  return file;
}

void write_tiff(AtomicFile& out, const FileToWrite& file, Notes& notes) {
  const Terrain& terrain = file.terrain.terrain;
  const std::string& name = file.layers.front();
  const bool is_height = name == layer::height;
  const bool as_16_bit = is_height && file.options.range;
  const bool holes = is_height && !file.terrain.nodata.empty();
  CodedLayer coded;
  if (as_16_bit) coded = coded_layer(file, name, holes);
  const std::size_t bytes = as_16_bit ? sizeof(std::uint16_t) : sizeof(float);

  TiffHandle handle(out, file.path, double(terrain.cells()) * double(bytes) > 4e9);
  handle.check(TIFFMergeFieldInfo(handle.get(), field_infos,
                                  sizeof field_infos / sizeof field_infos[0]) == 0);
  set_layout(handle, terrain, bytes);
  if (file.terrain.place)
    set_place(handle, *file.terrain.place);
  else if (terrain.cell > 0)
    set_place(handle, local_place(terrain));
  if (as_16_bit) {
    set_tag(handle, metadata_tag, metadata_of(coded.range));
    if (holes) set_tag(handle, nodata_tag, std::string("0"));
    notes.push_back("'" + file.path + "' has 16 bits for each height, 0 to 65535 is " +
                    range_text(coded.range) + ", which it says itself as GDAL does.");
    write_strips(handle, terrain, reinterpret_cast<const std::uint8_t*>(coded.codes.data()), bytes);
  } else {
    if (is_height) set_tag(handle, nodata_tag, nodata_text(file.terrain));
    write_strips(handle, terrain,
                 reinterpret_cast<const std::uint8_t*>(terrain.layers.at(name).data()), bytes);
  }
  handle.close();
}

}  // namespace rill
