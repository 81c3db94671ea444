// .asc, the ESRI ASCII grid: lines of a name and a value, then the heights in rows from the north.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include <rill/error.h>

#include "io/format.h"
#include "io/geo_reference.h"
#include "io/memory.h"
#include "io/nodata.h"
#include "io/rows.h"
#include "io/numbers.h"

namespace rill {
namespace {

constexpr std::size_t block_size = 1 << 20;
constexpr std::size_t longest_word = 100;

// Words between white space, from a source of any size.
class Words {
 public:
  explicit Words(const ByteSource& source) : source_(source) {}

  bool next(std::string_view& word) {  // valid until the next call; false at the end
    while (fill() && is_space(buffer_[start_])) ++start_;
    if (!fill()) return false;
    std::size_t end = start_;
    for (;;) {
      while (end < buffer_.size() && !is_space(buffer_[end])) ++end;
      if (end < buffer_.size() || offset_ == source_.size()) break;
      const std::size_t length = end - start_;
      more();
      end = start_ + length;
    }
    word = std::string_view(buffer_).substr(start_, end - start_);
    if (word.size() > longest_word) source_.refuse("it holds something else than numbers");
    start_ = end;
    return true;
  }

 private:
  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  bool fill() {
    if (start_ == buffer_.size() && offset_ < source_.size()) more();
    return start_ < buffer_.size();
  }
  void more() {
    if (buffer_.size() - start_ > longest_word)
      source_.refuse("it holds something else than numbers");
    buffer_.erase(0, start_);
    start_ = 0;
    const std::string block = source_.read_text(offset_, block_size);
    offset_ += block.size();
    buffer_ += block;
  }

