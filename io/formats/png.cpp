// .png with 16 (or, to read, 8) bits of grey; the first row is the north. Chunks of the PNG
// extensions hold what the numbers mean: pCAL the range of values, sCAL the size of a cell, and
// tRNS the number of cells without a value. libpng reports errors by longjmp, which must not jump
// over a destructor: the functions that it jumps back to own nothing.

#include <csetjmp>
#include <exception>
#include <cmath>
#include <cstring>

#include <png.h>

#include <rill/error.h>

#include "io/byte_order.h"
#include "io/format.h"
#include "io/geo_reference.h"
#include "io/memory.h"
#include "io/png_errors.h"
#include "io/rows.h"
#include "io/sixteen_bit.h"

namespace rill {
namespace {

constexpr std::uint16_t nodata_code = 0;
constexpr int most_chunk_bytes = 8000000;

struct Decoder {
  const ByteSource* source;
  std::uint64_t position = 0;
  std::exception_ptr failure;
  std::string message;
  png_structp png = nullptr;
  png_infop info = nullptr;

  ~Decoder() { png_destroy_read_struct(&png, &info, nullptr); }
};

struct Encoder {
  AtomicFile* out;
  std::exception_ptr failure;
  std::string message;
  png_structp png = nullptr;
  png_infop info = nullptr;

