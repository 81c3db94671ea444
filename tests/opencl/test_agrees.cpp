// Every usable OpenCL device gives the bits of the CPU: every scheme, node, border, option, mask,
// output and carried-on state at awkward sizes.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "agree_cases.h"
#include "driver.h"

namespace rill::test {
namespace {

void expect_agreement_of(int scheme, Node node) {
  int compared = 0, changed = 0;
  for (const DeviceInfo& device : usable_devices())
    for (const AgreeCase& one : agree_cases()) {
      if (one.scheme != scheme || one.node != node) continue;
      const CookCase cooked = made(one, 4);
      ASSERT_NO_FATAL_FAILURE(expect_agreement(device, cooked));
      ++compared;
      changed += cook_on("tbb", cooked).terrain.layers.at(layer::height) !=
                 cooked.terrain.layers.at(layer::height);
    }
  EXPECT_GT(compared, 30);
  EXPECT_GT(changed, compared / 2) << "the cooks hardly do anything";
}

TEST(DevicesAgree, RillHydraulic) { expect_agreement_of(scheme_rill, Node::hydraulic); }
TEST(DevicesAgree, RillThermal) { expect_agreement_of(scheme_rill, Node::thermal); }
TEST(DevicesAgree, RillCombined) { expect_agreement_of(scheme_rill, Node::combined); }
TEST(DevicesAgree, Jako2011Hydraulic) { expect_agreement_of(scheme_jako2011, Node::hydraulic); }
TEST(DevicesAgree, Jako2011Thermal) { expect_agreement_of(scheme_jako2011, Node::thermal); }
TEST(DevicesAgree, Jako2011Combined) { expect_agreement_of(scheme_jako2011, Node::combined); }

// Each level of each factor meets every size in its scheme, and every node that it acts in.
TEST(DevicesAgree, TheCasesLeaveNothingOut) {
  std::map<std::string, std::set<std::string>> seen;
  for (const AgreeCase& one : agree_cases()) {
    const std::string scheme = scheme_name(one.scheme);
    const std::string size = std::to_string(one.size.nx) + "x" + std::to_string(one.size.ny);
    const std::string node = node_name(one.node);
    const auto note = [&](const char* factor, int level) {
      seen[scheme + " " + factor + " by size"].insert(std::to_string(level) + size);
      seen[scheme + " " + factor + " by node"].insert(std::to_string(level) + node);
    };
    seen[scheme + " node by size"].insert(node + size);
    note("border", one.border);
    note("masks", one.masks);
    note("state", one.carried_on);
    if (!runs_water(one.node)) continue;
    note("outputs", one.outputs);
    note("settle", one.settle);
    note("exponent", one.exponent);
    note("transport", one.transport);
    note("capacity_rule", one.capacity_rule);
    note("depth_rule", one.depth_rule);
  }
  const std::size_t sizes = agree_sizes().size();
  for (const std::string scheme : {"rill", "jako2011"}) {
    const auto count = [&](const std::string& what) { return seen[scheme + " " + what].size(); };
    EXPECT_EQ(count("node by size"), 3 * sizes);
    EXPECT_EQ(count("border by size"), 3 * sizes);
    EXPECT_EQ(count("border by node"), 9u);
    EXPECT_EQ(count("masks by size"), 5 * sizes);
    EXPECT_EQ(count("masks by node"), 5u + 5u + 4u);
    EXPECT_EQ(count("state by size"), 2 * sizes);
    EXPECT_EQ(count("state by node"), 6u);
    EXPECT_EQ(count("outputs by size"), std::size_t(output_choices) * sizes);
    EXPECT_EQ(count("settle by size"), 2 * sizes);
    EXPECT_EQ(count("settle by node"), 4u);
    if (scheme == "rill") {
      EXPECT_EQ(count("exponent by size"), 3 * sizes);
      EXPECT_EQ(count("exponent by node"), 6u);
      continue;
    }
    for (const std::string rule : {"transport", "capacity_rule", "depth_rule"}) {
      EXPECT_EQ(count(rule + " by size"), 2 * sizes) << rule;
      EXPECT_EQ(count(rule + " by node"), 4u) << rule;
    }
  }
}

}  // namespace
}  // namespace rill::test
