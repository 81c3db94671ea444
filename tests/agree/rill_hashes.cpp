// Prints a hash of all output layers for many cooks, a line each. Two builds, by any compiler on
// any machine, must print the same lines.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>

#include "cases.h"
#include "cpu.h"
#include "terrains.h"

namespace rill::test {
namespace {

class Fnv {
 public:
  void add(const void* data, std::size_t bytes) {
    const unsigned char* byte = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; ++i) hash_ = (hash_ ^ byte[i]) * 1099511628211u;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037u;
};

std::uint64_t hash_of(const Terrain& terrain) {
  Fnv hash;
  for (const auto& [name, values] : terrain.layers) {
    hash.add(name.c_str(), name.size() + 1);
    hash.add(values.data(), values.size() * sizeof(float));
  }
  return hash.value();
}

struct Row {
  Node node;
  int border;
  int first, second, third;  // rill: exponent; jako2011: transport, depth_rule, capacity_rule
  MaskChoice masks;
  bool bare;
};

const Row rill_rows[] = {
    {Node::hydraulic, border_open, exponent_three_quarters, 0, 0, no_masks, true},
    {Node::hydraulic, border_closed, exponent_half, 0, 0, all_masks, false},
    {Node::hydraulic, border_wrap, exponent_one, 0, 0, no_masks, false},
    {Node::thermal, border_open, exponent_three_quarters, 0, 0, no_masks, true},
    {Node::thermal, border_closed, exponent_three_quarters, 0, 0, all_masks, false},
    {Node::thermal, border_wrap, exponent_three_quarters, 0, 0, bedrock_mask, false},
    {Node::combined, border_open, exponent_three_quarters, 0, 0, no_masks, true},
    {Node::combined, border_open, exponent_half, 0, 0, all_masks, false},
    {Node::combined, border_closed, exponent_one, 0, 0, erodability_mask, false},
    {Node::combined, border_wrap, exponent_three_quarters, 0, 0, rain_mask, true},
};
const Row jako_rows[] = {
    {Node::hydraulic, border_open, transport_conservative, depth_ramp, capacity_slope, no_masks,
     true},
    {Node::hydraulic, border_closed, transport_semi_lagrangian, depth_ramp, capacity_collision,
     all_masks, false},
    {Node::hydraulic, border_wrap, transport_semi_lagrangian, depth_band, capacity_slope, no_masks,
     false},
    {Node::thermal, border_open, 0, 0, 0, no_masks, true},
    {Node::thermal, border_closed, 0, 0, 0, all_masks, false},
    {Node::thermal, border_wrap, 0, 0, 0, bedrock_mask, false},
    {Node::combined, border_open, transport_semi_lagrangian, depth_ramp, capacity_slope, no_masks,
     true},
    {Node::combined, border_open, transport_conservative, depth_band, capacity_collision, all_masks,
     false},
    {Node::combined, border_closed, transport_conservative, depth_band, capacity_slope,
     erodability_mask, false},
    {Node::combined, border_wrap, transport_conservative, depth_ramp, capacity_collision, rain_mask,
     true},
};

void print_hash(int scheme, const Row& row, int nx, int ny) {
  Terrain terrain = everything(nx, ny, 2, scheme, 501);
  choose_masks(terrain, row.masks);
  if (row.bare) drop_state(terrain);
  Params params = lively(scheme, 30);
  params.border = row.border;
  if (scheme == scheme_rill) {
    params.exponent = row.first;
  } else {
    params.transport = row.first;
    params.depth_rule = row.second;
    params.capacity_rule = row.third;
  }
  choose_outputs(params, all_outputs);
  CookOptions options;
  options.keep_low = true;
  const Terrain result = cook_on_cpu(terrain, row.node, params, options).terrain;
  std::printf("%016llx %s %s %dx%d", static_cast<unsigned long long>(hash_of(result)),
              scheme_name(scheme), node_name(row.node), nx, ny);
  for (const char* name : {"border", "exponent", "transport", "depth_rule", "capacity_rule"})
    std::printf(" %s=%s", name, parameter_text(params, find_parameter(name)).c_str());
  std::printf(" masks=%d bare=%d\n", int(row.masks), int(row.bare));
}

void print_hashes(int nx, int ny) {
  for (const Row& row : rill_rows) print_hash(scheme_rill, row, nx, ny);
  for (const Row& row : jako_rows) print_hash(scheme_jako2011, row, nx, ny);
}

}  // namespace
}  // namespace rill::test

int main() {
  try {
    rill::test::print_hashes(257, 129);
    rill::test::print_hashes(64, 64);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rill_hashes: %s\n", error.what());
    return 1;
  }
}
