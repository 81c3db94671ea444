// Turns one stage into an OpenCL kernel of the same name with _kernel behind it: one work item a
// cell, fields padded by one cell on every side. Define RILL_THIS_STAGE and RILL_MASKS first.

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
    c.stride = nx + 2;
    c.at = (y + 1) * c.stride + x + 1;
    Near near;
    near.w = wrap | (x > 0);
    near.e = wrap | (x + 1 < nx);
    near.s = wrap | (y > 0);
    near.n = wrap | (y + 1 < ny);
    RILL_THIS_STAGE(c, p, near, RILL_MASKS);
  }
}
#undef RILL_THIS_STAGE
