// The communication co-processor of section 2.1: flags, lists, buffers and faults, with clocks
// counted by hand. A message of k packets from a neighbour that was sent at tick 0 has its first
// packet in memory at 1 + 44, its last at 1 + 44 k: see HypercubeChip.
#include "hw/hypercube/coprocessor_core.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "hw/common/random.hpp"
#include "tests/hw/hypercube/coprocessor_bench.hpp"

namespace weft {
namespace {

using FlagsWritten = std::vector<CoprocessorFlag>;
using Instruction = HypercubeInstruction;

// --- send and receive

TEST(HypercubeCoprocessor, bytes_go_from_memory_to_memory_and_flags_tell_how_far_they_are) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  bench.receive(1, block_at(0), 0, 7, buffer_at(0), 100);
  bench.send(0, 1, block_at(0), buffer_at(3), bytes_of_packets(3), 7);
  EXPECT_TRUE(bench.run());
  // the chip takes a packet a tick: the first at 1, the third at 3
  EXPECT_EQ(bench.flags(0), (FlagsWritten{{1, block_at(0), 1}, {3, block_at(0), 3}}));
  EXPECT_EQ(bench.flags(1), (FlagsWritten{{1 + 44, block_at(0), 1}, {1 + 3 * 44, block_at(0), 3}}));
  EXPECT_EQ(bench.bytes(1, buffer_at(0), bytes_of_packets(3)), cube_bytes(bytes_of_packets(3), 7));
  EXPECT_EQ(bench.bytes(1, buffer_at(0) + bytes_of_packets(3), 20), std::vector<std::uint8_t>(20))
      << "the padding of the last packet is not written";
  EXPECT_EQ(bench.at(0).counters().bytes_from_memory, bytes_of_packets(3));
  EXPECT_EQ(bench.at(1).counters().messages_received, 1U);
  EXPECT_TRUE(bench.at(0).idle());
  EXPECT_TRUE(bench.at(1).idle());
}

// A port has room for 2 packets; those of the first message leave 44 ticks apart.
TEST(HypercubeCoprocessor, sends_wait_in_a_list_that_is_linked_in_node_memory) {
  HypercubeChipParameters parameters = CoprocessorBench::ticks(1);
  parameters.buffers = 2;
  CoprocessorBench bench(parameters);
  for (unsigned i = 0; i < 3; ++i) {
    bench.send(0, 1, block_at(i), buffer_at(i), bytes_of_packets(4), static_cast<std::uint16_t>(i));
  }
  bench.run(1);
  const HypercubeMemory& memory = bench.at(0).memory();
  const HypercubeWaitList& list = bench.at(0).sends(0);
  EXPECT_EQ(bench.flag(0, block_at(0)), 1U) << "it is in progress, and in no list";
  EXPECT_EQ(bench.flag(0, block_at(1)), 0U);
  EXPECT_EQ(list.first(), block_at(1));
  EXPECT_EQ(memory.word(block_at(1) + header_block::next), block_at(2));
  EXPECT_EQ(memory.word(block_at(2) + header_block::previous), block_at(1));
  EXPECT_EQ(memory.word(block_at(2) + header_block::next), 0U);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(list.first(), 0U);
  std::vector<std::uint32_t> begun;
  for (const CoprocessorFlag& flag : bench.flags(0)) {
    if (flag.flag == 1) begun.push_back(flag.block);
  }
  EXPECT_EQ(begun, (std::vector<std::uint32_t>{block_at(0), block_at(1), block_at(2)}));
}

TEST(HypercubeCoprocessor, a_message_goes_to_the_first_receive_of_its_source_and_type) {
  CoprocessorBench bench(CoprocessorBench::ticks(2));
  bench.receive(0, block_at(0), 2, 5, buffer_at(0), 50);
  bench.receive(0, block_at(1), hypercube_any, 6, buffer_at(1), 50);
  bench.receive(0, block_at(2), 1, hypercube_any, buffer_at(2), 50);
  bench.receive(0, block_at(3), hypercube_any, hypercube_any, buffer_at(3), 50);
  EXPECT_EQ(bench.at(0).receives().first(), block_at(0));
  EXPECT_EQ(bench.at(0).receives().after(bench.at(0).memory(), block_at(0)), block_at(1));
  bench.send(1, 0, block_at(0), buffer_at(0), 8, 5);  // the first is of source 2
  bench.run(400);
  bench.send(1, 0, block_at(0), buffer_at(0), 9, 6);
  bench.run(800);
  bench.send(2, 0, block_at(0), buffer_at(0), 10, 6);  // those for 6 and for 1 are gone
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(0, block_at(0)), 0U);
  EXPECT_EQ(bench.bytes(0, buffer_at(2), 8), cube_bytes(8, 5));
  EXPECT_EQ(bench.bytes(0, buffer_at(1), 9), cube_bytes(9, 6));
  EXPECT_EQ(bench.bytes(0, buffer_at(3), 10), cube_bytes(10, 6));
  EXPECT_EQ(bench.at(0).receives().first(), block_at(0));
}

