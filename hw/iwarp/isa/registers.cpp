#include "hw/iwarp/isa/registers.hpp"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/word.hpp"

namespace weft::isa {

std::string register_name(unsigned number) {
  if (number >= out0) return fmt::format("out{}", number - out0);
  if (number >= in0) return fmt::format("in{}", number - in0);
  return fmt::format("r{}", number);
}

std::optional<unsigned> find_register(std::string_view name) {
  if (name == "link") return link_register;
  const std::size_t letters = name.find_first_of("0123456789");
  if (letters == std::string_view::npos || letters == 0) return std::nullopt;
  const std::string_view digits = name.substr(letters);
  if (digits.size() > 3 || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  const auto place = [number](unsigned first, unsigned count) -> std::optional<unsigned> {
    return number < count ? std::optional(first + number) : std::nullopt;
  };
  const std::string_view kind = name.substr(0, letters);
  if (kind == "r") return place(0, in0);
  if (kind == "in") return place(in0, 2);
  if (kind == "out") return place(out0, 2);
  if (kind == "s") return place(first_stride, stride_count);
  return std::nullopt;
}

PostIncrement post_increment(unsigned code) {
  switch (code) {
    case 0: return {};
    case 1: return {.units = 1};
    case 2: return {.units = 2};
    case 3: return {.units = -1};
    default: return {.stride = first_stride + code - 4};
  }
}

const SpecialInfo& info(Special special) {
  static const std::array<SpecialInfo, special_count> all{{
      {"cell", false, "address of the cell"},
      {"channels", false, "set of the cell's own logical input channels, a bit each"},
      {"own", false, "the first of the cell's own logical input channels"},
      {"clock", false, "clocks since the start, lower 32 bits"},
      {"in0_tag", false, "tag of the word that was read last from in0"},
      {"in1_tag", false, "tag of the word that was read last from in1"},
      {"event", false, "in a service routine: kind of the event in bits 8-11, channel in bits 0-7"},
      {"back", true, "where `resume` goes on"},
      {"dispatch", true, "set of events that transfer control, a bit each; none after reset"},
      {"traps", true, "set of events that stop the program; spool_error after reset"},
      {"spool0", false, "address of the next word of spooling gate 0"},
      {"spool1", false, "of spooling gate 1"},
      {"spool2", false, "of spooling gate 2"},
      {"spool3", false, "of spooling gate 3"},
      {"spool4", false, "of spooling gate 4"},
      {"spool5", false, "of spooling gate 5"},
      {"spool6", false, "of spooling gate 6"},
      {"spool7", false, "of spooling gate 7"},
  }};
  return all[static_cast<unsigned>(special)];
}

std::vector<std::string> special_names() {
  std::vector<std::string> names;
  for (unsigned i = 0; i < special_count; ++i)
    names.emplace_back(info(static_cast<Special>(i)).name);
  return names;
}

std::vector<std::string> event_names() {
  std::vector<std::string> names;
  for (unsigned i = 0; i < event_count; ++i)
    names.emplace_back(name_of(static_cast<AgentEvent>(i)));
  return names;
}

std::vector<std::string> tag_names() {
  std::vector<std::string> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(WordTag::application); ++i) {
    names.emplace_back(name_of(static_cast<WordTag>(i)));
  }
  return names;
}

}  // namespace weft::isa
