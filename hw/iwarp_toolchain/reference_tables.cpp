#include "hw/iwarp_toolchain/reference_tables.hpp"

#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "hw/iwarp_toolchain/expression.hpp"

namespace weft::isa {

namespace {

const char* operand_name(Operand operand) {
  switch (operand) {
    case Operand::none: return "";
    case Operand::result:
    case Operand::source: return "d";
    case Operand::result_pair:
    case Operand::source_pair: return "dd";
    case Operand::left: return "a";
    case Operand::left_pair: return "aa";
    case Operand::right: return "b";
    case Operand::right_pair: return "bb";
    case Operand::gate: return "gate";
    case Operand::event: return "event";
    case Operand::immediate7:
    case Operand::immediate12:
    case Operand::immediate19:
    case Operand::upper19: return "number";
    case Operand::shift: return "number";
    case Operand::memory: return "offset(a)";
    case Operand::post_memory: return "(a)+step";
    case Operand::target12:
    case Operand::target19:
    case Operand::target26: return "target";
    case Operand::level: return "level";
    case Operand::pool: return "pool";
    case Operand::tag: return "tag";
    case Operand::match_uses: return "uses";
    case Operand::spool_gate: return "gate";
    case Operand::special: return "special";
  }
  return "";
}

std::string operands_text(const OpInfo& row) {
  std::string text;
  for (const Operand operand : row.operands) {
    if (operand == Operand::none) break;
    text += fmt::format("{}{}", text.empty() ? " " : ", ", operand_name(operand));
  }
  return text;
}

std::string code_text(const OpInfo& row) {
  return row.function < 0 ? fmt::format("{}", row.opcode)
                          : fmt::format("{}.{}", row.opcode, row.function);
}

void add_group(std::string& text, Group group, const char* title) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "### {}\n\n| instruction | code | clocks | |\n|---|---|---|---|\n", title);
  for (const OpInfo& row : all_operations()) {
    if (row.op == Op::none || row.group != group) continue;
    fmt::format_to(out, "| `{}{}` | {} | {} | {} |\n", row.name, operands_text(row), code_text(row),
                   clocks_of(row.op, {}), row.help);
  }
  text += '\n';
}

void add_slots(std::string& text) {
  constexpr std::array<const char*, slot_count> names{"add", "multiply", "access", "other"};
  text += "### Slots of a long word\n\n| slot | operations, by their code from 1 on |\n|---|---|\n";
  for (unsigned i = 0; i < slot_count; ++i) {
    std::string list;
    for (const Op op : operations_of(static_cast<Slot>(i))) {
      if (op != Op::none) list += fmt::format("{}`{}`", list.empty() ? "" : " ", info(op).name);
    }
    fmt::format_to(std::back_inserter(text), "| {} | {} |\n", names[i], list);
  }
  text += '\n';
}

void add_specials(std::string& text) {
  text += "### Special registers\n\n| number | name | `put` | |\n|---|---|---|---|\n";
  for (unsigned i = 0; i < special_count; ++i) {
    const SpecialInfo& special = info(static_cast<Special>(i));
    fmt::format_to(std::back_inserter(text), "| {} | `{}` | {} | {} |\n", i, special.name,
                   special.writable ? "yes" : "", special.help);
  }
  text += '\n';
}

void add_constants(std::string& text) {
  text += "### Constants that every program has\n\n| name | value |\n|---|---|\n";
  for (const Constant& constant : built_in_constants()) {
    fmt::format_to(std::back_inserter(text), "| `{}` | {:#x} |\n", constant.name, constant.value);
  }
}

}  // namespace

std::string reference_tables() {
  constexpr std::array<std::pair<Group, const char*>, 7> groups{
      {{Group::integer, "Integers"},
       {Group::floating, "Floating point"},
       {Group::memory, "Memory"},
       {Group::control, "Control"},
       {Group::communication, "Communication agent"},
       {Group::spooling, "Memory agent"},
       {Group::events, "Events and special registers"}}};
  std::string text;
  for (const auto& [group, title] : groups) add_group(text, group, title);
  add_slots(text);
  add_specials(text);
  add_constants(text);
  return text;
}

}  // namespace weft::isa
