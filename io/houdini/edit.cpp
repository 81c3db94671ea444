#include "io/houdini/edit.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <rill/error.h>
#include <rill/version.h>

#include "io/houdini/attributes.h"

namespace rill::houdini {
namespace {

bool same_bits(const Layer& a, const Layer& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

JsonValue new_voxels(const Layer& layer, int nx, int ny) {
  auto array = std::make_shared<VoxelArray>();
  array->replacement = &layer;
  array->nx = nx;
  array->ny = ny;
  return JsonValue::voxels(std::move(array));
}

JsonValue word(const char* text) { return JsonValue::text(text); }
JsonValue plain(const std::string& text) { return JsonValue::text(text, code::string); }

std::uint64_t count_of(const JsonValue& root, const char* key) {
  const JsonValue* count = root.find(key);
  return count ? std::uint64_t(count->to_integer(key)) : 0;
}

// The fields of a volume that differ between layers, in the order of Houdini's own runs.
JsonValue new_row(std::uint64_t vertex, const std::string& key, const LayerStyle& style) {
  return JsonValue::array(
      {JsonValue::integer(std::int64_t(vertex)),
       JsonValue::map({word("type"), plain(style.border), word("value"), JsonValue::number(0)}),
       JsonValue::map({plain("tolerance"), JsonValue::number(0)}), word(key.c_str()),
       JsonValue::map({word("mode"), plain(style.mode), word("iso"), JsonValue::number(0),
                       word("density"), JsonValue::number(1)})});
}

// A run without rows; what all of its volumes share is in its header.
JsonValue new_run(const std::array<std::int64_t, 3>& size, const std::array<double, 9>& transform) {
  JsonValue::Items rows, counts;
  for (const double number : transform) rows.push_back(JsonValue::number(number));
  for (const std::int64_t count : size) counts.push_back(JsonValue::integer(count));
  const JsonValue uniform = JsonValue::map(
      {word("transform"), JsonValue::array(rows), word("res"), JsonValue::array(counts),
       word("taperx"), JsonValue::number(1), word("tapery"), JsonValue::number(1)});
  return JsonValue::array(
      {JsonValue::array({word("type"), word("run"), word("runtype"), word("Volume"),
                         word("varyingfields"),
                         JsonValue::array({word("vertex"), word("border"), word("compression"),
                                           word("sharedvoxels"), word("visualization")}),
                         word("uniformfields"), uniform}),
       JsonValue::array()});
}

std::string voxel_key(std::uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "voxels:%016llx", static_cast<unsigned long long>(number));
  return text;
}

JsonValue new_shared(const std::string& key, const Layer& layer, int nx, int ny) {
  return JsonValue::array({plain("geo:voxels"), plain(key), new_voxels(layer, nx, ny)});
}

JsonValue new_info() {
  return JsonValue::map({word("software"), word("rill " RILL_VERSION)});
}

template <class T>
PackedNumbers pack(std::uint8_t element, const std::vector<T>& values) {
  PackedNumbers packed;
  packed.element = element;
  packed.count = values.size();
  packed.bytes.resize(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(packed.bytes.data(), values.data(), packed.bytes.size());
  return packed;
}

}  // namespace

Edit::Edit(const HoudiniDocument& document, bool encode_anew)
    : document_(document), root_(document.root), encode_anew_(encode_anew) {}

bool Edit::same_values(const Volume& volume, const JsonValue& voxels, const Layer& layer) const {
  const auto* tiled = std::get_if<JsonValue::Voxels>(&voxels.value);
  if (tiled && (*tiled)->usual) return false;  // encoding gives the same bytes where nothing changed
  const JsonValue::Items& parts = voxels.items();
  if (parts.size() == 2 && parts[0].is_text("constantarray") && !is_constant(layer)) return false;
  return same_bits(volume_layer(document_, volume), layer);
}

void Edit::replace(const Volume& volume, const Layer& layer) {
  const int nx = int(volume.size[0]), ny = int(volume.size[1]);
  const JsonValue* voxels = volume_voxels(document_.root, volume);
  if (voxels && !encode_anew_ && same_values(volume, *voxels, layer)) return;
  if (volume.key.empty()) {
    set_field(volume, "voxels", new_voxels(layer, nx, ny));
    return;
  }
  const auto shares = [&](const Volume& other) { return other.key == volume.key; };
  if (std::count_if(document_.volumes.begin(), document_.volumes.end(), shares) > 1) {
    const std::string key = new_key();
    set_field(volume, "sharedvoxels", word(key.c_str()));
    add_shared(key, layer, nx, ny);
    return;
  }
  JsonValue& shared = section("sharedprimitivedata", "index");
  for (JsonValue& entry : shared.children()) {
    if (entry.items().size() != 3 || !entry.items()[1].is_text(volume.key.c_str())) continue;
    entry.children()[2] = new_voxels(layer, nx, ny);
    entry.touch();
    return;
  }
  add_shared(volume.key, layer, nx, ny);
}

// A section of the file, marked as changed; made where it is missing.
JsonValue& Edit::section(const char* key, const char* before) {
  root_.touch();
  JsonValue::Items& items = root_.children();
  if (JsonValue* found = root_.find(key)) {
    found->touch();
    return *found;
  }
  std::size_t at = items.size();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2)
    if (items[i].is_text(before)) at = std::min(at, i);
  items.insert(items.begin() + std::ptrdiff_t(at), {word(key), JsonValue::array()});
  return items[at + 1];
}

std::string Edit::new_key() {
  for (;;) {
    const std::string text = voxel_key(next_key_++);
    const JsonValue* shared = root_.find("sharedprimitivedata");
    bool used = false;
    if (shared)
      for (const JsonValue& entry : shared->items())
        used = used || (entry.items().size() > 1 && entry.items()[1].is_text(text.c_str()));
    if (!used) return text;
  }
}

void Edit::add_shared(const std::string& key, const Layer& layer, int nx, int ny) {
  if (!root_.find("sharedprimitivedata") && !root_.find("hasindex")) {
    // Files before Houdini 14 have neither.
    JsonValue::Items& items = root_.children();
    items.insert(items.begin() + 2, {word("hasindex"), JsonValue::boolean(true)});
  }
  JsonValue& shared = section("sharedprimitivedata", "index");
  shared.children().push_back(plain("Volume"));
  shared.children().push_back(new_shared(key, layer, nx, ny));
}

// A field of one primitive. One that all of a run share becomes one that varies.
void Edit::set_field(const Volume& volume, const char* name, JsonValue value) {
  JsonValue& primitives = section("primitives", "sharedprimitivedata");
  JsonValue& block = primitives.children()[volume.block];
  block.touch();
  JsonValue& header = block.children()[0];
  JsonValue& body = block.children()[1];
  body.touch();
  if (volume.row < 0) {
    if (JsonValue* field = body.find(name)) *field = std::move(value);
    return;
  }
  JsonValue* varying = header.find("varyingfields");
  JsonValue::Items& rows = body.children();
  JsonValue& row = rows[std::size_t(volume.row)];
  for (std::size_t i = 0; varying && i < varying->children().size(); ++i)
    if (varying->children()[i].is_text(name)) {
      row.touch();
      if (i < row.items().size()) row.children()[i] = std::move(value);
      return;
    }
  JsonValue* uniform = header.find("uniformfields");
  if (!varying || !varying->is_list() || !uniform || !uniform->is_list()) return;
  JsonValue::Items& fields = uniform->children();
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    if (!fields[i].is_text(name)) continue;
    const JsonValue key = fields[i], common = fields[i + 1];
    fields.erase(fields.begin() + std::ptrdiff_t(i), fields.begin() + std::ptrdiff_t(i + 2));
    varying->children().push_back(key);
    for (JsonValue& each : rows) {
      each.children().push_back(common);
      each.touch();
    }
    row.children().back() = std::move(value);
    header.touch();
    varying->touch();
    uniform->touch();
    return;
  }
}

