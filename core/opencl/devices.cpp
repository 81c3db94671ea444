// Asking OpenCL what is there. A platform that answers with an error is passed over: one broken driver
// must not hide the others.

#include "devices.h"

#include <algorithm>
#include <cctype>

namespace rill::opencl {
namespace {

std::string text_of(cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  if (clGetDeviceInfo(device, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string text(size, '\0');
  if (clGetDeviceInfo(device, what, size, &text[0], nullptr) != CL_SUCCESS) return "";
  while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string platform_name(cl_platform_id platform) {
  char name[256] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name) - 1, name, nullptr);
  return name;
}

template <class Value>
Value value_of(cl_device_id device, cl_device_info what) {
  Value value = {};
  clGetDeviceInfo(device, what, sizeof(value), &value, nullptr);
  return value;
}

std::string why_unusable(cl_device_id device) {
  if (!value_of<cl_bool>(device, CL_DEVICE_AVAILABLE)) return "it is not available";
  if (!value_of<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE)) return "it has no compiler";
  if (!value_of<cl_bool>(device, CL_DEVICE_ENDIAN_LITTLE)) return "it is not little-endian";
  if (value_of<std::size_t>(device, CL_DEVICE_MAX_PARAMETER_SIZE) < 1024)
    return "its kernels take too few arguments";
  if (value_of<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE) < 16)
    return "its work groups are too small";
  int major = 0, minor = 0;
  if (std::sscanf(text_of(device, CL_DEVICE_VERSION).c_str(), "OpenCL %d.%d", &major, &minor) != 2 ||
      major * 10 + minor < 12)
    return "it is older than OpenCL 1.2";
  return "";
}

Device describe(cl_platform_id platform, cl_device_id id, int index) {
  Device device;
  device.platform = platform;
  device.id = id;
  device.max_work_group = value_of<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  DeviceInfo& info = device.info;
  const auto type = value_of<cl_device_type>(id, CL_DEVICE_TYPE);
  const auto rounding = value_of<cl_device_fp_config>(id, CL_DEVICE_SINGLE_FP_CONFIG);
  info.index = index;
  info.name = text_of(id, CL_DEVICE_NAME);
  info.vendor = text_of(id, CL_DEVICE_VENDOR);
  info.platform = platform_name(platform);
  info.version = text_of(id, CL_DEVICE_VERSION);
  info.driver = text_of(id, CL_DRIVER_VERSION);
  info.gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  info.cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  info.memory = std::size_t(value_of<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE));
  info.largest_buffer = std::size_t(value_of<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  info.local_memory = std::size_t(value_of<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE));
  info.compute_units = int(value_of<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS));
  info.rounds_divide_and_root = (rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  info.doubles = text_of(id, CL_DEVICE_EXTENSIONS).find("cl_khr_fp64") != std::string::npos;
  info.unusable = why_unusable(id);
  return device;
}

std::string lower(std::string text) {
  for (char& letter : text) letter = char(std::tolower(static_cast<unsigned char>(letter)));
  return text;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 6 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

std::vector<Device> list_devices() {
  std::vector<Device> devices;
  cl_uint platform_count = 0;
  if (clGetPlatformIDs(0, nullptr, &platform_count) != CL_SUCCESS || platform_count == 0) return devices;
  std::vector<cl_platform_id> platforms(platform_count);
  if (clGetPlatformIDs(platform_count, platforms.data(), nullptr) != CL_SUCCESS) return devices;
  for (cl_platform_id platform : platforms) {
    cl_uint count = 0;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
    std::vector<cl_device_id> ids(count);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) != CL_SUCCESS) continue;
    for (cl_device_id id : ids) devices.push_back(describe(platform, id, int(devices.size())));
  }
  return devices;
}

Device find_device(const std::string& choice) {
  std::vector<Device> devices = list_devices();
  if (devices.empty()) throw DeviceError("there is no OpenCL device on this machine");
  const std::string wanted = choice.rfind("opencl:", 0) == 0 ? choice.substr(7) : choice;
  const Device* found = nullptr;
  for (const Device& device : devices) {
    const bool matches =
        wanted == "opencl" ||
        (is_number(wanted) ? std::stoi(wanted) == device.info.index
                           : lower(device.info.name + " " + device.info.vendor + " " +
                                   device.info.platform)
                                     .find(lower(wanted)) != std::string::npos);
    if (!matches) continue;
    const bool better = !found || (!found->info.unusable.empty() && device.info.unusable.empty()) ||
                        (!found->info.gpu && device.info.gpu && device.info.unusable.empty());
    if (better) found = &device;
  }
  if (!found) throw DeviceError("no OpenCL device is called '" + wanted + "'");
  if (!found->info.unusable.empty())
    throw DeviceError("the device '" + found->info.name + "' cannot be used: " + found->info.unusable);
  return *found;
}

}  // namespace rill::opencl

namespace rill {

bool built_with_opencl() { return true; }

std::vector<DeviceInfo> opencl_devices() {
  std::vector<DeviceInfo> infos;
  for (const opencl::Device& device : opencl::list_devices()) infos.push_back(device.info);
  return infos;
}

}  // namespace rill