// --- system buffers

TEST(HypercubeCoprocessor, a_null_pointer_gets_a_system_buffer_and_its_length_until_its_release) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  bench.receive(1, block_at(0), hypercube_any, hypercube_any, 0, 0);
  bench.send(0, 1, block_at(0), buffer_at(0), 200, 1);
  EXPECT_TRUE(bench.run());
  HypercubeCoprocessor& one = bench.at(1);
  const std::uint32_t buffer = one.memory().word(block_at(0) + header_block::buffer);
  EXPECT_EQ(bench.flag(1, block_at(0)), 3U);
  EXPECT_EQ(buffer, one.system_space());
  EXPECT_EQ(one.memory().word(block_at(0) + header_block::length), 200U);
  EXPECT_EQ(bench.bytes(1, buffer, 200), cube_bytes(200, 1));
  EXPECT_EQ(one.system_buffers().used(), 208U) << "in steps of 16";
  EXPECT_EQ(one.execute(Instruction::release, buffer, bench.now()), HypercubeFault::none);
  EXPECT_EQ(one.system_buffers().used(), 0U);
  EXPECT_EQ(one.execute(Instruction::release, buffer, bench.now()), HypercubeFault::never_given);
  EXPECT_EQ(one.execute(Instruction::release, buffer_at(0), bench.now()),
            HypercubeFault::never_given);
}

// 26 bytes are 7 words of 2 ticks.
TEST(HypercubeCoprocessor, a_message_that_nobody_awaits_is_moved_to_the_receive_that_comes_later) {
  for (const Time posted : {Time{60}, Time{300}}) {
    CoprocessorBench bench(CoprocessorBench::ticks(1));
    bench.send(0, 1, block_at(0), buffer_at(0), bytes_of_packets(2), 1);
    bench.run(posted);
    EXPECT_EQ(bench.at(1).system_buffers().used(), 32U);
    bench.receive(1, block_at(0), 0, 1, buffer_at(0), 100);
    EXPECT_TRUE(bench.run());
    const Time whole = 1 + 2 * 44;
    EXPECT_EQ(bench.flags(1), (FlagsWritten{{std::max(posted, whole) + 7 * 2, block_at(0), 3}}));
    EXPECT_EQ(bench.bytes(1, buffer_at(0), 26), cube_bytes(26, 1));
    EXPECT_EQ(bench.at(1).system_buffers().used(), 0U);
    EXPECT_EQ(bench.at(1).counters().bytes_moved, 26U);
  }
}

TEST(HypercubeCoprocessor, messages_are_moved_one_after_the_other) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  bench.send(0, 1, block_at(0), buffer_at(0), 10, 1);
  bench.send(0, 1, block_at(1), buffer_at(1), 10, 2);
  bench.run(500);
  bench.receive(1, block_at(0), 0, 2, buffer_at(0), 10);
  bench.receive(1, block_at(1), 0, 1, buffer_at(1), 10);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flags(1), (FlagsWritten{{506, block_at(0), 3}, {512, block_at(1), 3}}));
}

