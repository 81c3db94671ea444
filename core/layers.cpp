// The table of layers from layers.def.

#include <rill/layers.h>

namespace rill {

const std::vector<LayerInfo>& known_layers() {
  static const std::vector<LayerInfo> table = {
#define RILL_LAYER(identifier, name, role, help) {name, LayerRole::role, help},
#include <rill/layers.def>
#undef RILL_LAYER
  };
  return table;
}

const LayerInfo* find_layer(const std::string& name) {
  for (const LayerInfo& info : known_layers())
    if (name == info.name) return &info;
  return nullptr;
}

}  // namespace rill
