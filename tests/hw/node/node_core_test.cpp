// All parts of a node around one memory.
#include <gtest/gtest.h>

#include <vector>

#include "hw/common/parameter_error.hpp"
#include "tests/hw/node/node_bench.hpp"

namespace weft {
namespace {

using test::NodeBench;
using test::plain_node;

LoopTransfer sending(std::uint64_t elements) {
  LoopTransfer loop;
  loop.elements = elements;
  loop.from = AccessPattern{};
  loop.to_port = true;
  return loop;
}

TEST(NodeCore, a_processor_sends_what_it_loads) {
  NodeBench bench(plain_node());
  bench.fill(0, 16);
  LoopTransfer loop = sending(16);
  loop.to.base = 1 << 16U;
  loop.to.stride = 4;
  bench.node.processor(0).start(loop);
  bench.run();
  // words of different lines of the receiver go by themselves
  ASSERT_EQ(bench.sent.size(), 16U);
  EXPECT_EQ(bench.sent[3].address, (1U << 16U) + 96);
  EXPECT_EQ(bench.sent[3].data[0], 4U);
}

// An entry of the annex for each other node: once, however many words go there.
TEST(NodeCore, another_partner_has_to_be_set_up) {
  const auto clocks = [](const std::vector<unsigned>& partners, unsigned set_up,
                         unsigned entries = 1) {
    NodeParameters parameters = plain_node();
    parameters.port.partner_clocks = set_up;
    parameters.port.partners = entries;
    NodeBench bench(parameters);
    MemoryClocks now = 0;
    for (const unsigned partner : partners) {
      LoopTransfer loop = sending(4);
      loop.node = partner;
      bench.node.processor(0).start(loop);
      do {
        bench.node.evaluate(now++);
        if (const auto packet = bench.node.port().take_sent()) {
          EXPECT_EQ(packet->node, partner);
        }
      } while (!bench.node.done());
    }
    return now;
  };
  EXPECT_EQ(clocks({0}, 50), clocks({0}, 0) + 50);
  EXPECT_EQ(clocks({3, 3, 3}, 50), clocks({3, 3, 3}, 0) + 50);
  EXPECT_EQ(clocks({3, 4, 3}, 50), clocks({3, 4, 3}, 0) + 150);
  // of two entries that of 4 is used longest ago when 5 comes
  EXPECT_EQ(clocks({3, 4, 3}, 50, 2), clocks({3, 4, 3}, 0) + 100);
  EXPECT_EQ(clocks({3, 4, 3, 5, 3, 4}, 50, 2), clocks({3, 4, 3, 5, 3, 4}, 0) + 200);
}

// One packet waits at the end of the link; the one behind it does not leave.
TEST(NodeCore, what_nobody_takes_waits_at_the_end_of_the_link) {
  NodeBench bench(plain_node());
  bench.fill(0, 64);
  bench.node.fetch().start(0, 0, 64, 5);
  for (MemoryClocks now = 0; now < 1000; ++now) bench.node.evaluate(now);
  EXPECT_FALSE(bench.node.done());
  const auto packet = bench.node.port().take_sent();
  ASSERT_TRUE(packet.has_value());
  EXPECT_EQ(packet->node, 5U);
  EXPECT_EQ(packet->data[0], 1U);
  EXPECT_FALSE(bench.node.port().take_sent().has_value());
}

TEST(NodeCore, a_processor_stores_what_arrives) {
  NodeBench bench(plain_node());
  LoopTransfer loop;
  loop.elements = 4;
  loop.to.base = 256;
  loop.to.stride = 2;
  bench.node.processor(0).start(loop);
  bench.node.port().accept({0, 4, {7, 8, 9, 10}}, 0);
  bench.run();
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.memory.store().read(256 + 16 * i), 7 + i);
}

// Each word behind its address: as much again of the port's bus, and stored where the sender says.
TEST(NodeCore, address_and_word_go_as_a_pair) {
  NodeBench sender(plain_node());
  sender.fill(0, 6);
  LoopTransfer loop = sending(6);
  loop.to.base = 1 << 16U;
  loop.to.stride = 4;
  loop.pairs = true;
  sender.node.processor(0).start(loop);
  sender.run();
  ASSERT_EQ(sender.sent.size(), 6U);
  NodeBench receiver(plain_node());
  LoopTransfer taken;
  taken.elements = 2;
  taken.pairs = true;
  receiver.node.processor(0).start(taken);
  for (const unsigned i : {5U, 2U}) {
    EXPECT_EQ(sender.sent[i].words, 2U);
    EXPECT_EQ(sender.sent[i].data[0], (1U << 16U) + 32 * i);
    EXPECT_EQ(sender.sent[i].data[1], i + 1);
    receiver.node.port().accept(sender.sent[i], 0);
  }
  receiver.run();
  EXPECT_EQ(receiver.memory.store().read((1U << 16U) + 32 * 5), 6U);
  EXPECT_EQ(receiver.memory.store().read((1U << 16U) + 32 * 2), 3U);
}

// One at a time: a request goes there, which carries no word, and the word comes back; the index is
// in the memory of the processor.
TEST(NodeCore, a_remote_load_is_answered_without_the_processor) {
  NodeParameters parameters = plain_node();
  parameters.engine.reads = true;
  NodeBench near(parameters);
  NodeBench far(parameters);
  far.fill(1 << 16U, 8, 100);
  const std::vector<std::uint64_t> indices{5, 0, 7};
  for (std::uint64_t i = 0; i < 3; ++i) near.memory.store().write(8 * i, indices[i]);
  LoopTransfer loop;
  loop.elements = 3;
  loop.from = AccessPattern{1 << 16U, 1, 1, true, 0, 8};
  loop.to.base = 4096;
  loop.from_node = 1;
  near.node.processor(0).start(loop);
  std::vector<NetworkPacket> requests;
  for (MemoryClocks now = 0; now < 2000; ++now) {
    near.node.evaluate(now);
    far.node.evaluate(now);
    if (auto request = near.node.port().take_sent(PacketLane::requests)) {
      request->from = 3;
      requests.push_back(*request);
      far.node.port().accept(*request, now);
    }
    if (const auto reply = far.node.port().take_sent()) {
      EXPECT_EQ(reply->kind, NetworkPacketKind::reply);
      EXPECT_EQ(reply->node, 3U);
      near.node.port().accept(*reply, now);
    }
  }
  EXPECT_TRUE(near.node.done());
  EXPECT_TRUE(far.node.done());
  ASSERT_EQ(requests.size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(requests[i].kind, NetworkPacketKind::request);
    EXPECT_EQ(requests[i].carried_words(), 0U);
    EXPECT_EQ(requests[i].address, (1U << 16U) + 8 * indices[i]);
    EXPECT_EQ(near.memory.store().read(4096 + 8 * i), 100 + indices[i]);
  }
}

// Two that use the memory at once take longer than each by itself; in one page less than both in
// sequence.
TEST(NodeCore, what_runs_at_once_contends_for_the_memory) {
  const auto clocks = [](bool loop, bool dma) {
    NodeParameters parameters = plain_node();
    parameters.dram.page_bytes = 1 << 20U;
    NodeBench bench(parameters);
    LoopTransfer copy = sending(256);
    copy.to_port = false;
    copy.to.base = 1 << 16U;
    if (loop) bench.node.processor(0).start(copy);
    if (dma) bench.node.fetch().start(0, 0, 256);
    return bench.run();
  };
  EXPECT_GT(clocks(true, true), clocks(true, false));
  EXPECT_GT(clocks(true, true), clocks(false, true));
  EXPECT_LE(clocks(true, true), clocks(true, false) + clocks(false, true));
}

// Single words of two processors in turn: each change of masters costs.
TEST(NodeCore, arbitration_costs_where_processors_take_turns) {
  const auto clocks = [](unsigned arbitration) {
    NodeParameters parameters = plain_node();
    parameters.processors = 2;
    parameters.path.bus.arbitration_clocks = arbitration;
    parameters.path.queue = 4;
    parameters.dram.word_clocks = 1;
    parameters.processor.pipelined_loads = 3;
    NodeBench bench(parameters);
    for (unsigned i = 0; i < 2; ++i) {
      LoopTransfer copy = sending(256);
      copy.to_port = false;
      copy.to.base = (1 + i) << 16U;
      bench.node.processor(i).start(copy);
    }
    return bench.run();
  };
  EXPECT_GT(clocks(4), clocks(0));
}

TEST(NodeCore, refuses_what_it_cannot_be) {
  const auto refused = [](auto change) {
    NodeParameters parameters = plain_node();
    change(parameters);
    EXPECT_THROW(NodeBench{parameters}, ParameterError);
  };
  refused([](NodeParameters& p) { p.clock = 0; });
  refused([](NodeParameters& p) { p.processors = 0; });
  refused([](NodeParameters& p) { p.processor.unroll = 0; });
  refused([](NodeParameters& p) { p.processor.line_fills = 0; });
  refused([](NodeParameters& p) { p.processor.index_bytes = 2; });
  refused([](NodeParameters& p) { p.processor.cache.bytes = 24; });
  refused([](NodeParameters& p) { p.port.link_bytes = 0; });
  refused([](NodeParameters& p) { p.port.packets = 0; });
  refused([](NodeParameters& p) { p.engine.packet_words = 9; });
}

}  // namespace
}  // namespace weft
