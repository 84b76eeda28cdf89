// Bus, queue of the controller and read-ahead, with clocks counted by hand. DRAM opens a page in 3
// clocks, closes one in 4, has the first word 3 after the column, and one each 2 clocks.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/dram_device.hpp"
#include "hw/memory/memory_path.hpp"

namespace weft {
namespace {

PathParameters way() {
  PathParameters parameters;
  parameters.return_clocks = 2;
  return parameters;
}

// Requests by the clock at which they are made, and when each was there, by its tag.
class PathBench {
 public:
  explicit PathBench(const PathParameters& parameters)
      : memory(DramParameters{}), path(parameters, memory) {}

  void at(MemoryClocks clock, unsigned master, unsigned tag, std::uint64_t address,
          unsigned words = 1, bool write = false) {
    MemoryTransaction transaction;
    transaction.address = address;
    transaction.words = words;
    transaction.write = write;
    for (unsigned i = 0; i < words; ++i) transaction.data[i] = 100 * (tag + 1) + i;
    requests_.emplace(clock, PathCompletion{master, tag, transaction});
  }

  std::map<unsigned, MemoryClocks> run(MemoryClocks clocks) {
    std::map<unsigned, MemoryClocks> there;
    for (MemoryClocks now = 0; now < clocks; ++now) {
      for (const PathCompletion& one : path.completions(now)) {
        there[one.tag] = now;
        data[one.tag] = one.transaction.data;
      }
      const auto [first, end] = requests_.equal_range(now);
      for (auto one = first; one != end; ++one)
        path.request(one->second.master, one->second.tag, one->second.transaction, now);
      path.evaluate(now);
    }
    EXPECT_TRUE(path.quiet());
    return there;
  }

  DramDevice memory;
  MemoryPath path;
  std::map<unsigned, std::array<std::uint64_t, MemoryTransaction::most_words>> data;

