// Which device a cook runs on: auto, tbb, opencl, opencl:N or part of a name; and which are refused
// before anything is allocated.

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "errors.h"
#include "failures.h"
#include "terrains.h"

namespace rill::test {
namespace {

CookCase small() { return bare_case(scheme_rill, 9, 7, 2); }

std::string changed_case(std::string text) {
  for (char& letter : text)
    letter = char(std::islower(static_cast<unsigned char>(letter)) ? std::toupper(letter)
                                                                   : std::tolower(letter));
  return text;
}

void expect_runs_on(const std::string& choice, const DeviceInfo& device) {
  const CookResult result = cook_on(choice, small());
  EXPECT_EQ(trouble(result), "") << choice;
  EXPECT_NE(result.device.find(device.name), std::string::npos)
      << choice << " gave " << result.device;
}

TEST(Choice, ByKindNumberAndName) {
  const std::vector<DeviceInfo> devices = usable_devices();
  for (const std::string any : {"opencl", "OpenCL", "OPENCL", "opencl:"})
    EXPECT_EQ(trouble(cook_on(any, small())), "") << any;
  for (const DeviceInfo& device : devices) {
    expect_runs_on(choice_of(device), device);
    expect_runs_on("OpenCL:" + std::to_string(device.index), device);
    expect_runs_on(std::to_string(device.index), device);
    expect_runs_on(device.name, device);
    expect_runs_on(changed_case(device.name), device);
    expect_runs_on("opencl:" + changed_case(device.name), device);
    expect_runs_on(device.name.substr(1, device.name.size() - 2), device);
  }
  for (const std::string& part : {devices.front().platform, devices.front().vendor})
    EXPECT_EQ(trouble(cook_on(changed_case(part), small())), "") << part;
}

TEST(Choice, TbbIsTbb) {
  for (const std::string choice : {"tbb", "TBB", "Tbb"}) {
    const CleanShim clean;
    const CookResult result = cook_on(choice, small());
    EXPECT_EQ(result.device.rfind("tbb ", 0), 0u) << result.device;
    EXPECT_EQ(result.fallback, "");
    EXPECT_TRUE(all_calls().empty()) << "OpenCL was called";
  }
}

// Most likely a slip of the pen, so nothing is cooked and the sentence says what there is.
TEST(Choice, UnknownNamesAreRefusedWithThoseThereAre) {
  for (const std::string choice : {"no such device", "opencl:99", "opencl:no such device", "tbbb",
                                   "99999999999", "-1", "autos", "open cl"}) {
    const CleanShim clean;
    const std::string sentence = refusal([&] { cook_on(choice, small()); });
    EXPECT_TRUE(mentions(sentence, {"'" + choice + "'", "auto", "tbb", "opencl"}));
    for (const DeviceInfo& device : opencl_devices())
      EXPECT_TRUE(mentions(sentence, {choice_of(device) + " (" + device.name + ")"}));
    EXPECT_EQ(calls_of("clCreateContext"), 0) << choice;
  }
  try {
    cook_on("no such device", small());
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::input);
  }
}

// A driver that fails to list its devices hides them: no slip of the pen, so a fallback.
TEST(Choice, ADriverThatFailsIsNamedInTheReason) {
  const CookResult expected = cook_on("tbb", small());
  const DeviceInfo device = usable_devices().back();
  for (const std::string& choice : {choice_of(device), device.name})
    for (const std::string function : {"clGetPlatformIDs", "clGetDeviceIDs"}) {
      const CleanShim clean;
      opencl_devices();
      // The last platform's, for clGetDeviceIDs: one call to count and one to list.
      const long last = calls_of(function) - 1;
      shim().fail(function_called(function), last, CL_OUT_OF_HOST_MEMORY, false);
      const CookResult result = cook_on(choice, small());
      expect_sound(result, expected, choice + " " + function);
      EXPECT_TRUE(mentions(result.fallback, {function, "CL_OUT_OF_HOST_MEMORY"}));
    }
}

// "Not available" would be a guess: what is known is that it did not answer.
TEST(Choice, ADeviceThatDoesNotAnswerIsRefusedForThat) {
  const CookResult expected = cook_on("tbb", small());
  const DeviceInfo device = usable_devices().front();
  const CleanShim counted;
  opencl_devices();
  const long questions = calls_of("clGetDeviceInfo");
  ASSERT_GT(questions, 15);
  for (long call = 1; call <= questions / long(opencl_devices().size()); ++call) {
    shim().reset();
    shim().fail(function_called("clGetDeviceInfo"), call, CL_OUT_OF_RESOURCES, false);
    const CookResult result = cook_on("opencl:0", small());
    expect_sound(result, expected, "question " + std::to_string(call));
    EXPECT_TRUE(mentions(result.fallback, {"answer", "clGetDeviceInfo", "CL_OUT_OF_RESOURCES"}));
  }
}

TEST(Choice, AutoWithoutAGpuIsTbbAndSaysNothing) {
  const CleanShim clean;
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_CPU));
  const CookResult result = cook_on("auto", small());
  EXPECT_EQ(result.device.rfind("tbb ", 0), 0u) << result.device;
  EXPECT_EQ(result.fallback, "");
  EXPECT_TRUE(result.notes.empty()) << result.notes.front();
  EXPECT_EQ(calls_of("clCreateContext"), 0);
}

