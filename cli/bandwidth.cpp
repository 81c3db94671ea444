// A copy loop of our own, so that it is known which stores were used.

#include "bandwidth.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace rill {
namespace {

constexpr std::size_t array_floats = (std::size_t(256) << 20) / sizeof(float);
constexpr std::size_t chunk_floats = (std::size_t(1) << 20) / sizeof(float);
constexpr int repetitions = 5;

#ifdef __SSE2__
constexpr bool has_streaming = true;

void copy_chunk(const float* from, float* to, bool streaming) {
  // Written out, because compilers turn a plain loop into memcpy, which picks its own stores.
  for (std::size_t i = 0; i < chunk_floats; i += 16) {
    const __m128 a = _mm_load_ps(from + i), b = _mm_load_ps(from + i + 4);
    const __m128 c = _mm_load_ps(from + i + 8), d = _mm_load_ps(from + i + 12);
    if (streaming) {
      _mm_stream_ps(to + i, a), _mm_stream_ps(to + i + 4, b);
      _mm_stream_ps(to + i + 8, c), _mm_stream_ps(to + i + 12, d);
    } else {
      _mm_store_ps(to + i, a), _mm_store_ps(to + i + 4, b);
      _mm_store_ps(to + i + 8, c), _mm_store_ps(to + i + 12, d);
    }
  }
  if (streaming) _mm_sfence();
}
#else
constexpr bool has_streaming = false;

void copy_chunk(const float* from, float* to, bool) { std::copy_n(from, chunk_floats, to); }
#endif

struct AlignedDelete {
  void operator()(float* values) const { operator delete[](values, std::align_val_t(64)); }
};
using Array = std::unique_ptr<float[], AlignedDelete>;

Array make_array() { return Array(new (std::align_val_t(64)) float[array_floats]); }

template <typename Task>
void for_each_chunk(const Task& task) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, array_floats / chunk_floats),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i)
                        task(i * chunk_floats);
                    });
}

double seconds_to_copy(const Array& from, const Array& to, bool streaming) {
  const auto start = std::chrono::steady_clock::now();
  for_each_chunk([&](std::size_t at) { copy_chunk(&from[at], &to[at], streaming); });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Bandwidth measure_bandwidth() {
  const Array from = make_array(), to = make_array();
  // Pages are there before the clock runs.
  for_each_chunk([&](std::size_t at) {
    std::fill_n(&from[at], chunk_floats, 1.0f);
    std::fill_n(&to[at], chunk_floats, 0.0f);
  });
  Bandwidth best;
  for (int repetition = 0; repetition < repetitions; ++repetition)
    for (const bool streaming : {false, true}) {
      if (streaming && !has_streaming) continue;
      const double seconds = seconds_to_copy(from, to, streaming);
      const double bytes_per_second = 2.0 * sizeof(float) * array_floats / seconds;
      if (bytes_per_second > best.bytes_per_second) best = {bytes_per_second, streaming};
    }
  return best;
}

}  // namespace rill
