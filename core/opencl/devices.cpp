// Asking OpenCL what is there. A platform that answers with an error is passed over: one broken
// driver must not hide the others.

#include "devices.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "../device_choice.h"

namespace rill::opencl {
namespace {

std::string platform_name(cl_platform_id platform) {
  char name[256] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name) - 1, name, nullptr);
  return name;
}

// What a device says of itself. A question that fails gives nothing, and makes it a device not to
// use.
class Questions {
 public:
  explicit Questions(cl_device_id device) : device_(device) {}

  template <class Value>
  Value value(cl_device_info what) {
    Value value = {};
    note(clGetDeviceInfo(device_, what, sizeof(value), &value, nullptr));
    return value;
  }

  std::string text(cl_device_info what) {
    std::string text(size_of(what), '\0');
    if (!text.empty() && !note(clGetDeviceInfo(device_, what, text.size(), &text[0], nullptr)))
      return "";
    while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
    return text;
  }

  std::vector<std::size_t> sizes(cl_device_info what) {
    std::vector<std::size_t> values(size_of(what) / sizeof(std::size_t), 0);
    if (!values.empty())
      note(clGetDeviceInfo(device_, what, values.size() * sizeof(std::size_t), values.data(),
                           nullptr));
    return values;
  }

  const std::string& failure() const { return failure_; }

 private:
  std::size_t size_of(cl_device_info what) {
    std::size_t size = 0;
    return note(clGetDeviceInfo(device_, what, 0, nullptr, &size)) ? size : 0;
  }

  bool note(cl_int code) {
    if (code != CL_SUCCESS && failure_.empty())
      failure_ = "it does not answer (clGetDeviceInfo gave " + error_name(code) + ")";
    return code == CL_SUCCESS;
  }

  cl_device_id device_;
  std::string failure_;
};

std::string why_unusable(Questions& ask, const Device& device) {
  const bool available = ask.value<cl_bool>(CL_DEVICE_AVAILABLE);
  const bool compiler = ask.value<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE);
  const bool little_endian = ask.value<cl_bool>(CL_DEVICE_ENDIAN_LITTLE);
  const auto argument_bytes = ask.value<std::size_t>(CL_DEVICE_MAX_PARAMETER_SIZE);
  if (!ask.failure().empty()) return ask.failure();
  if (!available) return "it is not available";
  if (!compiler) return "it has no compiler";
  if (!little_endian) return "it is not little-endian";
  if (argument_bytes < 1024) return "its kernels take too few arguments";
  if (device.groups.items < sum_group || device.groups.wide < sum_group)
    return "its work groups are too small";
  int major = 0, minor = 0;
  if (std::sscanf(device.info.version.c_str(), "OpenCL %d.%d", &major, &minor) != 2 ||
      major * 10 + minor < 12)
    return "it is older than OpenCL 1.2";
  return "";
}

Device describe(cl_platform_id platform, cl_device_id id, int index) {
  Device device;
  device.platform = platform;
  device.id = id;
  Questions ask(id);
  DeviceInfo& info = device.info;
  const auto type = ask.value<cl_device_type>(CL_DEVICE_TYPE);
  const auto rounding = ask.value<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG);
  info.index = index;
  info.name = ask.text(CL_DEVICE_NAME);
  info.vendor = ask.text(CL_DEVICE_VENDOR);
  info.platform = platform_name(platform);
  info.version = ask.text(CL_DEVICE_VERSION);
  info.driver = ask.text(CL_DRIVER_VERSION);
  info.gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  info.cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  info.memory = std::size_t(ask.value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE));
  info.largest_buffer = std::size_t(ask.value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  info.local_memory = std::size_t(ask.value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  info.compute_units = int(ask.value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS));
  info.rounds_divide_and_root = (rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  info.doubles = ask.text(CL_DEVICE_EXTENSIONS).find("cl_khr_fp64") != std::string::npos;
  device.groups.items = ask.value<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  std::vector<std::size_t> sides = ask.sizes(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  sides.resize(2, 1);
  device.groups.wide = sides[0];
  device.groups.high = sides[1];
  info.unusable = why_unusable(ask, device);
  return device;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 6 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

bool matches(const Device& device, const std::string& wanted) {
  const DeviceInfo& info = device.info;
  if (is_number(wanted)) return std::stoi(wanted) == info.index;
  return lower_case(info.name + " " + info.vendor + " " + info.platform).find(wanted) !=
         std::string::npos;
}

std::vector<DeviceInfo> infos_of(const std::vector<Device>& devices) {
  std::vector<DeviceInfo> infos;
  for (const Device& device : devices) infos.push_back(device.info);
  return infos;
}

// The identifiers that a call of OpenCL lists, or none and what went wrong.
template <class Id, class Call>
std::vector<Id> ids_from(const Call& call, cl_int nothing_there, const std::string& name,
                         std::string& trouble) {
  cl_uint count = 0;
  cl_int code = call(0, nullptr, &count);
  std::vector<Id> ids(code == CL_SUCCESS ? count : 0);
  if (!ids.empty()) code = call(count, ids.data(), nullptr);
  if (code == CL_SUCCESS) return ids;
  if (code != nothing_there && trouble.empty()) trouble = name + " gave " + error_name(code);
  return {};
}

}  // namespace

std::vector<Device> list_devices(std::string* trouble) {
  std::vector<Device> devices;
  std::string wrong;
  for (cl_platform_id platform :
       ids_from<cl_platform_id>(clGetPlatformIDs, platform_not_found, "clGetPlatformIDs", wrong))
    for (cl_device_id id : ids_from<cl_device_id>(
             [platform](cl_uint count, cl_device_id*ids, cl_uint*found) {
               return clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, found);
             },
             CL_DEVICE_NOT_FOUND, "clGetDeviceIDs of '" + platform_name(platform) + "'", wrong))
      devices.push_back(describe(platform, id, int(devices.size())));
  if (trouble) *trouble = wrong;
  return devices;
}

Device host_device(const HostOpenCl& host) {
  const cl_device_id id = static_cast<cl_device_id>(host.device);
  cl_platform_id platform = nullptr;
  CHECK_CL(clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr));
  Device device = describe(platform, id, 0);
  device.host_context = static_cast<cl_context>(host.context);
  device.host_allocate = host.allocate;
  if (!device.info.unusable.empty()) throw DeviceError(refusal_of(device));
  return device;
}

std::string refusal_of(const Device& device) {
  return "the device '" + device.info.name + "' cannot be used: " + device.info.unusable;
}

Device find_device(const std::string& choice) {
  const DeviceChoice parsed = parse_device(choice);
  std::string trouble;
  const std::vector<Device> devices = list_devices(&trouble);
  const Device* found = nullptr;
  for (const Device& device : devices) {
    if (!matches(device, parsed.wanted)) continue;
    const bool better = !found || (!found->info.unusable.empty() && device.info.unusable.empty()) ||
                        (!found->info.gpu && device.info.gpu && device.info.unusable.empty());
    if (better) found = &device;
  }
  if (!found) {
    if (!trouble.empty()) throw DeviceError(trouble);  // it may be among those not listed
    if (devices.empty() && parsed.says_opencl)
      throw DeviceError("there is no OpenCL device on this machine");
    throw no_such_device(choice, infos_of(devices));
  }
  if (!found->info.unusable.empty()) throw DeviceError(refusal_of(*found));
  return *found;
}

}  // namespace rill::opencl

namespace rill {

bool built_with_opencl() { return true; }

std::vector<DeviceInfo> opencl_devices() { return opencl::infos_of(opencl::list_devices()); }

}  // namespace rill
