// Layout: magic, byte order, length of the header; header in JSON; arrays of floats; sums as
// doubles; hash. Sizes are held against the file before anything is allocated.

#include "checkpoint.h"

#include <signal.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <rill/error.h>

#include "io/atomic_file.h"
#include "stats.h"

namespace rill {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Opening {
  char magic[8] = {'r', 'i', 'l', 'l', 'k', 'e', 'p', 't'};
  std::uint32_t byte_order = 0x01020304;
  std::uint32_t header_size = 0;
};

constexpr std::uint32_t largest_header = 1 << 20;

class Hash {
 public:
  Hash() { XXH3_64bits_reset(&state_); }
  void add(const void* data, std::size_t size) { XXH3_64bits_update(&state_, data, size); }
  std::uint64_t value() const { return XXH3_64bits_digest(&state_); }

 private:
  XXH3_state_t state_;
};

std::string hexadecimal(std::uint64_t value) {
  char text[16];
  return std::string(text, std::to_chars(text, text + 16, value, 16).ptr);
}

Json identity_json(const CookIdentity& cook) {
  Json layers = Json::object();
  for (const auto& [name, hash] : cook.layers) layers[name] = hexadecimal(hash);
  return {{"version", RILL_VERSION},
          {"node", node_name(cook.node)},
          {"parameters", parameters_json(cook.params)},
          {"grid", {{"nx", cook.nx}, {"ny", cook.ny}, {"cell", cook.cell}}},
          {"input", layers}};
}

// What a kill in the middle of a write left behind.
void remove_leftovers(const std::string& path) {
  const fs::path target(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string begin = "." + target.filename().string() + ".", end = ".tmp";
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), last; !error && entry != last;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.size() <= begin.size() + end.size() || name.compare(0, begin.size(), begin) != 0 ||
        name.compare(name.size() - end.size(), end.size(), end) != 0)
      continue;
    int process = 0;
    const char* const digits = name.data() + begin.size();
    const auto read = std::from_chars(digits, name.data() + name.size(), process);
    const bool gone = read.ec == std::errc() && *read.ptr == '-' && process > 0 &&
                      kill(process, 0) != 0 && errno == ESRCH;
    std::error_code ignored;
    if (gone) fs::remove(entry->path(), ignored);
  }
}

class CheckpointReader {
 public:
  explicit CheckpointReader(const std::string& path)
      : path_(path), file_(path, std::ios::binary) {
    std::error_code error;
    left_ = fs::file_size(path, error);
    if (!file_ || error)
      throw Error("Cannot read the checkpoint '" + path + "': it may not be read.");
  }

  void read(void* data, std::uint64_t size) {
    if (size > left_) damaged();
    file_.read(static_cast<char*>(data), std::streamsize(size));
    if (!file_) damaged();
    hash_.add(data, std::size_t(size));
    left_ -= size;
  }

  void check_end() {
    const std::uint64_t computed = hash_.value();
    std::uint64_t stored = 0;
    read(&stored, sizeof stored);
    if (stored != computed || left_ != 0) damaged();
  }

  std::uint64_t left() const { return left_; }
  [[noreturn]] void damaged() const {
    throw Error("'" + path_ + "' is no checkpoint of rill, or it is damaged; remove it to cook from "
                "the start.");
  }

 private:
  std::string path_;
  std::ifstream file_;
  std::uint64_t left_ = 0;
  Hash hash_;
};

