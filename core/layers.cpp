// The table of layers from layers.def.

#include <rill/layers.h>

#include <sstream>

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

double cell_from_sides(double side_x, double side_y) {
  // Through text, since 1.6 has no end in binary either: seven digits is what floats hold.
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.precision(7);
  stream << 0.5 * side_x + 0.5 * side_y;
  std::istringstream back(stream.str());
  back.imbue(std::locale::classic());
  double cell = 0;
  back >> cell;
  return cell;
}

}  // namespace rill
