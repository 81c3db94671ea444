// A copy loop of our own, so that it is known which stores were used.

#include "bandwidth.h"

#include <algorithm>
#include <chrono>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace rill {
namespace {

constexpr std::size_t array_floats = MemoryCopy::bytes / 2 / sizeof(float);
constexpr std::size_t chunk_floats = (std::size_t(1) << 20) / sizeof(float);

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

template <typename Task>
void for_each_chunk(const Task& task) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, array_floats / chunk_floats),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      for (std::size_t i = range.begin(); i < range.end(); ++i)
                        task(i * chunk_floats);
                    });
}

}  // namespace

MemoryCopy::Array MemoryCopy::make_array() {
  return Array(new (std::align_val_t(64)) float[array_floats]);
}

MemoryCopy::MemoryCopy() : from_(make_array()), to_(make_array()) {
  // Pages are there before the clock runs.
  for_each_chunk([&](std::size_t at) {
    std::fill_n(&from_[at], chunk_floats, 1.0f);
    std::fill_n(&to_[at], chunk_floats, 0.0f);
  });
}

double MemoryCopy::bytes_per_second(bool streaming) const {
  const auto start = std::chrono::steady_clock::now();
  for_each_chunk([&](std::size_t at) { copy_chunk(&from_[at], &to_[at], streaming); });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return double(bytes) / took.count();
}

void MemoryCopy::measure() {
  ordinary_.push_back(bytes_per_second(false));
  if (has_streaming) streaming_.push_back(bytes_per_second(true));
}

Bandwidth MemoryCopy::median() const {
  const Bandwidth ordinary = {median_of(ordinary_), false};
  if (!has_streaming) return ordinary;
  const Bandwidth streaming = {median_of(streaming_), true};
  return streaming.bytes_per_second > ordinary.bytes_per_second ? streaming : ordinary;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

}  // namespace rill
