#include "io/houdini/document.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include <tbb/parallel_for.h>

#include <rill/error.h>

#include "io/houdini/ascii_json.h"
#include "io/houdini/attributes.h"
#include "io/houdini/binary_json.h"
#include "io/memory.h"
#include "core/memory.h"

namespace rill::houdini {
namespace {

[[noreturn]] void damaged(const std::string& what) {
  throw Error("The Houdini file is damaged: " + what + "; save it again from Houdini.");
}

bool is_classic(const std::uint8_t* bytes, std::size_t count) {
  return (count >= 5 && std::memcmp(bytes, "BgeoV", 5) == 0) ||
         (count >= 9 && std::memcmp(bytes, "PGEOMETRY", 9) == 0);
}

bool is_ascii_json(const std::uint8_t* bytes, std::size_t count) {
  std::size_t i = 0;
  while (i < count && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r'))
    ++i;
  return i < count && bytes[i] == '[';
}

std::uint64_t count_of(const JsonValue& root, const char* key) {
  const JsonValue* count = root.find(key);
  if (!count) return 0;
  const std::int64_t value = count->to_integer(key);
  if (value < 0) damaged(std::string(key) + " is negative");
  return std::uint64_t(value);
}

// ---- volumes

// Calls visit(block, row or -1, number of the primitive) for every volume, returns how many
// primitives there are.
template <class Visit>
std::uint64_t visit_volumes(const JsonValue& root, bool& has_vdb, Visit visit) {
  const JsonValue* primitives = root.find("primitives");
  if (!primitives) return 0;
  std::uint64_t number = 0;
  for (std::size_t b = 0; b < primitives->items().size(); ++b) {
    const JsonValue& block = primitives->items()[b];
    if (block.items().size() != 2) damaged("a primitive has no header");
    const JsonValue& header = block.items()[0];
    const JsonValue& body = block.items()[1];
    const JsonValue* type = header.find("type");
    if (!type) damaged("a primitive has no type");
    if (type->is_text("run")) {
      const JsonValue* run_type = header.find("runtype");
      const std::uint64_t rows = body.number_count();
      if (run_type && run_type->is_text("VDB")) has_vdb = true;
      if (run_type && run_type->is_text("Volume") && !body.is_array())
        damaged("a run of volumes has no rows");
      if (run_type && run_type->is_text("Volume"))
        for (std::uint64_t r = 0; r < rows; ++r) visit(b, std::ptrdiff_t(r), number + r);
      number += rows;
    } else if (type->is_text("p_r") || type->is_text("c_r") || type->is_text("Polygon_run") ||
               type->is_text("PolygonCurve_run")) {
      const JsonValue* count = body.find("n_p");
      if (!count) count = body.find("nprimitives");
      const std::int64_t n = count ? count->to_integer("a number of polygons") : -1;
      if (n < 0) damaged("a run of polygons has no number");
      number += std::uint64_t(n);
    } else {
      if (type->is_text("VDB")) has_vdb = true;
      if (type->is_text("Volume")) visit(b, std::ptrdiff_t(-1), number);
      ++number;
    }
  }
  return number;
}

void read_size(const JsonValue& root, Volume& volume) {
  const JsonValue* size = volume_field(root, volume, "res");
  if (!size || size->number_count() != 3) damaged("a volume has no resolution");
  const std::vector<double> counts = size->to_numbers("a volume's resolution");
  for (int i = 0; i < 3; ++i) {
    if (!(counts[std::size_t(i)] >= 0 && counts[std::size_t(i)] <= double(1 << 30)))
      damaged("a volume has an impossible resolution");
    volume.size[std::size_t(i)] = std::int64_t(counts[std::size_t(i)]);
  }
  const JsonValue* key = volume_field(root, volume, "sharedvoxels");
  volume.key = key && key->is_text() ? key->to_text("a key") : "";
}

const JsonValue* shared_entry(const JsonValue& root, const std::string& key) {
  const JsonValue* shared = root.find("sharedprimitivedata");
  if (!shared) return nullptr;
  for (std::size_t i = 1; i < shared->items().size(); i += 2) {
    const JsonValue::Items& entry = shared->items()[i].items();
    if (entry.size() == 3 && entry[1].is_text(key.c_str())) return &shared->items()[i];
  }
  return nullptr;
}

// Sizes of shared voxels by their keys, from the primitives read so far.
class SharedSizes {
 public:
  explicit SharedSizes(std::uint64_t file_size) : file_size_(file_size) {}

  VoxelSize operator()(const JsonValue& root, const JsonValue::Items& before) {
    if (before.size() != 2 || !before[0].is_text("geo:voxels") || !before[1].is_text()) return {};
    if (!known_) {
      known_ = true;
      find_sizes(root);
      make_room();
    }
    const auto found = sizes_.find(before[1].to_text("a key"));
    if (found == sizes_.end()) return {};
    VoxelSize size = std::move(found->second);
    found->second = {size.nx, size.ny, {}};
    return size;
  }

 private:
  void find_sizes(const JsonValue& root) {
    bool has_vdb = false;
    visit_volumes(root, has_vdb, [&](std::size_t block, std::ptrdiff_t row, std::uint64_t number) {
      Volume volume;
      volume.block = block;
      volume.row = row;
      volume.primitive = number;
      read_size(root, volume);
      if (volume.size[2] == 1 && !volume.key.empty())
        sizes_[volume.key] = {int(volume.size[0]), int(volume.size[1]), {}};
    });
  }

  // Memory that is new to the process takes as long to get as voxels to decode, so all layers get
  // theirs in parallel, where the file is long enough to fill them.
  void make_room() {
    double bytes = 0;
    std::vector<VoxelSize*> layers;
    for (auto& [key, size] : sizes_) {
      bytes += double(size.nx) * double(size.ny) * sizeof(float);
      layers.push_back(&size);
    }
    if (bytes > double(file_size_)) return;
    tbb::parallel_for(std::size_t(0), layers.size(), [&](std::size_t i) {
      layers[i]->room = filled_large(std::size_t(layers[i]->nx) * std::size_t(layers[i]->ny), 0);
    });
  }

  std::uint64_t file_size_;
  bool known_ = false;
  std::unordered_map<std::string, VoxelSize> sizes_;
};

// Rows that hold nothing but numbers come packed; they are made like all others.
void unpack_rows(JsonValue& root) {
  JsonValue* primitives = root.find("primitives");
  if (!primitives || !primitives->is_list()) return;
  for (JsonValue& block : primitives->children()) {
    if (block.items().size() != 2) continue;
    const JsonValue* run_type = block.items()[0].find("runtype");
    JsonValue& body = block.children()[1];
    if (!run_type || !run_type->is_text("Volume") || !body.is_list()) continue;
    for (JsonValue& row : body.children()) {
      if (!row.is_packed()) continue;
      JsonValue::Items items;
      const bool whole = std::get<JsonValue::Packed>(row.value)->integers();
      for (const double number : row.to_numbers("a row"))
        items.push_back(whole ? JsonValue::integer(std::int64_t(number))
                              : JsonValue::number(number));
      row.value = JsonValue::Array{std::move(items)};
    }
  }
}

Buffer read_all(const DataSource& file) {
  if (double(file.size()) > installed_memory())
    throw Error("The file is larger than this machine's memory.", Fault::resource);
  Buffer bytes{std::size_t(file.size())};
  constexpr std::size_t piece = 8u << 20;
  tbb::parallel_for(std::size_t(0), (bytes.size() + piece - 1) / piece, [&](std::size_t p) {
    const std::size_t at = p * piece;
    file.read(at, bytes.data() + at, std::min(piece, bytes.size() - at));
  });
  return bytes;
}

}  // namespace

bool looks_like_houdini(const std::uint8_t* bytes, std::size_t count) {
  return is_scf(bytes, count) || is_gzip(bytes, count) || is_classic(bytes, count) ||
         is_ascii_json(bytes, count) || (count > 0 && bytes[0] == code::magic);
}

HoudiniDocument parse_document(Buffer file, const ReadLimits& limits) {
  return parse_document(std::make_shared<MemoryData>(std::move(file)), limits);
}

HoudiniDocument parse_document(std::shared_ptr<const DataSource> file, const ReadLimits& limits) {
  MemoryBudget budget(limits);
  HoudiniDocument document;
  document.limits = limits;
  std::uint8_t wrapping[4];
  const std::size_t wrapped = std::size_t(std::min<std::uint64_t>(sizeof wrapping, file->size()));
  file->read(0, wrapping, wrapped);
  if (is_scf(wrapping, wrapped))
    document.source = open_scf(std::move(file));
  else if (is_gzip(wrapping, wrapped))
    document.source = std::make_shared<MemoryData>(unpack_gzip(read_all(*file), budget));
  else
    document.source = file->memory() ? file : std::make_shared<MemoryData>(read_all(*file));

  std::uint8_t first[64];
  const std::size_t count = std::size_t(std::min<std::uint64_t>(sizeof first, document.source->size()));
  document.source->read(0, first, count);
  if (is_classic(first, count))
    throw Error("The file is in Houdini's classic format of version 11 and before; open it in "
                "Houdini and save it as .bgeo.sc.");
  if (is_binary_json(first, count)) {
    SharedSizes sizes(document.source->size());
    document.root = read_binary_json(*document.source, budget, std::ref(sizes));
  } else if (is_ascii_json(first, count)) {
    document.ascii = true;
    if (!document.source->memory()) {
      budget.take(document.source->size());
      Buffer text(std::size_t(document.source->size()));
      document.source->read(0, text.data(), text.size());
      document.source = std::make_shared<MemoryData>(std::move(text));
    }
    document.root = read_ascii_json(document.source->memory(), document.source->size(), budget);
  } else {
    throw Error("The file is not Houdini geometry; give a .geo, .bgeo, .bgeo.sc or .bgeo.gz.");
  }
  const JsonValue* version = document.root.find("fileversion");
  if (!version || !version->is_text())
    throw Error("The file is not Houdini geometry: it has no version; save it again from Houdini.");
  document.version = version->to_text("the version");
  const JsonValue::Items& sections = document.root.items();
  for (std::size_t i = 0; i < sections.size(); i += 2)
    if (!sections[i].is_text() || i + 1 == sections.size())
      damaged("its sections are not words and values in turns");
  find_volumes(document);
  return document;
}

HoudiniDocument read_document(const ByteSource& file, const ReadLimits& limits) {
  // A file of its own stays open: what a cook does not touch is copied from it in the end.
  std::shared_ptr<const DataSource> data;
  if (dynamic_cast<const FileSource*>(&file)) {
    data = std::make_shared<FileData>(file.name());
  } else {
    Buffer bytes{std::size_t(file.size())};
    file.read(0, bytes.data(), bytes.size());
    data = std::make_shared<MemoryData>(std::move(bytes));
  }
  try {
    return parse_document(std::move(data), limits);
  } catch (const Error& error) {
    if (std::string(error.what()).rfind("Cannot read '", 0) == 0) throw;
    throw Error("Cannot read '" + file.name() + "': " + error.what(), error.fault());
  }
}

HoudiniDocument read_document(const std::string& path, const ReadLimits& limits) {
  return read_document(FileSource(path), limits);
}

void find_volumes(HoudiniDocument& document) {
  unpack_rows(document.root);
  const JsonValue& root = document.root;
  document.volumes.clear();
  document.has_vdb = false;
  const JsonValue* names = find_attribute(root, "primitiveattributes", "name");
  const JsonValue* points = find_attribute(root, "pointattributes", "P");
  const JsonValue* point_values =
      points && points->items().size() == 2 ? points->items()[1].find("values") : nullptr;
  const JsonValue* topology = root.find("topology");
  const JsonValue* refs = topology ? topology->find("pointref") : nullptr;
  const JsonValue* indices = refs ? refs->find("indices") : nullptr;
  std::vector<double> vertices;
  const std::uint64_t found = visit_volumes(
      root, document.has_vdb, [&](std::size_t block, std::ptrdiff_t row, std::uint64_t number) {
        Volume volume;
        volume.block = block;
        volume.row = row;
        volume.primitive = number;
        read_size(root, volume);
        const JsonValue* transform = volume_field(root, volume, "transform");
        if (!transform || transform->number_count() != 9) damaged("a volume has no transform");
        const std::vector<double> rows = transform->to_numbers("a volume's transform");
        std::copy(rows.begin(), rows.end(), volume.transform.begin());
        if (const JsonValue* taper = volume_field(root, volume, "taperx"))
          volume.taper_x = taper->to_number("taperx");
        if (const JsonValue* taper = volume_field(root, volume, "tapery"))
          volume.taper_y = taper->to_number("tapery");
        const JsonValue* vertex = volume_field(root, volume, "vertex");
        if (!vertex || !indices || !point_values) damaged("a volume has no position");
        if (vertices.empty()) vertices = indices->to_numbers("a vertex's point");
        const std::int64_t v = vertex->to_integer("a volume's vertex");
        if (v < 0 || std::uint64_t(v) >= vertices.size()) damaged("a volume has no vertex");
        volume.vertex = std::uint64_t(v);
        const double point = vertices[std::size_t(v)];
        if (!(point >= 0 && point < double(count_of(root, "pointcount"))))
          damaged("a vertex has no point");
        volume.point = std::uint64_t(point);
        const std::vector<double> p = attribute_tuple(*point_values, volume.point, "P");
        if (p.size() < 3) damaged("P has fewer than three numbers");
        std::copy_n(p.begin(), 3, volume.position.begin());
        if (names) volume.name = attribute_string(*names, number);
        document.volumes.push_back(std::move(volume));
      });
  if (found != count_of(root, "primitivecount"))
    damaged("it has " + std::to_string(found) + " primitives, but says " +
            std::to_string(count_of(root, "primitivecount")));
}

const JsonValue* volume_field(const JsonValue& root, const Volume& volume, const char* name) {
  const JsonValue* primitives = root.find("primitives");
  const JsonValue& block = primitives->items()[volume.block];
  const JsonValue& header = block.items()[0];
  const JsonValue& body = block.items()[1];
  if (volume.row < 0) return body.find(name);
  const JsonValue* varying = header.find("varyingfields");
  if (varying) {
    const JsonValue& row = body.items()[std::size_t(volume.row)];
    for (std::size_t i = 0; i < varying->items().size(); ++i)
      if (varying->items()[i].is_text(name))
        return i < row.items().size() ? &row.items()[i] : nullptr;
  }
  const JsonValue* uniform = header.find("uniformfields");
  return uniform ? uniform->find(name) : nullptr;
}

LayerBorder volume_border(const JsonValue& root, const Volume& volume) {
  const JsonValue* border = volume_field(root, volume, "border");
  const JsonValue* type = border ? border->find("type") : nullptr;
  const JsonValue* value = border ? border->find("value") : nullptr;
  if (type && type->is_text("repeat")) return {Beyond::repeat, 0};
  if (type && !type->is_text("constant")) return {Beyond::streak, 0};
  return {Beyond::constant, value && value->is_number() ? float(value->to_number("a border")) : 0};
}

const JsonValue* volume_voxels(const JsonValue& root, const Volume& volume) {
  if (volume.key.empty()) return volume_field(root, volume, "voxels");
  const JsonValue* entry = shared_entry(root, volume.key);
  return entry ? &entry->items()[2] : nullptr;
}

namespace {

Layer read_layer(const HoudiniDocument& document, const Volume& volume, bool take) {
  const std::string name = volume.name.empty() ? "without a name" : "'" + volume.name + "'";
  if (volume.size[2] != 1)
    throw Error("Volume " + name + " is " + std::to_string(volume.size[0]) + " x " +
                std::to_string(volume.size[1]) + " x " + std::to_string(volume.size[2]) +
                " voxels; a height field's layer is one voxel deep.");
  if (const JsonValue* storage = volume_field(document.root, volume, "storage"))
    if (storage->is_text() && storage->to_text("storage").rfind("f", 0) != 0)
      throw Error("Layer " + name + " does not hold floats but " + storage->to_text("storage") +
                  "; convert it to scalar floats and save again.");
  const JsonValue* voxels = volume_voxels(document.root, volume);
  if (!voxels) damaged("layer " + name + " has no voxels");
  const int nx = int(volume.size[0]), ny = int(volume.size[1]);
  const auto* tiled = std::get_if<JsonValue::Voxels>(&voxels->value);
  if (tiled && (*tiled)->has_values && (*tiled)->nx == nx && (*tiled)->ny == ny) {
    if (!take) return (*tiled)->values;
    (*tiled)->has_values = false;
    return std::move((*tiled)->values);
  }
  const std::uint64_t cells = std::uint64_t(nx) * std::uint64_t(ny);
  MemoryBudget budget(document.limits);
  budget.take(cells * sizeof(float));
  if (tiled && tile_count(std::uint64_t(nx), std::uint64_t(ny)) != (*tiled)->tiles)
    damaged("layer " + name + " has " + std::to_string((*tiled)->tiles) + " tiles instead of " +
            std::to_string(tile_count(std::uint64_t(nx), std::uint64_t(ny))));
  Layer layer = filled_large(std::size_t(cells), 0);
  const TileTarget target{layer.data(), nx, ny};
  if (tiled)
    read_voxels(*document.source, **tiled, target);
  else
    read_voxel_tree(*voxels, volume.name, target);
  return layer;
}

}  // namespace

Layer volume_layer(const HoudiniDocument& document, const Volume& volume) {
  return read_layer(document, volume, false);
}

Layer take_volume_layer(HoudiniDocument& document, const Volume& volume) {
  return read_layer(document, volume, true);
}

void drop_values(HoudiniDocument& document) {
  for (const Volume& volume : document.volumes) {
    const JsonValue* voxels = volume_voxels(document.root, volume);
    const auto* tiled = voxels ? std::get_if<JsonValue::Voxels>(&voxels->value) : nullptr;
    if (!tiled) continue;
    (*tiled)->values = Layer();
    (*tiled)->has_values = false;
  }
}

}  // namespace rill::houdini
