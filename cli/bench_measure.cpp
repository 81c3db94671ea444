// Times come from the cook itself, so that taking the terrain in and giving it back do not count.

#include "bench_measure.h"

#include <algorithm>
#include <chrono>
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
    throw Error(
        "Device '" + bench_case.asked_device + "' cannot be measured: " + result.fallback + ".",
        Fault::resource);
  const double cells = double(terrain.cells());
  bench_case.samples.push_back(result.steps_seconds * 1e9 / (cells * bench_case.steps));
  bench_case.bytes_per_cell = double(result.solver_bytes) / cells;
  bench_case.device = result.device;
}

}  // namespace

double BenchCase::median() const { return median_of(samples); }

double BenchCase::best() const { return *std::min_element(samples.begin(), samples.end()); }

double BenchCase::times_copy() const { return median() / copy_nanoseconds(copy); }

double copy_nanoseconds(const Bandwidth& copy) {
  return state_copy_bytes / copy.bytes_per_second * 1e9;
}

void measure_cases(std::vector<BenchCase>& cases, int repetitions, MemoryCopy* copy) {
  std::map<int, Terrain> terrains;  // by scheme
  for (const BenchCase& bench_case : cases)
    if (!terrains.count(bench_case.scheme))
      terrains[bench_case.scheme] = warm_terrain(bench_case.size, bench_case.scheme);
  if (copy) copy->forget();
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (BenchCase& bench_case : cases) {
      if (copy) copy->measure();
      measure_once(bench_case, terrains[bench_case.scheme]);
    }
  if (copy)
    for (BenchCase& bench_case : cases) bench_case.copy = copy->median();
}

// The cook asks whether somebody wants to look, copies its state and calls back. The first look
// also makes room, which later ones use again, and does not count.
LookCase measure_look(int size, int repetitions, MemoryCopy& copy) {
  using Clock = std::chrono::steady_clock;
  const Terrain terrain = warm_terrain(size, scheme_rill);
  Params params;
  params.iterations = repetitions + 2;
  Clock::time_point asked;
  std::vector<double> samples;
  copy.forget();
  CookOptions options;
  options.device = "tbb";
  options.moment_wanted = [&](int steps) {
    copy.measure();
    asked = Clock::now();
    return steps > 0 && steps < params.iterations;
  };
  options.moment = [&](const CookMoment& moment) {
    const std::chrono::duration<double, std::nano> took = Clock::now() - asked;
    if (moment.steps > 1) samples.push_back(took.count() / double(terrain.cells()));
  };
  cook(terrain, Node::combined, params, options);
  return {size, median_of(samples), copy.median()};
}

}  // namespace rill
