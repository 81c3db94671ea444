// rill convert: a terrain from one format to another, whole, cut out, resampled or in tiles.

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <rill/error.h>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "io/houdini/heightfield.h"
#include "io/splat.h"
#include "landscape_sizes.h"
#include "regrid.h"
#include "terrain_input.h"

namespace rill {
namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
  TerrainArguments input;
  std::string output, engine;
  std::optional<std::string> resample, crop, turn, tile, overlap, splat;
  bool quiet = false;
};

CellBox parse_crop(const std::string& text, const Terrain& terrain) {
  const std::vector<std::string> parts = parse_list("--crop", text);
  if (parts.size() != 4)
    throw Error("--crop " + text +
                " is incomplete; give the first cell and the size, as in --crop 0,0,512,512.");
  CellBox box;
  box.x = parse_count("--crop", parts[0], 0, terrain.nx - 1);
  box.y = parse_count("--crop", parts[1], 0, terrain.ny - 1);
  box.nx = parse_count("--crop", parts[2], 1, terrain.nx - box.x);
  box.ny = parse_count("--crop", parts[3], 1, terrain.ny - box.y);
  return box;
}

// In quarters, clockwise.
int parse_turn(const std::string& text) {
  const int degrees = parse_count("--turn", text, 0, 360);
  if (degrees % 90 != 0)
    throw Error("--turn " + text + " is no quarter of a circle; use 90, 180 or 270.");
  return degrees / 90 % 4;
}

void check_input_stays(const ConvertArguments& arguments, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (fs::equivalent(arguments.input.file, path, ignored))
      throw Error("The output would replace the input file '" + arguments.input.file +
                  "'; choose another place for it.");
  }
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "note: %s\n", note.c_str());
}

std::vector<std::string> layer_names(const Terrain& terrain) {
  std::vector<std::string> names;
  for (const auto& [name, values] : terrain.layers) names.push_back(name);
  return names;
}

// --- masks in one picture

// "erosion/2.5": 2.5 becomes white.
std::vector<SplatChannel> parse_splat(const std::string& text, const Terrain& terrain) {
  const std::vector<std::string> items = parse_list("--splat", text);
  if (items.size() > 4)
    throw Error("--splat " + text + " has more than four layers; a picture has four channels.");
  std::vector<SplatChannel> channels;
  for (const std::string& item : items) {
    const std::size_t slash = item.find('/');
    const std::string name = item.substr(0, slash);
    if (!terrain.has(name)) {
      std::string names;
      for (const std::string& there : layer_names(terrain))
        names += (names.empty() ? "" : ", ") + there;
      throw Error("There is no layer '" + name + "' to pack; the terrain has " + names + ".");
    }
    SplatChannel channel{&terrain.layers.at(name), 1};
    if (slash != std::string::npos) channel.white = parse_length("--splat", item.substr(slash + 1));
    std::size_t cut = 0;
    for (const float value : *channel.values) {
      if (!std::isfinite(value))
        throw Error("The layer '" + name + "' holds values that are no numbers; it cannot be packed.");
      cut += value < 0 || double(value) > channel.white;
    }
    if (cut > 0)
      std::fprintf(stderr,
                   "note: %zu cells of '%s' are beyond 0 to %g and are cut in a .png; name another "
                   "white as in %s/2.\n",
                   cut, name.c_str(), channel.white, name.c_str());
    channels.push_back(channel);
  }
  return channels;
}

// --- tiles

struct TileGrid {
  int nx = 1, ny = 1, overlap = 0;
};

TileGrid parse_tiles(const ConvertArguments& arguments, const Terrain& terrain) {
  TileGrid grid;
  if (!arguments.tile) {
    if (arguments.overlap) throw Error("--overlap belongs to --tile; give both.");
    return grid;
  }
  const GridSize count = parse_size(*arguments.tile, "--tile");
  if (count.nx > terrain.nx || count.ny > terrain.ny)
    throw Error("--tile " + *arguments.tile + " makes more tiles than the terrain has cells along a "
                "side; use fewer.");
  grid.nx = count.nx;
  grid.ny = count.ny;
  if (arguments.overlap)
    grid.overlap = parse_count("--overlap", *arguments.overlap, 0, std::max(terrain.nx, terrain.ny));
  return grid;
}

// Neighbours share `overlap` cells on each side of the seam.
CellBox tile_box(const TileGrid& grid, const Terrain& terrain, int i, int j) {
  const auto range = [&grid](int at, int count, int cells) {
    const int begin = int(std::int64_t(at) * cells / count);
    const int end = int(std::int64_t(at + 1) * cells / count);
    return std::pair<int, int>(std::max(0, begin - grid.overlap),
                               std::min(cells, end + grid.overlap));
  };
  const auto [x0, x1] = range(i, grid.nx, terrain.nx);
  const auto [y0, y1] = range(j, grid.ny, terrain.ny);
  return {x0, y0, x1 - x0, y1 - y0};
}

