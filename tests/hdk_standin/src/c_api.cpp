// The session in plain C, for python/hou. Functions that can fail return null or -1 and leave a
// text in standin_error().

#include <GU/GU_PrimVolume.h>
#include <UT/UT_Interrupt.h>
#include <standin/session.h>


namespace {

thread_local std::string last_error, last_text;
OP_OperatorTable* table = nullptr;
std::string dso_path;

using Detail = GU_DetailHandle;

template <class Function>
auto guarded(const Function& function, decltype(function()) failed) -> decltype(function()) {
  try {
    return function();
  } catch (const std::exception& error) {
    last_error = error.what();
    return failed;
  }
}

const char* keep(const std::string& text) {
  last_text = text;
  return last_text.c_str();
}

std::string joined(const StandinMessages& messages, int kind) {
  std::string text;
  for (const std::string& line :
       kind == 0 ? messages.errors : kind == 1 ? messages.warnings : messages.messages)
    text += line + '\x1e';
  return text;
}

GEO_PrimVolume& volume(Detail* detail, int i) {
  return static_cast<GEO_PrimVolume&>(*detail->gdpNC()->getGEOPrimitive(i));
}

struct Node {
  std::unique_ptr<SOP_Node> sop;
};

}  // namespace

extern "C" {

const char* standin_error() { return last_error.c_str(); }

int standin_load(const char* path) {
  return guarded([&] {
    table = &standin::load_plugin(path);
    dso_path = path;
    return 0;
  }, -1);
}
const char* standin_dso() { return dso_path.c_str(); }

// name, label, icon, menu path, inputs: one type a line.
const char* standin_types() {
  std::string text;
  if (table)
    for (const auto& type : table->types())
      text += type.first + "\t" + type.second->getEnglish().toStdString() + "\t" +
              type.second->getIconName() + "\t" + std::to_string(type.second->getMinSources()) + "\t" +
              std::to_string(type.second->getMaxSources()) + "\n";
  return keep(text);
}
const char* standin_help(const char* type) {
  UT_String text;
  table->getOperator(type)->getHDKHelp(text);
  return keep(text.toStdString());
}
// name, type, default, label, folder, invisible; items of a menu after that.
const char* standin_parameters(const char* type) {
  std::string text;
  for (const PRM_Template* row = table->getOperator(type)->templates(); !row->name.empty(); ++row) {
    text += row->name + "\t" + row->type + "\t" + row->standard + "\t" + row->label + "\t" + row->folder +
            "\t" + (row->invisible ? "1" : "0");
    for (const PRM_Name& item : row->menu) text += std::string("\t") + item.getToken();
    text += "\n";
  }
  return keep(text);
}

Detail* standin_detail_new() {
  Detail* detail = new Detail;
  detail->allocateAndSet(new GU_Detail);
  return detail;
}
Detail* standin_detail_copy(Detail* other) {
  Detail* detail = new Detail;
  detail->allocateAndSet(new GU_Detail(*other->gdp()));
  return detail;
}
void standin_detail_free(Detail* detail) { delete detail; }
int standin_detail_count(Detail* detail) { return int(detail->gdp()->getNumPrimitives()); }

int standin_volume_new(Detail* detail, int x, int y, int z) {
  GEO_PrimVolume* made = GU_PrimVolume::build(detail->gdpNC());
  made->getVoxelWriteHandle()->size(x, y, z);
  return int(made->getMapOffset());
}
void standin_volume_res(Detail* detail, int i, int* res) { volume(detail, i).getRes(res[0], res[1], res[2]); }
void standin_volume_get(Detail* detail, int i, float* values) {
  const UT_VoxelArrayReadHandleF voxels = volume(detail, i).getVoxelHandle();
  for (int z = 0; z < voxels->getZRes(); ++z)
    for (int y = 0; y < voxels->getYRes(); ++y)
      for (int x = 0; x < voxels->getXRes(); ++x) *values++ = (*voxels)(x, y, z);
}
void standin_volume_set(Detail* detail, int i, const float* values) {
  const UT_VoxelArrayWriteHandleF voxels = volume(detail, i).getVoxelWriteHandle();
  for (int z = 0; z < voxels->getZRes(); ++z)
    for (int y = 0; y < voxels->getYRes(); ++y)
      for (int x = 0; x < voxels->getXRes(); ++x) voxels->setValue(x, y, z, *values++);
}
// Nine of the matrix, row by row, then the centre.
void standin_volume_get_space(Detail* detail, int i, double* space) {
  const GEO_PrimVolumeXform xform = volume(detail, i).getSpaceTransform();
  for (int k = 0; k < 9; ++k) space[k] = double(xform.myXform(k / 3, k % 3));
  for (int k = 0; k < 3; ++k) space[9 + k] = double(xform.myCenter(k));
}
void standin_volume_set_space(Detail* detail, int i, const double* space) {
  GEO_PrimVolumeXform xform;
  for (int k = 0; k < 9; ++k) xform.myXform(k / 3, k % 3) = float(space[k]);
  for (int k = 0; k < 3; ++k) xform.myCenter(k) = float(space[9 + k]);
  volume(detail, i).setSpaceTransform(xform);
}
void standin_volume_position(Detail* detail, int i, int x, int y, int z, double* position) {
  UT_Vector3 at;
  volume(detail, i).indexToPos(x, y, z, at);
  for (int k = 0; k < 3; ++k) position[k] = double(at(k));
}
int standin_volume_mode(Detail* detail, int i) { return volume(detail, i).getVisualization(); }
void standin_volume_set_mode(Detail* detail, int i, int mode) {
  volume(detail, i).setVisualization(GEO_VolumeVis(mode), 0, 1);
}
const char* standin_primitive_text(Detail* detail, int i, const char* name) {
  const GA_ROHandleS handle(detail->gdp()->findStringTuple(GA_ATTRIB_PRIMITIVE, name));
  return handle.isValid() ? handle.get(i).c_str() : nullptr;
}
void standin_set_primitive_text(Detail* detail, int i, const char* name, const char* text) {
  GA_RWHandleS handle(detail->gdpNC()->addStringTuple(GA_ATTRIB_PRIMITIVE, name, 1));
  handle.set(i, text);
}
// 0 none, 1 text, 2 number, 3 integer.
int standin_global_kind(Detail* detail, const char* name) {
  const GA_ROAttributeRef ref = detail->gdp()->findAttribute(GA_ATTRIB_DETAIL, name);
  return ref.isValid() ? int(ref.attribute->kind) + 1 : 0;
}
double standin_global_number(Detail* detail, const char* name) {
  return detail->gdp()->findAttribute(GA_ATTRIB_DETAIL, name).attribute->numbers.at(0);
}
const char* standin_global_text(Detail* detail, const char* name) {
  return detail->gdp()->findAttribute(GA_ATTRIB_DETAIL, name).attribute->texts.at(0).c_str();
}

Node* standin_node_new(const char* type) {
  return guarded([&] { return new Node{standin::create_node(*table, type)}; }, nullptr);
}
void standin_node_free(Node* node) { delete node; }
int standin_node_set(Node* node, const char* name, const char* text) {
  return guarded([&] {
    node->sop->standin_values().set(name, text);
    return 0;
  }, -1);
}
const char* standin_node_get(Node* node, const char* name) {
  return guarded([&] { return keep(node->sop->standin_values().text(name)); }, nullptr);
}
int standin_node_press(Node* node, const char* name) {
  return guarded([&] {
    standin::press(*node->sop, name);
    return 0;
  }, -1);
}
int standin_node_disabled(Node* node, const char* name) {
  return guarded([&] { return int(standin::is_disabled(*node->sop, name)); }, -1);
}
const char* standin_node_menu(Node* node, const char* name) {
  return guarded([&] {
    std::string text;
    for (const auto& item : standin::menu_of(*node->sop, name)) text += item.first + "\n";
    return keep(text);
  }, nullptr);
}
// branch/property, value: one row a line.
const char* standin_node_info(Node* node) {
  return guarded([&] {
    std::string text;
    for (const auto& row : standin::info_of(*node->sop)) text += row.first + "\t" + row.second + "\n";
    return keep(text);
  }, nullptr);
}
// Null when the node is in error.
Detail* standin_node_cook(Node* node, Detail* terrain, Detail* masks, double time) {
  return guarded([&]() -> Detail* {
    node->sop->standin_inputs.clear();
    if (terrain) node->sop->standin_inputs.push_back(*terrain);
    if (terrain && masks) node->sop->standin_inputs.push_back(*masks);
    standin::interrupt_log() = {};
    OP_Context context(time);
    const Detail result = node->sop->standin_cook(context);
    node->sop->standin_inputs.clear();
    return result.isNull() ? nullptr : standin_detail_copy(const_cast<Detail*>(&result));
  }, nullptr);
}
int standin_interrupted() { return standin::interrupt_log().interrupted; }
int standin_node_time_dependent(Node* node) { return node->sop->standin_time_dependent(); }
const char* standin_node_messages(Node* node, int kind) {
  return keep(joined(node->sop->standin_messages(), kind));
}

standin::Verb* standin_verb_new(const char* name) {
  return guarded([&] { return new standin::Verb(name); }, nullptr);
}
void standin_verb_free(standin::Verb* verb) { delete verb; }
int standin_verb_set(standin::Verb* verb, const char* name, const char* text) {
  return guarded([&] {
    verb->values().set(name, text);
    return 0;
  }, -1);
}
const char* standin_verb_get(standin::Verb* verb, const char* name) {
  return guarded([&] { return keep(verb->values().text(name)); }, nullptr);
}
Detail* standin_verb_execute(standin::Verb* verb, Detail* terrain, Detail* masks, double time) {
  return guarded([&]() -> Detail* {
    std::vector<Detail> inputs = {*terrain};
    if (masks) inputs.push_back(*masks);
    standin::interrupt_log() = {};
    const Detail result = verb->execute(inputs, time);
    return new Detail(result);
  }, nullptr);
}
const char* standin_verb_messages(standin::Verb* verb, int kind) {
  return keep(joined(verb->messages(), kind));
}

void standin_escape_at_poll(int poll) { standin::press_escape_at_poll(poll); }
void standin_escape_after(double seconds) { standin::press_escape_after(seconds); }

}  // extern "C"