TEST(HypercubeCoprocessor, nothing_is_moved_for_a_null_pointer_that_comes_late) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  bench.send(0, 1, block_at(0), buffer_at(0), bytes_of_packets(3), 1);
  bench.run(60);
  bench.receive(1, block_at(0), 0, hypercube_any, 0, 0);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flags(1), (FlagsWritten{{60, block_at(0), 1}, {1 + 3 * 44, block_at(0), 3}}));
  EXPECT_EQ(bench.at(1).counters().bytes_moved, 0U);
}

TEST(HypercubeCoprocessor, a_message_for_which_there_is_no_system_buffer_is_lost_and_told_of) {
  HypercubeChipParameters parameters = CoprocessorBench::ticks(1);
  parameters.system_buffer_bytes = 64;
  CoprocessorBench bench(parameters);
  bench.send(0, 1, block_at(0), buffer_at(0), 40, 1);
  bench.send(0, 1, block_at(1), buffer_at(1), 17, 2);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.lost(1), 1U);
  bench.receive(1, block_at(0), 0, 2, buffer_at(0), 100);
  bench.receive(1, block_at(1), 0, 1, buffer_at(1), 100);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(1, block_at(0)), 0U);
  EXPECT_EQ(bench.bytes(1, buffer_at(1), 40), cube_bytes(40, 1));
  bench.receive(1, block_at(2), 0, 3, 0, 0);
  bench.send(0, 1, block_at(2), buffer_at(2), 65, 3);
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flag(1, block_at(2)), flag_of(HypercubeFault::no_system_buffer));
}

// --- receive in progress

// 10 bytes are there after the first packet, 26 after the second.
TEST(HypercubeCoprocessor, comparators_watch_from_the_last_byte_received_to_the_last_expected) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  const std::uint32_t buffer = buffer_at(0);
  bench.receive(1, block_at(0), 0, 1, buffer, 100);
  bench.send(0, 1, block_at(0), buffer, bytes_of_packets(3), 1);
  const HypercubeCoprocessor& one = bench.at(1);
  EXPECT_FALSE(one.overrun(buffer, 4)) << "nothing has begun";
  bench.run(45);
  EXPECT_EQ(bench.flag(1, block_at(0)), 1U);
  EXPECT_FALSE(one.overrun(buffer + 4, 4));
  EXPECT_TRUE(one.overrun(buffer + 8, 4)) << "two of these bytes are not there";
  EXPECT_TRUE(one.overrun(buffer + 41, 4));
  EXPECT_FALSE(one.overrun(buffer + 42, 4)) << "behind the message";
  EXPECT_FALSE(one.overrun(buffer - 4, 4));
  bench.run(1 + 2 * 44);
  EXPECT_FALSE(one.overrun(buffer + 8, 4)) << "a retry gets the right word";
  EXPECT_EQ(bench.bytes(1, buffer, 26), cube_bytes(26, 1));
  EXPECT_TRUE(one.overrun(buffer + 26, 4));
  EXPECT_TRUE(bench.run());
  EXPECT_FALSE(one.overrun(buffer + 26, 4));
}

/// Nodes 1, 2 and 3 of degree 2 send to node 0, 10 packets each. Those of node 1 come by link 0,
/// the others by link 1: first all of node 2's, which are in its chip before those of node 3.
std::array<std::vector<std::uint32_t>, 4> flags_of_three(unsigned comparators) {
  HypercubeChipParameters parameters = CoprocessorBench::ticks(2);
  parameters.comparators = comparators;
  CoprocessorBench bench(parameters);
  for (unsigned i = 1; i < 4; ++i) {
    bench.receive(0, block_at(i), i, hypercube_any, buffer_at(i), 1000);
    bench.send(i, 0, block_at(i), buffer_at(i), bytes_of_packets(10), 1);
  }
  EXPECT_TRUE(bench.run());
  std::array<std::vector<std::uint32_t>, 4> flags;
  for (const CoprocessorFlag& one : bench.flags(0)) {
    flags[one.block / 0x40 - 1].push_back(one.flag);
  }
  const bool all = flags[2] == std::vector<std::uint32_t>{1, 3};
  EXPECT_EQ(bench.at(0).counters().messages_unchecked, all ? 0U : 1U);
  return flags;
}