void Edit::raise_count(const char* key) {
  root_.touch();
  if (JsonValue* count = root_.find(key)) count->set_integer(count->to_integer(key) + 1);
}

void Edit::add(const Volume& model, const std::string& name, const Layer& layer,
               const LayerStyle& style) {
  const std::uint64_t points = count_of(root_, "pointcount");
  const std::uint64_t vertices = count_of(root_, "vertexcount");
  const std::uint64_t primitives = count_of(root_, "primitivecount");
  JsonValue& attributes = section("attributes", "primitives");
  const auto each = [&](JsonValue& parent, const char* list_name, auto&& action) {
    JsonValue* list = parent.find(list_name);
    if (!list || !list->is_list()) return;
    list->touch();
    for (JsonValue& item : list->children()) action(item);
  };

  // Each volume has a point of its own, unless the points carry something that cannot be copied.
  bool own_point = true;
  if (const JsonValue* list = attributes.find("pointattributes"))
    for (const JsonValue& attribute : list->items()) own_point = own_point && can_extend(attribute);
  if (own_point) {
    each(attributes, "pointattributes",
         [&](JsonValue& a) { extend_attribute(a, points, model.point); });
    each(root_, "pointgroups", extend_group);
    raise_count("pointcount");
  }
  each(attributes, "vertexattributes",
       [&](JsonValue& a) { extend_attribute(a, vertices, model.vertex); });
  each(root_, "vertexgroups", extend_group);
  JsonValue* refs = section("topology", "attributes").find("pointref");
  JsonValue* indices = refs ? refs->find("indices") : nullptr;
  if (!indices) throw Error("The Houdini file has no vertices to add a layer to.");
  refs->touch();
  append_integer(*indices, std::int64_t(own_point ? points : model.point));
  raise_count("vertexcount");

  each(attributes, "primitiveattributes", [&](JsonValue& attribute) {
    const JsonValue* attribute_name =
        attribute.items().empty() ? nullptr : attribute.items()[0].find("name");
    if (attribute_name && attribute_name->is_text("name"))
      extend_string_attribute(attribute, primitives, name);
    else
      extend_attribute(attribute, primitives, model.primitive);
  });
  each(root_, "primitivegroups", extend_group);
  raise_count("primitivecount");

  const std::string key = new_key();
  add_block(model, vertices, key, style);
  add_shared(key, layer, int(model.size[0]), int(model.size[1]));
}

