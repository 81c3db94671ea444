// The kernels of the digital assets on an OpenCL device, launched as Houdini's nodes launch them: the
// layers in, prepare, a pair of launches a step, finish, the layers out.
#pragma once

#include <rill/cook.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cook_case.h"
#include "opencl/cl.h"
#include "opencl/devices.h"
#include "schedule.h"

namespace rill::test {

struct GroupShape {
  std::size_t wide, high;  // 0: as the driver likes
};

enum class AssetKind { cop, sop };  // sop: the combined node only

// Layers that an asset gives: what a cook gives, but of the output layers those that it has.
std::vector<std::string> layers_of(AssetKind kind, const CookCase& one);

class AssetRunner {
 public:
  // `folder` holds the translated kernels, `include` the folder of rill's headers.
  AssetRunner(const opencl::Device& device, std::string folder, std::string include);

  // The result, with only the layers of layers_of().
  Terrain run(AssetKind kind, const CookCase& one, GroupShape group);

  // One node that only rearranges layers: those it reads, by the names of its bindings, give those it
  // is asked for (floats of a cell by name).
  using Layers = std::map<std::string, std::vector<float>>;
  Layers rearrange(const std::string& kernel, int nx, int ny, const Layers& given,
                   const std::map<std::string, int>& wanted);

  double slowest_build() const { return slowest_build_; }  // seconds of CPU, with the first launch

 private:
  struct Argument {
    std::string kind, name, type;
  };
  struct Loaded {
    opencl::Program program;
    std::vector<Argument> arguments;
  };
  struct Cooking;

  Loaded& load(const std::string& kernel, const std::string& options);
  void launch(Cooking& cooking, const std::string& kernel, const std::string& options,
              const char* function, int iteration);
  void run_node(Cooking& cooking, const std::string& kernel, const std::string& options,
                int iterations, bool writes_back);
  cl_mem buffer_of(Cooking& cooking, const std::string& layer, const std::string& type);
  std::string give(Cooking& cooking, const std::string& name, const std::vector<float>& values);
  std::vector<float> take(Cooking& cooking, const std::string& name, int channels);

  opencl::Device device_;
  std::string folder_, include_;
  opencl::Context context_;
  opencl::Queue queue_;
  std::map<std::string, Loaded> loaded_;
  double slowest_build_ = 0;
};

}  // namespace rill::test
