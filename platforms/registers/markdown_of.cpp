#include <fmt/format.h>

#include "platforms/registers/register_map.hpp"

namespace weft {
namespace {

std::string bits_of(RegisterField bits) {
  if (bits.width == 1) return fmt::format("{}", bits.lowest);
  return fmt::format("{}-{}", bits.lowest + bits.width - 1, bits.lowest);
}

std::string address_of(const RegisterEntry& entry, const RegisterMap& map) {
  // numbers of few bits read better as numbers
  std::string text = map.select.width <= 4
                         ? fmt::format("{}", entry.at)
                         : fmt::format("{:#0{}x}", entry.at, 2 + (map.select.width + 3) / 4);
  if (entry.every != 0) text += fmt::format(" + {} i", entry.every);
  return text;
}

std::string index_of(const RegisterEntry& entry) {
  std::string text;
  for (const NamedField& field : entry.index) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", field.name);
  }
  return text;
}

std::string rows_of(const RegisterEntry& entry, const RegisterMap& map) {
  const std::string access =
      fmt::format("{}{}", entry.readable ? "r" : "", entry.writable ? "w" : "");
  std::string text = fmt::format("| {} |", address_of(entry, map));
  if (!map.address_fields.empty()) text += fmt::format(" {} |", index_of(entry));
  text += fmt::format(" `{}` | {} | {} | | {} |\n", entry.name, access,
                      entry.reset ? fmt::format("{:#x}", *entry.reset) : "", entry.meaning);
  for (const NamedField& field : entry.fields) {
    text += map.address_fields.empty() ? "| |" : "| | |";
    text += fmt::format(" | | | {} | {}{}{} |\n", bits_of(field.bits), field.name,
                        field.meaning.empty() ? "" : ": ", field.meaning);
  }
  return text;
}

std::string bank_of(const RegisterBank& bank, const RegisterMap& map) {
  std::string text = fmt::format("\n### {}: {}\n\n", map.title, bank.meaning);
  if (bank.every != 0) {
    text += fmt::format("Bank n begins at {:#x} + {:#x} n.\n\n", bank.at, bank.every);
  }
  text +=
      map.address_fields.empty()
          ? "| at | register | access | reset | bits | |\n|---|---|---|---|---|---|\n"
          : "| at | index | register | access | reset | bits | |\n|---|---|---|---|---|---|---|\n";
  for (const RegisterEntry& entry : bank.registers) text += rows_of(entry, map);
  return text;
}

}  // namespace

std::string markdown_of(const RegisterMap& map) {
  std::string text = fmt::format("## {}\n\n{}\n\nAn address has {} bits; `at` is bits {}.",
                                 map.title, map.meaning, map.address_bits, bits_of(map.select));
  if (!map.address_fields.empty()) {
    text += " The index is:\n\n| bits | |\n|---|---|\n";
    for (const NamedField& field : map.address_fields) {
      text += fmt::format("| {} | {}{}{} |\n", bits_of(field.bits), field.name,
                          field.meaning.empty() ? "" : ": ", field.meaning);
    }
  } else {
    text += "\n";
  }
  for (const RegisterBank& bank : map.banks) text += bank_of(bank, map);
  return text;
}

}  // namespace weft