TEST(Choice, AutoTakesAGpu) {
  const CookResult expected = cook_on("tbb", small());
  const CleanShim clean;
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  const CookResult result = cook_on("auto", small());
  EXPECT_EQ(trouble(result), "");
  EXPECT_EQ(difference_in_bits(result.terrain, expected.terrain), "");
}

TEST(Choice, AutoSaysWhyAGpuCannotBeUsed) {
  const CookResult expected = cook_on("tbb", small());
  const CleanShim clean;
  answer(CL_DEVICE_TYPE, cl_device_type(CL_DEVICE_TYPE_GPU));
  answer(CL_DEVICE_COMPILER_AVAILABLE, cl_bool(CL_FALSE));
  for (const std::string choice : {"auto", "AUTO", ""}) {
    const CookResult result = cook_on(choice, small());
    expect_sound(result, expected, "auto");
    EXPECT_TRUE(mentions(result.fallback, {opencl_devices().front().name, "compiler"}));
    EXPECT_EQ(calls_of("clCreateContext"), 0);
  }
}

// What a device says of itself, and a word of the reason for which it is refused.
template <class Value>
void expect_refused(unsigned what, const Value& value, const std::string& word) {
  const CookResult expected = cook_on("tbb", small());
  const CleanShim clean;
  answer(what, value);
  for (const DeviceInfo& device : opencl_devices())
    EXPECT_NE(device.unusable.find(word), std::string::npos)
        << device.unusable << " lacks " << word;
  const CookResult result = cook_on("opencl", small());
  expect_sound(result, expected, word);
  EXPECT_NE(result.fallback.find(word), std::string::npos) << result.fallback;
  EXPECT_NE(result.fallback.find("cannot be used"), std::string::npos) << result.fallback;
  EXPECT_EQ(calls_of("clCreateContext"), 0);
}

TEST(Choice, DevicesThatCannotBeUsedSayWhy) {
  expect_refused(CL_DEVICE_AVAILABLE, cl_bool(CL_FALSE), "available");
  expect_refused(CL_DEVICE_COMPILER_AVAILABLE, cl_bool(CL_FALSE), "compiler");
  expect_refused(CL_DEVICE_ENDIAN_LITTLE, cl_bool(CL_FALSE), "little-endian");
  expect_refused(CL_DEVICE_MAX_PARAMETER_SIZE, std::size_t(256), "arguments");
  expect_refused(CL_DEVICE_MAX_WORK_GROUP_SIZE, std::size_t(8), "work groups");
  expect_refused(CL_DEVICE_MAX_WORK_ITEM_SIZES, std::array<std::size_t, 3>{8, 8, 8}, "work groups");
  expect_refused(CL_DEVICE_VERSION, "OpenCL 1.1 old", "1.2");
  expect_refused(CL_DEVICE_VERSION, "nonsense", "1.2");
}

// Refused by size, before a context or a buffer is made.
TEST(Choice, ADeviceWithTooLittleMemoryIsRefusedFirst) {
  const CookCase one = bare_case(scheme_rill, 600, 520, 1);
  const CookResult expected = cook_on("tbb", one);
  const std::size_t layer_bytes = one.terrain.cells() * sizeof(float);
  for (const cl_device_info what : {CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE}) {
    const CleanShim clean;
    answer(what, cl_ulong(layer_bytes - 1));
    const CookResult result = cook_on("opencl", one);
    expect_sound(result, expected, "little memory");
    EXPECT_NE(result.fallback, "");
    EXPECT_NE(result.fallback.find(" MB"), std::string::npos) << result.fallback;
    EXPECT_NE(result.fallback.find(usable_devices().front().name), std::string::npos)
        << result.fallback;
    for (const char* function : {"clCreateContext", "clCreateCommandQueue", "clCreateBuffer"})
      EXPECT_EQ(calls_of(function), 0) << function;
  }
}

// What a cook says it needs is what it then asks for, to the byte.
TEST(Choice, JustEnoughMemoryIsEnough) {
  for (const CookCase& one : {bare_case(scheme_rill, 33, 17, 1), full_case(scheme_rill, 600, 3, 1),
                              full_case(scheme_jako2011, 33, 17, 1)}) {
    const CleanShim clean;
    ASSERT_EQ(trouble(cook_on("opencl", one)), "");
    const std::size_t asked_for = shim().buffer_bytes();
    answer(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong(asked_for));
    answer(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong(asked_for));
    EXPECT_EQ(trouble(cook_on("opencl", one)), "") << one.name;
    answer(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong(asked_for - 1));
    EXPECT_NE(cook_on("opencl", one).fallback, "") << one.name;
  }
}

// The numbers before " MB".
std::vector<long> megabytes_in(const std::string& sentence) {
  std::vector<long> amounts;
  std::istringstream words(sentence);
  std::string before;
  for (std::string word; words >> word; before = word)
    if (word == "MB") amounts.push_back(std::stol(before));
  return amounts;
}

// The two numbers of a refusal differ, or nobody could understand it.
TEST(Choice, ARefusalForMemoryMakesSense) {
  const CookCase one = bare_case(scheme_rill, 600, 520, 1);
  for (const cl_device_info what : {CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE}) {
    const CleanShim clean;
    answer(what, cl_ulong(one.terrain.cells() * sizeof(float) - 1));
    const std::string reason = cook_on("opencl", one).fallback;
    const std::vector<long> amounts = megabytes_in(reason);
    ASSERT_EQ(amounts.size(), 2u) << reason;
    EXPECT_GT(amounts[0], amounts[1]) << reason;
  }
}

}  // namespace
}  // namespace rill::test
