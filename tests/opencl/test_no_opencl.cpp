// A machine without any OpenCL driver, and drivers that are broken: the CPU does the work and says
// so when OpenCL was asked for.

#include <gtest/gtest.h>

#include <string>

#include "child.h"
#include "folder.h"

namespace rill::test {
namespace {

const Variables without_drivers(const Folder& empty) {
  return {{"OCL_ICD_VENDORS", empty.path().c_str()},
          {"OPENCL_VENDOR_PATH", empty.path().c_str()},
          {"OCL_ICD_FILENAMES", nullptr},
          {"OPENCL_LAYERS", nullptr}};
}

TEST(NoOpenCl, ADeviceThatWasAskedForIsMissedInOneSentence) {
  const Folder empty;
  for (const std::string device : {"opencl", "opencl:0", "OpenCL:pocl"}) {
    const ChildResult child = run_child({device}, without_drivers(empty));
    EXPECT_EQ(child.status, 0) << child.output;
    EXPECT_EQ(child.line("devices"), "0");
    EXPECT_EQ(child.line("difference"), "none");
    EXPECT_EQ(child.line("fallback"), "there is no OpenCL device on this machine");
    EXPECT_EQ(child.line("device").rfind("tbb ", 0), 0u) << child.output;
    EXPECT_EQ(child.line("note"),
              "The cook ran on the CPU instead of OpenCL, because there is no OpenCL device on "
              "this machine.");
  }
}

// It may be the name of a device of another machine or a slip of the pen; nobody can tell.
TEST(NoOpenCl, ABareNameIsRefused) {
  const Folder empty;
  const ChildResult child = run_child({"tbbb"}, without_drivers(empty));
  EXPECT_EQ(child.status, 1) << child.output;
  EXPECT_EQ(child.line("exception"),
            "There is no device 'tbbb'; use auto or tbb, as there is no OpenCL device on this "
            "machine.");
}

TEST(NoOpenCl, AutoAndTbbSayNothing) {
  const Folder empty;
  for (const std::string device : {"auto", "tbb"}) {
    const ChildResult child = run_child({device}, without_drivers(empty));
    EXPECT_EQ(child.status, 0) << child.output;
    EXPECT_EQ(child.line("devices"), "0");
    EXPECT_EQ(child.line("difference"), "none");
    EXPECT_EQ(child.line("fallback"), "");
    EXPECT_EQ(child.line("note"), "(no note)");
    EXPECT_EQ(child.line("device").rfind("tbb ", 0), 0u) << child.output;
  }
}

TEST(NoOpenCl, ADriverThatCannotBeLoadedIsNoDriver) {
  const Folder folder;
  write_bytes(folder.path() + "/broken.icd", "libthere_is_no_such_driver.so.1\n");
  const ChildResult child = run_child({"opencl"}, without_drivers(folder));
  EXPECT_EQ(child.status, 0) << child.output;
  EXPECT_EQ(child.line("difference"), "none");
  EXPECT_EQ(child.line("fallback"), "there is no OpenCL device on this machine");
}

// The two above can fail: with the drivers of this machine the same child finds a device.
TEST(NoOpenCl, TheChildFindsThisMachinesDevices) {
  const ChildResult child = run_child({"opencl"});
  EXPECT_EQ(child.status, 0) << child.output;
  EXPECT_NE(child.line("devices"), "0");
  EXPECT_EQ(child.line("difference"), "none");
  EXPECT_EQ(child.line("fallback"), "") << child.output;
  EXPECT_EQ(child.line("device").rfind("opencl ", 0), 0u) << child.output;
}

}  // namespace
}  // namespace rill::test
