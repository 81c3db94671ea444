#include "measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <utility>

namespace rill::test {
namespace {

// A name that JUnit's XML can hold.
std::string property_name(const std::string& name) {
  std::string result;
  for (char c : name) result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return result;
}

void record(const std::string& name, double measured) {
  std::ostringstream text;
  text << measured;
  testing::Test::RecordProperty(property_name(name), text.str());
}

}  // namespace

void note(const std::string& name, double measured) {
  record(name, measured);
  std::printf("  %-58s %11.4g\n", name.c_str(), measured);
}

void expect_at_most(const std::string& name, double measured, double tolerance) {
  record(name, measured);
  std::printf("  %-58s %11.4g  <= %g\n", name.c_str(), measured, tolerance);
  EXPECT_LE(measured, tolerance) << name;
}

void expect_at_least(const std::string& name, double measured, double tolerance) {
  record(name, measured);
  std::printf("  %-58s %11.4g  >= %g\n", name.c_str(), measured, tolerance);
  EXPECT_GE(measured, tolerance) << name;
}

Heights exact_height(const Terrain& terrain, double world_scale) {
  // As the solver would take it up; which other layers there are does not matter for that.
  Terrain alone{terrain.nx, terrain.ny, terrain.cell, {}};
  for (const char* name : {layer::height, layer::height_low})
    if (terrain.has(name)) alone.layers[name] = terrain.layers.at(name);
  Params params;
  params.world_scale = world_scale;
  std::vector<std::string> ignored;
  return heights_of(take_state(alone, Node::thermal, params, ignored));
}

Heights heights_of(const State& state) {
  Heights result(state.cells());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = double(state.fields[field_height][i]) + double(state.fields[field_low][i]);
  return result;
}

double sum_of(const Heights& values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum;
}

double root_mean_square(const Heights& values) {
  double sum = 0;
  for (double value : values) sum += value * value;
  return std::sqrt(sum / double(values.size()));
}

double largest_magnitude(const Heights& values) {
  double largest = 0;
  for (double value : values) {
    if (std::isnan(value)) return value;
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

Heights difference(const Heights& a, const Heights& b) {
  Heights result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

CookResult cook_quietly(Terrain terrain, Node node, const Params& params) {
  CookOptions options;
  options.threads = 1;
  options.keep_low = true;
  return cook(std::move(terrain), node, params, options);
}

Params paper_params() {
  Params params;
  params.scheme = scheme_jako2011;
  params.rain = 0.012;
  params.evaporation = 0.015;
  params.pipe_area = 20;
  params.gravity = 9.81;
  params.capacity = 1;
  params.thermal = 0.15;
  params.suspension = 0.5;
  params.deposition = 1;
  params.softening = 5;
  params.erosion_depth = 10;
  params.talus_scale = 0.8;
  params.talus_bias = 0.1;
  params.drag = 0;
  params.min_tilt = 0.05;
  params.hardness = 0.5;
  return params;
}

Params default_params(int scheme) { return scheme == scheme_jako2011 ? paper_params() : Params(); }

Params with_every_output(Params params) {
  params.output_velocity = params.output_flow = 1;
  params.output_erosion = params.output_deposition = params.output_debris = 1;
  return params;
}

const char* border_name(int border) {
  return border == border_open ? "open" : border == border_closed ? "closed" : "wrap";
}

std::string in_words(Node node, int border) {
  return std::string(node_name(node)) + " " + border_name(border);
}

}  // namespace rill::test
