// Numbers in files that have the other byte order than the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rill {

constexpr bool host_is_little_endian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

inline std::uint16_t swapped_bytes(std::uint16_t bits) { return __builtin_bswap16(bits); }
inline std::uint32_t swapped_bytes(std::uint32_t bits) { return __builtin_bswap32(bits); }
inline std::uint64_t swapped_bytes(std::uint64_t bits) { return __builtin_bswap64(bits); }

template <std::size_t size>
struct BitsOf;
template <>
struct BitsOf<2> {
  using Type = std::uint16_t;
};
template <>
struct BitsOf<4> {
  using Type = std::uint32_t;
};
template <>
struct BitsOf<8> {
  using Type = std::uint64_t;
};

template <typename Number>
void swap_bytes(Number* numbers, std::size_t count) {
  typename BitsOf<sizeof(Number)>::Type bits;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&bits, numbers + i, sizeof bits);
    bits = swapped_bytes(bits);
    std::memcpy(numbers + i, &bits, sizeof bits);
  }
}

}  // namespace rill
