// The thin layer every pass is written on: `real` is one float in OpenCL and in the one-lane C++
// build, and RILL_LANES floats in the vector builds of both. Only operations that every back end
// rounds the same way are offered (+ - * / are the language's own), so results agree to the bit.
// multiply_add is a * b + c rounded once; a CPU without such an instruction takes a slow way to it.
// choose_negative goes by the sign bit, so -0 counts as negative: for values that are multiplied by
// that zero anyway. Compile with contraction off. No include guard: C++ includes it once per lane
// count, each time inside a namespace of its own.

#if defined(RILL_OPENCL) && defined(RILL_LANES)

// On a CPU device a work item has a vector of its own (sweep_rows.h).
#pragma OPENCL FP_CONTRACT OFF
#define RILL_PASS static inline __attribute__((always_inline))
#define RILL_JOIN_NOW(a, b) a##b
#define RILL_JOIN(a, b) RILL_JOIN_NOW(a, b)
typedef RILL_JOIN(float, RILL_LANES) real;
typedef RILL_JOIN(int, RILL_LANES) mask;
RILL_PASS real splat(float a) { return (real)(a); }
RILL_PASS real least(real a, real b) { return a < b ? a : b; }
RILL_PASS real most(real a, real b) { return a > b ? a : b; }
RILL_PASS real choose(mask m, real a, real b) { return m ? a : b; }
RILL_PASS real choose_negative(real sign, real a, real b) {
  return RILL_JOIN(as_int, RILL_LANES)(sign) < 0 ? a : b;
}
RILL_PASS real magnitude(real a) { return fabs(a); }
RILL_PASS real root(real a) { return sqrt(a); }
RILL_PASS real multiply_add(real a, real b, real c) { return fma(a, b, c); }
// One instruction each, where vload and vstore become several on some devices.
typedef real unaligned_real __attribute__((aligned(4)));
RILL_PASS real load(global const float* p) { return *(global const unaligned_real*)p; }
RILL_PASS void store(global float* p, real a) { *(global unaligned_real*)p = a; }

#elif defined(RILL_OPENCL)

#pragma OPENCL FP_CONTRACT OFF
#define RILL_PASS static inline
typedef float real;
typedef int mask;
RILL_PASS real splat(float a) { return a; }
RILL_PASS real least(real a, real b) { return a < b ? a : b; }
RILL_PASS real most(real a, real b) { return a > b ? a : b; }
RILL_PASS real choose(mask m, real a, real b) { return m ? a : b; }
RILL_PASS real choose_negative(real sign, real a, real b) { return as_int(sign) < 0 ? a : b; }
RILL_PASS real magnitude(real a) { return fabs(a); }
RILL_PASS real root(real a) { return sqrt(a); }
RILL_PASS real multiply_add(real a, real b, real c) { return fma(a, b, c); }

#elif RILL_LANES == 1

typedef float real;
typedef int mask;
RILL_PASS real splat(float a) { return a; }
RILL_PASS real least(real a, real b) { return a < b ? a : b; }
RILL_PASS real most(real a, real b) { return a > b ? a : b; }
RILL_PASS real choose(mask m, real a, real b) { return m ? a : b; }
RILL_PASS real choose_negative(real sign, real a, real b) {
  return __builtin_signbit(sign) ? a : b;
}
RILL_PASS real magnitude(real a) { return __builtin_fabsf(a); }
RILL_PASS real root(real a) { return __builtin_sqrtf(a); }
RILL_PASS real multiply_add(real a, real b, real c) { return __builtin_fmaf(a, b, c); }
RILL_PASS real load(const float* p) { return *p; }
RILL_PASS void store(float* p, real a) { *p = a; }

#else

typedef float real __attribute__((vector_size(4 * RILL_LANES)));
typedef int mask __attribute__((vector_size(4 * RILL_LANES)));
typedef float unaligned_real __attribute__((vector_size(4 * RILL_LANES), aligned(4), may_alias));
RILL_PASS real splat(float a) { return real{} + a; }
RILL_PASS real choose(mask m, real a, real b) { return m ? a : b; }
RILL_PASS real magnitude(real a) { return (real)((mask)a & 0x7fffffff); }
RILL_PASS real load(const float* p) { return *(const unaligned_real*)p; }
RILL_PASS void store(float* p, real a) { *(unaligned_real*)p = a; }
// The instructions have exactly the meaning of the ternaries above, signed zeros included.
#if RILL_LANES == 4
RILL_PASS real least(real a, real b) { return (real)_mm_min_ps((__m128)a, (__m128)b); }
RILL_PASS real most(real a, real b) { return (real)_mm_max_ps((__m128)a, (__m128)b); }
RILL_PASS real choose_negative(real sign, real a, real b) { return (mask)sign < 0 ? a : b; }
RILL_PASS real root(real a) { return (real)_mm_sqrt_ps((__m128)a); }
RILL_PASS real multiply_add(real a, real b, real c) {
  return (real)exact_multiply_add((__m128)a, (__m128)b, (__m128)c);
}
#elif RILL_LANES == 8
RILL_PASS real least(real a, real b) { return (real)_mm256_min_ps((__m256)a, (__m256)b); }
RILL_PASS real most(real a, real b) { return (real)_mm256_max_ps((__m256)a, (__m256)b); }
RILL_PASS real choose_negative(real sign, real a, real b) {
  return (real)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)sign);
}
RILL_PASS real root(real a) { return (real)_mm256_sqrt_ps((__m256)a); }
RILL_PASS real multiply_add(real a, real b, real c) {
  return (real)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
}
#else
RILL_PASS real least(real a, real b) { return (real)_mm512_min_ps((__m512)a, (__m512)b); }
RILL_PASS real most(real a, real b) { return (real)_mm512_max_ps((__m512)a, (__m512)b); }
RILL_PASS real choose_negative(real sign, real a, real b) {
  return (real)_mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)sign), (__m512)b, (__m512)a);
}
RILL_PASS real root(real a) { return (real)_mm512_sqrt_ps((__m512)a); }
RILL_PASS real multiply_add(real a, real b, real c) {
  return (real)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
}
#endif

#endif

RILL_PASS real square(real a) { return a * a; }
