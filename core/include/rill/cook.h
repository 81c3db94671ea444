// The whole of rill in one call: a terrain in, a terrain out, with the budget and what ran.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <rill/budget.h>
#include <rill/layers.h>
#include <rill/moment.h>
#include <rill/params.h>

namespace rill {

// Called between steps; false stops the cook.
using Progress = std::function<bool(int steps_done, int steps)>;

// OpenCL of the program that rill runs in, as handles of the C API. The cook makes its own queue there.
struct HostOpenCl {
  void* context = nullptr;  // cl_context
  void* device = nullptr;   // cl_device_id
  // A cl_mem of at least so many bytes with a reference for the cook to release, or null where there is
  // no room. Without it the cook makes its own buffers.
  std::function<void*(std::size_t bytes)> allocate = nullptr;
};

struct CookOptions {
  // auto (a GPU where there is one, else tbb), tbb, opencl, opencl:N or part of a device's name.
  std::string device = "auto";
  HostOpenCl host_opencl = HostOpenCl();  // when set, runs there whatever device says
  int threads = 0;              // 0 = all
  std::string lanes = "auto";   // auto, one, sse2, avx2 or avx512
  bool keep_low = false;        // also return height.low, so that a later cook goes on to the bit
  Progress progress;

  // Between steps, and after the last one, the cook asks whether somebody wants to see it.
  std::function<bool(int steps_done)> moment_wanted;
  std::function<void(const CookMoment& moment)> moment;
  const SavedMoment* go_on_from = nullptr;  // the same cook, kept earlier

  // How the CPU walks the grid. No setting changes a bit of the result.
  bool fused = true;
  int band_rows = 0;      // 0 = chosen
  int panel_columns = 0;  // 0 = chosen
  // How an OpenCL device does a step: "tiles" (one kernel, local memory), "sweep" (one kernel, vectors
  // along rows), "stages" (a kernel each) or "auto" (tiles on a GPU, sweep on a CPU). No setting changes
  // a bit of the result either.
  std::string opencl_steps = "auto";
};

struct CookResult {
  Terrain terrain;
  bool cancelled = false;  // then the terrain is the input, untouched
  int steps = 0;
  double time_step = 0;
  Budget budget;
  std::string device;              // what ran last, for example "tbb avx2, 2 threads"
  std::string fallback;            // why OpenCL was asked for and did not run, or not to the end
  std::vector<std::string> notes;  // what the user should know, a sentence each
  double prepare_seconds = 0, steps_seconds = 0, finish_seconds = 0;
  std::size_t solver_bytes = 0;    // memory of the solver itself
};

// Throws Error when the input cannot be cooked. The input's layers that the node does not touch
// stay in the result.
CookResult cook(Terrain terrain, Node node, const Params& params, const CookOptions& options = {});

// Largest stable step; the step that a cook would take. Throws where time_step is too long.
double time_step_limit(const Params& params, double cell);
double time_step_used(const Params& params, Node node, double cell);

// How many iterations erode for so many seconds on cells of this size, at least one. May be more than
// a cook allows.
int iterations_for(double seconds, const Params& params, Node node, double cell);

// Memory of a cook, at most, of a terrain with so many layers; they are included.
std::size_t cook_bytes(int nx, int ny, int input_layers, Node node, const Params& params);

// What the CPU and this build can run, best last: one, sse2, avx2, avx512.
std::vector<std::string> available_lanes();

}  // namespace rill
