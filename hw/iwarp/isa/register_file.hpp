// The registers of a computation agent.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/isa/registers.hpp"

namespace weft::isa {

/// The whole register address space; the gates' places hold the words of the present instruction.
class RegisterFile {
 public:
  std::uint32_t word(unsigned number) const { return words_[number]; }
  /// The double at an even register; 0 at r0.
  std::uint64_t pair(unsigned number) const {
    return number == 0 ? 0 : words_[number] | std::uint64_t{words_[number + 1]} << 32;
  }
  void set(unsigned number, std::uint32_t value) {
    words_[number] = value;
    words_[0] = 0;
  }
  void set_pair(unsigned number, std::uint64_t value) {
    if (number == 0) return;
    words_[number] = static_cast<std::uint32_t>(value);
    words_[number + 1] = static_cast<std::uint32_t>(value >> 32);
  }

 private:
  std::array<std::uint32_t, register_count> words_{};
};

}  // namespace weft::isa