  const ByteSource& source_;
  std::uint64_t offset_ = 0;
  std::string buffer_;
  std::size_t start_ = 0;
};

std::string in_quotes(std::string_view word) {
  std::string text = "'";
  for (const char c : word) text += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  return text + "'";
}

struct Header {
  std::int64_t columns = 0, rows = 0;
  double x = 0, y = 0;  // of the south-west corner
  double step_x = 0, step_y = 0;
  bool x_is_centre = false, y_is_centre = false;
  std::string nodata;  // as it stands there
  std::string lines;   // about the place, as they stand there
};

// Reads names and values until the first word that is a number; that word is left in `word`.
Header read_header(const ByteSource& source, Words& words, std::string_view& word) {
  Header header;
  double ignored;
  const auto is_number = [&] { return parse_number(word, ignored); };
  while (words.next(word) && !is_number()) {
    std::string key(word);
    const std::string as_written = key;
    for (char& c : key) c = char(std::tolower(static_cast<unsigned char>(c)));
    std::string_view value_word;
    if (!words.next(value_word)) break;
    const std::string value(value_word);
    double number = 0;
    const bool good = parse_number(value, number);
    const auto set = [&](double& target) {
      if (!good || !std::isfinite(number))
        source.refuse("its " + as_written + " is " + in_quotes(value) + ", which is no number");
      target = number;
    };
    const auto count = [&](std::int64_t& target) {
      if (!parse_number(value, target) || target < 1)
        source.refuse("its " + as_written + " is " + in_quotes(value) + ", which is no count");
    };
    if (key == "ncols")
      count(header.columns);
    else if (key == "nrows")
      count(header.rows);
    else if (key == "xllcorner" || key == "xllcenter") {
      set(header.x);
      header.x_is_centre = key == "xllcenter";
    } else if (key == "yllcorner" || key == "yllcenter") {
      set(header.y);
      header.y_is_centre = key == "yllcenter";
    } else if (key == "cellsize") {
      set(header.step_x);
      header.step_y = header.step_x;
    } else if (key == "dx")
      set(header.step_x);
    else if (key == "dy")
      set(header.step_y);
    else if (key == "nodata_value") {
      if (!good) source.refuse("its " + as_written + " is " + in_quotes(value) + ", no number");
      header.nodata = value;
    } else
      source.refuse("it begins with " + in_quotes(as_written) +
                    ", which is no part of an ESRI ASCII grid");
    if (key != "ncols" && key != "nrows" && key != "nodata_value")
      header.lines += as_written + " " + value + "\n";
  }
  if (header.columns == 0 || header.rows == 0)
    source.refuse("it is no ESRI ASCII grid, because ncols or nrows is missing");
  if (!(header.step_x > 0 && header.step_y > 0))
    source.refuse("it is no ESRI ASCII grid, because cellsize is missing or not above zero");
  if (header.x_is_centre) header.x -= header.step_x / 2;
  if (header.y_is_centre) header.y -= header.step_y / 2;
  return header;
}

std::shared_ptr<const GeoReference> place_of(const Header& header) {
  auto place = std::make_shared<GeoReference>();
  place->pixel_scale = {header.step_x, header.step_y, 0};
  place->tiepoint = {0, 0, 0, header.x, header.y + double(header.rows) * header.step_y, 0};
  place->nodata_text = header.nodata;
  place->grid_header = header.lines;
  return place;
}

// The lines about the place, from whatever is known of it.
std::string place_lines(const FileToWrite& file) {
  const TerrainFile& terrain = file.terrain;
  const GeoReference* const place = terrain.place.get();
  if (place && !place->grid_header.empty()) return place->grid_header;
  double step_x = terrain.terrain.cell, step_y = terrain.terrain.cell, x = 0, y = 0;
  bool centre = false;
  if (place && place->pixel_scale.size() >= 2 && place->tiepoint.size() >= 6) {
    step_x = place->pixel_scale[0];
    step_y = place->pixel_scale[1];
    for (std::size_t i = 4; i + 3 < place->keys.size(); i += 4)  // GTRasterTypeGeoKey, a point
      if (place->keys[i] == 1025) centre = place->keys[i + 3] == 2;
    const double rows = terrain.terrain.ny - (centre ? 1 : 0);
    x = place->tiepoint[3] - place->tiepoint[0] * step_x;
    y = place->tiepoint[4] - (rows - place->tiepoint[1]) * step_y;
  }
  if (!(step_x > 0 && step_y > 0))
    throw Error("Cannot write '" + file.path + "': an .asc file needs the size of a cell.");
  const std::string end = centre ? "center " : "corner ";
  const std::string steps = step_x == step_y
                                ? "cellsize " + shortest(step_x) + "\n"
                                : "dx " + shortest(step_x) + "\ndy " + shortest(step_y) + "\n";
  return "xll" + end + shortest(x) + "\nyll" + end + shortest(y) + "\n" + steps;
}

}  // namespace

TerrainFile read_asc(const ByteSource& source, const ReadOptions&) {
  Words words(source);
  std::string_view word;
  const Header header = read_header(source, words, word);
  // A digit and a space at least for each cell.
  check_claimed_grid(source, std::uint64_t(header.columns), std::uint64_t(header.rows),
                     sizeof(float), 2);
  TerrainFile file;
  file.terrain.nx = int(header.columns);
  file.terrain.ny = int(header.rows);
  file.place = place_of(header);
  file.terrain.cell = cell_of_unstated_unit(
      source, {header.x, header.y, header.step_x, header.step_y, file.terrain.ny}, file.notes);

  Layer& height = file.terrain.layers[layer::height];
  height.resize(file.terrain.cells());
  for (std::size_t row = 0; row < std::size_t(file.terrain.ny); ++row) {
    float* const values = &height[north_row_start(file.terrain, row)];
    for (std::size_t x = 0; x < std::size_t(file.terrain.nx); ++x) {
      const bool first = row == 0 && x == 0;
      if (!first && !words.next(word)) word = {};
      if (word.empty())
        source.refuse("it ends after " + std::to_string(row * std::size_t(file.terrain.nx) + x) +
                      " heights of " + std::to_string(file.terrain.cells()));
      if (!parse_number(word, values[x]))
        source.refuse(in_quotes(word) + " among its heights is no number that rill can hold");
    }
  }
  if (words.next(word)) source.refuse("it holds more heights than ncols and nrows say");
  mark_nodata(file, header.nodata);
  return file;
}

void write_asc(AtomicFile& out, const FileToWrite& file, Notes&) {
  const Terrain& terrain = file.terrain.terrain;
  const std::string& name = file.layers.front();
  const Layer& values = terrain.layers.at(name);
  std::string text = "ncols " + std::to_string(terrain.nx) + "\nnrows " +
                     std::to_string(terrain.ny) + "\n" + place_lines(file);
  const std::string nodata = name == layer::height ? nodata_text(file.terrain) : "";
  if (!nodata.empty()) text += "NODATA_value " + nodata + "\n";
  for (std::size_t row = 0; row < std::size_t(terrain.ny); ++row) {
    const float* const line = &values[north_row_start(terrain, row)];
    for (std::size_t x = 0; x < std::size_t(terrain.nx); ++x) {
      if (x > 0) text += ' ';
      text += shortest(line[x]);
    }
    text += '\n';
    if (text.size() < block_size) continue;
    out.write(text.data(), text.size());
    text.clear();
  }
  out.write(text.data(), text.size());
}

}  // namespace rill
