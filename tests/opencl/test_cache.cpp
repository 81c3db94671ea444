// Built kernels on disk: a first cook builds, a later one does not; a damaged file, or no place for
// one, costs a build and nothing else.

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "child.h"
#include "cooks.h"
#include "driver.h"
#include "kernel_files.h"
#include "terrains.h"

namespace rill::test {
namespace {

namespace fs = std::filesystem;

class Cache : public testing::Test {
 protected:
  Cache() : one_(bare_case(scheme_rill, 19, 13, 3)), expected_(cook_on("tbb", one_)) {}

  // Cooks on the device, checks the bits and returns how many programs were built from source.
  long builds(const DeviceInfo& device, const CookCase& one, const CookResult& expected) {
    const CleanShim clean;
    const CookResult result = cook_on(choice_of(device), one);
    EXPECT_EQ(trouble(result), "") << device.name;
    EXPECT_EQ(difference_in_bits(result.terrain, expected.terrain), "") << device.name;
    EXPECT_EQ(live_objects(), 0) << live_by_kind();
    const bool from_cache = result.device.find("kernels from cache") != std::string::npos;
    EXPECT_EQ(from_cache, calls_of("clCreateProgramWithSource") == 0) << result.device;
    return calls_of("clCreateProgramWithSource");
  }
  long builds(const DeviceInfo& device) { return builds(device, one_, expected_); }

  CookCase one_;
  CookResult expected_;
};

TEST_F(Cache, AWarmStartBuildsNothing) {
  const CookCase large = bare_case(scheme_rill, 256, 256, 2);
  const CookResult expected = cook_on("tbb", large);
  for (const DeviceInfo& device : usable_devices()) {
    const Folder folder;
    const CacheFolder used(folder.path());
    EXPECT_EQ(builds(device, large, expected), 1);
    ASSERT_EQ(kernel_files(folder.path()).size(), 1u);
    const std::string kept = read_bytes(kernel_files(folder.path()).front());
    EXPECT_EQ(builds(device, large, expected), 0);
    EXPECT_EQ(builds(device), 0) << "the size of the grid is not part of the kernels";
    ASSERT_EQ(kernel_files(folder.path()).size(), 1u);
    EXPECT_EQ(read_bytes(kernel_files(folder.path()).front()), kept);
  }
}

TEST_F(Cache, OtherKernelsAndOtherDevicesHaveFilesOfTheirOwn) {
  const CookCase other = bare_case(scheme_jako2011, 19, 13, 3);
  const CookResult expected = cook_on("tbb", other);
  const Folder folder;
  const CacheFolder used(folder.path());
  std::size_t files = 0;
  for (const DeviceInfo& device : usable_devices()) {
    EXPECT_EQ(builds(device), 1);
    EXPECT_EQ(builds(device, other, expected), 1);
    files += 2;
    EXPECT_EQ(kernel_files(folder.path()).size(), files);
    EXPECT_EQ(builds(device), 0);
    EXPECT_EQ(builds(device, other, expected), 0);
  }
}

// After an update of the driver its old binaries must not be taken, whether it would refuse them or
// not.
TEST_F(Cache, AnotherDriverOrVersionHasFilesOfItsOwn) {
  for (const DeviceInfo& device : usable_devices()) {
    const Folder folder;
    const CacheFolder used(folder.path());
    EXPECT_EQ(builds(device), 1);
    std::size_t files = 1;
    for (const cl_device_info what : {CL_DRIVER_VERSION, CL_DEVICE_VERSION, CL_DEVICE_NAME}) {
      const CleanShim clean;
      answer_text(what, "OpenCL 1.2 of tomorrow");
      const CookResult result = cook_on(choice_of(device), one_);
      EXPECT_EQ(trouble(result), "");
      EXPECT_EQ(calls_of("clCreateProgramWithSource"), 1) << device.name;
      EXPECT_EQ(kernel_files(folder.path()).size(), ++files) << device.name;
    }
    EXPECT_EQ(builds(device), 0);
  }
}

std::string hash_as_in_a_file(const std::string& bytes) {
  std::uint64_t hash = 1469598103934665603u;
  for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// The good file with another binary in it, whose length and hash are right.
std::string with_binary(const std::string& good, const std::string& binary) {
  const std::size_t second_line = good.find('\n') + 1,
                    third_line = good.find('\n', second_line) + 1;
  return good.substr(0, third_line) + std::to_string(binary.size()) + " " +
         hash_as_in_a_file(binary) + "\n" + binary;
}

std::vector<std::pair<std::string, std::string>> damaged(const std::string& good) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"empty", ""},
      {"one byte", good.substr(0, 1)},
      {"cut in the header", good.substr(0, 40)},
      {"cut after the header", with_binary(good, "")},
      {"half", good.substr(0, good.size() / 2)},
      {"one byte short", good.substr(0, good.size() - 1)},
      {"one byte more", good + "x"},
      {"two files in one", good + good},
      {"garbage", std::string(5000, '\xa5')},
      {"only line breaks", std::string(100, '\n')},
      {"a binary that no driver knows", with_binary(good, std::string(3000, 'x'))}};
  for (const double at : {0.001, 0.5, 0.999}) {
    std::string flipped = good;
    flipped[std::size_t(double(good.size()) * at)] ^= 4;
    files.push_back({"one bit flipped at " + std::to_string(at), flipped});
  }
  std::string other_key = good;
  other_key[good.find("rill ", good.find('\n')) + 5] ^= 1;
  files.push_back({"of another version", other_key});
  return files;
}

