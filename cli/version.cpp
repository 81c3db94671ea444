// A line each: version, compiler, instruction sets, back ends, formats.

#include "version.h"

#include <vector>

#include <rill/cook.h>
#include <rill/devices.h>

#include "io/terrain_file.h"

namespace rill {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " " + word;
  return text;
}

}  // namespace

std::string version_text() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "gcc " __VERSION__;
#endif
  const std::string back_ends = built_with_opencl() ? " tbb opencl" : " tbb (built without opencl)";
  return "rill " RILL_VERSION "\ncompiler: " + compiler + "\nlanes:" + joined(available_lanes()) +
         "\nback ends:" + back_ends + "\nreads:" + joined(readable_formats()) +
         "\nwrites:" + joined(writable_formats());
}

}  // namespace rill
