// Files, buffers by name, arguments by name, launches.

#include "asset_kernels.h"

#include <rill/error.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <limits>
#include <sstream>

namespace rill::test {
namespace {

using opencl::Buffer;
using opencl::check;

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error("There is no file '" + path + "'.");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int channels_of(const std::string& type) {
  return type == "float4" ? 4 : type == "float2" ? 2 : 1;
}

const std::map<std::string, float Step::*>& step_floats() {
  static const std::map<std::string, float Step::*> floats = {
#define RILL_VALUE(name, expression)
#define RILL_STEP(member, expression) {#member, &Step::member},
#include <rill/step_values.def>
#undef RILL_VALUE
#undef RILL_STEP
  };
  return floats;
}

bool is_value_on_the_way(const std::string& name) {
  static const char* const names[] = {
#define RILL_VALUE(name, expression) #name,
#define RILL_STEP(member, expression)
#include <rill/step_values.def>
#undef RILL_VALUE
#undef RILL_STEP
  };
  for (const char* one : names)
    if (name == one) return true;
  return false;
}

}  // namespace

struct AssetRunner::Cooking {
  const CookCase& one;
  Schedule schedule;
  GroupShape group;
  std::map<std::string, Buffer> layers;

  const Terrain& terrain() const { return one.terrain; }
  std::size_t cells() const { return one.terrain.cells(); }

  int int_value(const std::string& name) const {
    const Params& p = one.params;
    const Step& step = schedule.step;
    const std::map<std::string, int> values = {
        {"xres", terrain().nx},
        {"yres", terrain().ny},
        {"nx", terrain().nx},
        {"ny", terrain().ny},
        {"steps", p.iterations},
        {"wrap", schedule.wrap},
        {"border", p.border},
        {"settle", p.settle},
        {"output_velocity", p.output_velocity},
        {"output_erosion", p.output_erosion},
        {"output_deposition", p.output_deposition},
        {"output_debris", p.output_debris},
        {"output_flow", p.output_flow},
        {"open_border", step.open_border},
        {"exponent_quarters", step.exponent_quarters},
        {"depth_band", step.depth_band},
        {"collision_rule", step.collision_rule},
        {"semi_lagrangian", step.semi_lagrangian}};
    return values.at(name);
  }

  float float_value(const std::string& name) const {
    if (name == "initial_hardness") return float(one.params.hardness);
    if (name == "quantum") return float(height_quantum(terrain().cell, one.params.world_scale));
    const auto found = step_floats().find(name);
    if (found == step_floats().end()) {
      // Values on the way are for the channels; a kernel that used one would show it by this.
      if (is_value_on_the_way(name)) return std::numeric_limits<float>::quiet_NaN();
      throw Error("No parameter '" + name + "' is known.");
    }
    // The asset cannot know of bedrock; the kernel can.
    if (name == "bedrock_bite") return float(0.5 - 0.25 * one.params.bank);
    return schedule.step.*(found->second);
  }
};

std::vector<std::string> layers_of(AssetKind kind, const CookCase& one) {
  std::vector<std::string> names = {layer::height, layer::hardness};
  if (!runs_water(one.node)) return {layer::height};
  names.insert(names.end(), {layer::water, layer::sediment});
  for (const char* name : flux_layers(one.params.scheme)) names.push_back(name);
  if (one.params.output_velocity)
    names.insert(names.end(), {layer::velocity_x, layer::velocity_y});
  if (one.params.output_flow) names.push_back(layer::flow);
  if (kind == AssetKind::cop) return names;
  if (one.params.output_flow) names.insert(names.end(), {layer::flowdir_x, layer::flowdir_y});
  if (one.params.output_erosion) names.push_back(layer::erosion);
  if (one.params.output_deposition) names.push_back(layer::deposition);
  if (one.params.output_debris) names.push_back(layer::debris);
  return names;
}

AssetRunner::AssetRunner(const opencl::Device& device, std::string folder, std::string include)
    : device_(device), folder_(std::move(folder)), include_(std::move(include)) {
  cl_int code = CL_SUCCESS;
  context_ = opencl::Context(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &code));
  check(code, "clCreateContext");
  queue_ = opencl::Queue(clCreateCommandQueue(context_.get(), device_.id, 0, &code));
  check(code, "clCreateCommandQueue");
}

