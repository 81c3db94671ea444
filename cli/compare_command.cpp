// rill compare: two terrains layer by layer.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rill/error.h>

#include "arguments.h"
#include "commands.h"
#include "io/false_colour.h"
#include "io/png.h"
#include "terrain_input.h"

namespace rill {
namespace {

using Json = nlohmann::ordered_json;

struct CompareArguments {
  TerrainArguments first;
  std::string second, picture, layer = layer::height;
  std::optional<std::string> tolerance;
  bool json = false;
};

struct Difference {
  std::string layer;
  double most = 0, root_mean_square = 0;
  int x = 0, y = 0;  // where it is largest
  float first = 0, second = 0;
};

// 0 where both hold the same, NaN included; infinite where one holds a number and the other none.
double distance(float a, float b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double apart = std::abs(double(a) - double(b));
  return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
}

Difference difference_of(const std::string& name, const Layer& a, const Layer& b, int nx) {
  Difference difference;
  difference.layer = name;
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = distance(a[i], b[i]);
    sum += apart * apart;
    if (apart <= difference.most && i > 0) continue;
    difference.most = apart;
    difference.x = int(i % std::size_t(nx));
    difference.y = int(i / std::size_t(nx));
    difference.first = a[i];
    difference.second = b[i];
  }
  difference.root_mean_square = std::sqrt(sum / double(a.size()));
  return difference;
}

struct Comparison {
  std::vector<Difference> both;
  std::vector<std::string> only_first, only_second;
};

Comparison compare(const Terrain& a, const Terrain& b) {
  Comparison comparison;
  for (const auto& [name, values] : a.layers) {
    if (b.has(name))
      comparison.both.push_back(difference_of(name, values, b.layers.at(name), a.nx));
    else
      comparison.only_first.push_back(name);
  }
  for (const auto& [name, values] : b.layers)
    if (!a.has(name)) comparison.only_second.push_back(name);
  return comparison;
}

void print_text(const CompareArguments& arguments, const Comparison& comparison) {
  std::size_t width = 5;
  for (const Difference& one : comparison.both) width = std::max(width, one.layer.size());
  std::printf("%-*s  %12s  %12s  where\n", int(width), "layer", "max", "RMS");
  for (const Difference& one : comparison.both) {
    std::printf("%-*s  %12.6g  %12.6g", int(width), one.layer.c_str(), one.most,
                one.root_mean_square);
    if (one.most > 0)
      std::printf("  (%d, %d): %.9g and %.9g\n", one.x, one.y, double(one.first),
                  double(one.second));
    else
      std::printf("  nowhere\n");
  }
  for (const std::string& name : comparison.only_first)
    std::printf("%s is only in %s\n", name.c_str(), arguments.first.file.c_str());
  for (const std::string& name : comparison.only_second)
    std::printf("%s is only in %s\n", name.c_str(), arguments.second.c_str());
}

void print_json(const Comparison& comparison) {
  Json json = {{"layers", Json::object()},
               {"only_in_first", comparison.only_first},
               {"only_in_second", comparison.only_second}};
  for (const Difference& one : comparison.both)
    json["layers"][one.layer] = {{"max", one.most},
                                 {"rms", one.root_mean_square},
                                 {"cell", {one.x, one.y}},
                                 {"first", one.first},
                                 {"second", one.second}};
  std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

void draw_difference(const CompareArguments& arguments, const Terrain& a, const Terrain& b) {
  if (!a.has(arguments.layer) || !b.has(arguments.layer))
    throw Error("There is no layer '" + arguments.layer +
                "' in both terrains to draw; name one by --layer.");
  const Layer& from = a.layers.at(arguments.layer);
  const Layer& to = b.layers.at(arguments.layer);
  Layer difference(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) difference[i] = to[i] - from[i];
  Terrain relief = a;
  if (!(relief.cell > 0)) relief.cell = 1;
  FalseColourOptions options;
  options.caption = arguments.layer + ": second minus first";
  write_png(arguments.picture, false_colour_map(difference, relief, options));
}

// The sentence about what is beyond the tolerance; empty when nothing is.
std::string verdict(const Comparison& comparison, double tolerance) {
  for (const auto* missing : {&comparison.only_first, &comparison.only_second})
    if (!missing->empty())
      return "The layer '" + missing->front() + "' is in one of the terrains only.";
  const auto worst = std::max_element(
      comparison.both.begin(), comparison.both.end(),
      [](const Difference& a, const Difference& b) { return a.most < b.most; });
  if (worst == comparison.both.end() || worst->most <= tolerance) return "";
  char text[200];
  std::snprintf(text, sizeof text, "' differs by %.6g at cell (%d, %d), more than the tolerance %g.",
                worst->most, worst->x, worst->y, tolerance);
  return "The layer '" + worst->layer + text;
}

int run_compare(const CompareArguments& arguments) {
  double tolerance = 0;
  if (arguments.tolerance) {
    tolerance = parse_number("--tolerance", *arguments.tolerance);
    if (tolerance < 0) throw Error("--tolerance " + *arguments.tolerance + " is below 0; use 0 or more.");
  }
  const TerrainFile first = read_file(arguments.first);
  TerrainArguments other = arguments.first;
  other.file = arguments.second;
  const TerrainFile second = read_file(other);
  const Terrain &a = first.terrain, &b = second.terrain;
  if (a.nx != b.nx || a.ny != b.ny)
    throw Error("'" + arguments.first.file + "' has " + std::to_string(a.nx) + " x " +
                std::to_string(a.ny) + " cells and '" + arguments.second + "' " +
                std::to_string(b.nx) + " x " + std::to_string(b.ny) +
                "; bring them to one size by rill convert --resample.");
  const Comparison comparison = compare(a, b);
  if (!arguments.picture.empty()) draw_difference(arguments, a, b);
  if (arguments.json)
    print_json(comparison);
  else
    print_text(arguments, comparison);
  if (!arguments.tolerance) return exit_done;
  const std::string sentence = verdict(comparison, tolerance);
  if (sentence.empty()) return exit_done;
  std::fflush(stdout);
  std::fprintf(stderr, "rill: %s\n", sentence.c_str());
  return exit_bad_input;
}

const char* const examples = R"(Examples:
  rill compare before.exr after.exr
  rill compare expected.tif result.tif --tolerance 0.001
  rill compare out/ other/ --size 512x512 --picture change.png --layer water

Exit code 1 when --tolerance is given and a layer differs by more, or is in one terrain only.)";

}  // namespace

void add_compare_command(CLI::App& app, Run& chosen) {
  const auto arguments = std::make_shared<CompareArguments>();
  const Command command = add_command(app, "compare", "Compare two terrains layer by layer.");
  command.footer(examples);
  add_file_options(command, arguments->first);
  command.add_option("other", arguments->second, "The terrain to compare it with")
      .required()
      .type_name("IN");
  command
      .add_option("--tolerance", arguments->tolerance,
                  "Largest difference that is allowed; beyond it the exit code is 1")
      .type_name("T");
  command.add_option("--picture", arguments->picture, "Draw the difference of a layer")
      .type_name("FILE.png");
  command.add_option("--layer", arguments->layer, "The layer to draw (height)").type_name("NAME");
  command.add_flag("--json", arguments->json, "As JSON");
  command.callback(
      [&chosen, arguments] { chosen = [arguments] { return run_compare(*arguments); }; });
}

}  // namespace rill