// Throws with the name of the first thing that differs.
void check_same_cook(const std::string& path, const Json& kept, const Json& now,
                     const std::string& where = "") {
  const std::string advice =
      "; cook with what it was made from, or remove it to cook from the start.";
  for (const auto& [name, value] : now.items()) {
    const std::string what = where == "input"        ? "the layer '" + name + "'"
                             : where == "parameters" ? name
                             : where == "grid"       ? "the grid's " + name
                                                     : "the " + name;
    if (!kept.contains(name))
      throw Error("The checkpoint '" + path + "' was made without " + what + advice);
    if (kept[name] == value) continue;
    if (value.is_object()) {
      check_same_cook(path, kept[name], value, name);
      continue;
    }
    if (where == "input")
      throw Error("The checkpoint '" + path + "' was made from other values of " + what + advice);
    throw Error("The checkpoint '" + path + "' was made with " + what + " = " + kept[name].dump() +
                " and this cook has " + value.dump() + advice);
  }
  for (const auto& [name, value] : kept.items())
    if (!now.contains(name))
      throw Error("The checkpoint '" + path + "' was made with '" + name +
                  "', which this cook does not have" + advice);
}

}  // namespace

CookIdentity identify(const Terrain& terrain, Node node, const Params& params) {
  CookIdentity cook{node, params, terrain.nx, terrain.ny, terrain.cell, {}};
  for (const auto& [name, values] : terrain.layers) {
    const LayerInfo* info = find_layer(name);
    if (info && info->role != LayerRole::output)
      cook.layers[name] = XXH3_64bits(values.data(), values.size() * sizeof(float));
  }
  return cook;
}

void write_checkpoint(const std::string& path, const CookIdentity& cook,
                      const CookMoment& moment) {
  Json header = {{"cook", identity_json(cook)}, {"steps", moment.steps}};
  header["sums"] = moment.sums.size();
  for (const auto& [name, values] : moment.fields) header["fields"].push_back(name);
  const std::string text = header.dump();
  Opening opening;
  opening.header_size = std::uint32_t(text.size());

  remove_leftovers(path);
  AtomicFile file(path);
  Hash hash;
  const auto write = [&](const void* data, std::size_t size) {
    hash.add(data, size);
    file.write(data, size);
  };
  write(&opening, sizeof opening);
  write(text.data(), text.size());
  for (const auto& [name, values] : moment.fields)
    write(values->data(), values->size() * sizeof(float));
  write(moment.sums.data(), moment.sums.size() * sizeof(double));
  const std::uint64_t end = hash.value();
  file.write(&end, sizeof end);
  file.commit();
}

SavedMoment read_checkpoint(const std::string& path, const CookIdentity& cook) {
  CheckpointReader reader(path);
  const Opening expected;
  Opening opening;
  reader.read(&opening, sizeof opening);
  if (std::memcmp(opening.magic, expected.magic, sizeof opening.magic) != 0 ||
      opening.byte_order != expected.byte_order || opening.header_size > largest_header)
    reader.damaged();
  std::string text(opening.header_size, '\0');
  reader.read(&text[0], text.size());
  const Json header = Json::parse(text, nullptr, false);
  if (!header.is_object()) reader.damaged();
  SavedMoment saved;
  try {
    check_same_cook(path, header.at("cook"), identity_json(cook));
    saved.steps = header.at("steps").get<int>();
    const std::uint64_t sums = header.at("sums").get<std::uint64_t>();
    const std::vector<std::string> names = header.at("fields").get<std::vector<std::string>>();
    const std::uint64_t cells = std::uint64_t(cook.nx) * std::uint64_t(cook.ny);
    const std::uint64_t bytes =
        names.size() * cells * sizeof(float) + sums * sizeof(double) + sizeof(std::uint64_t);
    if (sums > reader.left() || bytes != reader.left() || saved.steps < 0 ||
        saved.steps > cook.params.iterations)
      reader.damaged();
    for (const std::string& name : names) {
      Layer& values = saved.fields[name];
      values.resize(std::size_t(cells));
      reader.read(values.data(), cells * sizeof(float));
    }
    saved.sums.resize(std::size_t(sums));
    reader.read(saved.sums.data(), sums * sizeof(double));
  } catch (const Json::exception&) {
    reader.damaged();
  }
  reader.check_end();
  return saved;
}

}  // namespace rill
