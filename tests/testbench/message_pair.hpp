// Two cells whose programs send messages, and the clocks of the library in assembly counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hw/iwarp_toolchain/disassembler.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {

inline constexpr std::uint32_t receive_buffer = 0x10000;
inline constexpr std::uint32_t receive_bytes = 0x4000;

inline std::string two_cells_with_pools(const std::string& level, const std::string& groups = "") {
  return fmt::format(
      "network:\n"
      "  topology: mesh\n"
      "  shape: 2x1\n"
      "  cell: {{type: iwarp, output_pools: {{x_right: [0, 1, 2], x_left: [0, 1, 2]}}, "
      "input_channels: {{x_left: 3, x_right: 3}}}}\n"
      "level: {}\n{}",
      level, groups);
}

struct MessagePair {
  MessagePair(const TemporaryFolder& folder, const std::string& name, const std::string& yaml)
      : platform(resolve(load_netlist(folder.write(name + ".yaml", yaml)))),
        system(name.c_str(), platform),
        assembly(system),
        planner(platform, common_pools(platform)) {}

  OutgoingMessage message(unsigned from, std::uint32_t words) {
    return {1 - from, *planner.plan(from, 1 - from), 0, words};
  }

  Platform platform;
  System system;
  AssemblyPrograms assembly;
  PathwayPlanner planner;
  CellProcessSet processes;
  Time called = 0;    // when the message was to be sent
  Time returned = 0;  // ... and was in the queue or begun
  Time arrived = 0;   // when it was whole at the other end
  std::vector<std::uint32_t> received;
};

inline Program receives_a_message(CellProcess& cell, MessagePair& pair) {
  CellMessages messages(cell, receive_buffer, receive_bytes);
  while (!messages.arrived()) co_await messages.progress(1);
  pair.arrived = cell.now();
  EXPECT_EQ(messages.arrived()->from, 1 - cell.cell().address);
  for (std::uint32_t i = 0; i < messages.arrived()->words; ++i)
    pair.received.push_back(co_await cell.load(receive_buffer + 4 * i));
}

inline bool is_done_by_coroutines(const std::string& text) {
  for (const char* operation : {"instate ", "tryacquire ", "marker ", "word ", "spool ", "bind "}) {
    if (text.starts_with(operation)) return true;
  }
  return text.find("in0") != std::string::npos;
}

/// Counts the clocks of a routine's integer instructions, from `begin` to before `end`, by the part
/// in which they stand: a part ends with an instruction of a kind. Of a routine that is listed
/// several times so many runs are counted.
class RoutineClocks final : public isa::InstructionObserver {
 public:
  struct Routine {
    std::uint32_t begin = 0;
    std::string end;                 // the instruction that ends it: its text begins so
    std::vector<std::string> parts;  // instructions that end parts of it
    std::vector<std::uint64_t> clocks;
  };

  explicit RoutineClocks(std::vector<Routine> routines) : routines_(std::move(routines)) {}

  void executed(const isa::InstructionEvent& event) override {
    const std::string text = isa::text_of(event);
    if (current_ == nullptr) {
      const auto next = std::find_if(routines_.begin(), routines_.end(), [&](const Routine& one) {
        return one.begin == event.address && one.clocks.empty();
      });
      if (next == routines_.end()) return;
      current_ = &*next;
      current_->clocks.assign(1, 0);
    }
    if (!is_done_by_coroutines(text)) {
      constexpr Time clock = 50 * nanosecond;
      current_->clocks.back() += (event.end - event.begin - event.stalled) / clock;
    }
    const std::size_t part = current_->clocks.size() - 1;
    if (part < current_->parts.size() && text.starts_with(current_->parts[part])) {
      current_->clocks.push_back(0);
    }
    if (text.starts_with(current_->end)) current_ = nullptr;
  }

  const std::vector<std::uint64_t>& clocks(std::size_t routine) const {
    return routines_[routine].clocks;
  }

 private:
  std::vector<Routine> routines_;
  Routine* current_ = nullptr;
};

}  // namespace weft::test
