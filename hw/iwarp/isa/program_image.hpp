// An assembled program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hw/iwarp/isa/operations.hpp"

namespace weft::isa {

/// A program as it lies in local memory: code from address 0 on, then data from a multiple of 8 on.
/// Addresses are in bytes.
struct ProgramImage {
  std::string file;  ///< Name of its text, for errors.
  std::vector<std::uint32_t> code;
  std::vector<std::uint32_t> data;
  std::uint32_t entry = 0;                       ///< Where it begins.
  std::vector<std::uint32_t> lines;              ///< Of each word of code: its line in the text.
  std::map<std::string, std::uint32_t> symbols;  ///< Labels.
  std::vector<std::string> source;               ///< Lines of the text; may be empty.

  std::uint32_t code_bytes() const { return static_cast<std::uint32_t>(4 * code.size()); }
  std::uint32_t data_address() const { return (code_bytes() + 7) & ~7U; }
  /// Memory that it takes.
  std::uint32_t bytes() const {
    return data_address() + static_cast<std::uint32_t>(4 * data.size());
  }
  /// Line of the instruction at an address; 0 if there is none.
  std::uint32_t line(std::uint32_t address) const {
    return address / 4 < lines.size() ? lines[address / 4] : 0;
  }
  /// For each word of code, whether an instruction begins with it.
  std::vector<bool> starts() const;
};

}  // namespace weft::isa
