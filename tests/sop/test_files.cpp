// A height field in Houdini's file format, cooked by the command: the bits that the node gives.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "folder.h"
#include "io/houdini/heightfield.h"
#include "scene.h"
#include "terrains.h"

namespace rill::test {
namespace {

TEST(Files, TheCommandAndTheNodeGiveTheSameBits) {
  const Folder folder;
  for (double cell : {1.6, 2.0, 0.1, 1.0 / 3})
    for (const char* ending : {".bgeo.sc", ".geo"}) {
      const Terrain terrain = everything(45, 31, cell, scheme_rill, 95);
      const std::string in = folder.path("in") + ending, out = folder.path("out") + ending;
      write_new_height_field(in, terrain);
      const std::string command = std::string(RILL_COMMAND) + " cook " + in +
                                  " --node combined --device tbb --set iterations=10 --set "
                                  "output_flow=1 --set output_debris=1 -o " + out + " >/dev/null 2>&1";
      ASSERT_EQ(std::system(command.c_str()), 0) << command;
      const Terrain expected = read_houdini_terrain(out).terrain;

      Params params;
      params.iterations = 10;
      params.output_flow = params.output_debris = 1;
      TestNode test(erode_type);
      const Cooked cooked = test.set(params).input(detail_of(terrain)).cook();
      ASSERT_TRUE(cooked.messages.errors.empty()) << cooked.messages.errors.front();
      EXPECT_EQ(difference_in_bits(terrain_of(cooked.detail, cell), expected), "")
          << "cells of " << cell << " m, " << ending;
    }
}

}  // namespace
}  // namespace rill::test
