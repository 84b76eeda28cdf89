#include <fmt/format.h>

#include "platforms/registers/register_map.hpp"

namespace weft {
namespace {

std::string field(const NamedField& one) {
  return fmt::format("inline constexpr RegisterField {}{{{}, {}}};\n", one.name, one.bits.lowest,
                     one.bits.width);
}

std::string number(std::string_view name, std::uint32_t value) {
  return fmt::format("inline constexpr std::uint32_t {} = {:#x};\n", name, value);
}

std::string in_namespace(const std::string& name, const std::string& text) {
  return fmt::format("namespace {0} {{\n{1}}}  // namespace {0}\n", name, text);
}

std::string register_of(const RegisterEntry& entry) {
  std::string text = number("at", entry.at);
  if (entry.every != 0) text += number("every", entry.every);
  if (entry.reset) text += number("reset", *entry.reset);
  for (const NamedField& one : entry.fields) text += field(one);
  return in_namespace(entry.name, text);
}

std::string bank_of(const RegisterBank& bank) {
  std::string text;
  if (bank.every != 0) text += number("at", bank.at) + number("every", bank.every);
  for (const RegisterEntry& entry : bank.registers) text += register_of(entry);
  return in_namespace(bank.name, text);
}

}  // namespace

std::string cpp_of(const RegisterMap& map) {
  std::string address = field({"select", map.select, {}});
  for (const NamedField& one : map.address_fields) address += field(one);
  std::string text = in_namespace("address", address);
  for (const RegisterBank& bank : map.banks) text += fmt::format("\n{}", bank_of(bank));
  return fmt::format(
      "// Registers of `{0}`, from their description by `weft registers`; not to be edited.\n"
      "// `at` is the number of a register in the bits of the address that select; with it the "
      "bits of\n"
      "// its fields.\n"
      "#pragma once\n"
      "\n"
      "#include <cstdint>\n"
      "\n"
      "#include \"hw/common/register_field.hpp\"\n"
      "\n"
      "namespace weft::{0}_map {{\n"
      "\n"
      "{1}\n"
      "}}  // namespace weft::{0}_map\n",
      map.block, text);
}

}  // namespace weft
