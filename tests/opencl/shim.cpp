// An OpenCL layer for tests: the loader puts it between the program and the drivers
// (OPENCL_LAYERS). It passes every call on, and counts, fails or answers as shim.h says.

#include "shim.h"

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_layer.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>

namespace rill::test {
namespace {

enum Function {
#define RILL_CL(name, role, object) function_##name,
#include "shim_functions.def"
#undef RILL_CL
  function_total
};

enum class Role { query, create, retain, release, work };

struct FunctionInfo {
  const char* name;
  Role role;
  ObjectKind object;
};
constexpr FunctionInfo functions[] = {
#define RILL_CL(name, role, object) {#name, Role::role, object},
#include "shim_functions.def"
#undef RILL_CL
};

cl_icd_dispatch next;  // the drivers, or the layer below
std::atomic<long> calls[function_total];
std::atomic<long> live[object_kinds], created[object_kinds];
std::atomic<long> failures;
std::atomic<std::size_t> buffer_bytes;
std::atomic<int> failing_function{-1};
std::atomic<long> failing_call;
std::atomic<cl_int> failing_error;
std::atomic<bool> device_gets_lost, device_is_lost;
std::mutex answers_mutex;
std::map<cl_device_info, std::string> answers;
std::string more_options;
std::atomic<float> division_error;

// The error that this call must give, or CL_SUCCESS.
cl_int enter(Function function) {
  const long call = ++calls[function];
  const Role role = functions[function].role;
  const bool dead = device_is_lost && (role == Role::create || role == Role::work);
  if (!dead && (function != failing_function || call != failing_call)) return CL_SUCCESS;
  if (device_gets_lost) device_is_lost = true;
  ++failures;
  return failing_error;
}

void count(ObjectKind kind, long change) {
  live[kind] += change;
  if (change > 0) created[kind] += change;
}

// Whether another answer was asked for, and what the query returns with it.
bool answered(unsigned what, std::size_t size, void* value, std::size_t* size_needed,
              cl_int& code) {
  const std::lock_guard<std::mutex> lock(answers_mutex);
  const auto found = answers.find(what);
  if (found == answers.end()) return false;
  const std::string& answer = found->second;
  code = value && size < answer.size() ? CL_INVALID_VALUE : CL_SUCCESS;
  if (code != CL_SUCCESS) return true;
  if (value) std::memcpy(value, answer.data(), answer.size());
  if (size_needed) *size_needed = answer.size();
  return true;
}

// A device or kernel that says it takes small work groups refuses large ones.
bool group_too_large(cl_uint dimensions, const std::size_t* local) {
  if (!local) return false;
  std::size_t wanted = 1;
  for (cl_uint i = 0; i < dimensions; ++i) wanted *= local[i];
  cl_int code = CL_SUCCESS;
  for (const unsigned what :
       {unsigned(CL_DEVICE_MAX_WORK_GROUP_SIZE), unsigned(CL_KERNEL_WORK_GROUP_SIZE)}) {
    std::size_t most = 0;
    if (answered(what, sizeof(most), &most, nullptr, code) && wanted > most) return true;
  }
  std::size_t sides[3] = {};
  if (!answered(CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sides), sides, nullptr, code)) return false;
  for (cl_uint i = 0; i < dimensions; ++i)
    if (local[i] > sides[i]) return true;
  return false;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// Multiplies what is divided, and every root, by a little more than 1. Of the source only the model:
// the sums of the budget, which follow it, divide integers; so do lines that work out a place.
std::string with_spoilt_division(const std::string& source) {
  char factor[40];
  std::snprintf(factor, sizeof(factor), "(1.0f + %.9ef)", double(division_error));
  const std::size_t end = source.find("#ifdef RILL_DOUBLES");
  std::istringstream model(source.substr(0, end));
  std::string spoilt;
  for (std::string line; std::getline(model, line); spoilt += line + "\n") {
    if (line.find("const int ") != std::string::npos) continue;
    replace_all(line, " / ", std::string(" * ") + factor + " / ");
    replace_all(line, "return sqrt(a);", std::string("return sqrt(a) * ") + factor + ";");
  }
  return spoilt + source.substr(end);
}

cl_program create_spoilt(cl_context context, cl_uint, const char** texts, const std::size_t*,
                         cl_int* code) {
  const std::string source = with_spoilt_division(texts[0]);
  const char* text = source.c_str();
  return next.clCreateProgramWithSource(context, 1, &text, nullptr, code);
}

cl_int build_with_more(cl_program built, cl_uint devices, const cl_device_id* list,
                       const char* options, void(CL_CALLBACK* done)(cl_program, void*),
                       void* data) {
  const std::string all = std::string(options ? options : "") + " " + more_options;
  return next.clBuildProgram(built, devices, list, all.c_str(), done, data);
}

template <Function function, auto member, class Signature>
struct Wrapped;

// Functions that return an object, or memory, and their error through the last argument.
template <Function function, auto member, class Object, class... Arguments>
struct Wrapped<function, member, Object* (*)(Arguments...)> {
  static Object* call(Arguments... arguments) {
    if (const cl_int error = enter(function)) {
      if (cl_int* code = std::get<sizeof...(Arguments) - 1>(std::tie(arguments...))) *code = error;
      return nullptr;
    }
    Object* object = nullptr;
    if constexpr (function == function_clCreateProgramWithSource)
      object = division_error > 0 ? create_spoilt(arguments...) : (next.*member)(arguments...);
    else
      object = (next.*member)(arguments...);
    if (object && functions[function].object != none) count(functions[function].object, 1);
    if constexpr (function == function_clCreateBuffer)
      buffer_bytes += std::get<2>(std::tie(arguments...));
    return object;
  }
};

template <Function function, auto member, class... Arguments>
struct Wrapped<function, member, cl_int (*)(Arguments...)> {
  static cl_int call(Arguments... arguments) {
    constexpr Role role = functions[function].role;
    constexpr ObjectKind kind = functions[function].object;
    const auto all = std::tie(arguments...);
    const cl_int error = enter(function);
    if (error != CL_SUCCESS && role != Role::release) return error;
    if constexpr (function == function_clGetDeviceInfo) {
      cl_int code = CL_SUCCESS;
      if (answered(std::get<1>(all), std::get<2>(all), std::get<3>(all), std::get<4>(all), code))
        return code;
    }
    if constexpr (function == function_clGetKernelWorkGroupInfo) {
      cl_int code = CL_SUCCESS;
      if (answered(std::get<2>(all), std::get<3>(all), std::get<4>(all), std::get<5>(all), code))
        return code;
    }
    if constexpr (function == function_clEnqueueNDRangeKernel)
      if (group_too_large(std::get<2>(all), std::get<5>(all))) return CL_INVALID_WORK_GROUP_SIZE;
    cl_int code = CL_SUCCESS;
    if constexpr (function == function_clBuildProgram)
      code = build_with_more(arguments...);
    else
      code = (next.*member)(arguments...);
    if (code == CL_SUCCESS) {
      if constexpr (role == Role::retain) count(kind, 1);
      if constexpr (role == Role::release) count(kind, -1);
      if constexpr (std::is_same_v<
                        std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>,
                        cl_event*>)
        if (std::get<sizeof...(Arguments) - 1>(all)) count(event, 1);
    }
    return error != CL_SUCCESS ? error : code;
  }
};

const cl_icd_dispatch shim_calls = [] {
  cl_icd_dispatch table = {};  // the loader passes what is null straight on
#define RILL_CL(name, role, object) \
  table.name = Wrapped<function_##name, &cl_icd_dispatch::name, cl_api_##name>::call;
#include "shim_functions.def"
#undef RILL_CL
  return table;
}();

void reset() {
  failing_function = -1;
  device_gets_lost = device_is_lost = false;
  failures = 0;
  buffer_bytes = 0;
  for (std::atomic<long>& number : calls) number = 0;
  const std::lock_guard<std::mutex> lock(answers_mutex);
  answers.clear();
  more_options.clear();
  division_error = 0;
}

void fail(int function, long call, int error, bool lost_device) {
  failing_call = calls[function] + call;
  failing_error = error;
  device_gets_lost = lost_device;
  device_is_lost = false;
  failing_function = function;
}

void answer(unsigned what, const void* value, std::size_t size) {
  const std::lock_guard<std::mutex> lock(answers_mutex);
  answers[what].assign(static_cast<const char*>(value), size);
}

// For programs that cannot ask: RILL_SHIM_ANSWER="number value" is one answer from the start, a cl_bool.
void answer_from_environment() {
  unsigned what = 0;
  cl_bool value = 0;
  const char* text = std::getenv("RILL_SHIM_ANSWER");
  if (text && std::sscanf(text, "%u %u", &what, &value) == 2) answer(what, &value, sizeof(value));
}

const ShimControl control = {reset,
                             [] { return int(function_total); },
                             [](int function) { return functions[function].name; },
                             [](int function) { return calls[function].load(); },
                             fail,
                             [] { return failures.load(); },
                             answer,
                             [](const char* options) { more_options = options; },
                             [](float share) { division_error = share; },
                             [](int kind) { return live[kind].load(); },
                             [](int kind) { return created[kind].load(); },
                             [] { return buffer_bytes.load(); }};

}  // namespace
}  // namespace rill::test

