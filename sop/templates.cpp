// Dialogs by dialog script, plus what a script cannot say: the device menu and two callbacks.

#include "templates.h"

#include <OP/OP_Node.h>
#include <OP/OP_Operator.h>
#include <PRM/PRM_TemplateBuilder.h>
#include <UT/UT_StringHolder.h>

#include <rill/devices.h>

#include <exception>
#include <map>
#include <string>
#include <vector>

#include "glue/node_types.h"
#include "glue/presets.h"

namespace rill::sop {
namespace {

// No exception may reach Houdini.
template <class Function>
int guarded(const Function& function) {
  try {
    function();
    return 1;
  } catch (const std::exception&) {
    return 0;
  }
}

void fill_device_menu(void*, PRM_Name* entries, int size, const PRM_SpareData*, const PRM_Parm*) {
  int count = 0;
  const auto add = [&](const std::string& token, const std::string& label) {
    if (count >= size - 1) return;  // one is for the end
    entries[count].setToken(token.c_str());
    entries[count++].setLabel(label.c_str());
  };
  guarded([&] {
    add("auto", "Automatic");
    add("tbb", "CPU");
    add("houdini", "Houdini's OpenCL Device");
    const std::vector<DeviceInfo> devices = opencl_devices();
    std::map<std::string, int> same;
    for (const DeviceInfo& device : devices) ++same[device.name];
    // By name, which also holds on another machine; by number where two have one name.
    for (const DeviceInfo& device : devices)
      if (device.unusable.empty())
        add(same[device.name] > 1 ? "opencl:" + std::to_string(device.index) : device.name,
            device.name + " (OpenCL)");
  });
  entries[count].setToken(nullptr);
}

void set_parameter_of(OP_Node& node, const ParameterInfo& row, const Params& params, fpreal time) {
  if (row.number)
    node.setFloat(row.name, 0, time, params.*row.number);
  else
    node.setInt(row.name, 0, time, params.*row.integer);
}

Node node_of(const OP_Node& node) {
  const std::string name = node.getOperator()->getName().toStdString();
  for (const glue::NodeType& type : glue::node_types())
    if (name == type.name) return type.node;
  return Node::combined;
}

int apply_preset(void* data, int, fpreal time, const PRM_Template*) {
  return guarded([&] {
    OP_Node& node = *static_cast<OP_Node*>(data);
    const exint chosen = node.evalInt(glue::parameter::preset, 0, time);
    if (chosen < 1 || std::size_t(chosen) > glue::presets().size()) return;
    const Node kind = node_of(node);
    const glue::Preset& preset = glue::presets()[std::size_t(chosen - 1)];
    const Params params = glue::preset_params(preset);
    node.setFloat(glue::parameter::duration, 0, time, preset.duration);
    for (const glue::NodeParameter& row : glue::node_parameters(kind))
      if (row.solver && row.folder != "Layers") set_parameter_of(node, *row.solver, params, time);
  });
}

int reset_simulation(void* data, int, fpreal time, const PRM_Template*) {
  return guarded([&] {
    OP_Node& node = *static_cast<OP_Node*>(data);
    node.setInt(glue::parameter::reset_count, 0, time,
                node.evalInt(glue::parameter::reset_count, 0, time) + 1);
  });
}

// One builder per node type, for as long as Houdini runs.
struct Dialog {
  explicit Dialog(Node node)
      : script(glue::dialog_script(node)),
        devices(PRM_ChoiceListType(PRM_CHOICELIST_REPLACE), &fill_device_menu),
        builder(UT_StringHolder(glue::node_type(node).name), script.c_str()) {
    if (!builder.justBuilt()) return;
    builder.setChoiceListPtr(UT_StringHolder(glue::parameter::device), &devices);
    builder.setCallback(UT_StringHolder(glue::parameter::preset), &apply_preset);
    builder.setCallback(UT_StringHolder(glue::parameter::reset), &reset_simulation);
  }
  std::string script;
  PRM_ChoiceList devices;
  PRM_TemplateBuilder builder;
};

}  // namespace

PRM_Template* templates_of(Node node) {
  static Dialog* const dialogs[] = {new Dialog(Node::hydraulic), new Dialog(Node::thermal),
                                    new Dialog(Node::combined)};
  return dialogs[std::size_t(node)]->builder.templates();
}

}  // namespace rill::sop
