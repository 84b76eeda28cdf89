// An assembled program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/iwarp/isa/operations.hpp"

namespace weft::isa {

/// A line of a program's text.
struct SourceLine {
  std::uint32_t file = 0;  ///< In ProgramImage::files.
  std::uint32_t line = 0;  ///< From 1; 0 for none.

  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};

/// "4", or "1:4" in file 1.
std::string text_of(const SourceLine& line);

/// A file of its text.
struct SourceFile {
  std::string name;
  std::vector<std::string> lines;  ///< May be empty: a program that was read as a file has none.
};

/// Instructions that a macro stands for, from `begin` to before `end`. Of calls in one another each
/// has its own.
struct MacroCall {
  SourceLine line;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  friend bool operator==(const MacroCall&, const MacroCall&) = default;
};

/// A program as it lies in local memory: code from address 0 on, then data from a multiple of 8 on.
/// Addresses are in bytes.
struct ProgramImage {
  std::vector<SourceFile> files{1};  ///< The program's own first, then those that it includes.
  std::vector<std::uint32_t> code;
  std::vector<std::uint32_t> data;
  std::uint32_t entry = 0;        ///< Where it begins.
  std::vector<SourceLine> lines;  ///< Of each word of code: in a macro, that of its text.
  std::vector<MacroCall> calls;
  std::map<std::string, std::uint32_t> symbols;  ///< Labels.

  std::uint32_t code_bytes() const { return static_cast<std::uint32_t>(4 * code.size()); }
  std::uint32_t data_address() const { return (code_bytes() + 7) & ~7U; }
  /// Memory that it takes.
  std::uint32_t bytes() const {
    return data_address() + static_cast<std::uint32_t>(4 * data.size());
  }
  const std::string& file() const { return files.front().name; }
  /// Of the instruction at an address; line 0 of the first file if there is none.
  SourceLine place(std::uint32_t address) const {
    return address / 4 < lines.size() ? lines[address / 4] : SourceLine{};
  }
  std::uint32_t line(std::uint32_t address) const { return place(address).line; }
  /// "fir.s:12"
  std::string place_text(std::uint32_t address) const;
  /// The line of the program's own file whose macro an instruction is of; nothing if it is of none.
  std::optional<SourceLine> macro_caller(std::uint32_t address) const;
  /// For each word of code, whether an instruction begins with it.
  std::vector<bool> starts() const;
};

}  // namespace weft::isa
