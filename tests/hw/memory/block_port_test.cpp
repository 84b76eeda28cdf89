#include "hw/memory/block_port.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/word_store.hpp"

namespace weft {
namespace {

/// Is done so many clocks behind each request, 5 more at one address.
class ClockedStore final : public MemoryDevice {
 public:
  explicit ClockedStore(MemoryClocks clocks) : clocks_(clocks) {}

  std::optional<MemoryClocks> begin(unsigned, MemoryTransaction& transaction,
                                    MemoryClocks now) override {
    accesses.emplace_back(now, transaction.address);
    words.serve(transaction);
    return now + clocks_ + (transaction.address == slow ? 5 : 0);
  }

  std::vector<std::pair<MemoryClocks, std::uint64_t>> accesses;
  WordStore words;
  std::optional<std::uint64_t> slow;

 private:
  MemoryClocks clocks_;
};

constexpr Time clock_of_port = 10;
using Accesses = std::vector<std::pair<MemoryClocks, std::uint64_t>>;

/// A port of two masters to a memory of 3 clocks, and when blocks were done.
struct PortBench {
  explicit PortBench(const MemoryPortParameters& parameters = {})
      : port(parameters, 2, clock_of_port, memory) {}

  void ask(unsigned master, std::uint64_t address, std::vector<std::uint64_t> words,
           bool write = true) {
    port.ask(master, {address, write, std::move(words), [this](const MemoryBlock& block, Time now) {
                        done.emplace_back(now / clock_of_port, block.address);
                        read = block.words;
                      }});
  }
  void run() {
    for (Time now = 0; port.busy(); now += clock_of_port) {
      port.finish(now);
      port.begin(now);
      ASSERT_LT(now, Time{1000});
    }
  }

  ClockedStore memory{3};
  BlockPort port;
  Accesses done;
  std::vector<std::uint64_t> read;
};

// From 0x18 on: one word up to 0x20, four of an access, one behind. What is done at an edge is
// known at the next.
TEST(BlockPort, takes_accesses_of_its_width_at_its_multiples) {
  PortBench bench;
  bench.ask(0, 0x18, {1, 2, 3, 4, 5, 6});
  bench.run();
  EXPECT_EQ(bench.memory.accesses, (Accesses{{0, 0x18}, {4, 0x20}, {8, 0x40}}));
  EXPECT_EQ(bench.done, (Accesses{{12, 0x18}}));
  bench.ask(0, 0x20, std::vector<std::uint64_t>(3), false);
  bench.run();
  EXPECT_EQ(bench.read, (std::vector<std::uint64_t>{2, 3, 4}));
}

TEST(BlockPort, lets_masters_take_turns_access_by_access) {
  PortBench bench;
  bench.ask(0, 0x000, std::vector<std::uint64_t>(12));
  bench.ask(1, 0x100, std::vector<std::uint64_t>(8));
  bench.run();
  EXPECT_EQ(bench.memory.accesses,
            (Accesses{{0, 0x000}, {4, 0x100}, {8, 0x020}, {12, 0x120}, {16, 0x040}}));
  EXPECT_EQ(bench.done, (Accesses{{16, 0x100}, {20, 0x000}}));
}

TEST(BlockPort, has_as_many_accesses_at_a_time_as_it_is_told) {
  MemoryPortParameters parameters;
  parameters.accesses = 2;
  PortBench bench(parameters);
  bench.ask(0, 0, std::vector<std::uint64_t>(12));
  bench.run();
  EXPECT_EQ(bench.memory.accesses, (Accesses{{0, 0}, {0, 0x20}, {4, 0x40}}));
  EXPECT_EQ(bench.done, (Accesses{{8, 0}}));
}

// The second of master 0 is answered 5 clocks before its first, that of master 1 in between.
TEST(BlockPort, is_done_in_the_order_of_asking_though_answers_overtake_each_other) {
  MemoryPortParameters parameters;
  parameters.accesses = 3;
  PortBench bench(parameters);
  bench.memory.slow = 0x00;
  bench.ask(0, 0x00, {1});
  bench.ask(0, 0x40, {2});
  bench.ask(1, 0x80, {3});
  bench.run();
  EXPECT_EQ(bench.memory.accesses, (Accesses{{0, 0x00}, {0, 0x80}, {0, 0x40}}));
  EXPECT_EQ(bench.done, (Accesses{{4, 0x80}, {9, 0x00}, {9, 0x40}}));
}

// Or else the slower of them would be what is left there.
TEST(BlockPort, writes_no_word_that_is_on_its_way) {
  MemoryPortParameters parameters;
  parameters.accesses = 2;
  PortBench bench(parameters);
  bench.ask(0, 0x00, {1, 2});
  bench.ask(1, 0x08, {3, 4});
  bench.ask(0, 0x18, {5});
  bench.run();
  EXPECT_EQ(bench.memory.accesses, (Accesses{{0, 0x00}, {0, 0x18}, {4, 0x08}}));
}

TEST(BlockPort, reads_a_word_twice_at_a_time) {
  MemoryPortParameters parameters;
  parameters.accesses = 2;
  PortBench bench(parameters);
  bench.ask(0, 0x00, {0, 0}, false);
  bench.ask(1, 0x08, {0, 0}, false);
  bench.run();
  EXPECT_EQ(bench.memory.accesses, (Accesses{{0, 0x00}, {0, 0x08}}));
}

TEST(BlockPort, refuses_what_is_no_width) {
  MemoryPortParameters parameters;
  parameters.access_bytes = 24;
  EXPECT_THROW(PortBench{parameters}, ParameterError);
  parameters.access_bytes = 8;
  parameters.accesses = 0;
  EXPECT_THROW(PortBench{parameters}, ParameterError);
}

}  // namespace
}  // namespace weft
