// rill preview: pictures of terrains. A map or an oblique view, one, two side by side, a sheet of
// many or an animation.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <rill/error.h>

#include "arguments.h"
#include "commands.h"
#include "interrupt.h"
#include "io/atomic_file.h"
#include "io/false_colour.h"
#include "io/gif.h"
#include "io/montage.h"
#include "io/oblique.h"
#include "io/png.h"
#include "io/shade.h"
#include "picture_input.h"

namespace rill {
namespace {

struct PreviewArguments {
  std::vector<std::string> files, labels;
  PictureInput input;
  std::string before_file, picture_file;
  std::string layer, scale;
  bool oblique = false, gif = false;
  std::string width, heading, tilt, exaggeration, columns, delay;
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

double parse_between(const std::string& option, const std::string& text, double low, double high) {
  const double value = parse_number(option, text);
  if (value < low || value > high) {
    char range[80];
    std::snprintf(range, sizeof range, "%g to %g", low, high);
    throw Error(option + " " + text + " is not allowed; use " + range + ".");
  }
  return value;
}

// What all pictures of one command share.
class Artist {
 public:
  explicit Artist(const PreviewArguments& arguments) : arguments_(arguments) {
    if (!arguments.scale.empty()) scale_.range = parse_range("--scale", arguments.scale);
    if (!arguments.layer.empty()) {
      const LayerInfo* info = find_layer(arguments.layer);
      scale_.caption = arguments.layer + (info ? ": " + std::string(info->help) : "");
    }
    if (!arguments.heading.empty())
      view_.heading = parse_between("--heading", arguments.heading, -360, 360);
    if (!arguments.tilt.empty()) view_.tilt = parse_between("--tilt", arguments.tilt, 5, 80);
    if (!arguments.exaggeration.empty())
      view_.exaggeration = parse_between("--exaggerate", arguments.exaggeration, 0.01, 1000);
    if (arguments.oblique && !arguments.width.empty())
      view_.width = parse_count("--width", arguments.width, 16, 16384);
    view_.height = std::max(1, view_.width * 9 / 16);
  }

  void meet(const Relief& relief) {
    const ShadeStyle style = shade_style(relief);
    style_ = met_ ? common_style(style_, style) : style;
    if (!met_ && view_.exaggeration == 0) view_.exaggeration = oblique_exaggeration(relief, style);
    met_ = true;
  }

  Picture draw(const Terrain& terrain) const {
    if (!arguments_.layer.empty())
      return false_colour_map(terrain.layers.at(arguments_.layer), terrain, scale_);
    const Relief relief = make_relief(terrain);
    return arguments_.oblique ? oblique_view(relief, style_, view_) : shaded_relief(relief, style_);
  }

