// A document as bytes. The index behind a binary file tells where each shared entry begins, so it is
// made anew from where they are now.

#include <unordered_set>

#include "io/houdini/ascii_json.h"
#include "io/houdini/binary_json.h"
#include "io/houdini/document.h"

namespace rill::houdini {
namespace {

void collect_begins(const JsonValue& value, std::unordered_set<std::uint64_t>& begins) {
  if (value.begin != 0) begins.insert(value.begin);
  for (const JsonValue& item : value.items()) collect_begins(item, begins);
}

// The offsets that an index holds, in any of its maps.
std::vector<std::uint64_t> index_offsets(const JsonValue& index) {
  std::vector<std::uint64_t> offsets;
  for (const JsonValue& part : index.items()) {
    if (!part.is_map()) continue;
    const JsonValue::Items& entries = part.items();
    for (std::size_t i = 1; i < entries.size(); i += 2)
      if (const auto* offset = std::get_if<std::int64_t>(&entries[i].value))
        offsets.push_back(std::uint64_t(*offset));
  }
  return offsets;
}

class FileWriter {
 public:
  FileWriter(const HoudiniDocument& document, const JsonValue& root)
      : root_(root), rope_(std::make_shared<ByteRope>()), writer_(*rope_, document.source) {
    const JsonValue* shared = root.find("sharedprimitivedata");
    const JsonValue* old_index = root.find("index");
    const JsonValue* says = root.find("hasindex");
    const bool* said = says ? std::get_if<bool>(&says->value) : nullptr;
    // An ASCII file has none, but a binary one that was made of it should.
    indexed_ = document.ascii ? shared && !shared->items().empty() : said && *said;
    if (!old_index) return;
    // An entry that nothing in the tree begins at cannot be followed; then there is no index.
    std::unordered_set<std::uint64_t> begins;
    collect_begins(root, begins);
    for (const std::uint64_t offset : index_offsets(*old_index)) {
      if (begins.count(offset) == 0 || document.ascii) indexed_ = false;
      writer_.moved.emplace(offset, 0);
    }
  }

  std::shared_ptr<const DataSource> write() {
    writer_.begin_file();
    writer_.write_code(code::array_begin);
    const JsonValue::Items& items = root_.items();
    const bool says_indexed = root_.find("hasindex") != nullptr;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
      const JsonValue &key = items[i], &value = items[i + 1];
      if (key.is_text("index") || key.is_text("indexposition")) {
        if (indexed_ && key.is_text("index")) write_index(key.form);
        continue;
      }
      writer_.write(key);
      if (key.is_text("hasindex"))
        writer_.write(JsonValue::boolean(indexed_));
      else if (key.is_text("sharedprimitivedata") && value.is_array())
        write_shared(value);
      else
        writer_.write(value);
      if (key.is_text("fileversion") && !says_indexed && indexed_) {
        writer_.write(JsonValue::text("hasindex", key.form));
        writer_.write(JsonValue::boolean(true));
      }
    }
    if (indexed_ && !root_.find("index")) write_index(code::string);
    writer_.write_code(code::array_end);
    return rope_;
  }

 private:
  void write_shared(const JsonValue& shared) {
    writer_.write_code(code::array_begin);
    for (const JsonValue& entry : shared.items()) {
      const JsonValue::Items& parts = entry.items();
      if (parts.size() == 3 && parts[1].is_text())
        entries_.emplace_back(parts[1].to_text("a key"), writer_.position());
      writer_.write(entry);
    }
    writer_.write_code(code::array_end);
  }

  // Writes the entries in the order they had, then the new ones.
  void write_index(std::uint8_t form) {
    writer_.write(JsonValue::text("index", form));
    const std::uint64_t begin = writer_.position();
    const JsonValue* old_index = root_.find("index");
    const JsonValue fresh = JsonValue::array(
        {JsonValue::text("integerentries", code::string), JsonValue::map(),
         JsonValue::text("stringentries", code::string), JsonValue::map(),
         JsonValue::text("integerkeyentires", code::string), JsonValue::map(),  // as Houdini spells it
         JsonValue::text("stringkeyentries", code::string), JsonValue::map()});
    writer_.write_code(code::array_begin);
    for (const JsonValue& part : (old_index ? *old_index : fresh).items()) {
      if (!part.is_map()) {
        in_strings_ = part.is_text("stringentries");
        writer_.write(part);
        continue;
      }
      write_entries(part);
    }
    writer_.write_code(code::array_end);
    writer_.write(JsonValue::text("indexposition", form));
    const std::uint64_t end = writer_.position() + 1 + sizeof(std::int64_t);
    writer_.write_integer(std::int64_t(end - begin), code::int64);
  }

  void write_entries(const JsonValue& map) {
    std::unordered_set<std::string> listed;
    writer_.write_code(code::map_begin);
    for (std::size_t i = 0; i + 1 < map.items().size(); i += 2) {
      const JsonValue &key = map.items()[i], &value = map.items()[i + 1];
      const auto* offset = std::get_if<std::int64_t>(&value.value);
      const std::uint64_t position = offset ? writer_.moved.at(std::uint64_t(*offset)) : 0;
      // It pointed at something that is not written yet, behind it: not an entry.
      if (offset && position == 0) continue;
      if (key.is_text()) listed.insert(key.to_text("a key"));
      writer_.write(key);
      if (offset)
        writer_.write_integer(std::int64_t(position));
      else
        writer_.write(value);
    }
    if (in_strings_)
      for (const auto& [key, position] : entries_)
        if (listed.insert(key).second) {
          writer_.write(JsonValue::text(key, code::string));
          writer_.write_integer(std::int64_t(position));
        }
    writer_.write_code(code::map_end);
  }

  const JsonValue& root_;
  std::shared_ptr<ByteRope> rope_;
  BinaryJsonWriter writer_;
  bool indexed_ = false, in_strings_ = false;
  std::vector<std::pair<std::string, std::uint64_t>> entries_;  // of the shared data, by key
};

// What stands for a binary file's index in ASCII: nothing.
JsonValue without_index(const JsonValue& root) {
  JsonValue copy = root;
  JsonValue::Items& items = copy.children();
  for (std::size_t i = 0; i + 1 < items.size();) {
    if (items[i].is_text("index") || items[i].is_text("indexposition")) {
      items.erase(items.begin() + std::ptrdiff_t(i), items.begin() + std::ptrdiff_t(i + 2));
      continue;
    }
    if (items[i].is_text("hasindex")) items[i + 1] = JsonValue::boolean(false);
    i += 2;
  }
  return copy;
}

}  // namespace

std::shared_ptr<const DataSource> encode_binary(const HoudiniDocument& document,
                                                const JsonValue& root) {
  return FileWriter(document, root).write();
}

void encode_ascii(const HoudiniDocument& document, const JsonValue& root, const ByteSink& sink) {
  const std::uint8_t* text = document.ascii ? document.source->memory() : nullptr;
  const auto find_voxels = [&](const VoxelArray& array) {
    return read_voxel_values(*document.source, array, document.limits);
  };
  AsciiJsonWriter writer(sink, text, find_voxels);
  if (document.ascii)
    writer.write_file(root, document.source->size());
  else
    writer.write_file(without_index(root), 0);
}

}  // namespace rill::houdini