extern "C" {

const rill::test::ShimControl* rill_shim_control() { return &rill::test::control; }

cl_int clGetLayerInfo(cl_layer_info what, std::size_t size, void* value, std::size_t* size_needed) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const char name[] = "rill test shim";
  const bool is_version = what == CL_LAYER_API_VERSION;
  if (!is_version && what != CL_LAYER_NAME) return CL_INVALID_VALUE;
  const std::size_t needed = is_version ? sizeof(version) : sizeof(name);
  if (value && size < needed) return CL_INVALID_VALUE;
  if (value) std::memcpy(value, is_version ? static_cast<const void*>(&version) : name, needed);
  if (size_needed) *size_needed = needed;
  return CL_SUCCESS;
}

cl_int clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* own_entries,
                   const cl_icd_dispatch** own) {
  const std::size_t most = sizeof(cl_icd_dispatch) / sizeof(void*);
  std::memcpy(&rill::test::next, target, sizeof(void*) * (entries < most ? entries : most));
  *own_entries = cl_uint(most);
  *own = &rill::test::shim_calls;
  rill::test::answer_from_environment();
  return CL_SUCCESS;
}

// The newer name that Khronos' loader asks for; by label, because not every header declares it and
// those that do, do so with a type that others lack.
cl_int init_layer_with_properties(cl_uint entries, const cl_icd_dispatch* target,
                                  cl_uint* own_entries, const cl_icd_dispatch** own,
                                  const void*) __asm__("clInitLayerWithProperties");
cl_int init_layer_with_properties(cl_uint entries, const cl_icd_dispatch* target,
                                  cl_uint* own_entries, const cl_icd_dispatch** own, const void*) {
  return clInitLayer(entries, target, own_entries, own);
}

}  // extern "C"
