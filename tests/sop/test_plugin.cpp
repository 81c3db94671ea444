// The DSO as Houdini meets it: loaded by dlopen, its three operators, their dialogs and menus.

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <fstream>
#include <set>

#include <rill/devices.h>

#include "glue/help_card.h"
#include "glue/node_types.h"
#include "glue/presets.h"
#include "scene.h"

namespace rill::test {
namespace {

TEST(Plugin, RegistersThreeFiltersUnderTerrain) {
  EXPECT_EQ(plugin().types().size(), 3u);
  for (const glue::NodeType& type : glue::node_types()) {
    const OP_Operator* op = plugin().getOperator(type.name);
    ASSERT_TRUE(op) << type.name;
    EXPECT_EQ(op->getMinSources(), 1u);
    EXPECT_EQ(op->getMaxSources(), 2u);
    EXPECT_EQ(op->getMaxOutputs(), 1);
    EXPECT_EQ(op->flags(), 0u);
    EXPECT_EQ(op->tab_path(), "Terrain");
    EXPECT_EQ(op->input_labels().size(), 2u);
    EXPECT_STREQ(op->getEnglish().c_str(), type.label);
    EXPECT_TRUE(std::ifstream(std::string(RILL_PACKAGE) + "/config/Icons/" + op->getIconName() + ".svg"))
        << "no icon " << op->getIconName();
  }
  EXPECT_TRUE(plugin().getOperator("rill::heightfield_hydraulic::1.0"));
  EXPECT_TRUE(plugin().getOperator("rill::heightfield_thermal::1.0"));
  EXPECT_TRUE(plugin().getOperator("rill::heightfield_erode::1.0"));
}

TEST(Plugin, EveryOperatorHasItsVerbWhichCooksInPlace) {
  plugin();
  for (const glue::NodeType& type : glue::node_types()) {
    const SOP_NodeVerb* verb = SOP_NodeVerb::lookupVerb(type.name);
    ASSERT_TRUE(verb) << type.name;
    EXPECT_EQ(verb->cookMode(nullptr), SOP_NodeVerb::COOK_INPLACE);
    const auto node = standin::create_node(plugin(), type.name);
    EXPECT_EQ(node->cookVerb(), verb);
    EXPECT_STREQ(node->inputLabel(0), "Terrain");
    EXPECT_STREQ(node->inputLabel(1), "Masks (optional)");
    EXPECT_STREQ(node->inputLabel(7), "");
  }
}

TEST(Plugin, ShowsNothingButItsEntryPoints) {
  void* library = dlopen(RILL_DSO, RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(library);
  EXPECT_TRUE(dlsym(library, "_Z14newSopOperatorP16OP_OperatorTable"));
  EXPECT_TRUE(dlsym(library, "hdk_standin_dso_tag"));
  EXPECT_FALSE(dlsym(library, "_ZN4rill9available_lanesB5cxx11Ev"));
  dlclose(library);
}

// Every row of params.def that a node runs is in its dialog, with default, range, unit and help.
TEST(Dialog, HasEveryParameterOfTheSolver) {
  for (const glue::NodeType& type : glue::node_types()) {
    const auto node = standin::create_node(plugin(), type.name);
    for (const ParameterInfo& row : parameter_table()) {
      const std::string nodes = row.nodes;
      const bool has = nodes == "all" || (nodes == "water" && runs_water(type.node)) ||
                       (nodes == "talus" && runs_talus(type.node));
      if (!has) {
        EXPECT_THROW(node->standin_values().find(row.name), std::out_of_range) << row.name;
        continue;
      }
      const PRM_Template* found = node->standin_values().find(row.name);
      EXPECT_DOUBLE_EQ(node->standin_values().number(row.name), row.standard) << row.name;
      EXPECT_EQ(found->help, row.help);
      EXPECT_NE(found->label.find(row.label), std::string::npos);
      EXPECT_NE(found->label.find(row.unit), std::string::npos);
      EXPECT_NE(found->label.find(row.zero_word), std::string::npos);
      EXPECT_EQ(found->menu.size(), row.choices.size());
      EXPECT_EQ(found->folder, row.name == std::string("iterations") ? "" : row.folder);
      if (row.kind == ParameterKind::number || row.kind == ParameterKind::integer) {
        ASSERT_TRUE(found->has_range) << row.name;
        EXPECT_DOUBLE_EQ(found->range_min, row.ui_min);
        EXPECT_DOUBLE_EQ(found->range_max, row.ui_max);
        // A slider end may only be hard where the solver's own limit is.
        EXPECT_EQ(found->hard_min, row.ui_min == row.hard_min) << row.name;
        EXPECT_EQ(found->hard_max, row.ui_max == row.hard_max) << row.name;
      }
    }
  }
}

TEST(Dialog, FoldersComeInTheArtistsOrder) {
  const std::vector<std::string> wanted = {"",         "Erosion",  "Water",      "Sediment", "Thermal",
                                           "Material", "Simulation", "Layers", "Device"};
  std::vector<std::string> seen;
  const auto node = standin::create_node(plugin(), erode_type);
  for (const PRM_Template* row = node->standin_values().templates(); !row->name.empty(); ++row)
    if (seen.empty() || seen.back() != row->folder) seen.push_back(row->folder);
  EXPECT_EQ(seen, wanted);
}

TEST(Dialog, DisablesWhatHasNoEffect) {
  TestNode test(erode_type);
  SOP_Node& node = test.node();
  EXPECT_FALSE(standin::is_disabled(node, "bank"));
  EXPECT_TRUE(standin::is_disabled(node, "erosion_depth"));
  test.set("scheme", 1);
  EXPECT_TRUE(standin::is_disabled(node, "bank"));
  EXPECT_FALSE(standin::is_disabled(node, "erosion_depth"));
  EXPECT_FALSE(standin::is_disabled(node, "iterations"));
  EXPECT_TRUE(standin::is_disabled(node, "startframe"));
  test.set("duration", 5);
  EXPECT_TRUE(standin::is_disabled(node, "iterations"));
  test.set("duration", 0).set("animate", 1);
  EXPECT_TRUE(standin::is_disabled(node, "duration"));
  EXPECT_TRUE(standin::is_disabled(node, "iterations"));
  EXPECT_FALSE(standin::is_disabled(node, "startframe"));
  EXPECT_TRUE(standin::is_disabled(node, "flowdirlayer"));
  test.set("output_flow", 1);
  EXPECT_FALSE(standin::is_disabled(node, "flowdirlayer"));
  // Rules name parameters and menu items that exist.
  for (const PRM_Template* row = node.standin_values().templates(); !row->name.empty(); ++row)
    EXPECT_NO_THROW(standin::is_disabled(node, row->name)) << row->name;
}

TEST(Dialog, OffersEveryUsableDevice) {
  TestNode test(erode_type);
  const auto menu = standin::menu_of(test.node(), "device");
  ASSERT_GE(menu.size(), 3u);
  EXPECT_EQ(menu[0].first, "auto");
  EXPECT_EQ(menu[1].first, "tbb");
  EXPECT_EQ(menu[2].first, "houdini");
  std::size_t usable = 0;
  for (const DeviceInfo& device : opencl_devices()) usable += device.unusable.empty();
  EXPECT_EQ(menu.size(), 3 + usable);
  std::set<std::string> tokens;
  for (const auto& item : menu) EXPECT_TRUE(tokens.insert(item.first).second) << item.first;
}

TEST(Dialog, PresetsSetTheSolversParametersAndNothingElse) {
  TestNode test(erode_type);
  test.set("rain", 0.9).set("heightlayer", "other").set("output_flow", 1).set("animate", 1);
  const auto menu = standin::menu_of(test.node(), "preset");
  ASSERT_EQ(menu.size(), 1 + glue::presets().size());
  ASSERT_GE(menu.size(), 3u);
  for (std::size_t i = 1; i < menu.size(); ++i) {
    test.set("preset", double(i));
    standin::press(test.node(), "preset");
    const Params wanted = glue::preset_params(glue::presets()[i - 1]);
    EXPECT_DOUBLE_EQ(test.node().standin_values().number("duration"), glue::presets()[i - 1].duration);
    EXPECT_DOUBLE_EQ(test.node().standin_values().number("rain"), wanted.rain) << menu[i].first;
    EXPECT_DOUBLE_EQ(test.node().standin_values().number("capacity"), wanted.capacity);
    EXPECT_EQ(test.node().standin_values().integer("scheme"), wanted.scheme);
    EXPECT_EQ(test.node().standin_values().integer("iterations"), wanted.iterations);
  }
  EXPECT_EQ(test.node().standin_values().text("heightlayer"), "other");
  EXPECT_EQ(test.node().standin_values().integer("output_flow"), 1);
  EXPECT_EQ(test.node().standin_values().integer("animate"), 1);
  test.set("rain", 0.25).set("preset", 0);
  standin::press(test.node(), "preset");
  EXPECT_DOUBLE_EQ(test.node().standin_values().number("rain"), 0.25);
}

TEST(Help, NamesEveryShownParameter) {
  for (const glue::NodeType& type : glue::node_types()) {
    UT_String text;
    ASSERT_TRUE(plugin().getOperator(type.name)->getHDKHelp(text));
    const std::string card = text.toStdString();
    EXPECT_EQ(card, glue::help_card(type.node));
    for (const glue::NodeParameter& row : glue::node_parameters(type.node))
      EXPECT_EQ(card.find("#id: " + row.name + "\n") != std::string::npos, !row.hidden) << row.name;
  }
}

}  // namespace
}  // namespace rill::test
