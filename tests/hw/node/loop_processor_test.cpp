// Loops on a processor: clocks counted by hand, and what holds them up. DRAM opens a page in 3
// clocks, closes one in 4, has the first word 3 after the column, and one each 2 clocks.
#include <gtest/gtest.h>

#include "tests/hw/node/node_bench.hpp"

namespace weft {
namespace {

using test::NodeBench;
using test::plain_node;

LoopTransfer copy(std::uint64_t elements, std::uint64_t from, std::uint64_t to) {
  LoopTransfer loop;
  loop.elements = elements;
  loop.from = AccessPattern{};
  loop.from->base = from;
  loop.to.base = to;
  return loop;
}

// It is loaded at 0: the line has the bus from 1 to 6, is in the memory from 6 on at 12, 14, 16 and
// 18, and there at 20. The store goes at 20 and has the bus from 21 to 23; its page is closed and
// opened: 23 + 4 + 3 + 3 = 33, which is known at 34. That is the 35th clock.
TEST(LoopProcessor, one_word_is_copied) {
  NodeBench bench(plain_node());
  bench.fill(0, 1, 77);
  bench.node.processor(0).start(copy(1, 0, 4096));
  EXPECT_EQ(bench.run(), 35U);
  EXPECT_EQ(bench.memory.store().read(4096), 77U);
  EXPECT_EQ(bench.node.processor(0).counts().fills, 1U);
}

TEST(LoopProcessor, elements_of_a_line_are_loaded_once) {
  NodeBench bench(plain_node());
  bench.fill(0, 64);
  bench.node.processor(0).start(copy(64, 0, 4096));
  bench.run();
  EXPECT_EQ(bench.node.processor(0).counts().fills, 16U);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(bench.memory.store().read(4096 + 8 * i), 1 + i);
}

TEST(LoopProcessor, strides_and_blocks_are_gathered_and_scattered) {
  NodeBench bench(plain_node());
  bench.fill(0, 256);
  LoopTransfer loop = copy(32, 0, 8192);
  loop.from->stride = 8;
  loop.from->block = 2;
  loop.to.stride = 5;
  bench.node.processor(0).start(loop);
  bench.run();
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(bench.memory.store().read(8192 + 40 * i), 1 + 8 * (i / 2) + i % 2);
}

TEST(LoopProcessor, indices_are_loaded_from_memory) {
  for (const unsigned bytes : {4U, 8U}) {
    for (const unsigned pipelined : {0U, 3U}) {
      NodeParameters parameters = plain_node();
      parameters.processor.pipelined_loads = pipelined;
      NodeBench bench(parameters);
      bench.fill(0, 16);
      LoopTransfer loop = copy(16, 0, 8192);
      loop.from->indexed = true;
      loop.from->index_base = 16384;
      loop.from->index_bytes = bytes;
      for (std::uint64_t i = 0; i < 16; ++i) {
        const std::uint64_t address = 16384 + i * bytes;
        const std::uint64_t word = bench.memory.store().read(address / 8 * 8);
        bench.memory.store().write(address / 8 * 8, word | (15 - i) << (8 * (address % 8)));
      }
      bench.node.processor(0).start(loop);
      bench.run();
      for (unsigned i = 0; i < 16; ++i)
        EXPECT_EQ(bench.memory.store().read(8192 + 8 * i), 16 - i) << bytes << ' ' << pipelined;
    }
  }
}

// Each element is stored where one some words further on is loaded from, behind it in the program
// once that is four or more: into a line that is in the cache, on its way or still in memory.
TEST(LoopProcessor, a_load_has_what_was_stored_before_it) {
  for (const std::uint64_t distance : {4U, 5U, 6U, 7U, 8U, 9U, 12U}) {
    NodeBench bench(plain_node());
    bench.fill(0, distance);
    bench.node.processor(0).start(copy(64, 0, 8 * distance));
    bench.run();
    for (std::uint64_t i = 0; i < 64; ++i)
      EXPECT_EQ(bench.memory.store().read(8 * (distance + i)), 1 + i % distance) << distance;
  }
}

// Four words through the queue as one transaction, or as four with a command each.
TEST(LoopProcessor, stores_that_merge_take_fewer_clocks) {
  const auto clocks = [](unsigned entry_bytes) {
    NodeParameters parameters = plain_node();
    parameters.processor.write_queue = {4, entry_bytes, 2};
    parameters.path.command_clocks = 4;
    NodeBench bench(parameters);
    bench.node.processor(0).start(copy(256, 0, 8192));
    return bench.run();
  };
  EXPECT_LT(clocks(32), clocks(8));
}

// Strided loads wait for memory one by one, or side by side.
TEST(LoopProcessor, pipelined_loads_hide_the_way_to_memory) {
  const auto clocks = [](unsigned pipelined, unsigned banks) {
    NodeParameters parameters = plain_node();
    parameters.processor.pipelined_loads = pipelined;
    parameters.path.queue = 4;
    parameters.dram.banks = banks;
    NodeBench bench(parameters);
    LoopTransfer loop = copy(256, 0, 1 << 20U);
    loop.from->stride = 257;  // another page, of another bank, each time
    bench.node.processor(0).start(loop);
    return bench.run();
  };
  EXPECT_LT(clocks(3, 4), clocks(1, 4));
  EXPECT_LT(clocks(3, 4), clocks(3, 1));
}

}  // namespace
}  // namespace weft
