// Changes to a document's tree: layers with new values, layers that were not there, the info block.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "io/houdini/document.h"

namespace rill::houdini {

// How Houdini sets up the layers of a height field.
struct LayerStyle {
  const char* border;  // what a sample outside finds
  const char* mode;    // how the viewport draws it
};
constexpr LayerStyle height_style{"streak", "heightfield"}, other_style{"constant", "smoke"};

// A copy of a document's tree that is being changed. Layers that are given to it must outlive it.
class Edit {
 public:
  // `encode_anew`: layers that did not change are encoded too, as a text file's must be for binary.
  explicit Edit(const HoudiniDocument& document, bool encode_anew = false);

  // Gives a volume new values, unless it has exactly these.
  void replace(const Volume& volume, const Layer& layer);

  // Adds a volume at the end, with the grid, the place and the other attributes of `model`.
  void add(const Volume& model, const std::string& name, const Layer& layer,
           const LayerStyle& style = other_style);

  // Who wrote the file, without names of users and machines, and the bounds it had.
  void renew_info();

  const JsonValue& root() const { return root_; }

 private:
  bool same_values(const Volume& volume, const JsonValue& voxels, const Layer& layer) const;
  JsonValue& section(const char* key, const char* before);
  std::string new_key();
  void add_shared(const std::string& key, const Layer& layer, int nx, int ny);
  void set_field(const Volume& volume, const char* name, JsonValue value);
  void raise_count(const char* key);
  void add_block(const Volume& model, std::uint64_t vertex, const std::string& key,
                 const LayerStyle& style);

  const HoudiniDocument& document_;
  JsonValue root_;
  bool encode_anew_;
  std::uint64_t next_key_ = 1;
  std::optional<std::size_t> last_run_;  // the block that add() made last, and for which model
  std::uint64_t last_model_ = 0;
};

// A layer of a height field that has no file yet.
struct NewLayer {
  std::string name;
  const Layer* values;
  LayerStyle style;
};

// A document of these layers, on one grid. The layers outlive it.
HoudiniDocument new_document(int nx, int ny, const std::array<double, 9>& transform,
                             const std::array<double, 3>& position,
                             const std::vector<NewLayer>& layers);

}  // namespace rill::houdini
