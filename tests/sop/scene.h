// Height fields for the node tests: terrains as Houdini's volumes in any plane, and back.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <GU/GU_Detail.h>
#include <SOP/SOP_Node.h>
#include <standin/session.h>

#include <rill/cook.h>

namespace rill::test {

// Where a height field lies: the directions of its x and y axes (unit vectors) and its centre.
struct Placement {
  double x_axis[3] = {0, 0, 1};  // Houdini's default, ZX: voxel x goes along world Z
  double y_axis[3] = {1, 0, 0};
  double centre[3] = {0, 0, 0};
};
Placement plane(const std::string& name);  // "zx", "xy" or "yz"
Placement turned(Placement placement, double degrees);  // around the plane's normal

constexpr const char* hydraulic_type = "rill::heightfield_hydraulic::1.0";
constexpr const char* thermal_type = "rill::heightfield_thermal::1.0";
constexpr const char* erode_type = "rill::heightfield_erode::1.0";
const char* type_of(Node node);

OP_OperatorTable& plugin();

GU_DetailHandle empty_detail();
// As Houdini's own nodes make layers: height with streak border and height-field look, others
// constant 0 and smoke.
GEO_PrimVolume* add_volume(GU_DetailHandle& detail, const std::string& name, const Layer& values,
                           int nx, int ny, double cell, const Placement& placement = {});
GU_DetailHandle detail_of(const Terrain& terrain, const Placement& placement = {});

std::vector<const GEO_PrimVolume*> volumes_named(const GU_DetailHandle& detail, const std::string& name);
Layer values_of(const GEO_PrimVolume& volume);
std::vector<std::string> names_in(const GU_DetailHandle& detail);
// All volumes as layers of one terrain; the grid is that of the height layer.
Terrain terrain_of(const GU_DetailHandle& detail, double cell);
// The same, only layers that rill knows.
Terrain known_of(const GU_DetailHandle& detail, double cell);

struct Cooked {
  GU_DetailHandle detail;  // null when the node is in error
  StandinMessages messages;
  std::string info;  // as the node's info has it
};

// A node with an input, parameters by name and text.
class TestNode {
 public:
  explicit TestNode(const std::string& type);
  TestNode& set(const std::string& name, const std::string& value);
  TestNode& set(const std::string& name, double value);
  TestNode& set(const Params& params);  // all that the node has
  TestNode& input(const GU_DetailHandle& terrain);
  TestNode& masks(const GU_DetailHandle& masks);
  Cooked cook(double frame = 1);
  SOP_Node& node() { return *node_; }

 private:
  std::unique_ptr<SOP_Node> node_;
};

std::string text_of(double value);

}  // namespace rill::test
