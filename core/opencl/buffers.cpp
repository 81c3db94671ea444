// Large arrays on huge pages, freed by the driver's word that nothing works on them any more.

#include "buffers.h"

#include <algorithm>
#include <new>

#include "../memory.h"

namespace rill::opencl {
namespace {

// Large arrays begin on a huge page, all at the same place of the cache: rows of the same number
// would push each other out.
constexpr std::size_t stagger = 3 * 4096 / sizeof(float), staggered = 32;

LargeFloats allocate(std::size_t count) {
  try {
    LargeFloats floats = large_floats(count);
    // Or the first step would wait for the system to find the memory that it writes to.
    std::fill_n(floats.get(), count, 0.0f);
    return floats;
  } catch (const std::bad_alloc&) {
    check(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the memory for a buffer");
    throw;
  }
}

void CL_CALLBACK free_memory(cl_mem, void* memory) { FreeLarge()(static_cast<float*>(memory)); }

Buffer create_in_host_memory(cl_context context, std::size_t bytes, std::size_t number) {
  const std::size_t offset = number % staggered * stagger;
  LargeFloats memory = allocate((bytes + sizeof(float) - 1) / sizeof(float) + offset);
  cl_int code = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
                               memory.get() + offset, &code));
  check(code, "clCreateBuffer");
  CHECK_CL(clSetMemObjectDestructorCallback(buffer.get(), free_memory, memory.get()));
  memory.release();
  return buffer;
}

}  // namespace

Buffer create_buffer(cl_context context, const Device& device, std::size_t bytes,
                     std::size_t number) {
  if (device.host_allocate) {
    Buffer lent(static_cast<cl_mem>(device.host_allocate(bytes)));
    check(lent ? CL_SUCCESS : CL_MEM_OBJECT_ALLOCATION_FAILURE, "the host's memory");
    return lent;
  }
  if (device.is_cpu()) return create_in_host_memory(context, bytes, number);
  cl_int code = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code));
  check(code, "clCreateBuffer");
  return buffer;
}

ReadBuffers::~ReadBuffers() {
  for (const Read& read : read_)
    clEnqueueUnmapMemObject(queue_, read.buffer, read.values, 0, nullptr, nullptr);
}

void ReadBuffers::add(cl_mem buffer, std::size_t bytes) {
  cl_int code = CL_SUCCESS;
  read_.reserve(read_.size() + 1);
  void* values = clEnqueueMapBuffer(queue_, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr,
                                    nullptr, &code);
  check(code, "clEnqueueMapBuffer");
  read_.push_back({buffer, static_cast<float*>(values)});
}

void ReadBuffers::let_go() {
  while (!read_.empty()) {
    const Read read = read_.back();
    read_.pop_back();
    CHECK_CL(clEnqueueUnmapMemObject(queue_, read.buffer, read.values, 0, nullptr, nullptr));
  }
}

}  // namespace rill::opencl
