// The rill command and OpenCL: what devices prints, and cook and bench on each device.

#include <gtest/gtest.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <nlohmann/json.hpp>

#include "child.h"
#include "driver.h"
#include "folder.h"
#include "terrains.h"

namespace rill::test {
namespace {

using Json = nlohmann::json;

TEST(Command, DevicesListsAllThatIsKnownOfEach) {
  const ChildResult text = run_rill({"devices"}), json = run_rill({"devices", "--json"});
  ASSERT_EQ(text.status, 0);
  ASSERT_EQ(json.status, 0);
  const Json list = Json::parse(json.output).at("opencl");
  const std::vector<DeviceInfo> devices = opencl_devices();
  ASSERT_EQ(list.size(), devices.size());
  for (const DeviceInfo& device : devices) {
    const Json& row = list.at(std::size_t(device.index));
    EXPECT_EQ(row.at("device"), choice_of(device));
    EXPECT_EQ(row.at("name"), device.name);
    EXPECT_EQ(row.at("vendor"), device.vendor);
    EXPECT_EQ(row.at("platform"), device.platform);
    EXPECT_EQ(row.at("version"), device.version);
    EXPECT_EQ(row.at("driver"), device.driver);
    EXPECT_EQ(row.at("memory"), device.memory);
    EXPECT_EQ(row.at("largest_buffer"), device.largest_buffer);
    EXPECT_EQ(row.at("local_memory"), device.local_memory);
    EXPECT_EQ(row.at("rounds_divide_and_root"), device.rounds_divide_and_root);
    EXPECT_EQ(row.at("doubles"), device.doubles);
    EXPECT_EQ(row.at("unusable"), device.unusable);
    for (const std::string& part :
         {choice_of(device) + "  " + device.name, device.vendor, device.version, device.driver,
          std::to_string(device.memory >> 20) + " MB",
          "local memory " + std::to_string(device.local_memory >> 10) + " KB",
          std::string(device.rounds_divide_and_root ? "rounded correctly" : "not promised")})
      EXPECT_NE(text.output.find(part), std::string::npos) << text.output << " lacks " << part;
  }
  EXPECT_EQ(text.output.find("cannot be used"), std::string::npos) << text.output;
}

TEST(Command, DevicesSaysWhyOneCannotBeUsed) {
  const std::string answer = std::to_string(CL_DEVICE_COMPILER_AVAILABLE) + " 0";
  const Variables variables = {{"RILL_SHIM_ANSWER", answer.c_str()}};
  const ChildResult text = run_rill({"devices"}, variables);
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.output.find("cannot be used: it has no compiler"), std::string::npos)
      << text.output;
  for (const Json& row :
       Json::parse(run_rill({"devices", "--json"}, variables).output).at("opencl"))
    EXPECT_EQ(row.at("unusable"), "it has no compiler");
}

TEST(Command, DevicesSaysWhenThereAreNone) {
  const Folder empty;
  const ChildResult text = run_rill({"devices"}, {{"OCL_ICD_VENDORS", empty.path().c_str()},
                                                  {"OPENCL_VENDOR_PATH", empty.path().c_str()},
                                                  {"OPENCL_LAYERS", nullptr}});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.output.find("There is no OpenCL device"), std::string::npos) << text.output;
}

TEST(Command, CooksOnEachDeviceWithTheSameFiles) {
  const Folder folder;
  write_floats(folder.path("height.r32"), fractal(33, 17, 30, 2, 8));
  const auto cook_into = [&](const std::string& out, const std::string& device) {
    return run_rill({"cook", folder.path("height.r32"), "--size", "33x17", "--cell", "2", "--node",
                     "combined", "--quiet", "--set", "iterations=30", "--device", device, "-o",
                     folder.path(out), "--stats", folder.path(out + ".json")});
  };
  ASSERT_EQ(cook_into("cpu", "tbb").status, 0);
  for (const DeviceInfo& device : usable_devices()) {
    const std::string out = "device" + std::to_string(device.index);
    ASSERT_EQ(cook_into(out, choice_of(device)).status, 0);
    const Json stats = Json::parse(read_bytes(folder.path(out + ".json")));
    EXPECT_EQ(stats.at("fallback"), "");
    EXPECT_EQ(stats.at("device").get<std::string>().rfind("opencl " + device.name, 0), 0u);
    EXPECT_EQ(read_bytes(folder.path(out + "/height.r32")),
              read_bytes(folder.path("cpu/height.r32")));
  }
}

TEST(Command, BenchMeasuresEachDevice) {
  std::string list = "tbb";
  for (const DeviceInfo& device : usable_devices()) list += "," + choice_of(device);
  const Folder folder;
  ASSERT_EQ(run_rill({"bench", "--sizes", "32", "--threads", "1", "--steps", "2", "--repeat", "1",
                      "--device", list, "--json", folder.path("bench.json")})
                .status,
            0);
  const Json cases = Json::parse(read_bytes(folder.path("bench.json"))).at("cases");
  EXPECT_EQ(cases.size(), (1 + usable_devices().size()) * 2 * 3);  // schemes, nodes
  for (const DeviceInfo& device : usable_devices()) {
    int measured = 0;
    for (const Json& row : cases)
      measured += row.at("device").get<std::string>().rfind("opencl " + device.name, 0) == 0;
    EXPECT_EQ(measured, 6) << device.name;
  }
}

TEST(Command, BenchRefusesADeviceThatIsNotThere) {
  EXPECT_EQ(run_rill({"bench", "--sizes", "16", "--device", "abacus"}).status, 1);
}

}  // namespace
}  // namespace rill::test
