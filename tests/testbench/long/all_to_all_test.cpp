// Long messages from each cell to each other one, by the run-time library of iWarp cells.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "tests/support/ready_platform.hpp"

namespace weft::test {
namespace {

constexpr std::uint32_t message_words = 4096;

struct LongMachine {
  explicit LongMachine(const std::string& level)
      : platform(ready("iwarp_all_to_all_8x8",
                       {"level=" + level, fmt::format("network.cell.set.n={}", message_words)})),
        system(level.c_str(), platform),
        programs(system) {}

  std::uint32_t word(std::size_t cell, const std::string& label, std::size_t place = 0) {
    const auto at = cells_of(platform)[0].program->symbols.at(label);
    return cells_of(system)[cell].core->memory().peek(at + 4 * static_cast<std::uint32_t>(place));
  }

  Platform platform;
  System system;
  AssemblyPrograms programs;
};

TEST(AllToAll, of_4096_words_brings_each_word_at_the_same_clock_at_both_levels) {
  LongMachine signal("signal");
  LongMachine word("word");
  sc_core::sc_start(sc_core::sc_time(200, sc_core::SC_MS));
  for (LongMachine* machine : {&signal, &word}) {
    for (AssemblyProgram* program : machine->programs.all()) EXPECT_TRUE(program->finished());
    for (std::uint32_t to = 0; to < 64; ++to) {
      for (std::uint32_t from = 0; from < 64; ++from) {
        if (from == to) continue;
        for (std::uint32_t i = 0; i < message_words; ++i) {
          ASSERT_EQ(machine->word(to, "came", std::size_t{from} * message_words + i),
                    (from << 20U) + 2 * to + i)
              << "word " << i << " from " << from << " to " << to;
        }
      }
    }
  }
  for (std::size_t cell = 0; cell < 64; ++cell) {
    for (const char* label : {"begin", "sent", "end"})
      EXPECT_EQ(signal.word(cell, label), word.word(cell, label)) << cell << " " << label;
  }
}

}  // namespace
}  // namespace weft::test
