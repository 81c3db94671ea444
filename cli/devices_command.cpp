// rill devices: what a cook can run on, and why a device cannot be used.

#include <iostream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include <rill/cook.h>
#include <rill/devices.h>

#include "commands.h"

namespace rill {
namespace {

using Json = nlohmann::ordered_json;

std::string megabytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

void print_device(const DeviceInfo& device) {
  std::cout << "opencl:" << device.index << "  " << device.name << "\n"
            << "    " << (device.gpu ? "GPU" : device.cpu ? "CPU" : "accelerator") << ", "
            << device.vendor << ", " << device.platform << "\n"
            << "    " << device.version << ", driver " << device.driver << "\n"
            << "    memory " << megabytes(device.memory) << ", largest layer "
            << megabytes(device.largest_buffer) << ", local memory " << (device.local_memory >> 10)
            << " KB, " << device.compute_units << " compute units\n"
            << "    divide and square root "
            << (device.rounds_divide_and_root ? "rounded correctly"
                                              : "not promised to be rounded correctly")
            << ", " << (device.doubles ? "has" : "no") << " doubles\n";
  if (!device.unusable.empty()) std::cout << "    cannot be used: " << device.unusable << "\n";
}

Json device_json(const DeviceInfo& device) {
  return {{"device", "opencl:" + std::to_string(device.index)},
          {"name", device.name},
          {"vendor", device.vendor},
          {"platform", device.platform},
          {"version", device.version},
          {"driver", device.driver},
          {"type", device.gpu ? "gpu" : device.cpu ? "cpu" : "accelerator"},
          {"memory", device.memory},
          {"largest_buffer", device.largest_buffer},
          {"local_memory", device.local_memory},
          {"compute_units", device.compute_units},
          {"rounds_divide_and_root", device.rounds_divide_and_root},
          {"doubles", device.doubles},
          {"unusable", device.unusable}};
}

int run_devices(bool as_json) {
  const std::vector<DeviceInfo> devices = opencl_devices();
  if (as_json) {
    Json list = Json::array();
    for (const DeviceInfo& device : devices) list.push_back(device_json(device));
    std::cout << Json{{"lanes", available_lanes()}, {"opencl", list}}.dump(2) << "\n";
    return exit_done;
  }
  std::cout << "tbb  this CPU, lanes:";
  for (const std::string& lanes : available_lanes()) std::cout << " " << lanes;
  std::cout << "\n";
  for (const DeviceInfo& device : devices) print_device(device);
  if (!built_with_opencl())
    std::cout << "This build has no OpenCL.\n";
  else if (devices.empty())
    std::cout << "There is no OpenCL device; install a driver for one.\n";
  return exit_done;
}

}  // namespace

void add_devices_command(CLI::App& app, Run& chosen) {
  const Command command = add_command(
      app, "devices", "List the devices that --device can choose, and what they offer.");
  const auto as_json = std::make_shared<bool>(false);
  command.add_flag("--json", *as_json, "as JSON");
  command.callback([as_json, &chosen] { chosen = [as_json] { return run_devices(*as_json); }; });
}

}  // namespace rill
