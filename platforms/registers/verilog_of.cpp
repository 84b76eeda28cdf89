#include <cctype>

#include <fmt/format.h>

#include "platforms/registers/register_map.hpp"

namespace weft {
namespace {

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string constant(unsigned bits, std::string_view name, std::uint32_t value) {
  return fmt::format("localparam [{}:0] {} = {}'h{:0{}x};\n", bits - 1, name, bits, value,
                     (bits + 3) / 4);
}

// The lowest bit, and the number of bits.
std::string field(std::string_view name, RegisterField bits) {
  return fmt::format("localparam {0} = {1};\nlocalparam {0}_BITS = {2};\n", name, bits.lowest,
                     bits.width);
}

std::string register_of(const RegisterEntry& entry, const std::string& name,
                        const RegisterMap& map) {
  std::string text = constant(map.select.width, name, entry.at);
  if (entry.every != 0) text += constant(map.select.width, name + "_EVERY", entry.every);
  if (entry.reset) text += constant(32, name + "_RESET", *entry.reset);
  for (const NamedField& one : entry.fields) text += field(name + "_" + upper(one.name), one.bits);
  return text;
}

}  // namespace

std::string verilog_of(const RegisterMap& map) {
  std::string text = fmt::format(
      "// Registers of `{}`, from their description by `weft registers`; not to be edited.\n"
      "// A register is its number in the bits of the address that select; of a field there are "
      "its lowest\n"
      "// bit and how many it has. To be included inside a module.\n"
      "/* verilator lint_off UNUSEDPARAM */\n",
      map.block);
  text += field("ADDRESS_SELECT", map.select);
  for (const NamedField& one : map.address_fields) {
    text += field("ADDRESS_" + upper(one.name), one.bits);
  }
  for (const RegisterBank& bank : map.banks) {
    const std::string name = upper(bank.name);
    text += "\n";
    if (bank.every != 0) {
      text += constant(map.address_bits, name + "_AT", bank.at);
      text += constant(map.address_bits, name + "_EVERY", bank.every);
    }
    for (const RegisterEntry& entry : bank.registers) {
      text += register_of(entry, name + "_" + upper(entry.name), map);
    }
  }
  return text + "/* verilator lint_on UNUSEDPARAM */\n";
}

}  // namespace weft
