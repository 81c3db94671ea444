// Turns one stage into an OpenCL kernel of the same name with _kernel behind it: one work item a
// cell, every field dense, nx cells a row. Define RILL_THIS_STAGE and RILL_MASKS first. The back end
// writes the same with only the fields that a stage uses (core/opencl/program.cpp).

kernel void RILL_KERNEL_NAME(RILL_THIS_STAGE)(const Step p, const int nx, const int ny,
                                              const int wrap
#define RILL_FIELD(name, meaning) , global float* name
#include "fields.def"
#undef RILL_FIELD
) {
  const int x = (int)get_global_id(0);
  const int y = (int)get_global_id(1);
  if (x < nx && y < ny) {
    Cell c;
#define RILL_FIELD(name, meaning) c.name = name;
#include "fields.def"
#undef RILL_FIELD
    const Near near = place_cell(&c, x, y, nx, ny, wrap);
    RILL_THIS_STAGE(c, p, near, RILL_MASKS);
  }
}
#undef RILL_THIS_STAGE
