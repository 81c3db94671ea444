// Terrains to volumes and back, voxel by voxel, without the code under test.

#include "scene.h"

#include <GU/GU_PrimVolume.h>

#include <cmath>
#include <sstream>

#include "glue/node_types.h"

namespace rill::test {

Placement plane(const std::string& name) {
  Placement placement;
  if (name == "xy") return {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}};
  if (name == "yz") return {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
  return placement;
}

Placement turned(Placement placement, double degrees) {
  const double angle = degrees * std::acos(-1.0) / 180;
  const double c = std::cos(angle), s = std::sin(angle);
  Placement result = placement;
  for (int k = 0; k < 3; ++k) {
    result.x_axis[k] = c * placement.x_axis[k] + s * placement.y_axis[k];
    result.y_axis[k] = -s * placement.x_axis[k] + c * placement.y_axis[k];
  }
  return result;
}

const char* type_of(Node node) { return glue::node_type(node).name; }

OP_OperatorTable& plugin() { return standin::load_plugin(RILL_DSO); }

GU_DetailHandle empty_detail() {
  GU_DetailHandle handle;
  handle.allocateAndSet(new GU_Detail);
  return handle;
}

GEO_PrimVolume* add_volume(GU_DetailHandle& detail, const std::string& name, const Layer& values,
                           int nx, int ny, double cell, const Placement& placement) {
  GU_Detail* gdp = detail.gdpNC();
  GEO_PrimVolume* volume = GU_PrimVolume::build(gdp);
  {
    UT_VoxelArrayWriteHandleF handle = volume->getVoxelWriteHandle();
    handle->size(nx, ny, 1);
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x)
        handle->setValue(x, y, 0, values[std::size_t(y) * std::size_t(nx) + std::size_t(x)]);
  }
  GEO_PrimVolumeXform space;
  for (int k = 0; k < 3; ++k) {
    const double* x = placement.x_axis;
    const double* y = placement.y_axis;
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    space.myXform(0, k) = float(x[k] * cell * nx / 2);
    space.myXform(1, k) = float(y[k] * cell * ny / 2);
    space.myXform(2, k) = float(x[a] * y[b] - x[b] * y[a]);
    space.myCenter(k) = float(placement.centre[k]);
  }
  volume->setSpaceTransform(space);
  const bool height = name == "height";
  volume->setBorder(height ? GEO_VOLUMEBORDER_STREAK : GEO_VOLUMEBORDER_CONSTANT, 0);
  volume->setVisualization(height ? GEO_VOLUMEVIS_HEIGHTFIELD : GEO_VOLUMEVIS_SMOKE, 0, 1);
  GA_RWHandleS names(gdp->addStringTuple(GA_ATTRIB_PRIMITIVE, "name", 1));
  names.set(volume->getMapOffset(), name);
  return volume;
}

GU_DetailHandle detail_of(const Terrain& terrain, const Placement& placement) {
  GU_DetailHandle detail = empty_detail();
  for (const auto& layer : terrain.layers)
    add_volume(detail, layer.first, layer.second, terrain.nx, terrain.ny, terrain.cell, placement);
  return detail;
}

std::vector<const GEO_PrimVolume*> volumes_named(const GU_DetailHandle& detail, const std::string& name) {
  std::vector<const GEO_PrimVolume*> found;
  const std::vector<std::string> names = names_in(detail);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name)
      found.push_back(static_cast<const GEO_PrimVolume*>(detail.gdp()->getGEOPrimitive(GA_Offset(i))));
  return found;
}

Layer values_of(const GEO_PrimVolume& volume) {
  const UT_VoxelArrayReadHandleF handle = volume.getVoxelHandle();
  Layer values;
  for (int y = 0; y < handle->getYRes(); ++y)
    for (int x = 0; x < handle->getXRes(); ++x) values.push_back((*handle)(x, y, 0));
  return values;
}

std::vector<std::string> names_in(const GU_DetailHandle& detail) {
  std::vector<std::string> names;
  const GA_ROHandleS handle(detail.gdp()->findStringTuple(GA_ATTRIB_PRIMITIVE, "name"));
  for (GA_Offset i = 0; i < detail.gdp()->getNumPrimitives(); ++i)
    names.push_back(handle.isValid() ? handle.get(i).toStdString() : "");
  return names;
}

Terrain terrain_of(const GU_DetailHandle& detail, double cell) {
  Terrain terrain;
  terrain.cell = cell;
  for (const std::string& name : names_in(detail)) {
    const GEO_PrimVolume& volume = *volumes_named(detail, name).front();
    int z;
    if (name == "height") volume.getRes(terrain.nx, terrain.ny, z);
    terrain.layers[name] = values_of(volume);
  }
  return terrain;
}

Terrain known_of(const GU_DetailHandle& detail, double cell) {
  Terrain terrain = terrain_of(detail, cell);
  for (auto layer = terrain.layers.begin(); layer != terrain.layers.end();)
    layer = find_layer(layer->first) ? std::next(layer) : terrain.layers.erase(layer);
  return terrain;
}

TestNode::TestNode(const std::string& type) : node_(standin::create_node(plugin(), type)) {
  set("device", "tbb");
}
TestNode& TestNode::set(const std::string& name, const std::string& value) {
  node_->standin_values().set(name, value);
  return *this;
}
TestNode& TestNode::set(const std::string& name, double value) { return set(name, text_of(value)); }

TestNode& TestNode::set(const Params& params) {
  const std::string type = node_->getOperator()->getName().toStdString();
  for (const glue::NodeType& row : glue::node_types())
    if (type == row.name)
      for (const glue::NodeParameter& parameter : glue::node_parameters(row.node))
        if (parameter.solver)
          set(parameter.name, parameter.solver->number ? params.*parameter.solver->number
                                                       : double(params.*parameter.solver->integer));
  return *this;
}
TestNode& TestNode::input(const GU_DetailHandle& terrain) {
  if (node_->standin_inputs.empty()) node_->standin_inputs.resize(1);
  node_->standin_inputs[0] = terrain;
  return *this;
}
TestNode& TestNode::masks(const GU_DetailHandle& masks) {
  node_->standin_inputs.resize(2);
  node_->standin_inputs[1] = masks;
  return *this;
}
Cooked TestNode::cook(double frame) {
  OP_Context context((frame - 1) / 24);
  Cooked cooked;
  cooked.detail = node_->standin_cook(context);
  cooked.messages = node_->standin_messages();
  cooked.info = standin::info_text_of(*node_);
  return cooked;
}

std::string text_of(double value) {
  std::ostringstream stream;
  stream.precision(17);
  stream << value;
  return stream.str();
}

}  // namespace rill::test
