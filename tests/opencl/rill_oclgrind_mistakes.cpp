// A kernel with a data race, a write outside its buffer and a value that nobody set: oclgrind must
// report all three, or its silence about rill's kernels would mean nothing.

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>

namespace {

const char* const source =
    "kernel void mistakes(global float* a, local float* unset) {\n"
    "  const int i = get_global_id(0);\n"
    "  a[0] = i;\n"
    "  a[i + 1] = unset[i];\n"
    "}\n";

void need(cl_int code) {
  if (code == CL_SUCCESS) return;
  std::printf("OpenCL error %d\n", int(code));
  std::exit(1);
}

}  // namespace

int main() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int code = CL_SUCCESS;
  need(clGetPlatformIDs(1, &platform, nullptr));
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  need(code);
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  need(code);
  const cl_program program =
      clCreateProgramWithSource(context, 1, const_cast<const char**>(&source), nullptr, &code);
  need(code);
  need(clBuildProgram(program, 1, &device, "", nullptr, nullptr));
  const cl_kernel kernel = clCreateKernel(program, "mistakes", &code);
  need(code);
  const cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * sizeof(float), nullptr, &code);
  need(code);
  need(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
  need(clSetKernelArg(kernel, 1, 4 * sizeof(float), nullptr));
  const size_t items = 4;
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr));
  need(clFinish(queue));
  return 0;
}
