// From the solver's state to the layers of a terrain, as core/state.cpp does it on the host. That has
// doubles; a device without them carries the low parts along in floats, which can differ in the last
// bit once in many millions of cells.

#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

// All suspended sediment laid down. State: height, low, water, sediment.
static inline float4 settled(const float4 state, const float quantum) {
  float coarse, fine;
#ifdef cl_khr_fp64
  const double height = ((double)state.x + (double)state.y) + (double)state.w;
  coarse = (float)(rint(height / quantum) * quantum);
  fine = (float)(height - (double)coarse);
  if (height == 0.0) coarse = fine = (float)height;
#else
  const float rest = state.y + state.w;
  const float of_sediment = rest - state.y;
  const float lost = (state.y - (rest - of_sediment)) + (state.w - of_sediment);
  const float quanta = rint(rest / quantum) * quantum;
  coarse = state.x + quanta;
  fine = (rest - quanta) + lost;
#endif
  const float water = state.z - state.w;
  return (float4)(coarse, fine, water > 0.0f ? water : 0.0f, 0.0f);
}

// The unit vector of a sum of flows; 0 where there is none.
static inline float2 direction_of(const float2 sum) {
#ifdef cl_khr_fp64
  const double x = sum.x, y = sum.y;
  const double length_of_sum = sqrt(x * x + y * y);
  if (!(length_of_sum > 0)) return (float2)(0.0f, 0.0f);
  return (float2)((float)(x / length_of_sum), (float)(y / length_of_sum));
#else
  const float largest = fmax(fabs(sum.x), fabs(sum.y));
  if (!(largest > 0.0f)) return (float2)(0.0f, 0.0f);
  const float2 scaled = sum / largest;
  return scaled / sqrt(scaled.x * scaled.x + scaled.y * scaled.y);
#endif
}
