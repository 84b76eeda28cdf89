// What the communication co-processor refuses, and how it says so.
#include <gtest/gtest.h>

#include <vector>

#include "hw/hypercube/coprocessor_core.hpp"
#include "tests/hw/hypercube/coprocessor_bench.hpp"

namespace weft {
namespace {

using FlagsWritten = std::vector<CoprocessorFlag>;
using Instruction = HypercubeInstruction;

TEST(HypercubeCoprocessor, what_cannot_be_sent_completes_with_the_reason_and_sends_nothing) {
  CoprocessorBench bench(CoprocessorBench::ticks(2));
  const std::uint32_t memory = bench.at(0).memory().size();
  struct Case {
    std::uint32_t to, type, length, buffer;
    HypercubeFault fault;
  };
  for (const Case& one : {
           Case{1, 0, 0, 0x1000, HypercubeFault::empty},
           Case{1, 0, 0xFFFFFFFF, 0x1000, HypercubeFault::outside_memory},
           Case{1, 0, 17, memory - 16, HypercubeFault::outside_memory},
           Case{1, 0, 4, 0, HypercubeFault::outside_memory},
           Case{1, 65536, 4, 0x1000, HypercubeFault::bad_type},
           Case{4, 0, 4, 0x1000, HypercubeFault::no_such_node},
           Case{0, 0, 4, 0x1000, HypercubeFault::no_such_node},
       }) {
    EXPECT_EQ(
        bench.execute(0, Instruction::send, block_at(0), one.to, one.type, one.length, one.buffer),
        HypercubeFault::none);
    EXPECT_EQ(fault_of(bench.flag(0, block_at(0))), one.fault) << text_of(one.fault);
    EXPECT_EQ(bench.flag(0, block_at(0)) & 3, 3U) << "who waits for either bit goes on";
  }
  EXPECT_EQ(bench.at(0).counters().faults, 7U);
  EXPECT_TRUE(bench.run());
  EXPECT_TRUE(bench.at(0).idle());
  EXPECT_EQ(bench.at(0).chip().counters().packets_injected, 0U);
  bench.send(0, 1, block_at(0), memory - 16, 16, 3);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(0, block_at(0)), 3U) << "to the last byte of memory";
}

TEST(HypercubeCoprocessor,
     a_message_longer_than_its_buffer_completes_with_that_and_nothing_is_written) {
  for (const Time posted : {Time{0}, Time{60}, Time{500}}) {
    CoprocessorBench bench(CoprocessorBench::ticks(1));
    const std::vector<std::uint8_t> before(64, 0xA5);
    bench.at(1).memory().write(buffer_at(0), before);
    if (posted == 0) bench.receive(1, block_at(0), 0, 1, buffer_at(0), 41);
    bench.send(0, 1, block_at(0), buffer_at(0), 42, 1);
    bench.run(posted);
    if (posted != 0) bench.receive(1, block_at(0), 0, 1, buffer_at(0), 41);
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(bench.flags(1), (FlagsWritten{{posted == 0 ? 45 : posted, block_at(0),
                                             flag_of(HypercubeFault::too_long)}}));
    EXPECT_EQ(bench.bytes(1, buffer_at(0), 64), before);
    EXPECT_EQ(bench.at(1).system_buffers().used(), 0U);
    EXPECT_TRUE(bench.at(1).idle());
    bench.receive(1, block_at(0), 0, 1, buffer_at(0), 42);
    bench.send(0, 1, block_at(0), buffer_at(0), 42, 1);
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(bench.flag(1, block_at(0)), 3U) << "the next one is received";
  }
}

TEST(HypercubeCoprocessor, a_receive_that_overlaps_another_completes_with_that) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  bench.receive(0, block_at(0), 1, 1, 0x1000, 100);
  bench.receive(0, block_at(1), 1, 2, 0x1000 + 99, 100);
  EXPECT_EQ(bench.flag(0, block_at(1)), flag_of(HypercubeFault::overlap));
  bench.receive(0, block_at(2), 1, 2, 0x1000 + 100, 100);
  EXPECT_EQ(bench.flag(0, block_at(2)), 0U);
  bench.receive(0, block_at(3), 1, 3, block_at(0) - 4, 5);
  EXPECT_EQ(bench.flag(0, block_at(3)), flag_of(HypercubeFault::overlap)) << "an open block";
  bench.receive(0, block_at(3), 1, 3, block_at(3) + 8, 5);
  EXPECT_EQ(bench.flag(0, block_at(3)), flag_of(HypercubeFault::overlap)) << "its own block";
  bench.send(1, 0, block_at(0), buffer_at(0), 100, 1);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(0, block_at(0)), 3U) << "the first is not disturbed";
  bench.receive(0, block_at(1), 1, 2, 0x1000, 100);
  EXPECT_EQ(bench.flag(0, block_at(1)), 0U) << "now there is no other";
}

