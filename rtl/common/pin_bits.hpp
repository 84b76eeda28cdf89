// Bits of the ports of a Verilated class, whatever their width.
#pragma once

#include <cstdint>
#include <type_traits>

namespace weft::rtl {

/// The lowest `width` bits set; 0..64.
constexpr std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// Verilator makes ports of up to 64 bits unsigned integers, wider ones arrays of 32-bit words with
/// an operator []. `lsb` is the lowest bit that is meant, `width` at most 64.
template <class Port>
std::uint64_t get_bits(const Port& port, unsigned lsb, unsigned width) {
  if constexpr (std::is_integral_v<Port>) {
    return (static_cast<std::uint64_t>(port) >> lsb) & low_bits(width);
  } else {
    std::uint64_t value = 0;
    for (unsigned got = 0; got < width;) {
      const unsigned bit = (lsb + got) % 32;
      value |= static_cast<std::uint64_t>(port[(lsb + got) / 32] >> bit) << got;
      got += 32 - bit;
    }
    return value & low_bits(width);
  }
}

template <class Port>
void set_bits(Port& port, unsigned lsb, unsigned width, std::uint64_t value) {
  if constexpr (std::is_integral_v<Port>) {
    const std::uint64_t mask = low_bits(width) << lsb;
    port = static_cast<Port>((port & ~mask) | ((value << lsb) & mask));
  } else {
    for (unsigned i = 0; i < width; ++i) {
      const std::uint32_t mask = 1U << ((lsb + i) % 32);
      auto& word = port[(lsb + i) / 32];
      word = ((value >> i) & 1) != 0 ? word | mask : word & ~mask;
    }
  }
}

}  // namespace weft::rtl
