// The shortest program that embeds rill: erode a cone, say how much rain fell on it.
#include <rill/cook.h>
#include <cmath>
#include <cstdio>
int main() {
  rill::Terrain terrain;
  terrain.nx = terrain.ny = 64;
  for (int i = 0; i < 64 * 64; ++i)
    terrain.layers["height"].push_back(32 - float(std::hypot(i % 64 - 32, i / 64 - 32)));
  const rill::CookResult result = rill::cook(terrain, rill::Node::combined, rill::Params());
  std::printf("%.0f m3 of rain eroded %.0f m3\n", result.budget.rained, result.budget.eroded);
}
