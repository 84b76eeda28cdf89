// The co-processor of a node whose memory lies beside it, with clocks counted by hand: a packet
// that is in the chip of its source is at the neighbour 44 ticks later. An access takes 10.
// Instructions of tick 0 have their block read from tick 1 on, and are carried out at 11; a message
// that is sent is asked for by the chip at the tick behind.
#include <gtest/gtest.h>

#include <vector>

#include "hw/memory/word_store.hpp"
#include "tests/hw/hypercube/coprocessor_bench.hpp"

namespace weft {
namespace {

/// Answers so many ticks behind each request, which is known at the tick behind: an access
/// takes 10.
class SteadyMemory final : public MemoryDevice, public MemoryContents {
 public:
  explicit SteadyMemory(HypercubeCoprocessor& of, const MemoryPortParameters& parameters = {})
      : coprocessor_(&of) {
    of.lie_in(parameters, *this, *this);
  }

  std::optional<MemoryClocks> begin(unsigned slot, MemoryTransaction& transaction,
                                    MemoryClocks now) override {
    store_.serve(transaction);
    accesses.push_back(now);
    coprocessor_->memory_answers(slot, now + ticks);
    return std::nullopt;
  }
  std::uint64_t word(std::uint64_t address) override { return store_.read(address); }
  void set_word(std::uint64_t address, std::uint64_t word) override { store_.write(address, word); }

  std::vector<MemoryClocks> accesses;
  MemoryClocks ticks = 9;

 private:
  HypercubeCoprocessor* coprocessor_;
  WordStore store_;
};

using Flags = std::vector<CoprocessorFlag>;
using Ticks = std::vector<MemoryClocks>;

/// Node 0 sends to node 1; both have such a memory.
class CoprocessorMemory : public testing::Test {
 protected:
  CoprocessorBench bench{CoprocessorBench::ticks(1)};
  SteadyMemory left{bench.at(0)};
  SteadyMemory right{bench.at(1)};
};

// A send: its block, at 1; bytes for the packet, at 12; two queue links of the block, at 22 and 32,
// and the flags one after the other. A receive: its block and its links; the same block, when the
// message has come and looks for it, at 66; then the bytes, and the flags.
TEST_F(CoprocessorMemory,
       is_read_before_a_packet_gets_a_buffer_and_written_before_a_message_is_complete) {
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), 10, 7);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(left.accesses, (Ticks{1, 12, 22, 32, 42, 52}));
  EXPECT_EQ(bench.flags(0), (Flags{{52, block_at(0), 1}, {62, block_at(0), 3}}));
  EXPECT_EQ(right.accesses, (Ticks{1, 11, 21, 22 + 44, 76, 86, 96}));
  EXPECT_EQ(bench.flags(1), (Flags{{96, block_at(0), 1}, {106, block_at(0), 3}}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 10), cube_bytes(10, 7));
  EXPECT_TRUE(bench.at(1).idle());
}

// Of bytes 0 to 9, 10 to 25 and 26 to 41: the third packet lies on both sides of a multiple of 32,
// and takes two accesses. Each is read when the one before has got its buffer, in turn with what is
// written to the block: at 12, 32, 52 and 72.
TEST_F(CoprocessorMemory, takes_as_many_accesses_as_the_width_of_its_port_asks_for) {
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), bytes_of_packets(3), 7);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(left.accesses, (Ticks{1, 12, 22, 32, 42, 52, 62, 72, 82}));
  EXPECT_EQ(bench.flags(0), (Flags{{72, block_at(0), 1}, {92, block_at(0), 3}}));
  EXPECT_EQ(right.accesses, (Ticks{1, 11, 21, 66, 76, 86, 66 + 44, 66 + 88, 164, 174}));
  EXPECT_EQ(bench.flags(1), (Flags{{96, block_at(0), 1}, {184, block_at(0), 3}}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), bytes_of_packets(3)), cube_bytes(bytes_of_packets(3), 7));
}

// Three receives wait, of which each has five accesses: its block, two links of its own, and, but
// for the first, that of the one before. The message is of the third: all three are read, from 66
// on, and the second is told that nothing comes behind it, before the bytes and the flags.
TEST_F(CoprocessorMemory, reads_the_blocks_of_receives_that_a_message_passes) {
  for (unsigned i = 0; i < 3; ++i) bench.receive(1, block_at(i), 0, 5 + i, buffer_at(i), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), 10, 7);
  bench.run(200);
  EXPECT_EQ(right.accesses,
            (Ticks{1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101, 111, 121, 131, 141, 151, 161, 171}));
  EXPECT_EQ(bench.flags(1), (Flags{{171, block_at(2), 1}, {181, block_at(2), 3}}));
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

// The first half of a word of 8 bytes is on its way from tick 76 to 86, and a program writes its
// other half meanwhile.
TEST_F(CoprocessorMemory, keeps_what_is_written_beside_a_message_that_is_on_its_way) {
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 4);
  bench.send(0, 1, block_at(0), buffer_at(3), 4, 7);
  bench.run(80);
  EXPECT_EQ(right.accesses.back(), 76U);
  bench.at(1).memory().set_word(buffer_at(0) + 4, 0x01020304);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 4), cube_bytes(4, 7));
  EXPECT_EQ(bench.at(1).memory().word(buffer_at(0) + 4), 0x01020304U);
}

