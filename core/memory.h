// Large arrays on huge pages where the system has them: a step walks nine of them row by row, and with
// small pages every row costs nine page walks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
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

// Floats that begin on a huge page, none of them written yet. A vector's begin anywhere, so that after a
// few cooks in one process huge pages cover half of a field of 4 MB.
struct FreeLarge {
  void operator()(float* floats) const { operator delete(floats, std::align_val_t{huge_page}); }
};
using LargeFloats = std::unique_ptr<float[], FreeLarge>;

inline LargeFloats large_floats(std::size_t count) {
  const std::size_t bytes = count * sizeof(float);
  LargeFloats floats(static_cast<float*>(operator new(bytes, std::align_val_t{huge_page})));
  // A last page that would stay half empty is not worth its memory.
  advise_huge_pages(floats.get(), (bytes + huge_page / 2) / huge_page * huge_page);
  return floats;
}

// Lets the system have the memory of the huge pages that lie in there as a whole.
inline void forget_large(float* first, std::size_t count) {
#if defined(__linux__) && defined(MADV_DONTNEED)
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(first);
  const std::uintptr_t first_page = (begin + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t last_page = (begin + count * sizeof(float)) / huge_page * huge_page;
  if (last_page > first_page)
    madvise(reinterpret_cast<void*>(first_page), last_page - first_page, MADV_DONTNEED);
#else
  (void)first;
  (void)count;
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
