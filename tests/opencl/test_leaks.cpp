// A thousand cooks: no OpenCL object is left after any, and memory, both what malloc has given out
// and what is resident, does not grow by more than the driver itself loses when kernels are loaded
// and released without rill (Intel's loses some 20 kB each time, PoCL nothing).

#include <gtest/gtest.h>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <vector>

#include "cooks.h"
#include "driver.h"
#include "kernel_files.h"
#include "opencl/devices.h"
#include "terrains.h"

namespace rill::test {
namespace {

struct Megabytes {
  double allocated, resident;
};

Megabytes memory_now() {
  long pages = 0, resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%ld %ld", &pages, &resident) != 2) ADD_FAILURE() << "no statm";
  if (file) std::fclose(file);
  const struct mallinfo2 heap = mallinfo2();
  const double megabyte = 1 << 20;
  return {double(heap.uordblks + heap.hblkhd) / megabyte,
          double(resident) * double(sysconf(_SC_PAGESIZE)) / megabyte};
}

Megabytes least(Megabytes a, Megabytes b) {
  return {std::min(a.allocated, b.allocated), std::min(a.resident, b.resident)};
}

// Calls count times; how much memory grew after the first fifth: from the least in the next tenth to
// the least in the last, because a driver's threads may still hold what the last call gave back.
template <class Work>
Megabytes growth(int count, const Work& work) {
  const double none = std::numeric_limits<double>::infinity();
  Megabytes settled = {none, none}, end = {none, none};
  for (int i = 0; i < count; ++i) {
    work(i);
    if (testing::Test::HasFatalFailure()) return {};
    if (i >= count / 5 && i < count * 3 / 10) settled = least(settled, memory_now());
    if (i >= count * 9 / 10) end = least(end, memory_now());
  }
  return {end.allocated - settled.allocated, end.resident - settled.resident};
}

// A leak of a kilobyte a cook is seen: the check below can fail.
TEST(Leaks, AreSeen) {
  std::vector<std::unique_ptr<char[]>> kept;
  const Megabytes grown = growth(10000, [&](int) { kept.emplace_back(new char[1000]()); });
  EXPECT_NEAR(grown.allocated, 7, 1);
}

// What any program does that loads kernels and lets go of everything.
void load_and_release(const opencl::Device& device, const std::string& binary) {
  cl_int code = CL_SUCCESS;
  const cl_context held = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  const unsigned char* data = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t size = binary.size();
  const cl_program loaded =
      clCreateProgramWithBinary(held, 1, &device.id, &size, &data, nullptr, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(loaded, 1, &device.id, "", nullptr, nullptr), CL_SUCCESS);
  char names[4000] = "";
  ASSERT_EQ(clGetProgramInfo(loaded, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, nullptr),
            CL_SUCCESS);
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ';');) {
    const cl_kernel one = clCreateKernel(loaded, name.c_str(), &code);
    ASSERT_EQ(code, CL_SUCCESS) << name;
    clReleaseKernel(one);
  }
  clReleaseProgram(loaded);
  clReleaseContext(held);
}

// The binary that rill keeps for this cook, from a cache of its own.
std::string kept_binary(const std::string& device, const CookCase& one) {
  const Folder folder;
  const CacheFolder used(folder.path());
  cook_on(device, one);
  if (kernel_files(folder.path()).size() != 1) return "";
  std::string bytes = read_bytes(kernel_files(folder.path()).front());
  for (int line = 0; line < 3; ++line) bytes = bytes.substr(bytes.find('\n') + 1);
  return bytes;
}

TEST(Leaks, AThousandCooksLeaveNothing) {
  const CookCase one = bare_case(scheme_rill, 5, 4, 2);
  const CookResult expected = cook_on("tbb", one);
  for (const opencl::Device& device : opencl::list_devices()) {
    if (!device.info.unusable.empty()) continue;
    const std::string choice = choice_of(device.info);
    const int cooks = 1000;
    const std::string binary = kept_binary(choice, one);
    ASSERT_NE(binary, "");
    const long created_before = shim().created(buffer);
    const Megabytes grown = growth(cooks, [&](int cook) {
      const CookResult result = cook_on(choice, one);
      ASSERT_EQ(trouble(result), "");
      ASSERT_EQ(live_objects(), 0) << "cook " << cook << ": " << live_by_kind();
      ASSERT_EQ(difference_in_bits(result.terrain, expected.terrain), "") << cook;
    });
    EXPECT_GE(shim().created(buffer) - created_before, 10 * cooks)
        << "the objects were not counted";
    const Megabytes drivers_own = growth(cooks, [&](int) { load_and_release(device, binary); });
    std::cout << device.info.name << ": after the first fifth of " << cooks << " cooks "
              << grown.allocated << " MB were not freed and " << grown.resident
              << " MB more are resident; in as many loads of the kernels alone "
              << drivers_own.allocated << " and " << drivers_own.resident << " MB" << std::endl;
    EXPECT_LE(grown.allocated, 0.5 + 1.5 * std::max(0.0, drivers_own.allocated));
    EXPECT_LE(grown.resident, 3 + 1.5 * std::max(0.0, drivers_own.resident));
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace rill::test