// What is too long for its receive is thrown away when its block has been read, at 112; the second
// packet, which has come at 110, is written from then until 122.
TEST_F(CoprocessorMemory, gives_no_system_buffer_back_that_is_being_written) {
  bench.send(0, 1, block_at(0), buffer_at(3), 26, 7);
  bench.run(101);
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 5);
  bench.run(120);
  EXPECT_EQ(bench.at(1).system_buffers().used(), 32U);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flags(1), (Flags{{132, block_at(0), flag_of(HypercubeFault::too_long)}}));
  EXPECT_EQ(bench.at(1).system_buffers().used(), 0U);
  EXPECT_TRUE(bench.at(1).idle());
}

// Its block, links and block again, at 1, 101, 201 and 301: until 401 three packets have come.
// Their bytes, and between them the flag, are written from then on.
TEST_F(CoprocessorMemory, tells_how_much_has_waited_for_it) {
  right.ticks = 99;
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), bytes_of_packets(3), 7);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(right.accesses, (Ticks{1, 101, 201, 301, 401, 501, 601, 701, 801, 901}));
  EXPECT_EQ(bench.flags(1), (Flags{{601, block_at(0), 1}, {1001, block_at(0), 3}}));
  EXPECT_EQ(bench.at(1).counters().most_bytes_waiting, bytes_of_packets(3));
  EXPECT_EQ(bench.at(0).counters().most_bytes_waiting, 0U);
  EXPECT_EQ(bench.bytes(1, buffer_at(0), bytes_of_packets(3)), cube_bytes(bytes_of_packets(3), 7));
}

// Until its block has been read an instruction is not carried out, but the block is in use.
TEST_F(CoprocessorMemory, takes_no_block_twice) {
  bench.send(0, 1, block_at(0), buffer_at(3), 10, 7);
  EXPECT_EQ(bench.at(0).execute(HypercubeInstruction::send, block_at(0), bench.now()),
            HypercubeFault::block_in_use);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(0, block_at(0)), 3U);
}

// Moves, too, are accesses: 26 bytes are read by one and written by one, between the block of the
// receive and its flag.
TEST_F(CoprocessorMemory, is_what_messages_are_moved_in) {
  bench.send(0, 1, block_at(0), buffer_at(3), 26, 7);
  EXPECT_TRUE(bench.run());
  const std::size_t before = right.accesses.size();
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(right.accesses.size(), before + 4);
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 26), cube_bytes(26, 7));
  EXPECT_EQ(bench.at(1).counters().bytes_moved, 26U);
}

// Three nodes get what was read once; the block is read, linked by two words, and told twice.
TEST(CoprocessorMemoryOfCube, broadcasts_read_each_packet_once) {
  CoprocessorBench bench(CoprocessorBench::ticks(2));
  SteadyMemory memory(bench.at(0));
  for (unsigned node = 1; node < 4; ++node)
    bench.receive(node, block_at(0), 0, 7, buffer_at(0), 100);
  bench.fill(0, buffer_at(3), bytes_of_packets(2), 7);
  bench.execute(0, HypercubeInstruction::broadcast, block_at(0), 0, 7, bytes_of_packets(2),
                buffer_at(3));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(memory.accesses.size(), 2U + 5U);
  for (unsigned node = 1; node < 4; ++node) {
    EXPECT_EQ(bench.bytes(node, buffer_at(0), bytes_of_packets(2)),
              cube_bytes(bytes_of_packets(2), 7))
        << node;
  }
}

// A port has room for two packets, and the first has gone at 22 + 44. The third is read ahead at 52
// and 72, in turn with what is written to the block; else from the tick on at which there is room.
TEST(CoprocessorMemoryOfCube, without_a_packet_ahead_each_waits_for_room) {
  const auto accesses = [](bool ahead) {
    HypercubeChipParameters chip = CoprocessorBench::ticks(1);
    chip.buffers = 2;
    CoprocessorBench bench(chip);
    MemoryPortParameters port;
    port.fetch_ahead = ahead;
    SteadyMemory memory(bench.at(0), port);
    bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
    bench.send(0, 1, block_at(0), buffer_at(3), bytes_of_packets(3), 7);
    EXPECT_TRUE(bench.run());
    EXPECT_EQ(bench.bytes(1, buffer_at(0), bytes_of_packets(3)),
              cube_bytes(bytes_of_packets(3), 7));
    return memory.accesses;
  };
  EXPECT_EQ(accesses(true), (Ticks{1, 12, 22, 32, 42, 52, 62, 72, 82}));
  EXPECT_EQ(accesses(false), (Ticks{1, 12, 22, 32, 42, 52, 67, 77, 87}));
}

// Of two accesses at a time the second begins with the first.
TEST(CoprocessorMemoryOfCube, has_as_many_accesses_at_a_time_as_its_port_is_told) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  MemoryPortParameters port;
  port.accesses = 2;
  SteadyMemory left(bench.at(0), port);
  SteadyMemory right(bench.at(1), port);
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), bytes_of_packets(3), 7);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(left.accesses, (Ticks{1, 12, 12, 22, 22, 32, 32, 42, 52}));
  EXPECT_EQ(bench.flags(0), (Flags{{42, block_at(0), 1}, {62, block_at(0), 3}}));
  EXPECT_EQ(right.accesses, (Ticks{1, 11, 21, 66, 76, 76, 110, 154, 154, 164}));
  EXPECT_EQ(bench.flags(1), (Flags{{86, block_at(0), 1}, {174, block_at(0), 3}}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), bytes_of_packets(3)), cube_bytes(bytes_of_packets(3), 7));
}

}  // namespace
}  // namespace weft