// A run of its own, or one more row of the run that an earlier call made.
void Edit::add_block(const Volume& model, std::uint64_t vertex, const std::string& key,
                     const LayerStyle& style) {
  JsonValue& primitives = section("primitives", "sharedprimitivedata");
  if (!last_run_ || last_model_ != model.primitive) {
    last_run_ = primitives.children().size();
    last_model_ = model.primitive;
    primitives.children().push_back(new_run(model.size, model.transform));
  }
  JsonValue& run = primitives.children()[*last_run_];
  run.children()[1].children().push_back(new_row(vertex, key, style));
}

void Edit::renew_info() {
  JsonValue& info = section("info", "topology");
  JsonValue renewed = new_info();
  if (const JsonValue* bounds = info.find("bounds")) {
    renewed.children().push_back(word("bounds"));
    renewed.children().push_back(*bounds);
  }
  info.value = std::move(renewed.value);
}

HoudiniDocument new_document(int nx, int ny, const std::array<double, 9>& transform,
                             const std::array<double, 3>& position,
                             const std::vector<NewLayer>& layers) {
  const auto attribute = [](const char* type, const char* name, JsonValue options, JsonValue body) {
    return JsonValue::array(
        {JsonValue::array({word("scope"), word("public"), word("type"), word(type), word("name"),
                           word(name), word("options"), std::move(options)}),
         std::move(body)});
  };
  // All elements of a page that are equal are stored once.
  const auto pages = [](int size, const char* storage, PackedNumbers data, bool constant) {
    JsonValue values =
        JsonValue::array({word("size"), JsonValue::integer(size), word("storage"), word(storage),
                          word("pagesize"), JsonValue::integer(1024)});
    if (constant) {
      PackedNumbers flag;
      flag.element = code::boolean;
      flag.count = 1;
      flag.bytes = {1, 0, 0, 0};
      values.children().push_back(word("constantpageflags"));
      values.children().push_back(JsonValue::array({JsonValue::packed(std::move(flag))}));
    }
    values.children().push_back(word("rawpagedata"));
    values.children().push_back(JsonValue::packed(std::move(data)));
    return values;
  };

  std::vector<std::int16_t> vertices;
  std::vector<std::int32_t> name_numbers;
  JsonValue::Items names, shared;
  JsonValue run = new_run({nx, ny, 1}, transform);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::string key = voxel_key(i + 1);
    vertices.push_back(std::int16_t(i));
    name_numbers.push_back(std::int32_t(i));
    names.push_back(word(layers[i].name.c_str()));
    run.children()[1].children().push_back(new_row(i, key, layers[i].style));
    shared.push_back(plain("Volume"));
    shared.push_back(new_shared(key, *layers[i].values, nx, ny));
  }
  const JsonValue count = JsonValue::integer(std::int64_t(layers.size()));
  const JsonValue point_type = JsonValue::map(
      {word("type"), JsonValue::map({word("type"), word("string"), word("value"), word("point")})});
  const JsonValue defaults = JsonValue::array(
      {word("size"), JsonValue::integer(1), word("storage"), word("fpreal64"), word("values"),
       JsonValue::packed(pack(code::real64, std::vector<double>{0}))});
  const std::vector<float> place(position.begin(), position.end());

  HoudiniDocument document;
  document.version = "18.5.506";  // the newest whose files the format is known from
  document.source = std::make_shared<MemoryData>(Buffer());
  document.root = JsonValue::array(
      {word("fileversion"), word(document.version.c_str()), word("hasindex"),
       JsonValue::boolean(true), word("pointcount"), count, word("vertexcount"), count,
       word("primitivecount"), count, word("info"), new_info(), word("topology"),
       JsonValue::array(
           {word("pointref"),
            JsonValue::array({word("indices"), JsonValue::packed(pack(code::int16, vertices))})}),
       word("attributes"),
       JsonValue::array(
           {word("pointattributes"),
            JsonValue::array({attribute(
                "numeric", "P", point_type,
                JsonValue::array({word("size"), JsonValue::integer(3), word("storage"),
                                  word("fpreal32"), word("defaults"), defaults, word("values"),
                                  pages(3, "fpreal32", pack(code::real32, place), true)}))}),
            word("primitiveattributes"),
            JsonValue::array({attribute(
                "string", "name", JsonValue::map(),
                JsonValue::array({word("size"), JsonValue::integer(1), word("storage"),
                                  word("int32"), word("strings"), JsonValue::array(names),
                                  word("indices"),
                                  pages(1, "int32", pack(code::int32, name_numbers),
                                        layers.size() == 1)}))})}),
       word("primitives"), JsonValue::array({std::move(run)}), word("sharedprimitivedata"),
       JsonValue::array(std::move(shared))});
  find_volumes(document);
  return document;
}

}  // namespace rill::houdini