 private:
  std::multimap<MemoryClocks, PathCompletion> requests_;
};

using Times = std::map<unsigned, MemoryClocks>;

// Granted at 1, on the bus for 2 clocks, in the memory from 3 to 9, two back.
TEST(MemoryPath, a_read_takes_the_bus_the_memory_and_the_way_back) {
  PathBench bench(way());
  bench.at(0, 0, 0, 64);
  EXPECT_EQ(bench.run(40), (Times{{0, 11}}));
}

// On the bus for 1 + 4 clocks, 6 + 3 + 3 and three times 2: taken at 18, which is known at 19.
TEST(MemoryPath, the_bus_is_taken_for_command_and_words) {
  PathBench bench(way());
  bench.at(0, 0, 0, 64, 4, true);
  EXPECT_EQ(bench.run(40), (Times{{0, 19}}));
  EXPECT_EQ(bench.memory.store().read(64), 100U);
  EXPECT_EQ(bench.memory.store().read(88), 103U);
}

TEST(MemoryPath, a_wider_bus_is_taken_for_less) {
  PathParameters wide = way();
  wide.bus_bytes = 16;
  PathBench bench(wide);
  bench.at(0, 0, 0, 64, 4, true);
  EXPECT_EQ(bench.run(40), (Times{{0, 17}}));
}

// The first is out of the memory at 9, which is known at 10: the second has the bus until 12, and
// is in the open page until 15.
TEST(MemoryPath, with_one_place_one_transaction_follows_the_other) {
  PathBench bench(way());
  bench.at(0, 0, 0, 64);
  bench.at(0, 1, 1, 128);
  EXPECT_EQ(bench.run(40), (Times{{0, 11}, {1, 17}}));
}

// With two places it has the bus at 3, and its word follows the first one's by two clocks.
TEST(MemoryPath, with_two_places_the_memory_has_two) {
  PathParameters two = way();
  two.queue = 2;
  PathBench bench(two);
  bench.at(0, 0, 0, 64);
  bench.at(0, 1, 1, 128);
  EXPECT_EQ(bench.run(40), (Times{{0, 11}, {1, 13}}));
}

// Line 0 is in the memory from 6 on, 12, 14, 16, 18; line 1 is read behind it, to 26, which is
// known at 27. It is asked for at 20, on the bus until 26, from the buffer at 27, and line 2 is
// read.
TEST(MemoryPath, the_line_behind_is_read_ahead) {
  PathParameters ahead = way();
  ahead.read_ahead = ReadAhead::always;
  PathBench bench(ahead);
  bench.memory.store().write(32, 7);
  bench.at(0, 0, 0, 0, 4);
  bench.at(20, 0, 1, 32, 4);
  EXPECT_EQ(bench.run(60), (Times{{0, 20}, {1, 29}}));
  EXPECT_EQ(bench.data[1][0], 7U);
  EXPECT_EQ(bench.memory.dram().counts(), (DramCore::Counts{2, 1, 0, 0}));
}

// What is not wanted costs: another line waits until the one behind the first has been read.
TEST(MemoryPath, nothing_begins_while_a_line_is_read_ahead) {
  const auto second = [](ReadAhead policy) {
    PathParameters parameters = way();
    parameters.read_ahead = policy;
    PathBench bench(parameters);
    bench.at(0, 0, 0, 0, 4);
    bench.at(18, 0, 1, 512, 1);
    return bench.run(80)[1];
  };
  // asked for at 18, on the bus from 19 to 21; the word 3 clocks later, and two back
  EXPECT_EQ(second(ReadAhead::off), 26U);
  // line 1 is there at 26, which is known at 27: the word is there at 30
  EXPECT_EQ(second(ReadAhead::always), 32U);
}

// The row that is held for the next line is begun anew for another one of its page. Line 1 is there
// at 26, which is known at 27; 5 clocks later the access begins, and takes 3 clocks and two back.
TEST(MemoryPath, a_row_that_was_read_ahead_is_begun_anew) {
  const auto second = [](std::uint64_t address, unsigned restart_clocks) {
    PathParameters parameters = way();
    parameters.read_ahead = ReadAhead::always;
    parameters.row_restart_clocks = restart_clocks;
    PathBench bench(parameters);
    bench.at(0, 0, 0, 0, 4);
    bench.at(18, 0, 1, address, 1);
    return bench.run(80)[1];
  };
  EXPECT_EQ(second(512, 0), 32U);
  EXPECT_EQ(second(512, 5), 37U);
  // the line that is wanted, and another page, whose row the memory opens itself
  EXPECT_EQ(second(32, 5), second(32, 0));
  EXPECT_EQ(second(4096, 5), second(4096, 0));
}

TEST(MemoryPath, reads_ahead_in_the_open_page_only_if_told_so) {
  PathParameters ahead = way();
  ahead.read_ahead = ReadAhead::in_open_page;
  PathBench bench(ahead);
  bench.at(0, 0, 0, 0, 4);     // opens the page
  bench.at(40, 0, 1, 512, 4);  // is in it
  bench.at(80, 0, 2, 544, 4);  // was read ahead
  bench.run(140);
  // the page is opened once; lines 512, 544 and 576 are read in it
  EXPECT_EQ(bench.memory.dram().counts(), (DramCore::Counts{3, 1, 0, 0}));
}

TEST(MemoryPath, nothing_is_read_ahead_beyond_the_page) {
  PathParameters ahead = way();
  ahead.read_ahead = ReadAhead::always;
  PathBench bench(ahead);
  bench.at(0, 0, 0, 2048 - 32, 4);
  bench.run(60);
  EXPECT_EQ(bench.memory.dram().counts(), (DramCore::Counts{0, 1, 0, 0}));
}

TEST(MemoryPath, a_store_to_a_line_that_was_read_ahead_is_seen) {
  PathParameters ahead = way();
  ahead.read_ahead = ReadAhead::always;
  PathBench bench(ahead);
  bench.at(0, 0, 0, 0, 4);
  bench.at(40, 0, 1, 40, 1, true);
  bench.at(80, 0, 2, 32, 4);
  bench.run(140);
  EXPECT_EQ(bench.data[2][1], 200U);
}

TEST(MemoryPath, refuses_what_it_cannot_be) {
  const auto refused = [](auto change) {
    PathParameters parameters = way();
    change(parameters);
    DramDevice memory(DramParameters{});
    EXPECT_THROW(MemoryPath(parameters, memory), ParameterError);
  };
  refused([](PathParameters& p) { p.queue = 0; });
  refused([](PathParameters& p) { p.bus_bytes = 0; });
  refused([](PathParameters& p) { p.return_clocks = 0; });
  refused([](PathParameters& p) { p.line_bytes = 24; });
  refused([](PathParameters& p) { p.page_bytes = 16; });
  refused([](PathParameters& p) { p.bus.masters = 0; });
}

}  // namespace
}  // namespace weft
