// The description of a block's registers, from a YAML file as rtl/registers/c104.yaml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/register_field.hpp"

namespace weft {

/// A field of a register, or of an address.
struct NamedField {
  std::string name;
  RegisterField bits{};
  std::string meaning;  ///< May be empty.
};

/// A register of 32 bits. Its address has `at` in the bits that select, and in others what `index`
/// names.
struct RegisterEntry {
  std::string name;
  std::uint32_t at = 0;
  std::uint32_t every = 0;  ///< Distance to the next of its kind; 0: there is one.
  bool readable = false;
  bool writable = false;
  std::optional<std::uint32_t> reset;
  std::string meaning;
  std::vector<NamedField> index;   ///< Of the address.
  std::vector<NamedField> fields;  ///< Empty: all bits are one value.
};

/// Registers side by side: of a link, or those that are written.
struct RegisterBank {
  std::string name;
  std::uint32_t at = 0;
  std::uint32_t every = 0;  ///< Distance to the next bank of its kind; 0: there is one.
  std::string meaning;
  std::vector<RegisterEntry> registers;
};

struct RegisterMap {
  std::string block;  ///< Names files and constants.
  std::string title;
  std::string meaning;
  unsigned address_bits = 0;
  RegisterField select{};  ///< Bits of the address that choose the register.
  std::vector<NamedField> address_fields;
  std::vector<RegisterBank> banks;
};

/// Throws InputError, placed in `name`: not YAML, an unknown or missing key, bits that are beyond
/// the word or the address or overlap, a name twice, two registers at one address, a value that
/// does not fit.
RegisterMap read_register_map(std::string_view text, const std::string& name);

/// `NAME_registers.vh`: localparams, to be included inside a module.
std::string verilog_of(const RegisterMap& map);
/// `register_map.hpp`: constants in the namespace weft::NAME_map.
std::string cpp_of(const RegisterMap& map);
/// A section of docs with a table for each bank.
std::string markdown_of(const RegisterMap& map);

}  // namespace weft