AssetRunner::Loaded& AssetRunner::load(const std::string& kernel, const std::string& options) {
  const std::string key = kernel + " " + options;
  const auto found = loaded_.find(key);
  if (found != loaded_.end()) return found->second;
  Loaded result;
  std::istringstream rows(file_text(folder_ + "/" + kernel + ".txt"));
  for (Argument row; rows >> row.kind >> row.name >> row.type;) result.arguments.push_back(row);
  const std::string source = file_text(folder_ + "/" + kernel + ".cl");
  const char* text = source.c_str();
  cl_int code = CL_SUCCESS;
  result.program =
      opencl::Program(clCreateProgramWithSource(context_.get(), 1, &text, nullptr, &code));
  check(code, "clCreateProgramWithSource");
  std::string all = "-cl-std=CL1.2 -I" + include_ + options;
  if (device_.info.rounds_divide_and_root) all += " -cl-fp32-correctly-rounded-divide-sqrt";
  code = clBuildProgram(result.program.get(), 1, &device_.id, all.c_str(), nullptr, nullptr);
  if (code != CL_SUCCESS) {
    std::string log(100000, '\0');
    clGetProgramBuildInfo(result.program.get(), device_.id, CL_PROGRAM_BUILD_LOG, log.size(), &log[0],
                          nullptr);
    throw Error("'" + kernel + "' does not build with " + all + ":\n" + log.c_str());
  }
  return loaded_[key] = std::move(result);
}

// A layer that is not there yet holds NaN: whoever uses it before it is written shows it.
cl_mem AssetRunner::buffer_of(Cooking& cooking, const std::string& layer, const std::string& type) {
  const auto found = cooking.layers.find(layer);
  if (found != cooking.layers.end()) return found->second.get();
  std::vector<float> values(cooking.cells() * std::size_t(channels_of(type)),
                            std::numeric_limits<float>::quiet_NaN());
  cl_int code = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                               values.size() * sizeof(float), values.data(), &code));
  check(code, "clCreateBuffer");
  return (cooking.layers[layer] = std::move(buffer)).get();
}

void AssetRunner::launch(Cooking& cooking, const std::string& kernel, const std::string& options,
                         const char* function, int iteration) {
  Loaded& loaded = load(kernel, options);
  cl_int code = CL_SUCCESS;
  const opencl::Kernel made(clCreateKernel(loaded.program.get(), function, &code));
  check(code, "clCreateKernel");
  cl_uint index = 0;
  for (const Argument& argument : loaded.arguments) {
    if (argument.type == "int") {
      const cl_int value =
          argument.kind == "iteration" ? iteration : cooking.int_value(argument.name);
      CHECK_CL(clSetKernelArg(made.get(), index++, sizeof(value), &value));
    } else if (argument.kind == "parm") {
      const float value = cooking.float_value(argument.name);
      CHECK_CL(clSetKernelArg(made.get(), index++, sizeof(value), &value));
    } else {
      const cl_mem value = buffer_of(cooking, argument.name, argument.type);
      CHECK_CL(clSetKernelArg(made.get(), index++, sizeof(value), &value));
    }
  }
  const std::size_t local[2] = {cooking.group.wide, cooking.group.high};
  std::size_t global[2] = {std::size_t(cooking.terrain().nx), std::size_t(cooking.terrain().ny)};
  if (local[0] > 0)
    for (int k = 0; k < 2; ++k) global[k] = (global[k] + local[k] - 1) / local[k] * local[k];
  CHECK_CL(clEnqueueNDRangeKernel(queue_.get(), made.get(), 2, nullptr, global,
                                  local[0] > 0 ? local : nullptr, 0, nullptr, nullptr));
}