 private:
  const PreviewArguments& arguments_;
  FalseColourOptions scale_;
  ObliqueOptions view_;
  ShadeStyle style_;
  bool met_ = false;
};

// Width of the map that is read: an oblique view looks better from a map with more cells than the
// picture has pixels.
int map_width(const PreviewArguments& arguments, bool animated) {
  if (arguments.oblique) return 0;
  if (!arguments.width.empty()) return parse_count("--width", arguments.width, 1, 16384);
  return animated ? 640 : 0;
}

std::string label_of(const PreviewArguments& arguments, std::size_t i) {
  if (i < arguments.labels.size()) return arguments.labels[i];
  const std::filesystem::path path(arguments.files[i]);
  return (path.has_filename() ? path : path.parent_path()).stem().string();
}

void check_combination(const PreviewArguments& arguments, bool animated) {
  const bool sheet = !arguments.columns.empty();
  if (animated && !ends_with(arguments.picture_file, ".gif"))
    throw Error("--gif writes a .gif file; give one with -o.");
  if (!animated && !ends_with(arguments.picture_file, ".png"))
    throw Error("'" + arguments.picture_file +
                "' is no picture; use a name that ends in .png or .gif.");
  if (arguments.files.size() > 1 && !animated && !sheet)
    throw Error("Several terrains make an animation (-o FILE.gif) or a sheet (--sheet COLUMNS).");
  if (animated && sheet) throw Error("A sheet is one picture; leave out --sheet or write a .gif.");
  if (!arguments.before_file.empty() && (animated || sheet || arguments.files.size() > 1))
    throw Error("--before goes with one terrain and a .png.");
  if (!arguments.layer.empty() && arguments.oblique)
    throw Error("--layer draws a map; leave out --3d.");
  if (arguments.labels.size() > arguments.files.size())
    throw Error("There are more labels than terrains; give one --label for each.");
  if (!arguments.labels.empty() && !sheet)
    throw Error("--label names the panels of a sheet; add --sheet COLUMNS.");
  if (!arguments.scale.empty() && arguments.layer.empty())
    throw Error("--scale belongs to a layer's map; add --layer NAME.");
  if (!arguments.oblique &&
      !(arguments.heading.empty() && arguments.tilt.empty() && arguments.exaggeration.empty()))
    throw Error("--heading, --tilt and --exaggerate belong to the oblique view; add --3d.");
  if (!arguments.delay.empty() && !animated)
    throw Error("--delay belongs to an animation; write a .gif.");
}

// Frames that --frames wrote as pictures are shown as they are; where one is, all have to be.
bool are_pictures(const PreviewArguments& arguments) {
  return std::any_of(arguments.files.begin(), arguments.files.end(), is_png_picture);
}

int write_animation(const PreviewArguments& arguments, const std::vector<Picture>& frames,
                    const GifOptions& options) {
  const std::vector<std::uint8_t> bytes = encode_gif(frames, options);
  const InterruptGuard interrupt;  // it is written to the end, so that no part of it stays behind
  write_file(arguments.picture_file, bytes.data(), bytes.size());
  std::printf("%s: %d x %d pixels, %zu frames\n", arguments.picture_file.c_str(), frames[0].width,
              frames[0].height, frames.size());
  return exit_done;
}

int run_preview(const PreviewArguments& arguments) {
  const bool animated = arguments.gif || ends_with(arguments.picture_file, ".gif");
  check_combination(arguments, animated);
  check_can_create(arguments.picture_file);
  PictureInput input = arguments.input;
  input.width = map_width(arguments, animated);
  if (!arguments.layer.empty()) input.more_layers.push_back(arguments.layer);
  Artist artist(arguments);
  GifOptions gif;
  if (!arguments.delay.empty())
    gif.delay = int(100 * parse_between("--delay", arguments.delay, 0.02, 60) + 0.5);

  if (animated && are_pictures(arguments)) {
    std::vector<Picture> frames;
    for (const std::string& file : arguments.files) frames.push_back(read_png_picture(file));
    return write_animation(arguments, frames, gif);
  }

  // Before a style is settled every terrain has to be seen; they are kept at the picture's size.
  std::vector<Terrain> terrains;
  PictureInput plain = input;  // the terrain before has no water of the one after
  plain.water_file.clear();
  plain.sediment_file.clear();
  if (!arguments.before_file.empty())
    terrains.push_back(read_for_picture(arguments.before_file, plain));
  for (const std::string& file : arguments.files) terrains.push_back(read_for_picture(file, input));
  for (const Terrain& terrain : terrains) artist.meet(make_relief(terrain));

  std::vector<Panel> panels;
  for (const Terrain& terrain : terrains) panels.push_back({artist.draw(terrain), ""});
  if (animated) {
    std::vector<Picture> frames;
    for (Panel& panel : panels) frames.push_back(std::move(panel.picture));
    return write_animation(arguments, frames, gif);
  }
  Picture picture;
  if (!arguments.columns.empty()) {
    for (std::size_t i = 0; i < panels.size(); ++i) panels[i].label = label_of(arguments, i);
    picture = contact_sheet(panels, parse_count("--sheet", arguments.columns, 1, 64));
  } else if (panels.size() == 2) {
    picture = beside(panels[0].picture, panels[1].picture);
  } else {
    std::swap(picture, panels.front().picture);
  }
  const InterruptGuard interrupt;  // as above
  write_png(arguments.picture_file, picture);
  std::printf("%s: %d x %d pixels\n", arguments.picture_file.c_str(), picture.width,
              picture.height);
  return exit_done;
}

}  // namespace

void add_preview_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<PreviewArguments>();
  const Command command =
      add_command(app, "preview", "Draw a picture of a terrain, or of several.");
  PictureInput& input = arguments->input;
  command.add_option("terrain", arguments->files, "A terrain file or folder; several for a .gif")
      .required()
      .type_name("IN...");
  command.add_option("-o,--output", arguments->picture_file, "The picture")
      .required()
      .type_name("FILE.png|.gif");
  command.add_option("--size", input.size, "Cells along x and y, for raw files").type_name("NXxNY");
  command.add_option("--cell", input.cell, "Side of a cell in metres, where the file does not say")
      .type_name("L");
  command.add_option("--range", input.range, "Heights that a 16-bit file's ends stand for")
      .type_name("LO:HI");
  command.add_option("--water", input.water_file, "Water depth to draw, from a file of its own")
      .type_name("FILE");
  command.add_option("--sediment", input.sediment_file, "Suspended sediment to draw, likewise")
      .type_name("FILE");
  command
      .add_option("--width", arguments->width,
                  "Pixels (one for each cell, at most 2048; 1280 with --3d, 640 in a .gif)")
      .type_name("N");
  command.add_option("--before", arguments->before_file, "Another terrain, drawn to the left")
      .type_name("FILE");
  command.add_option("--layer", arguments->layer, "Draw this layer in colours, with its scale")
      .type_name("NAME");
  command.add_option("--scale", arguments->scale, "Values that the ends of the scale stand for")
      .type_name("LO:HI");
  command.add_flag("--3d", arguments->oblique, "An oblique view");
  command
      .add_option("--heading", arguments->heading,
                  "Where it looks, degrees from north over east (25)")
      .type_name("DEG");
  command.add_option("--tilt", arguments->tilt, "How far it looks down, degrees (35)")
      .type_name("DEG");
  command
      .add_option("--exaggerate", arguments->exaggeration,
                  "Factor on heights (so that the relief reads well)")
      .type_name("X");
  command.add_option("--sheet", arguments->columns, "Several terrains in one picture")
      .type_name("COLUMNS");
  command.add_option("--label", arguments->labels, "For each panel of a sheet (its file's name)")
      .type_name("TEXT")
      .repeatable();
  command.add_flag("--gif", arguments->gif, "An animation; the end .gif says the same");
  command.add_option("--delay", arguments->delay, "Seconds for each frame (0.08)").type_name("S");
  command.callback(
      [&chosen, arguments] { chosen = [arguments] { return run_preview(*arguments); }; });
  command.footer(
      "Examples:\n"
      "  rill preview eroded.exr --before hills.exr -o before_after.png\n"
      "  rill preview eroded.exr --3d -o view.png\n"
      "  rill preview eroded.exr --layer flow -o flow.png\n"
      "  rill preview frames/*.exr -o erosion.gif");
}

}  // namespace rill
