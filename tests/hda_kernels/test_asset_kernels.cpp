// The kernels of the assets give the bits of the engine, on every OpenCL device: every node, scheme,
// border, option and mask, at awkward sizes, after a hundred steps, and with every shape of work group.

#include <gtest/gtest.h>

#include <iostream>

#include "agree_cases.h"
#include "asset_kernels.h"
#include "terrains.h"

namespace rill::test {
namespace {

std::vector<opencl::Device> devices() {
  std::vector<opencl::Device> usable;
  for (const opencl::Device& device : opencl::list_devices())
    if (device.info.unusable.empty() && (device.info.rounds_divide_and_root || device.info.cpu))
      usable.push_back(device);
  return usable;
}

Terrain with_layers(const Terrain& terrain, const std::vector<std::string>& names) {
  Terrain result = terrain;
  result.layers.clear();
  for (const std::string& name : names) result.layers[name] = terrain.layers.at(name);
  return result;
}

void expect_bits(AssetRunner& runner, AssetKind kind, const CookCase& one, GroupShape group,
                 const std::string& where) {
  CookOptions options;
  options.device = "tbb";
  const Terrain expected =
      with_layers(cook(one.terrain, one.node, one.params, options).terrain, layers_of(kind, one));
  const Terrain result = runner.run(kind, one, group);
  ASSERT_EQ(difference_in_bits(result, expected), "") << one.name << " " << where;
}

void expect_agreement_of(AssetKind kind, int scheme, Node node) {
  const std::vector<opencl::Device> all = devices();
  ASSERT_FALSE(all.empty()) << "no OpenCL device that rounds correctly is here";
  for (const opencl::Device& device : all) {
    AssetRunner runner(device, RILL_PLAIN_KERNELS, RILL_OCL_INCLUDE);
    int compared = 0;
    for (const AgreeCase& one : agree_cases()) {
      if (one.scheme != scheme || one.node != node) continue;
      ASSERT_NO_FATAL_FAILURE(
          expect_bits(runner, kind, made(one, 100), {16, 16}, "on " + device.info.name));
      ++compared;
    }
    EXPECT_GT(compared, 20);
    std::cout << device.info.name << ": " << compared << " cooks agree; the slowest build took "
              << runner.slowest_build() << " s" << std::endl;
  }
}

TEST(AssetKernels, CopRillHydraulic) {
  expect_agreement_of(AssetKind::cop, scheme_rill, Node::hydraulic);
}
TEST(AssetKernels, CopRillThermal) {
  expect_agreement_of(AssetKind::cop, scheme_rill, Node::thermal);
}
TEST(AssetKernels, CopRillErode) {
  expect_agreement_of(AssetKind::cop, scheme_rill, Node::combined);
}
TEST(AssetKernels, CopJako2011Hydraulic) {
  expect_agreement_of(AssetKind::cop, scheme_jako2011, Node::hydraulic);
}
TEST(AssetKernels, CopJako2011Thermal) {
  expect_agreement_of(AssetKind::cop, scheme_jako2011, Node::thermal);
}
TEST(AssetKernels, CopJako2011Erode) {
  expect_agreement_of(AssetKind::cop, scheme_jako2011, Node::combined);
}
TEST(AssetKernels, SopRillErode) {
  expect_agreement_of(AssetKind::sop, scheme_rill, Node::combined);
}
TEST(AssetKernels, SopJako2011Erode) {
  expect_agreement_of(AssetKind::sop, scheme_jako2011, Node::combined);
}

TEST(AssetKernels, AnyShapeOfWorkGroup) {
  for (const opencl::Device& device : devices()) {
    AssetRunner runner(device, RILL_PLAIN_KERNELS, RILL_OCL_INCLUDE);
    for (int scheme : {scheme_rill, scheme_jako2011})
      for (GroupShape group :
           {GroupShape{1, 1}, {7, 5}, {64, 1}, {1, 64}, {32, 8}, {256, 1}, {0, 0}}) {
        const std::string shape = std::to_string(group.wide) + "x" + std::to_string(group.high);
        ASSERT_NO_FATAL_FAILURE(expect_bits(runner, AssetKind::cop, full_case(scheme, 37, 29, 6),
                                            group, shape + " on " + device.info.name));
      }
  }
}

TEST(AssetKernels, NoStepsGiveTheInput) {
  for (const opencl::Device& device : devices()) {
    AssetRunner runner(device, RILL_PLAIN_KERNELS, RILL_OCL_INCLUDE);
    for (Node node : {Node::hydraulic, Node::thermal, Node::combined}) {
      CookCase one = full_case(scheme_rill, 21, 9, 0);
      one.node = node;
      ASSERT_NO_FATAL_FAILURE(
          expect_bits(runner, AssetKind::cop, one, {16, 16}, "on " + device.info.name));
    }
  }
}

// Flow and velocity, as one layer in COPs and as several in SOPs: each kernel that goes between.
TEST(AssetKernels, LayersComeApartAndTogether) {
  const int nx = 37, ny = 29;
  const std::size_t cells = std::size_t(nx * ny);
  AssetRunner::Layers parts;
  AssetRunner::Layers whole = {{"flux", std::vector<float>(4 * cells)},
                               {"velocity", std::vector<float>(2 * cells)}};
  for (unsigned k = 0; k < 4; ++k) {
    const Layer values = fractal(nx, ny, 50, k + 1, 9);
    parts["flux" + std::to_string(k)] = values;
    for (std::size_t i = 0; i < cells; ++i) whole["flux"][4 * i + k] = values[i];
    if (k > 1) continue;
    parts[k ? "velocity_y" : "velocity_x"] = values;
    for (std::size_t i = 0; i < cells; ++i) whole["velocity"][2 * i + k] = values[i];
  }
  const auto some = [](const AssetRunner::Layers& all, const std::string& start) {
    AssetRunner::Layers chosen;
    for (const auto& [name, values] : all)
      if (name.rfind(start, 0) == 0) chosen[name] = values;
    return chosen;
  };
  const std::map<std::string, int> four = {{"flux0", 1}, {"flux1", 1}, {"flux2", 1}, {"flux3", 1}};
  std::map<std::string, int> six = four;
  six.insert({{"velocity_x", 1}, {"velocity_y", 1}});
  const AssetRunner::Layers size = {{"size_ref", Layer(cells)}};
  AssetRunner::Layers sized = some(whole, "flux");
  sized.insert(size.begin(), size.end());

  ASSERT_FALSE(devices().empty());
  for (const opencl::Device& device : devices()) {
    SCOPED_TRACE(device.info.name);
    AssetRunner runner(device, RILL_PLAIN_KERNELS, RILL_OCL_INCLUDE);
    for (const char* asset : {"rill_erode_sop.pack", "rill_heightfield_erode_cop.pack"})
      EXPECT_EQ(runner.rearrange(asset, nx, ny, some(parts, "flux"), {{"flux", 4}}),
                some(whole, "flux"));
    EXPECT_EQ(runner.rearrange("rill_erode_sop.pack_velocity", nx, ny, some(parts, "velocity"),
                               {{"velocity", 2}}),
              some(whole, "velocity"));
    EXPECT_EQ(runner.rearrange("rill_erode_sop.unpack", nx, ny, sized, four), some(parts, "flux"));
    for (const char* node : {"unpack_plain", "unpack_bedrock"})
      EXPECT_EQ(runner.rearrange(std::string("rill_heightfield_erode_cop.") + node, nx, ny, whole, six),
                parts);
    for (const auto& [name, values] : runner.rearrange("rill_erode_sop.unpack", nx, ny, size, four))
      EXPECT_EQ(values, Layer(cells)) << name << " without a flow";
  }
}

}  // namespace
}  // namespace rill::test
