// The co-processor of a node whose memory lies beside it, with clocks counted by hand: without one
// a message that was sent at tick 0 has its packets in the chip from tick 1 on, and the first of
// them at its neighbour 44 ticks later.
#include <gtest/gtest.h>

#include <vector>

#include "hw/memory/word_store.hpp"
#include "tests/hw/hypercube/coprocessor_bench.hpp"

namespace weft {
namespace {

/// Answers 9 ticks behind each request, so that it is known at the tenth.
class NineTicks final : public MemoryDevice, public MemoryContents {
 public:
  explicit NineTicks(HypercubeCoprocessor& of, const MemoryPortParameters& parameters = {})
      : coprocessor_(&of) {
    of.lie_in(parameters, *this, *this);
  }

  std::optional<MemoryClocks> begin(unsigned slot, MemoryTransaction& transaction,
                                    MemoryClocks now) override {
    store_.serve(transaction);
    accesses.push_back(now);
    coprocessor_->memory_answers(slot, now + 9);
    return std::nullopt;
  }
  std::uint64_t word(std::uint64_t address) override { return store_.read(address); }
  void set_word(std::uint64_t address, std::uint64_t word) override { store_.write(address, word); }

  std::vector<MemoryClocks> accesses;

 private:
  HypercubeCoprocessor* coprocessor_;
  WordStore store_;
};

using Flags = std::vector<CoprocessorFlag>;

/// Node 0 sends to node 1; both have such a memory.
class CoprocessorMemory : public testing::Test {
 protected:
  CoprocessorBench bench{CoprocessorBench::ticks(1)};
  NineTicks left{bench.at(0)};
  NineTicks right{bench.at(1)};
};

// A read for the packet; a write of what has come in.
TEST_F(CoprocessorMemory,
       is_read_before_a_packet_gets_a_buffer_and_written_before_a_message_is_complete) {
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), 10, 7);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flags(0), (Flags{{1 + 10, block_at(0), 1}, {1 + 10, block_at(0), 3}}));
  EXPECT_EQ(bench.flags(1), (Flags{{11 + 44, block_at(0), 1}, {11 + 44 + 10, block_at(0), 3}}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 10), cube_bytes(10, 7));
  EXPECT_EQ(left.accesses, (std::vector<MemoryClocks>{1}));
  EXPECT_EQ(right.accesses, (std::vector<MemoryClocks>{55}));
  EXPECT_TRUE(bench.at(1).idle());
}

// Of bytes 0 to 9, 10 to 25 and 26 to 41: the third packet lies on both sides of a multiple of 32,
// and takes two accesses. Each is read when the one before has got its buffer.
TEST_F(CoprocessorMemory, takes_as_many_accesses_as_the_width_of_its_port_asks_for) {
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), bytes_of_packets(3), 7);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(left.accesses, (std::vector<MemoryClocks>{1, 11, 21, 31}));
  EXPECT_EQ(bench.flags(0), (Flags{{11, block_at(0), 1}, {41, block_at(0), 3}}));
  EXPECT_EQ(right.accesses, (std::vector<MemoryClocks>{55, 99, 143, 153}));
  EXPECT_EQ(bench.flags(1), (Flags{{55, block_at(0), 1}, {163, block_at(0), 3}}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), bytes_of_packets(3)), cube_bytes(bytes_of_packets(3), 7));
}

// What its programs have written, and the blocks that the co-processor knows of.
TEST_F(CoprocessorMemory, holds_all_that_is_written) {
  bench.send(0, 1, block_at(0), buffer_at(3), 10, 7);
  bench.at(0).memory().set_word(buffer_at(3) + 4, 0x01020304);
  EXPECT_EQ(left.word(buffer_at(3)) >> 32U, 0x01020304U);
  left.set_word(buffer_at(3), 5);
  EXPECT_EQ(bench.at(0).memory().word(buffer_at(3)), 5U);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(0, block_at(0)), 3U);
}

// The word of 8 bytes whose first half comes at tick 55 waits until the read that is there from
// tick 51 on is done at 61, and a program writes its other half meanwhile.
TEST_F(CoprocessorMemory, keeps_what_is_written_beside_a_message_that_waits_for_it) {
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 4);
  bench.send(0, 1, block_at(0), buffer_at(3), 4, 7);
  bench.run(50);
  bench.send(1, 0, block_at(1), buffer_at(3), 10, 8);
  bench.run(57);
  bench.at(1).memory().set_word(buffer_at(0) + 4, 0x01020304);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(right.accesses, (std::vector<MemoryClocks>{51, 61}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 4), cube_bytes(4, 7));
  EXPECT_EQ(bench.at(1).memory().word(buffer_at(0) + 4), 0x01020304U);
}

// What is too long for its receive is thrown away, but its first packet is written until tick 65.
TEST_F(CoprocessorMemory, gives_no_system_buffer_back_that_is_being_written) {
  bench.send(0, 1, block_at(0), buffer_at(3), 26, 7);
  bench.run(57);
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 5);
  EXPECT_EQ(bench.flags(1).back().flag, flag_of(HypercubeFault::too_long));
  bench.run(60);
  EXPECT_EQ(bench.at(1).system_buffers().used(), 32U);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.at(1).system_buffers().used(), 0U);
  EXPECT_TRUE(bench.at(1).idle());
}

// Moves, too, are accesses: 26 bytes are read by one and written by one.
TEST_F(CoprocessorMemory, is_what_messages_are_moved_in) {
  bench.send(0, 1, block_at(0), buffer_at(3), 26, 7);
  EXPECT_TRUE(bench.run());
  const std::size_t before = right.accesses.size();
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(right.accesses.size(), before + 2);
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 26), cube_bytes(26, 7));
  EXPECT_EQ(bench.at(1).counters().bytes_moved, 26U);
}

// Three nodes get what was read once.
TEST(CoprocessorMemoryOfCube, broadcasts_read_each_packet_once) {
  CoprocessorBench bench(CoprocessorBench::ticks(2));
  NineTicks memory(bench.at(0));
  for (unsigned node = 1; node < 4; ++node)
    bench.receive(node, block_at(0), 0, 7, buffer_at(0), 100);
  bench.fill(0, buffer_at(3), bytes_of_packets(2), 7);
  bench.execute(0, HypercubeInstruction::broadcast, block_at(0), 0, 7, bytes_of_packets(2),
                buffer_at(3));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(memory.accesses.size(), 2U);
  for (unsigned node = 1; node < 4; ++node) {
    EXPECT_EQ(bench.bytes(node, buffer_at(0), bytes_of_packets(2)),
              cube_bytes(bytes_of_packets(2), 7))
        << node;
  }
}

}  // namespace
}  // namespace weft
