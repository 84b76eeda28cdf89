// Long messages from each cell to each other one, by the run-time library of iWarp cells.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/netlist.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {
namespace {

constexpr std::uint32_t message_words = 4096;

std::string all_to_all(const std::string& level) {
  return fmt::format(
      "network:\n"
      "  topology: torus\n"
      "  shape: 8x8\n"
      "  cell:\n"
      "    type: iwarp\n"
      "    output_pools: {{x_right: [0, 1, 2, 3], y_up: [0, 1, 2], x_left: [0, 1, 2, 3], "
      "y_down: [0, 1, 2, 3]}}\n"
      "    input_channels: {{x_left: 4, y_down: 3, x_right: 4, y_up: 4}}\n"
      "    memory_bytes: 2097152\n"
      "    program: {}/platforms/programs/all_to_all.s\n"
      "    set: {{n: {}}}\n"
      "level: {}\n",
      WEFT_SOURCE_DIR, message_words, level);
}

struct LongMachine {
  explicit LongMachine(const std::string& level)
      : platform(resolve(load_netlist(folder.write(level + ".yaml", all_to_all(level))))),
        system(level.c_str(), platform),
        programs(system) {}

  std::uint32_t word(std::size_t cell, const std::string& label, std::size_t place = 0) {
    const auto at = cells_of(platform)[0].program->symbols.at(label);
    return cells_of(system)[cell].core->memory().peek(at + 4 * static_cast<std::uint32_t>(place));
  }

  TemporaryFolder folder;
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