// The end of the name that stands for the format: ".bgeo.sc" as well as ".r16".
std::size_t end_of_name(const std::string& path) {
  const std::size_t name = path.find_last_of('/') + 1;
  std::string lower = path;
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  std::size_t longest = 0;
  for (const std::string& end : writable_formats())
    if (lower.size() > name + end.size() &&
        lower.compare(lower.size() - end.size(), end.size(), end) == 0)
      longest = std::max(longest, end.size());
  return path.size() - longest;
}

std::string tile_path(const std::string& path, int i, int j) {
  const std::size_t end = end_of_name(path);
  return path.substr(0, end) + "_x" + std::to_string(i) + "_y" + std::to_string(j) +
         path.substr(end);
}

bool ends_in(const std::string& path, const char* end) {
  return end_of_name(path) < path.size() && path.substr(end_of_name(path)) == end;
}

class Conversion {
 public:
  explicit Conversion(const ConvertArguments& arguments) : arguments_(arguments) {}

  int run() {
    if (!arguments_.engine.empty()) is_landscape_size(arguments_.engine, {1, 1});
    TerrainFile file = read_named_file(arguments_.input);
    if (arguments_.crop) crop_terrain(file, parse_crop(*arguments_.crop, file.terrain));
    if (arguments_.turn) turn_terrain(file, parse_turn(*arguments_.turn));
    if (arguments_.resample)
      resample_terrain(file, parse_size(*arguments_.resample, "--resample"));
    grid_ = parse_tiles(arguments_, file.terrain);
    check_landscape(file);
    print_notes(file.notes);
    file.notes.clear();
    if (arguments_.splat) return write_masks(file.terrain);
    options_.range = output_range(file);
    const InterruptGuard interrupt;  // from here on there are files under temporary names
    if (!arguments_.tile) {
      write_one(arguments_.output, file);
      return exit_done;
    }
    write_tiles(std::move(file));
    return exit_done;
  }

 private:
  void check_landscape(TerrainFile& file) const {
    const CellBox first = tile_box(grid_, file.terrain, 0, 0);
    const GridSize size = {first.nx, first.ny};
    const auto sentence = [&](const std::string& engine, const std::string& name) {
      const GridSize near = nearest_landscape_size(engine, size);
      return std::to_string(size.nx) + " x " + std::to_string(size.ny) +
             " is no landscape size of " + name + "; the nearest is --resample " +
             std::to_string(near.nx) + "x" + std::to_string(near.ny);
    };
    if (!arguments_.engine.empty()) {
      if (!is_landscape_size(arguments_.engine, size))
        throw Error(sentence(arguments_.engine,
                             arguments_.engine == "unreal" ? "Unreal" : "Unity") +
                    (arguments_.tile ? " for one tile." : "."));
      return;
    }
    // Heights of 16 bits are what engines import.
    const bool for_engines = ends_in(arguments_.output, ".r16") || ends_in(arguments_.output, ".png");
    if (for_engines && !arguments_.splat && !is_landscape_size("unreal", size) &&
        !is_landscape_size("unity", size))
      file.notes.push_back(sentence("unreal", "Unreal") + ", and " +
                           std::to_string(nearest_landscape_size("unity", size).nx) +
                           " along both sides for Unity.");
  }

  int write_masks(const Terrain& terrain) const {
    if (arguments_.tile) throw Error("--splat and --tile do not go together; cut by --crop instead.");
    check_input_stays(arguments_, {arguments_.output});
    const std::vector<SplatChannel> channels = parse_splat(*arguments_.splat, terrain);
    const InterruptGuard interrupt;  // it is written to the end, so that no part stays behind
    write_splat(arguments_.output, terrain.nx, terrain.ny, channels);
    say(arguments_.output + ": " + std::to_string(channels.size()) + " masks", terrain);
    return exit_done;
  }

  // Tiles of 16 bits share one range, so that their seams meet.
  std::optional<ValueRange> output_range(const TerrainFile& file) const {
    const std::optional<ValueRange> given = range_of(arguments_.input);
    const auto height = file.terrain.layers.find(layer::height);
    if (given || !arguments_.tile || height == file.terrain.layers.end()) return given;
    ValueRange range = {0, 0};
    bool any = false;
    for (std::size_t i = 0; i < height->second.size(); ++i) {
      const double value = double(height->second[i]);
      if ((!file.nodata.empty() && file.nodata[i]) || !std::isfinite(value)) continue;
      range = any ? ValueRange{std::min(range.low, value), std::max(range.high, value)}
                  : ValueRange{value, value};
      any = true;
    }
    if (!(range.low < range.high)) range.high = range.low + 1;
    return range;
  }