TEST(HypercubeCoprocessor, what_begins_while_the_cache_is_full_is_marked_at_its_end_only) {
  const std::vector<std::uint32_t> followed{1, 3};
  const std::vector<std::uint32_t> not_followed{3};
  const auto one = flags_of_three(1);
  EXPECT_EQ(one[1], followed);
  EXPECT_EQ(one[2], not_followed);
  EXPECT_EQ(one[3], followed) << "the entry is free again";
  const auto as_many_as_links = flags_of_three(0);
  EXPECT_EQ(as_many_as_links[1], followed);
  EXPECT_EQ(as_many_as_links[2], followed);
}

TEST(HypercubeCoprocessor, a_receive_can_decline_overrun_checking) {
  CoprocessorBench bench(CoprocessorBench::ticks(1));
  bench.receive(1, block_at(0), 0, 1, buffer_at(0), 100, hypercube_unchecked);
  bench.send(0, 1, block_at(0), buffer_at(0), bytes_of_packets(3), 1);
  bench.run(60);
  EXPECT_FALSE(bench.at(1).overrun(buffer_at(0) + 40, 1));
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flags(1), (FlagsWritten{{1 + 3 * 44, block_at(0), 3}}));
}

// --- several nodes

// Every node h links away has the first packet at 1 + 44 h, and a further one each 44 ticks.
TEST(HypercubeCoprocessor, a_broadcast_leaves_memory_once_and_is_forwarded_by_the_chips) {
  CoprocessorBench bench(CoprocessorBench::ticks(4));
  constexpr unsigned source = 5;
  constexpr unsigned packets = 3;
  for (unsigned node = 0; node < 16; ++node) {
    if (node != source) bench.receive(node, block_at(0), source, 9, buffer_at(0), 100);
  }
  bench.fill(source, buffer_at(0), bytes_of_packets(packets), 9);
  bench.execute(source, Instruction::broadcast, block_at(0), 0, 9, bytes_of_packets(packets),
                buffer_at(0));
  EXPECT_EQ(bench.at(source).sends(4).first(), block_at(0)) << "in the wait list of broadcasts";
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.flags(source), (FlagsWritten{{1, block_at(0), 1}, {3, block_at(0), 3}}));
  std::uint64_t hops = 0;
  for (unsigned node = 0; node < 16; ++node) {
    const HypercubeCoprocessor& one = bench.at(node);
    hops += one.chip().counters().packets_sent;
    if (node == source) continue;
    const auto links = static_cast<Time>(std::popcount(node ^ source));
    EXPECT_EQ(bench.flags(node), (FlagsWritten{{1 + 44 * links, block_at(0), 1},
                                               {1 + 44 * (links + packets - 1), block_at(0), 3}}));
    EXPECT_EQ(bench.bytes(node, buffer_at(0), bytes_of_packets(packets)),
              cube_bytes(bytes_of_packets(packets), 9));
    EXPECT_EQ(one.counters().bytes_from_memory, 0U) << "nothing is forwarded from memory";
  }
  EXPECT_EQ(hops, packets * 15) << "each link of the tree once";
  EXPECT_EQ(bench.at(source).counters().bytes_from_memory, bytes_of_packets(packets));
  EXPECT_EQ(bench.at(source).chip().counters().packets_injected, packets);
  EXPECT_EQ(bench.at(source).chip().counters().packets_copied, packets * 3);
}