  ~Encoder() { png_destroy_write_struct(&png, &info); }
};

void on_read(png_structp png, png_bytep data, png_size_t size) {
  Decoder& decoder = *static_cast<Decoder*>(png_get_io_ptr(png));
  try {
    decoder.source->read(decoder.position, data, size);
    decoder.position += size;
    return;
  } catch (...) {
    decoder.failure = std::current_exception();
  }
  png_error(png, "cannot read");
}

void on_write(png_structp png, png_bytep data, png_size_t size) {
  Encoder& encoder = *static_cast<Encoder*>(png_get_io_ptr(png));
  try {
    encoder.out->write(data, size);
    return;
  } catch (...) {
    encoder.failure = std::current_exception();
  }
  png_error(png, "cannot write");
}

void on_flush(png_structp) {}

bool read_info(Decoder& decoder) {
  if (setjmp(png_jmpbuf(decoder.png))) return false;
  png_set_read_fn(decoder.png, &decoder, on_read);
  png_set_user_limits(decoder.png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(decoder.png, most_chunk_bytes);
  png_read_info(decoder.png, decoder.info);
  return true;
}

bool read_rows(Decoder& decoder, std::vector<png_bytep>& rows) {
  if (setjmp(png_jmpbuf(decoder.png))) return false;
  if (host_is_little_endian) png_set_swap(decoder.png);
  png_set_interlace_handling(decoder.png);
  png_read_update_info(decoder.png, decoder.info);
  png_read_image(decoder.png, rows.data());
  png_read_end(decoder.png, nullptr);
  return true;
}

template <typename Coder>
[[noreturn]] void fail(const Coder& coder, const std::string& action) {
  if (coder.failure) std::rethrow_exception(coder.failure);
  throw Error(action + ": " + coder.message + ".");
}

double parsed(const char* text) {
  double number = 0;
  return parse_number(text, number) ? number : NAN;
}

// The values of the least and the largest number in the file, from pCAL; empty when it has none
// that is linear.
std::optional<ValueRange> calibration(Decoder& decoder) {
  png_charp purpose = nullptr, units = nullptr;
  png_charpp parameters = nullptr;
  png_int_32 first = 0, last = 0;
  int type = 0, count = 0;
  if (!png_get_pCAL(decoder.png, decoder.info, &purpose, &first, &last, &type, &count, &units,
                    &parameters))
    return {};
  if (type != PNG_EQUATION_LINEAR || count != 2 || first == last) return {};
  const double base = parsed(parameters[0]), slope = parsed(parameters[1]);
  const double span = double(last) - double(first);
  const ValueRange range{base + slope * first / span, base + slope * last / span};
  if (!std::isfinite(range.low) || !std::isfinite(range.high)) return {};
  return range;
}

double cell_of_scale(Decoder& decoder, Notes& notes) {
  int unit = 0;
  png_charp width = nullptr, height = nullptr;
  if (!png_get_sCAL_s(decoder.png, decoder.info, &unit, &width, &height) || unit != PNG_SCALE_METER)
    return 0;
  return square_cell(*decoder.source, parsed(width), parsed(height), notes);
}

void check_kind(const ByteSource& source, int bits, int colour) {
  const char* const kind = colour == PNG_COLOR_TYPE_PALETTE      ? "a palette of colours"
                           : colour == PNG_COLOR_TYPE_RGB        ? "red, green and blue"
                           : colour == PNG_COLOR_TYPE_RGB_ALPHA  ? "red, green, blue and alpha"
                           : colour == PNG_COLOR_TYPE_GRAY_ALPHA ? "grey and alpha"
                                                                 : nullptr;
  if (kind)
    source.refuse(std::string("its pixels are ") + kind +
                  "; a height map has 16 bits of grey and nothing else");
  if (bits != 16 && bits != 8)
    source.refuse("its pixels have " + std::to_string(bits) + " bits; a height map has 16");
}

struct Pixels {
  std::uint32_t nx, ny;
  int bits;
  std::vector<std::uint8_t> bytes;

  std::uint16_t code(std::size_t index) const {
    if (bits == 8) return std::uint16_t(bytes[index] * 257);
    std::uint16_t code;
    std::memcpy(&code, &bytes[2 * index], sizeof code);
    return code;
  }
};

Pixels read_pixels(Decoder& decoder) {
  const ByteSource& source = *decoder.source;
  int colour = 0, bits = 0;
  Pixels pixels{0, 0, 0, {}};
  png_get_IHDR(decoder.png, decoder.info, &pixels.nx, &pixels.ny, &bits, &colour, nullptr, nullptr,
               nullptr);
  check_kind(source, bits, colour);
  pixels.bits = bits;
  const std::size_t bytes = std::size_t(bits / 8);
  check_claimed_grid(source, pixels.nx, pixels.ny, sizeof(float) + double(bytes),
                     most_per_deflated_byte * (sizeof(float) + double(bytes)) / double(bytes));
  pixels.bytes.resize(std::size_t(pixels.nx) * pixels.ny * bytes);
  std::vector<png_bytep> rows(pixels.ny);
  for (std::size_t row = 0; row < rows.size(); ++row)
    rows[row] = &pixels.bytes[row * pixels.nx * bytes];
  if (!read_rows(decoder, rows)) fail(decoder, "Cannot read '" + source.name() + "'");
  return pixels;
}

void fill_heights(const Pixels& pixels, const ValueRange& range, std::optional<std::uint16_t> hole,
                  TerrainFile& file) {
  Layer& height = file.terrain.layers[layer::height];
  height.resize(file.terrain.cells());
  if (hole) file.nodata.resize(height.size());
  bool any = false;
  for (std::size_t row = 0; row < pixels.ny; ++row) {
    const std::size_t start = north_row_start(file.terrain, row);
    for (std::size_t x = 0; x < pixels.nx; ++x) {
      const std::uint16_t code = pixels.code(row * pixels.nx + x);
      height[start + x] = decoded(code, range);
      if (!hole || code != *hole) continue;
      file.nodata[start + x] = 1;
      any = true;
    }
  }
  if (hole) file.nodata_value = decoded(*hole, range);
  if (!any) file.nodata.clear();
}

std::optional<std::uint16_t> transparent_code(Decoder& decoder, int bits) {
  png_color_16p colour = nullptr;
  if (!png_get_tRNS(decoder.png, decoder.info, nullptr, nullptr, &colour) || !colour) return {};
  return std::uint16_t(bits == 8 ? (colour->gray & 255) * 257 : colour->gray);
}

struct Labels {  // texts for the header, kept alive while libpng writes
  std::string purpose, units, base, slope, cell;
  char* parameters[2];
};

bool write_rows(Encoder& encoder, const Terrain& terrain, const CodedLayer& coded, Labels& labels,
                bool holes) {
  if (setjmp(png_jmpbuf(encoder.png))) return false;
  png_set_write_fn(encoder.png, &encoder, on_write, on_flush);
  png_set_user_limits(encoder.png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(encoder.png, encoder.info, png_uint_32(terrain.nx), png_uint_32(terrain.ny), 16,
               PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_pCAL(encoder.png, encoder.info, labels.purpose.data(), 0, largest_code,
               PNG_EQUATION_LINEAR, 2, labels.units.data(), labels.parameters);
  if (!labels.cell.empty())
    png_set_sCAL_s(encoder.png, encoder.info, PNG_SCALE_METER, labels.cell.data(),
                   labels.cell.data());
  png_color_16 hole = {};
  hole.gray = nodata_code;
  if (holes) png_set_tRNS(encoder.png, encoder.info, nullptr, 0, &hole);
  png_write_info(encoder.png, encoder.info);
  if (host_is_little_endian) png_set_swap(encoder.png);
  for (std::size_t row = 0; row < std::size_t(terrain.ny); ++row)
    png_write_row(encoder.png,
                  reinterpret_cast<png_const_bytep>(&coded.codes[north_row_start(terrain, row)]));
  png_write_end(encoder.png, encoder.info);
  return true;
}

}  // namespace

TerrainFile read_png(const ByteSource& source, const ReadOptions& options) {
  Decoder decoder;
  decoder.source = &source;
  decoder.png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoder, remember_png_error<Decoder>,
                             ignore_png_warning);
  if (decoder.png) decoder.info = png_create_info_struct(decoder.png);
  if (!decoder.info) throw Error("libpng could not be started.", Fault::resource);
  if (!read_info(decoder)) fail(decoder, "Cannot read '" + source.name() + "'");

  TerrainFile file;
  const Pixels pixels = read_pixels(decoder);
  file.terrain.nx = int(pixels.nx);
  file.terrain.ny = int(pixels.ny);
  file.terrain.cell = cell_of_scale(decoder, file.notes);
  const std::optional<ValueRange> range = options.range ? options.range : calibration(decoder);
  if (!range)
    throw Error("'" + source.name() +
                "' does not say which heights black and white stand for; give the range.");
  if (pixels.bits == 8)
    file.notes.push_back("'" + source.name() + "' has 8 bits, so its heights are " +
                         shortest(float((range->high - range->low) / 255)) +
                         " m apart and its slopes are stairs.");
  fill_heights(pixels, *range, transparent_code(decoder, pixels.bits), file);
  return file;
}

void write_png(AtomicFile& out, const FileToWrite& file, Notes& notes) {
  const Terrain& terrain = file.terrain.terrain;
  const std::string& name = file.layers.front();
  const bool holes = name == layer::height && !file.terrain.nodata.empty();
  const CodedLayer coded = coded_layer(file, name, holes);
  notes.push_back("'" + file.path + "' has 16 bits for each value, black to white is " +
                  range_text(coded.range) + ".");
  Labels labels{name,
                name == layer::height ? "m" : "",
                shortest(coded.range.low),
                shortest(coded.range.high - coded.range.low),
                terrain.cell > 0 ? shortest(terrain.cell) : "",
                {}};
  labels.parameters[0] = labels.base.data();
  labels.parameters[1] = labels.slope.data();

  Encoder encoder;
  encoder.out = &out;
  encoder.png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoder, remember_png_error<Encoder>,
                              ignore_png_warning);
  if (encoder.png) encoder.info = png_create_info_struct(encoder.png);
  if (!encoder.info) throw Error("libpng could not be started.", Fault::resource);
  if (!write_rows(encoder, terrain, coded, labels, holes))
    fail(encoder, "Cannot write '" + file.path + "'");
}

}  // namespace rill
