// Times come from the cook itself, so that taking the terrain in and giving it back do not count.

#include "bench_measure.h"

#include <algorithm>
#include <map>
#include <utility>

#include <rill/error.h>

#include "io/fractal.h"

namespace rill {
namespace {

constexpr int warming_steps = 10;

Terrain warm_terrain(int size, int scheme) {
  Terrain terrain;
  terrain.nx = terrain.ny = size;
  terrain.cell = 1000.0 / size;  // the same kilometre at every size
  FractalOptions fractal;
  fractal.relief = 200;
  terrain.layers[layer::height] = fractal_height(size, size, fractal);
  Params params;
  params.scheme = scheme;
  params.iterations = warming_steps;
  CookOptions options;
  options.device = "tbb";
  return cook(std::move(terrain), Node::combined, params, options).terrain;
}

void measure_once(BenchCase& bench_case, const Terrain& terrain) {
  Params params;
  params.scheme = bench_case.scheme;
  params.iterations = bench_case.steps;
  CookOptions options;
  options.device = bench_case.asked_device;
  options.threads = bench_case.threads;
  options.lanes = bench_case.lanes;
  options.fused = bench_case.fused;
  const CookResult result = cook(terrain, bench_case.node, params, options);
  if (!result.fallback.empty())
    throw Error("Device '" + bench_case.asked_device + "' cannot be measured: " + result.fallback + ".",
                Fault::resource);
  const double cells = double(terrain.cells());
  bench_case.samples.push_back(result.steps_seconds * 1e9 / (cells * bench_case.steps));
  bench_case.bytes_per_cell = double(result.solver_bytes) / cells;
  bench_case.device = result.device;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double seconds_of_looks(const Terrain& terrain, int looks) {
  Params params;
  params.iterations = looks + 1;
  CookOptions options;
  options.device = "tbb";
  options.moment_wanted = [looks](int steps) { return steps > 0 && steps <= looks; };
  options.moment = [](const CookMoment&) {};
  return cook(terrain, Node::combined, params, options).moments_seconds;
}

}  // namespace

double BenchCase::median() const { return median_of(samples); }

double BenchCase::best() const { return *std::min_element(samples.begin(), samples.end()); }

void measure_cases(std::vector<BenchCase>& cases, int repetitions) {
  std::map<int, Terrain> terrains;  // by scheme
  for (const BenchCase& bench_case : cases)
    if (!terrains.count(bench_case.scheme))
      terrains[bench_case.scheme] = warm_terrain(bench_case.size, bench_case.scheme);
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (BenchCase& bench_case : cases) measure_once(bench_case, terrains[bench_case.scheme]);
}

// The first look also makes room, which later ones use again; so it is taken off.
LookCase measure_look(int size, int repetitions) {
  constexpr int more = 4;
  const Terrain terrain = warm_terrain(size, scheme_rill);
  std::vector<double> samples;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const double first = seconds_of_looks(terrain, 1);
    const double later = (seconds_of_looks(terrain, 1 + more) - first) / more;
    samples.push_back(later * 1e9 / double(terrain.cells()));
  }
  return {size, median_of(samples)};
}

}  // namespace rill
