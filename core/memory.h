// Large arrays on huge pages where the system has them: a step walks nine of them row by row, and with
// small pages every row costs nine page walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif
#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <cstring>
#endif

namespace rill {

constexpr std::size_t huge_page = 2u << 20;

// Asks for huge pages; advice only, without them everything works as well.
inline void advise_huge_pages(void* begin, std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes > 0) madvise(begin, bytes, MADV_HUGEPAGE);
#else
  (void)begin;
  (void)bytes;
#endif
}

// Has room for `count` values, none of them written yet.
inline std::vector<float> reserve_large(std::size_t count) {
  std::vector<float> values;
  constexpr std::size_t page = huge_page, header = 32;  // what malloc puts before the values
  const std::size_t bytes = count * sizeof(float);
  if (bytes < page) {
    values.reserve(count);
    return values;
  }
  // A mapping of whole huge pages is what newer systems place on a huge page's boundary. What is
  // not written of it takes no memory.
  values.reserve((((bytes + header) / page + 1) * page - header) / sizeof(float));
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(values.data());
  std::uintptr_t first = begin / page * page;
  if (begin - first > header) first += page;
  const std::uintptr_t last = (begin + bytes) / page * page;
  if (last > first) advise_huge_pages(reinterpret_cast<void*>(first), last - first);
  return values;
}

inline std::vector<float> filled_large(std::size_t count, float value) {
  std::vector<float> values = reserve_large(count);
  values.assign(count, value);
  return values;
}

// The first of the values that begins a cache line; up to `line_slack` of them are before it. Vectors
// that begin there cross no line, and one that crosses a line costs twice.
constexpr std::size_t line_slack = 64 / sizeof(float);
inline float* line_start(std::vector<float>& values) {
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(values.data());
  return values.data() + (64 - begin % 64) % 64 / sizeof(float);
}

// A copy that goes past the cache: what is written need not be read from memory first, and nothing that
// a step works on is pushed out. finish_copies makes it visible to other threads.
inline void copy_past_cache(float* to, const float* from, std::size_t count) {
#if defined(__SSE2__)
  for (; count > 0 && reinterpret_cast<std::uintptr_t>(to) % 16 != 0; --count) *to++ = *from++;
  for (; count >= 4; count -= 4, to += 4, from += 4) _mm_stream_ps(to, _mm_loadu_ps(from));
  for (; count > 0; --count) *to++ = *from++;
#else
  std::memcpy(to, from, count * sizeof(float));
#endif
}
inline void finish_copies() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

inline std::vector<float> copied_large(const std::vector<float>& source) {
  std::vector<float> values = reserve_large(source.size());
  values.assign(source.begin(), source.end());
  return values;
}

}  // namespace rill
