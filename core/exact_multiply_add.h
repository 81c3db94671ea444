// a * b + c rounded once, four floats at a time, on a CPU without such an instruction.
#pragma once

#include <emmintrin.h>

namespace rill {

// The product of two floats is exact in double. The sum is rounded to odd there: where it is not
// exact and its last bit is 0, it goes to the neighbour on the exact sum's side. So rounding it
// again, to float, gives what one rounding would.
inline __m128d multiply_add_to_odd(__m128d a, __m128d b, __m128d c) {
  const __m128d product = _mm_mul_pd(a, b);
  const __m128d sum = _mm_add_pd(product, c);
  const __m128d of_c = _mm_sub_pd(sum, product);
  const __m128d error = _mm_add_pd(_mm_sub_pd(product, _mm_sub_pd(sum, of_c)), _mm_sub_pd(c, of_c));
  const __m128d none = _mm_setzero_pd();
  // False for what is no number, which is left as it is.
  const __m128d above = _mm_cmpgt_pd(error, none), below = _mm_cmplt_pd(error, none);
  const __m128d negative = _mm_cmplt_pd(sum, none);
  const __m128i bits = _mm_castpd_si128(sum);
  const __m128i is_even =
      _mm_sub_epi64(_mm_and_si128(bits, _mm_set1_epi64x(1)), _mm_set1_epi64x(1));
  // One further from zero where the error has the sum's sign, one closer where it has not.
  const __m128i outward =
      _mm_castpd_si128(_mm_or_pd(_mm_andnot_pd(negative, above), _mm_and_pd(negative, below)));
  const __m128i inward =
      _mm_castpd_si128(_mm_or_pd(_mm_andnot_pd(negative, below), _mm_and_pd(negative, above)));
  const __m128i change = _mm_sub_epi64(inward, outward);  // a mask is -1
  return _mm_castsi128_pd(_mm_add_epi64(bits, _mm_and_si128(change, is_even)));
}

inline __m128 exact_multiply_add(__m128 a, __m128 b, __m128 c) {
  const __m128d low = multiply_add_to_odd(_mm_cvtps_pd(a), _mm_cvtps_pd(b), _mm_cvtps_pd(c));
  const __m128d high =
      multiply_add_to_odd(_mm_cvtps_pd(_mm_movehl_ps(a, a)), _mm_cvtps_pd(_mm_movehl_ps(b, b)),
                          _mm_cvtps_pd(_mm_movehl_ps(c, c)));
  return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}

}  // namespace rill