void AssetRunner::run_node(Cooking& cooking, const std::string& kernel, const std::string& options,
                           int iterations, bool writes_back) {
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const bool builds = loaded_.count(kernel + " " + options) == 0;
    const std::clock_t start = std::clock();
    launch(cooking, kernel, options, "generickernel", iteration);
    if (writes_back) launch(cooking, kernel, options, "writebackkernel", iteration);
    if (!builds) continue;
    // Drivers finish the build in the first launch.
    CHECK_CL(clFinish(queue_.get()));
    slowest_build_ = std::max(slowest_build_, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  CHECK_CL(clFinish(queue_.get()));
}

// Returns the option that tells the kernels of it.
std::string AssetRunner::give(Cooking& cooking, const std::string& name,
                              const std::vector<float>& values) {
  cl_int code = CL_SUCCESS;
  cooking.layers[name] = Buffer(
      clCreateBuffer(context_.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                     values.size() * sizeof(float), const_cast<float*>(values.data()), &code));
  check(code, "clCreateBuffer");
  return " -DHAS_" + name;
}

std::vector<float> AssetRunner::take(Cooking& cooking, const std::string& name, int channels) {
  std::vector<float> all(cooking.cells() * std::size_t(channels));
  CHECK_CL(clEnqueueReadBuffer(queue_.get(), cooking.layers.at(name).get(), CL_TRUE, 0,
                               all.size() * sizeof(float), all.data(), 0, nullptr, nullptr));
  return all;
}

AssetRunner::Layers AssetRunner::rearrange(const std::string& kernel, int nx, int ny,
                                           const Layers& given,
                                           const std::map<std::string, int>& wanted) {
  CookCase one;
  one.terrain.nx = nx;
  one.terrain.ny = ny;
  Cooking cooking = {one, {}, {0, 0}, {}};
  std::string options;
  for (const auto& [name, values] : given) options += give(cooking, name, values);
  run_node(cooking, kernel, options, 1, false);
  Layers result;
  for (const auto& [name, channels] : wanted) result[name] = take(cooking, name, channels);
  return result;
}

Terrain AssetRunner::run(AssetKind kind, const CookCase& one, GroupShape group) {
  const Terrain& terrain = one.terrain;
  const bool water = runs_water(one.node), sop = kind == AssetKind::sop;
  const std::vector<const char*> flux = flux_layers(one.params.scheme);
  MaskPresence masks;
  masks.rain = water && terrain.has(layer::rain);
  masks.erodability = terrain.has(layer::erodability);
  masks.bedrock = terrain.has(layer::bedrock);
  Cooking cooking = {one, make_schedule(one.params, one.node, terrain.cell, masks), group, {}};

  std::string there;
  const auto give_layer = [&](const char* layer_name, const std::string& name) {
    if (terrain.has(layer_name)) there += give(cooking, name, terrain.layers.at(layer_name));
  };
  give_layer(layer::height, "height");
  give_layer(layer::hardness, sop ? "hardness" : "hardness_in");
  give_layer(layer::erodability, "erodability");
  give_layer(layer::bedrock, "bedrock");
  if (water) {
    give_layer(layer::rain, "rain");
    give_layer(layer::water, "water");
    give_layer(layer::sediment, "sediment");
    if (sop) {
      for (int k = 0; k < 4; ++k) give_layer(flux[std::size_t(k)], "flux" + std::to_string(k));
    } else if (terrain.has(flux[0])) {
      std::vector<float> whole(4 * cooking.cells());
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t i = 0; i < cooking.cells(); ++i)
          whole[4 * i + k] = terrain.layers.at(flux[k])[i];
      there += give(cooking, "flux_in", whole);
    }
  }

  const std::string options = there + " -DRILL_SCHEME=" + std::to_string(one.params.scheme);
  const std::string asset =
      sop ? "rill_heightfield_erode_ocl"
          : std::string("rill_") + (one.node == Node::combined ? "erode" : node_name(one.node));
  run_node(cooking, asset + ".prepare", options, 1, false);
  run_node(cooking, asset + ".step", options, std::max(1, one.params.iterations), true);
  run_node(cooking, asset + ".finish", options, 1, false);

  Terrain result;
  result.nx = terrain.nx;
  result.ny = terrain.ny;
  result.cell = terrain.cell;
  for (const std::string& name : layers_of(kind, one)) {
    std::string buffer = name;
    int channels = 1, channel = 0;
    for (int k = 0; k < 4; ++k)
      if (name == flux[std::size_t(k)]) {
        buffer = sop ? "flux" + std::to_string(k) : "flux";
        channels = sop ? 1 : 4;
        channel = sop ? 0 : k;
      }
    for (const auto& [x_layer, y_layer] :
         {std::pair{layer::velocity_x, layer::velocity_y}, {layer::flowdir_x, layer::flowdir_y}})
      if (name == x_layer || name == y_layer) {
        const std::string base = name.substr(0, name.find('.'));
        channel = name == y_layer;
        buffer = sop ? base + (channel ? "_y" : "_x") : base;
        channels = sop ? 1 : 2;
        if (sop) channel = 0;
      }
    const std::vector<float> all = take(cooking, buffer, channels);
    std::vector<float>& values = result.layers[name];
    for (std::size_t i = 0; i < cooking.cells(); ++i)
      values.push_back(all[i * std::size_t(channels) + std::size_t(channel)]);
  }
  return result;
}

}  // namespace rill::test