TEST(HypercubeCoprocessor, a_broadcast_to_neighbours_goes_to_those_of_its_list_and_no_further) {
  CoprocessorBench bench(CoprocessorBench::ticks(3));
  for (unsigned node = 1; node < 8; ++node) {
    bench.receive(node, block_at(0), 0, 9, buffer_at(0), 100);
  }
  bench.fill(0, buffer_at(0), bytes_of_packets(2), 9);
  bench.at(0).memory().set_word(block_at(0) + header_block::list + 4, 1);
  bench.execute(0, Instruction::broadcast_to_neighbours, block_at(0), 2, 9, bytes_of_packets(2),
                buffer_at(0),
                4);  // the first of the list
  EXPECT_TRUE(bench.run());
  for (unsigned node = 1; node < 8; ++node) {
    EXPECT_EQ(bench.flag(node, block_at(0)), node == 1 || node == 4 ? 3U : 0U) << node;
  }
  EXPECT_EQ(bench.flags(1), (FlagsWritten{{1 + 44, block_at(0), 1}, {1 + 2 * 44, block_at(0), 3}}));
  EXPECT_EQ(bench.flags(4), bench.flags(1)) << "in synchrony";
  EXPECT_EQ(bench.bytes(4, buffer_at(0), 26), cube_bytes(26, 9));
  EXPECT_EQ(bench.at(0).counters().bytes_from_memory, 26U);
  EXPECT_EQ(bench.at(0).chip().counters().packets_injected, 2U);
}

// A message to node 1 has link 0 for 44 ticks a packet, but for what broadcasts take of it; a
// broadcast of 2 packets to nodes 1 and 2 goes along.
TEST(HypercubeCoprocessor, a_broadcast_waits_until_all_its_ports_have_room) {
  HypercubeChipParameters parameters = CoprocessorBench::ticks(2);
  parameters.buffers = 2;
  CoprocessorBench bench(parameters);
  for (unsigned node = 1; node < 4; ++node) {
    bench.receive(node, block_at(0), 0, 1, buffer_at(0), 100);
    bench.receive(node, block_at(1), 0, 2, buffer_at(1), 100);
  }
  bench.send(0, 1, block_at(0), buffer_at(0), bytes_of_packets(4), 1);
  bench.run(2);  // link 0 has no room
  bench.fill(0, buffer_at(1), bytes_of_packets(2), 2);
  bench.execute(0, Instruction::broadcast, block_at(1), 0, 2, bytes_of_packets(2), buffer_at(1));
  bench.run(45);
  EXPECT_EQ(bench.flag(0, block_at(1)), 0U) << "nor link 1 gets any";
  EXPECT_TRUE(bench.run());
  // the tail of the first packet has left at 45
  EXPECT_EQ(bench.flags(0)[1], (CoprocessorFlag{46, block_at(1), 1}));
  for (unsigned node = 1; node < 4; ++node) {
    EXPECT_EQ(bench.bytes(node, buffer_at(1), 26), cube_bytes(26, 2)) << node;
  }
  EXPECT_EQ(bench.bytes(1, buffer_at(0), 58), cube_bytes(58, 1));
}