TEST_F(Cache, DamagedFilesAreIgnoredAndReplaced) {
  for (const DeviceInfo& device : usable_devices()) {
    const Folder folder;
    const CacheFolder used(folder.path());
    EXPECT_EQ(builds(device), 1);
    ASSERT_EQ(kernel_files(folder.path()).size(), 1u);
    const fs::path file = kernel_files(folder.path()).front();
    const std::string good = read_bytes(file);
    ASSERT_GT(good.size(), 1000u);
    ASSERT_EQ(with_binary(
                  good, good.substr(good.find('\n', good.find('\n', good.find('\n') + 1) + 1) + 1)),
              good);
    for (const auto& [what, bytes] : damaged(good)) {
      write_bytes(file, bytes);
      EXPECT_EQ(builds(device), 1) << what;
      EXPECT_EQ(builds(device), 0) << what << ": was not replaced";
      EXPECT_EQ(kernel_files(folder.path()).size(), 1u) << what;
    }
  }
}

TEST_F(Cache, AFolderInPlaceOfTheFileIsNoCache) {
  const DeviceInfo device = quickest_device();
  const Folder folder;
  const CacheFolder used(folder.path());
  EXPECT_EQ(builds(device), 1);
  ASSERT_EQ(kernel_files(folder.path()).size(), 1u);
  const fs::path file = kernel_files(folder.path()).front();
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_EQ(builds(device), 1);
  EXPECT_EQ(kernel_files(folder.path()).size(), 1u) << "something was left beside it";
}

TEST_F(Cache, NoPlaceForOneIsNoTrouble) {
  const DeviceInfo device = quickest_device();
  const Folder folder;
  const std::string file = folder.path() + "/file", locked = folder.path() + "/locked";
  write_bytes(file, "not a folder");
  fs::create_directory(locked);
  fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec);
  for (const std::string& place :
       {file, file + "/below", locked, std::string("/proc/no/such/folder")}) {
    const CacheFolder used(place);
    EXPECT_EQ(builds(device), 1) << place;
  }
  EXPECT_EQ(read_bytes(file), "not a folder");
}

TEST_F(Cache, HomeServesWhereThereIsNoCacheFolder) {
  const DeviceInfo device = quickest_device();
  const Folder home;
  for (const char* unset : {static_cast<const char*>(nullptr), ""}) {
    fs::remove_all(home.path() + "/.cache");
    const Environment no_cache("XDG_CACHE_HOME", unset);
    const Environment own_home("HOME", home.path().c_str());
    EXPECT_EQ(builds(device), 1);
    EXPECT_EQ(kernel_files(home.path() + "/.cache").size(), 1u);
    EXPECT_EQ(builds(device), 0);
  }
  const Environment no_cache("XDG_CACHE_HOME", nullptr);
  const Environment no_home("HOME", nullptr);
  EXPECT_EQ(builds(device), 1);
}

TEST_F(Cache, ManyWritersAtOnceLeaveOneGoodFile) {
  const DeviceInfo device = quickest_device();
  const std::string driver_cache = CacheFolder::current() + "/pocl/kcache";
  for (int round = 0; round < 3; ++round) {
    const Folder folder;
    const Variables variables = {{"XDG_CACHE_HOME", folder.path().c_str()},
                                 {"POCL_CACHE_DIR", driver_cache.c_str()},
                                 {"OPENCL_LAYERS", nullptr}};
    {
      Child first({choice_of(device), "3"}, variables), second({choice_of(device), "3"}, variables);
      for (Child* child : {&first, &second}) {
        const ChildResult result = child->wait();
        EXPECT_EQ(result.status, 0) << result.output;
        EXPECT_EQ(result.line("difference"), "none") << result.output;
        EXPECT_EQ(result.line("fallback"), "") << result.output;
      }
    }
    ASSERT_EQ(kernel_files(folder.path()).size(), 1u);
    const CacheFolder used(folder.path());
    EXPECT_EQ(builds(device), 0);
  }
}

// Writers that are killed in the middle: the file is torn again and again while cooks run.
TEST_F(Cache, AFileTornWhileCooksRunDoesNoHarm) {
  const DeviceInfo device = quickest_device();
  const Folder folder;
  const CacheFolder used(folder.path());
  builds(device);
  ASSERT_EQ(kernel_files(folder.path()).size(), 1u);
  const fs::path file = kernel_files(folder.path()).front();
  const std::string good = read_bytes(file);
  std::atomic<bool> stop{false};
  std::thread tearing([&] {
    for (std::size_t turn = 0; !stop; ++turn) {
      write_bytes(file, good.substr(0, good.size() * (turn % 10) / 9));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (int i = 0; i < 30; ++i) {
    const CookResult result = cook_on(choice_of(device), one_);
    EXPECT_EQ(trouble(result), "");
    EXPECT_EQ(difference_in_bits(result.terrain, expected_.terrain), "");
  }
  stop = true;
  tearing.join();
}

}  // namespace
}  // namespace rill::test
