// Memory on a device. On a CPU device that is memory of this process: on huge pages, and read
// without a copy in between.
#pragma once

#include <cstddef>
#include <vector>

#include "cl.h"
#include "devices.h"

namespace rill::opencl {

// `number` tells the buffers of a cook apart: they begin at different places of the cache.
Buffer create_buffer(cl_context context, const Device& device, std::size_t bytes,
                     std::size_t number);

// Buffers as the host reads them, until it lets go of them.
class ReadBuffers {
 public:
  explicit ReadBuffers(cl_command_queue queue) : queue_(queue) {}
  ReadBuffers(const ReadBuffers&) = delete;
  ReadBuffers& operator=(const ReadBuffers&) = delete;
  ~ReadBuffers();
  void add(cl_mem buffer, std::size_t bytes);
  const float* values(std::size_t number) const { return read_[number].values; }
  void let_go();

 private:
  struct Read {
    cl_mem buffer;
    float* values;
  };
  cl_command_queue queue_;
  std::vector<Read> read_;
};

}  // namespace rill::opencl