  void write_one(const std::string& path, const TerrainFile& file) const {
    check_can_write_terrain(path);
    check_input_stays(arguments_, terrain_paths(path, layer_names(file.terrain)));
    StagedTerrain staged = stage_terrain(path, file, options_);
    InterruptGuard::stop_if_came();
    staged.commit();
    print_notes(staged.notes());
    const std::size_t layers = file.terrain.layers.size();
    say(path + ": " + std::to_string(layers) + (layers == 1 ? " layer" : " layers"), file.terrain);
  }

  // All tiles are staged before the first is put in place. In a scene each lies where it was.
  void write_tiles(TerrainFile file) const {
    const Terrain& terrain = file.terrain;
    if (!file.scene_place && terrain.cell > 0)
      file.scene_place = default_place(terrain.nx, terrain.ny, terrain.cell);
    std::vector<StagedTerrain> staged;
    for (int j = 0; j < grid_.ny; ++j)
      for (int i = 0; i < grid_.nx; ++i) {
        const std::string path = tile_path(arguments_.output, i, j);
        check_can_write_terrain(path);
        check_input_stays(arguments_, terrain_paths(path, layer_names(file.terrain)));
        TerrainFile tile = file;
        crop_terrain(tile, tile_box(grid_, file.terrain, i, j));
        staged.push_back(stage_terrain(path, tile, options_));
        InterruptGuard::stop_if_came();
        if (i == 0 && j == 0) print_notes(staged.back().notes());
      }
    for (StagedTerrain& tile : staged) tile.commit();
    say(tile_path(arguments_.output, 0, 0) + " and so on: " + std::to_string(staged.size()) +
            " tiles",
        file.terrain);
  }

  void say(const std::string& what, const Terrain& terrain) const {
    if (!arguments_.quiet)
      std::printf("%s of %d x %d cells\n", what.c_str(), terrain.nx, terrain.ny);
  }

  const ConvertArguments& arguments_;
  TileGrid grid_;
  WriteOptions options_;
};

const char* const examples = R"(Examples:
  rill convert terrain.tif terrain.exr
  rill convert eroded.exr eroded.r16 --range 0:1500 --resample 1009x1009 --for unreal
  rill convert big.tif tile.tif --tile 4x4 --overlap 8
  rill convert eroded.exr masks.png --splat erosion/2,deposition/2,water/0.5,debris
  rill convert terrain.exr corner.exr --crop 0,0,512,512

Cells count from x = 0, y = 0, the south-west corner. --crop comes first, then --turn,
--resample and --tile. On Houdini's default plane x runs along world Z and y along world X; a file
that is turned by 90 shows world X to the right and Z down, as Houdini's top view does.)";

}  // namespace

void add_convert_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<ConvertArguments>();
  const Command command =
      add_command(app, "convert", "Bring a terrain into another format or grid.");
  command.footer(examples);
  add_file_options(command, arguments->input);
  add_name_options(command, arguments->input);
  std::string ends;
  for (const std::string& end : writable_formats()) ends += (ends.empty() ? "" : " ") + end;
  command
      .add_option("output,-o,--output", arguments->output, "The result: " + ends + ", or a folder")
      .required()
      .type_name("OUT");
  command
      .add_option("--resample", arguments->resample,
                  "To so many cells: the mean over their area where they are fewer, bicubic where "
                  "they are more")
      .type_name("NXxNY");
  command.add_option("--crop", arguments->crop, "Only these cells").type_name("X,Y,NX,NY");
  command
      .add_option(
          "--turn", arguments->turn,
          "Clockwise by 90, 180 or 270 degrees; from Houdini's axes to a map's 90, back 270")
      .type_name("DEGREES");
  command.add_option("--tile", arguments->tile, "In so many tiles along x and y: OUT_x0_y0 and on")
      .type_name("NXxNY");
  command
      .add_option("--overlap", arguments->overlap,
                  "Cells that a tile has beyond each of its seams (0)")
      .type_name("N");
  command
      .add_option("--splat", arguments->splat,
                  "Pack up to four layers into the channels of a .png or .exr, each divided by its "
                  "white")
      .type_name("NAME[/WHITE],...");
  command
      .add_option("--for", arguments->engine,
                  "Refuse a size that unreal or unity does not import as it is")
      .type_name("ENGINE");
  command.add_flag("-q,--quiet", arguments->quiet, "Print errors and notes only");
  command.callback(
      [&chosen, arguments] { chosen = [arguments] { return Conversion(*arguments).run(); }; });
}

}  // namespace rill
