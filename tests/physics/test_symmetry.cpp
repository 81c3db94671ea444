// A terrain that is mirrored, transposed or, with wrapped borders, shifted, erodes mirrored,
// transposed or shifted: to 1e-5 of the largest change, and in fact to the bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "grid_map.h"
#include "measure.h"
#include "terrains.h"

namespace rill::test {
namespace {

constexpr int nx = 67, ny = 53;

// The first layer and cell where two terrains differ; +0 and -0 are the same number.
std::string first_difference(const Terrain& a, const Terrain& b) {
  if (a.layers.size() != b.layers.size()) return "other layers";
  for (const auto& [name, values] : a.layers) {
    const Layer& others = b.layers.at(name);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!(values[i] == others[i]))
        return name + " at cell " + std::to_string(i) + ": " + std::to_string(values[i]) + " and " +
               std::to_string(others[i]);
  }
  return "";
}

class Tally {
 public:
  void expect_moves_along(const std::string& name, const Terrain& before, const GridMap& map,
                          Node node, Params params) {
    params = with_every_output(params);
    const Terrain after = moved(cook_quietly(before, node, params).terrain, map);
    const Terrain after_moved = cook_quietly(moved(before, map), node, params).terrain;
    const Heights start = exact_height(moved(before, map));
    const double change = largest_magnitude(difference(exact_height(after), start));
    const double off =
        largest_magnitude(difference(exact_height(after_moved), exact_height(after)));
    EXPECT_GT(change, 1e-4) << name;
    EXPECT_LE(off, 1e-5 * change) << name;
    EXPECT_EQ(first_difference(after, after_moved), "") << name;
    worst_ = std::max(worst_, off / change);
    ++cooks_;
  }
  ~Tally() {
    note("cooks compared, every layer to the bit", cooks_);
    expect_at_most("largest difference of height / largest change", worst_, 1e-5);
  }

 private:
  double worst_ = 0;
  int cooks_ = 0;
};

struct Case {
  int scheme;
  GridMap map;
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << scheme_name(test.scheme) << ", " << test.map.name;
}

class Symmetry : public testing::TestWithParam<Case> {};

TEST_P(Symmetry, OfTheGrid) {
  const auto [scheme, map] = GetParam();
  const bool shifts = map.shift_x > 0;
  Tally tally;
  for (int border : all_borders) {
    if (shifts && border != border_wrap) continue;
    for (Node node : all_nodes) {
      Params params = default_params(scheme);
      params.iterations = 150;
      params.border = border;
      const std::string name = in_words(node, border);
      tally.expect_moves_along(name, terrain(nx, ny, 1, fractal(nx, ny, 60, 51)), map, node,
                               params);
      tally.expect_moves_along(name + ", every layer", everything(nx, ny, 1, scheme, 52), map, node,
                               params);
    }
    for (int option = 0; option < 3; ++option) {
      Params params = default_params(scheme);
      params.iterations = 150;
      params.border = border;
      params.exponent = option;
      params.bank = 0.5 * option;
      params.transport = option != 0 ? transport_semi_lagrangian : transport_conservative;
      params.capacity_rule = option != 1 ? capacity_collision : capacity_slope;
      params.depth_rule = option != 0 ? depth_band : depth_ramp;
      tally.expect_moves_along(
          in_words(Node::combined, border) + ", options " + std::to_string(option),
          everything(nx, ny, 4, scheme, 53), map, Node::combined, params);
    }
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (int scheme : all_schemes)
    for (const GridMap& map : {mirror_x, mirror_y, transpose, quarter_turn, translation})
      cases.push_back({scheme, map});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Terrain, Symmetry, testing::ValuesIn(all_cases()), [](const auto& test) {
  std::string name = std::string(scheme_name(test.param.scheme)) + "_" + test.param.map.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace rill::test
