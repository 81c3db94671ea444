// Source, build options, build log.

#include "program.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "cache.h"

namespace rill::opencl {
namespace {

// Row sums of the budget in the order that the CPU back end adds in: sixteen partial sums a panel.
// A device without doubles sums pairs of floats instead.
const char* const sums_source = R"(
#ifdef RILL_DOUBLES
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double wide;
static inline wide widen(float a) { return (double)a; }
static inline wide add_wide(wide a, wide b) { return a + b; }
#else
typedef float2 wide;
static inline wide widen(float a) { return (float2)(a, 0.0f); }
static inline wide add_wide(wide a, wide b) {
  const float sum = a.x + b.x;
  const float of_b = sum - a.x;
  const float lost = (a.x - (sum - of_b)) + (b.x - of_b);
  const float low = lost + (a.y + b.y);
  const float high = sum + low;
  return (float2)(high, low - (high - sum));
}
#endif

kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void sum_rows(global const float* values, global wide* sums, const int nx, const int panels,
              const int quantity, const int quantities) {
  local wide partial[16];
  const int k = (int)get_local_id(0);
  const long panel = (long)get_group_id(0);
  const long y = (long)get_group_id(1);
  const long x0 = nx * panel / panels;
  const long x1 = nx * (panel + 1) / panels;
  wide sum = widen(0.0f);
  for (long x = x0 + k; x < x1; x += 16) sum = add_wide(sum, widen(values[y * nx + x]));
  partial[k] = sum;
  for (int width = 8; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < width) partial[k] = add_wide(partial[k], partial[k + width]);
  }
  if (k == 0) {
    const long at = (y * panels + panel) * quantities + quantity;
    sums[at] = add_wide(sums[at], partial[0]);
  }
}

kernel void add_to(global float* total, global const float* values, const int cells) {
  const size_t i = get_global_id(0);
  if (i < (size_t)cells) total[i] = total[i] + values[i];
}
)";

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  if (size > 0)
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, &log[0], nullptr);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

// The line that says what is wrong: a reason is a sentence, a log has many lines.
std::string telling_line(const std::string& log) {
  const std::size_t error = log.find("error");
  const std::size_t before = error == std::string::npos ? std::string::npos : log.rfind('\n', error);
  const std::size_t start = before == std::string::npos ? 0 : before + 1;
  return log.substr(start, std::min<std::size_t>(log.find('\n', start) - start, 300));
}

// Enough of a log to see what is wrong; some compilers print thousands of lines.
std::string beginning(const std::string& log) {
  constexpr std::size_t most = 2000;
  if (log.size() <= most) return log;
  const std::size_t cut = log.rfind('\n', most);
  return log.substr(0, cut == std::string::npos ? most : cut) + "\n(and more)";
}

std::string build_options(const Device& device) {
  std::string options = "-cl-std=CL1.2";
  if (device.info.rounds_divide_and_root) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (device.info.doubles) options += " -DRILL_DOUBLES";
  return options;
}

void compile(cl_program program, const Device& device, const std::string& options) {
  const cl_int code = clBuildProgram(program, 1, &device.id, options.c_str(), nullptr, nullptr);
  if (code == CL_SUCCESS) return;
  const std::string log = build_log(program, device.id), line = telling_line(log);
  throw DeviceError("the kernels did not build on '" + device.info.name + "' with " + options + " (" +
                        error_name(code) + (line.empty() ? ")" : "): " + line),
                    log == line ? "" : "The compiler's log:\n" + beginning(log));
}

}  // namespace

std::string kernel_source(const Plan& plan, bool masks) {
  std::ostringstream source;
  source << model_source << place_cell_source << sums_source;
  for (const Plan::StageArguments& arguments : plan.stages) {
    const char* stage = stage_name(arguments.stage);
    source << "kernel void " << stage
           << "_kernel(const Step p, const int nx, const int ny, const int wrap";
    for (Field field : arguments.fields) source << ", global float* " << field_name(field);
    // Whole work groups may reach over the largest int, so that is asked before it is made one.
    source << ") {\n  if (get_global_id(0) < (size_t)nx && get_global_id(1) < (size_t)ny) {\n"
              "    const int x = (int)get_global_id(0);\n    const int y = (int)get_global_id(1);\n"
              "    Cell c;\n";
    for (Field field : arguments.fields)
      source << "    c." << field_name(field) << " = " << field_name(field) << ";\n";
    source << "    const Near near = place_cell(&c, x, y, nx, ny, wrap);\n    " << stage
           << "(c, p, near, " << (masks ? 1 : 0) << ");\n  }\n}\n";
  }
  return source.str();
}

BuiltProgram build_program(cl_context context, const Device& device, const std::string& source) {
  const std::string options = build_options(device);
  const KernelCache cache(device, source, options);
  BuiltProgram built;
  built.program = cache.load(context, device, options);
  if (built.program) {
    built.from_cache = true;
    return built;
  }
  const char* text = source.c_str();
  cl_int code = CL_SUCCESS;
  built.program = Program(clCreateProgramWithSource(context, 1, &text, nullptr, &code));
  check(code, "clCreateProgramWithSource");
  compile(built.program.get(), device, options);
  cache.save(built.program.get());
  return built;
}

}  // namespace rill::opencl
