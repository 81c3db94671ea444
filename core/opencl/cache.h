// Built kernels on disk, one file per device, driver, source and options, below $XDG_CACHE_HOME/rill (or
// ~/.cache/rill). A file that is torn, foreign or refused by the driver is as good as none.
#pragma once

#include <string>

#include "cl.h"
#include "devices.h"

namespace rill::opencl {

class KernelCache {
 public:
  KernelCache(const Device& device, const std::string& source, const std::string& options);
  Program load(cl_context context, const Device& device, const std::string& options) const;
  void save(cl_program program) const;  // never fails a cook: without a cache the next one builds

 private:
  std::string path_;  // empty: no place for a cache
  std::string key_;
};

}  // namespace rill::opencl