TEST(HypercubeCoprocessor, receives_that_cannot_be_complete_with_the_reason) {
  CoprocessorBench bench(CoprocessorBench::ticks(2));
  const std::uint32_t user = bench.at(0).system_space();
  struct Case {
    std::uint32_t source, type, length, buffer;
    HypercubeFault fault;
  };
  for (const Case& one : {
           Case{0, 0, 4, 0x1000, HypercubeFault::no_such_node},
           Case{4, 0, 4, 0x1000, HypercubeFault::no_such_node},
           Case{1, 65536, 4, 0x1000, HypercubeFault::bad_type},
           Case{1, 0, 0, 0x1000, HypercubeFault::empty},
           Case{1, 0, 17, user - 16, HypercubeFault::outside_memory},
       }) {
    bench.receive(0, block_at(0), one.source, one.type, one.buffer, one.length);
    EXPECT_EQ(fault_of(bench.flag(0, block_at(0))), one.fault) << text_of(one.fault);
  }
}

TEST(HypercubeCoprocessor, without_a_flag_the_cpu_gets_an_exception) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  HypercubeCoprocessor& node = bench.at(0);
  const std::uint32_t memory = node.memory().size();
  for (const std::uint32_t block : {0U, 0x42U, memory - 28, memory, 0xFFFFFFFCU}) {
    EXPECT_EQ(node.execute(Instruction::send, block, 0), HypercubeFault::bad_block) << block;
  }
  bench.receive(0, block_at(0), 1, 1, 0x1000, 10);
  EXPECT_EQ(bench.execute(0, Instruction::send, block_at(0), 1, 1, 10, 0x2000),
            HypercubeFault::block_in_use);
  EXPECT_EQ(bench.flag(0, block_at(0)), 0U);
}

TEST(HypercubeCoprocessor, on_a_part_of_a_cube_refuses_broadcasts) {
  CoprocessorBench bench(CoprocessorBench::ticks(2), {3, 0b11, false});
  bench.execute(0, Instruction::broadcast, block_at(0), 0, 1, 10, 0x1000);
  EXPECT_EQ(bench.flag(0, block_at(0)), flag_of(HypercubeFault::part_of_cube));
  bench.execute(0, Instruction::send, block_at(0), 3, 1, 10, 0x1000);
  EXPECT_EQ(bench.flag(0, block_at(0)), flag_of(HypercubeFault::no_such_node));
  bench.execute(0, Instruction::broadcast_to_neighbours, block_at(0), 1, 1, 10, 0x1000, 2);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(0, block_at(0)), 3U) << "its neighbours are there";
}

TEST(HypercubeCoprocessor, refuses_a_list_of_what_are_not_its_neighbours) {
  CoprocessorBench bench(CoprocessorBench::ticks(2), {4, 0b01, false});
  struct Case {
    std::uint32_t count, first, second;
    HypercubeFault fault;
  };
  for (const Case& one : {
           Case{0, 1, 2, HypercubeFault::no_such_node},
           Case{3, 1, 2, HypercubeFault::no_such_node},
           Case{2, 1, 1, HypercubeFault::no_such_node},
           Case{1, 3, 0, HypercubeFault::no_such_node},
           Case{1, 0, 0, HypercubeFault::no_such_node},
           Case{1, 4, 0, HypercubeFault::no_such_node},
           Case{2, 1, 2, HypercubeFault::part_of_cube},
       }) {
    bench.at(0).memory().set_word(block_at(0) + header_block::list + 4, one.second);
    bench.execute(0, Instruction::broadcast_to_neighbours, block_at(0), one.count, 1, 10, 0x1000,
                  one.first);
    EXPECT_EQ(fault_of(bench.flag(0, block_at(0))), one.fault) << text_of(one.fault);
  }
}

}  // namespace
}  // namespace weft
