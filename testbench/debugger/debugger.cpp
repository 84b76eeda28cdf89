#include "testbench/debugger/debugger.hpp"

#include <algorithm>
#include <charconv>
#include <istream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "hw/common/nearest_name.hpp"
#include "hw/iwarp/isa/registers.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/pattern.hpp"
#include "testbench/debugger/cell_state.hpp"
#include "testbench/debugger/program_places.hpp"

namespace weft {
namespace {

constexpr std::uint32_t most_memory_words = 4096;  // of one command

constexpr const char* help_text =
    "where                     the next instruction, and the clock\n"
    "step [N]                  execute N instructions of this program, 1 without N\n"
    "continue                  go on to the next breakpoint\n"
    "registers [NAME...]       these, or all that are not 0\n"
    "queues                    queues of logical channels\n"
    "gates                     systolic and spooling gates\n"
    "memory ADDRESS|LABEL [N]  N words of memory, 1 without N\n"
    "cells                     where all programs stand\n"
    "cell NAME                 show another cell from now on\n"
    "break CELL: PLACE         one more breakpoint: a line as fir.s:12, or a label\n"
    "delete N                  drop a breakpoint\n"
    "breakpoints               list them\n"
    "quit                      end the run here\n";

const std::vector<std::string> command_names{
    "where", "step", "continue", "registers", "queues",      "gates", "memory",
    "cells", "cell", "break",    "delete",    "breakpoints", "help",  "quit"};

const Place& command_place() {
  static const Place place = place_of("command");
  return place;
}

[[noreturn]] void refuse(const std::string& found, const std::string& expected,
                         const std::string& nearest = {}) {
  throw InputError(command_place(), found, expected, nearest);
}

// Decimal, or hexadecimal behind 0x.
std::optional<std::uint32_t> number_of(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, hexadecimal ? 16 : 10);
  const bool good = error == std::errc{} && end == last && !text.empty();
  return good ? std::optional(number) : std::nullopt;
}

std::uint32_t count_of(const std::vector<std::string>& words, std::size_t place,
                       std::uint32_t most) {
  if (place >= words.size()) return 1;
  const std::optional<std::uint32_t> number = number_of(words[place]);
  if (number && *number >= 1 && *number <= most) return *number;
  refuse(fmt::format("'{}'", words[place]), fmt::format("expected a number of 1 to {}", most));
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

Debugger::Debugger(std::vector<AssemblyProgram*> programs, std::istream& commands,
                   std::ostream& answers, std::function<void()> end_run)
    : programs_(std::move(programs)),
      commands_(&commands),
      answers_(&answers),
      end_run_(std::move(end_run)) {
  for (std::size_t program = 0; program < programs_.size(); ++program) {
    programs_[program]->sequencer().stop_at(&stops_.emplace_back(*this, program));
  }
}

// --- breakpoints

// A cell's name has no blank, and a colon ends it.
void Debugger::add(const std::string& text, const Place& place) {
  const std::size_t colon = text.find(':');
  const std::string cells = trimmed(std::string_view(text).substr(0, colon));
  const std::string where =
      colon == std::string::npos ? "" : trimmed(std::string_view(text).substr(colon + 1));
  if (cells.empty() || where.empty()) {
    throw InputError(place, fmt::format("'{}' as a breakpoint", text),
                     "expected CELL: PLACE, such as 'node[1,2]: fir.s:12'");
  }
  Breakpoint breakpoint{trimmed(text), {}};
  for (const std::size_t program : programs_on(cells, place)) {
    const isa::ProgramImage& image = programs_[program]->sequencer().image();
    for (const std::uint32_t address : addresses_of(image, where, place))
      breakpoint.addresses.emplace(program, address);
  }
  breakpoints_.push_back(std::move(breakpoint));
}

std::vector<std::size_t> Debugger::programs_on(std::string_view pattern, const Place& place) const {
  std::vector<std::size_t> found;
  std::vector<std::string> names;
  for (std::size_t program = 0; program < programs_.size(); ++program) {
    names.push_back(programs_[program]->cell().name);
    if (matches_pattern(names.back(), pattern)) found.push_back(program);
  }
  if (!found.empty()) return found;
  throw InputError(place, fmt::format("no cell '{}' with a program in assembly", pattern),
                   names.empty()       ? "expected a platform with such programs"
                   : names.size() == 1 ? "expected " + names.front()
                                       : "expected one or more of " +
                                             fmt::format("{} to {}", names.front(), names.back()),
                   nearest_name(pattern, names));
}

bool Debugger::stops_at(std::size_t program, std::uint32_t address) {
  if (steps_ != 0 && program == stopped_ && --steps_ == 0) return true;
  return std::any_of(breakpoints_.begin(), breakpoints_.end(), [&](const Breakpoint& breakpoint) {
    return breakpoint.addresses.contains({program, address});
  });
}

void Debugger::before(std::size_t program, std::uint32_t address, Time now) {
  if (!stops_at(program, address)) return;
  steps_ = 0;
  stopped_ = shown_ = program;
  address_ = address;
  now_ = now;
  *answers_ << where_text(shown(), address_, now_);
  read_commands();
}

// --- commands

void Debugger::read_commands() {
  for (std::string line; std::getline(*commands_, line);) {
    std::istringstream stream(line);
    const Words words{std::istream_iterator<std::string>(stream), {}};
    if (words.empty() || words.front().starts_with('#')) continue;
    try {
      if (words.front() == "break") {
        add(trimmed(trimmed(line).substr(words.front().size())), command_place());
      } else if (perform(words)) {
        return;
      }
    } catch (const InputError& error) {
      *answers_ << error.what() << '\n';
    }
  }
  let_go();
}

// True if the run goes on.
bool Debugger::perform(const Words& words) {
  const std::string& name = words.front();
  if (name == "continue") return true;
  if (name == "step") return step(words);
  if (name == "quit") {
    quit_ = true;
    let_go();
    end_run_();
    return true;
  }
  if (name == "delete") {
    remove(words);
  } else if (name == "cell") {
    look_at(words);
  } else {
    *answers_ << show(words);
  }
  return false;
}

bool Debugger::step(const Words& words) {
  steps_ = count_of(words, 1, 1'000'000'000);
  return true;
}

std::string Debugger::show(const Words& words) const {
  const std::string& name = words.front();
  if (name == "where")
    return shown_ == stopped_ ? where_text(shown(), address_, now_) : standing_text(shown());
  if (name == "registers") return registers(words);
  if (name == "queues") return queues_text(shown());
  if (name == "gates") return gates_text(shown());
  if (name == "memory") return memory(words);
  if (name == "cells") return cells();
  if (name == "breakpoints") return breakpoints();
  if (name == "help") return help_text;
  refuse(fmt::format("there is no command '{}'", name), "expected one of those that `help` lists",
         nearest_name(name, command_names));
}

std::string Debugger::registers(const Words& words) const {
  std::vector<unsigned> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::optional<unsigned> number = isa::find_register(words[i]);
    if (!number || isa::is_gate(*number))
      refuse(fmt::format("there is no register '{}' to look at", words[i]),
             "expected r0 to r123, link or s0 to s3");
    numbers.push_back(*number);
  }
  return registers_text(shown(), numbers);
}

std::string Debugger::memory(const Words& words) const {
  if (words.size() < 2) refuse("no address", "expected an address or a label");
  const std::uint32_t count = count_of(words, 2, most_memory_words);
  std::optional<std::uint32_t> address = number_of(words[1]);
  const isa::ProgramImage& image = shown().sequencer().image();
  const auto label = image.symbols.find(words[1]);
  if (!address && label != image.symbols.end()) address = label->second;
  if (!address || *address % 4 != 0) {
    std::vector<std::string> labels;
    for (const auto& [name, value] : image.symbols) labels.push_back(name);
    refuse(fmt::format("'{}'", words[1]), "expected the address of a word, or a label",
           nearest_name(words[1], labels));
  }
  return memory_text(shown(), *address, count);
}

std::string Debugger::cells() const {
  std::string text;
  for (const AssemblyProgram* program : programs_) text += standing_text(*program);
  return text;
}

std::string Debugger::breakpoints() const {
  std::string text;
  for (std::size_t i = 0; i < breakpoints_.size(); ++i)
    text += fmt::format("{}  {}\n", i, breakpoints_[i].text);
  return text.empty() ? "no breakpoints\n" : text;
}

void Debugger::remove(const Words& words) {
  const std::optional<std::uint32_t> number = words.size() > 1 ? number_of(words[1]) : std::nullopt;
  if (!number || *number >= breakpoints_.size())
    refuse("no such breakpoint", "expected the number of one that `breakpoints` lists");
  breakpoints_.erase(breakpoints_.begin() + static_cast<std::ptrdiff_t>(*number));
}

void Debugger::look_at(const Words& words) {
  if (words.size() != 2) refuse("no cell", "expected the name of one");
  shown_ = programs_on(words[1], command_place()).front();
  *answers_ << standing_text(shown());
}

// Nothing stops a program from now on.
void Debugger::let_go() {
  for (AssemblyProgram* program : programs_) program->sequencer().stop_at(nullptr);
}

}  // namespace weft
