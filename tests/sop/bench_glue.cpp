// What the glue costs: reads every layer of a height field into a terrain and writes every layer back,
// and copies the same bytes from array to array, in turns. Prints both and their ratio.
//   rill_glue_bench [side, default 4096] [rounds, default 5]

#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "glue/node_types.h"
#include "height_fields.h"
#include "scene.h"
#include "volumes.h"

namespace {

using namespace rill;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Into fresh memory, as a hand-over must, on all threads.
Layer copy_of(const Layer& values) {
  Layer copy(values.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, values.size(), 1 << 16), [&](const auto& part) {
    std::memcpy(&copy[part.begin()], &values[part.begin()], part.size() * sizeof(float));
  });
  return copy;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const int side = count > 1 ? std::atoi(arguments[1]) : 4096;
  const int rounds = count > 2 ? std::atoi(arguments[2]) : 5;
  if (side < 1 || rounds < 1) {
    std::fprintf(stderr, "rill_glue_bench: give the side in cells and the rounds, both above 0.\n");
    return 2;
  }

  sop::ReadOptions options;
  Layer values(std::size_t(side) * std::size_t(side));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(i * 2654435761u % 1000) * 0.01f;
  GU_DetailHandle detail = test::empty_detail();
  int layers_read = 0, layers_written = 0;
  for (const LayerInfo& info : known_layers()) {
    options.names[info.name] = info.name;
    const std::string name = info.name;
    const std::vector<const char*> other = flux_layers(scheme_jako2011);
    if (std::any_of(other.begin(), other.end(), [&](const char* flux) { return name == flux; })) continue;
    test::add_volume(detail, name, values, side, side, 2);
    layers_read += info.role != LayerRole::output;
    layers_written += info.role != LayerRole::mask;
  }

  std::vector<double> glue, copy;
  for (int round = 0; round < rounds; ++round) {
    std::vector<sop::HeightField> fields;
    std::vector<std::string> notes;
    const double read = seconds_of(
        [&] { fields = sop::read_height_fields(*detail.gdp(), nullptr, options, notes); });
    if (int(fields[0].terrain.layers.size()) != layers_read) return 1;
    Terrain result = std::move(fields[0].terrain);
    for (const LayerInfo& info : known_layers())
      if (info.role == LayerRole::output) result.layers[info.name] = result.layers["height"];
    const double write = seconds_of(
        [&] { sop::write_height_field(*detail.gdpNC(), fields[0], result, options.names, true); });
    result.layers.clear();

    double copied = 0;
    {
      std::vector<Layer> kept;
      copied += seconds_of([&] {
        for (int i = 0; i < layers_read; ++i) kept.push_back(copy_of(values));
      });
      copied += seconds_of([&] {  // onto memory that is there, as a write does
        for (int i = 0; i < layers_written; ++i) {
          Layer& target = kept[std::size_t(i) % kept.size()];
          tbb::parallel_for(tbb::blocked_range<std::size_t>(0, values.size(), 1 << 16), [&](const auto& part) {
            std::memcpy(&target[part.begin()], &values[part.begin()], part.size() * sizeof(float));
          });
        }
      });
    }
    glue.push_back(read + write);
    copy.push_back(copied);
    std::printf("read %d layers %.3f s, wrote %d layers %.3f s; copies %.3f s\n", layers_read, read,
                layers_written, write, copied);
  }
  const double ratio = median(glue) / median(copy);
  std::printf("%d x %d: glue %.3f s, copying the same bytes %.3f s, ratio %.2f\n", side, side,
              median(glue), median(copy), ratio);
  return ratio <= 2 ? 0 : 1;
}