/// Each node sends random messages to others and to all, with two buffers a port.
std::vector<std::vector<CoprocessorFlag>> crowd(bool backwards, HypercubeLinks links,
                                                HypercubeForwarding forwarding) {
  HypercubeChipParameters parameters = CoprocessorBench::ticks(4);
  parameters.buffers = 2;
  parameters.links = links;
  parameters.forwarding = forwarding;
  CoprocessorBench bench(parameters, backwards);
  RandomStream random(1, "crowd");
  constexpr unsigned rounds = 6;
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned node = 0; node < 16; ++node) {
      auto to = static_cast<unsigned>(random.below(15));
      if (to >= node) ++to;
      const auto bytes = static_cast<unsigned>(1 + random.below(200));
      const unsigned own = 2 * round;
      bench.send(node, to, block_at(own), buffer_at(own), bytes, static_cast<std::uint16_t>(bytes));
      bench.fill(node, buffer_at(own + 1), bytes, static_cast<std::uint16_t>(bytes + 1000));
      bench.execute(node, Instruction::broadcast, block_at(own + 1), 0, bytes + 1000, bytes,
                    buffer_at(own + 1));
    }
  }
  EXPECT_TRUE(bench.run());
  std::vector<std::vector<CoprocessorFlag>> flags;
  for (unsigned node = 0; node < 16; ++node) {
    EXPECT_TRUE(bench.at(node).idle()) << node;
    EXPECT_EQ(bench.lost(node), 0U);
    flags.push_back(bench.flags(node));
    // what has come is claimed now: as many messages as broadcasts at least
    for (unsigned message = 0; message < rounds * 15; ++message) {
      const std::uint32_t block = block_at(100);
      bench.receive(node, block, hypercube_any, hypercube_any, 0, 0);
      const HypercubeMemory& memory = bench.at(node).memory();
      if (bench.flag(node, block) != 3) {
        ADD_FAILURE() << node << " has " << message << " messages only";
        return flags;
      }
      const std::uint32_t length = memory.word(block + header_block::length);
      const std::uint32_t buffer = memory.word(block + header_block::buffer);
      const auto bytes = bench.bytes(node, buffer, length);
      EXPECT_TRUE(bytes == cube_bytes(length, static_cast<std::uint16_t>(length)) ||
                  bytes == cube_bytes(length, static_cast<std::uint16_t>(length + 1000)));
      EXPECT_EQ(bench.at(node).execute(Instruction::release, buffer, bench.now()),
                HypercubeFault::none);
    }
  }
  return flags;
}

TEST(HypercubeCoprocessor, broadcasts_of_all_nodes_amid_other_messages_do_not_stand_still) {
  for (const HypercubeLinks links :
       {HypercubeLinks::bidirectional, HypercubeLinks::unidirectional}) {
    for (const HypercubeForwarding forwarding :
         {HypercubeForwarding::stored, HypercubeForwarding::cut_through}) {
      EXPECT_EQ(crowd(false, links, forwarding), crowd(true, links, forwarding))
          << "the order in which nodes are evaluated at a tick does not matter";
    }
  }
}

// --- lists and buffers by themselves

TEST(HypercubeSystemBuffers, give_the_first_gap_that_is_long_enough) {
  HypercubeSystemBuffers buffers(1000, 64);
  EXPECT_EQ(buffers.take(1), 1000U);
  EXPECT_EQ(buffers.take(32), 1016U);
  EXPECT_EQ(buffers.take(17), std::nullopt);
  EXPECT_EQ(buffers.take(16), 1048U);
  EXPECT_EQ(buffers.take(1), std::nullopt);
  EXPECT_TRUE(buffers.give_back(1016));
  EXPECT_FALSE(buffers.give_back(1016));
  EXPECT_FALSE(buffers.give_back(1001));
  EXPECT_EQ(buffers.take(33), std::nullopt);
  EXPECT_EQ(buffers.take(16), 1016U);
  EXPECT_EQ(buffers.used(), 48U);
  EXPECT_EQ(buffers.most_used(), 64U);
}

TEST(HypercubeWaitList, takes_out_any_of_its_blocks) {
  HypercubeMemory memory(1024);
  HypercubeWaitList list;
  for (const std::uint32_t block : {100U, 200U, 300U}) list.append(memory, block);
  list.remove(memory, 200);
  EXPECT_EQ(list.after(memory, 100), 300U);
  EXPECT_EQ(memory.word(300 + header_block::previous), 100U);
  list.remove(memory, 300);
  list.append(memory, 400);
  EXPECT_EQ(list.after(memory, 100), 400U);
  list.remove(memory, 100);
  list.remove(memory, 400);
  EXPECT_EQ(list.first(), 0U);
  memory.set_word(100 + header_block::next, 1020);  // by a program
  list.append(memory, 100);
  memory.set_word(100 + header_block::next, 1020);
  EXPECT_EQ(list.after(memory, 100), 0U) << "no block can be there";
}

}  // namespace
}  // namespace weft
