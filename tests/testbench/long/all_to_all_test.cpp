// Messages from each cell to each other one, by the run-time library of iWarp cells.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include <fmt/format.h>

#include "tests/support/temporary_folder.hpp"
#include "tests/testbench/library_machine.hpp"
#include "tests/testbench/long/worms.hpp"

namespace weft::test {
namespace {

constexpr std::size_t all_cells = 64;

std::string all_to_all(std::uint32_t words, const std::string& level) {
  return library_torus(8, 8, library_folder + "/all_to_all.s",
                       fmt::format("memory_bytes: 2097152\n"
                                   "    set: {{n: {}}}\n"
                                   "    results: {{begin: integer, end: integer}}",
                                   words),
                       level);
}

std::uint32_t clocks_of(const LibraryMachine& machine) {
  return static_cast<std::uint32_t>(machine.value("result end highest") -
                                    machine.value("result begin lowest"));
}

/// Words of a message.
struct AllToAll : testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Words, AllToAll, testing::Values(32U, 256U, 2048U, 4096U),
                         testing::PrintToStringParamName());

// It is slower than the paper's prediction, and as slow as worms that stand in each other's way.
TEST_P(AllToAll, brings_each_word_at_the_same_clock_at_both_levels_as_fast_as_worms_do) {
  const TemporaryFolder folder;
  LibraryMachine signal(folder, "signal", all_to_all(GetParam(), "signal"));
  LibraryMachine word(folder, "word", all_to_all(GetParam(), "word"));
  run_library(200 * millisecond);
  for (LibraryMachine* machine : {&signal, &word}) {
    EXPECT_EQ(machine->value("programs halted"), all_cells);
    expect_all_words(*machine, GetParam());
  }
  for (std::size_t cell = 0; cell < all_cells; ++cell) {
    for (const char* label : {"begin", "sent", "end"})
      EXPECT_EQ(signal.word(cell, label), word.word(cell, label)) << cell << " " << label;
  }
  // the page of the library
  const std::map<std::uint32_t, std::uint32_t> told{
      {32, 28'969}, {256, 127'433}, {2048, 953'445}, {4096, 1'969'412}};
  EXPECT_EQ(clocks_of(word), told.at(GetParam()));

  Worms worms(GetParam());
  for (unsigned from = 0; from < all_cells; ++from) {
    for (std::size_t i = 0; i < all_cells; ++i) {
      const unsigned to = word.word(from, "order", i);
      if (to != from) worms.sends(from, to, walk_route(word, from, to, 8, 8).first);
    }
  }
  EXPECT_NEAR(worms.run() / clocks_of(word), 1, 0.1);
}

}  // namespace
}  // namespace weft::test
