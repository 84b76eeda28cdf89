// DMA, fetch and deposit engines: packets between link and memory, beside the processor.
#include <gtest/gtest.h>

#include "hw/common/parameter_error.hpp"
#include "tests/hw/node/node_bench.hpp"

namespace weft {
namespace {

using test::NodeBench;
using test::plain_node;

NetworkPacket packet(std::uint64_t address, unsigned words, std::uint64_t first) {
  NetworkPacket packet;
  packet.address = address;
  packet.words = words;
  for (unsigned i = 0; i < words; ++i) packet.data[i] = first + i;
  return packet;
}

// A packet of 4 words takes 2 + 4 clocks of a link of 8 bytes, so from the second on one each 12
// clocks of the memory: on the bus for 5 while the one before is read, 4 x 2 of the pins.
TEST(FetchEngine, sends_a_block_in_packets) {
  NodeBench bench(plain_node());
  bench.fill(0, 10);
  bench.node.fetch().start(0, 1 << 16U, 10);
  bench.run();
  ASSERT_EQ(bench.sent.size(), 3U);
  EXPECT_EQ(bench.sent[1].address, (1U << 16U) + 32);
  EXPECT_EQ(bench.sent[1].data[0], 5U);
  EXPECT_EQ(bench.sent[2].words, 2U);
}

TEST(FetchEngine, link_bounds_it_where_memory_does_not) {
  const auto clocks = [](unsigned send_clocks, unsigned clocks_of_word) {
    NodeParameters parameters = plain_node();
    parameters.port.send_clocks = send_clocks;
    parameters.dram.word_clocks = clocks_of_word;
    NodeBench bench(parameters);
    bench.node.fetch().start(0, 0, 400);
    return bench.run();
  };
  // 100 packets of 20 + 4 clocks, behind the first one's way: bus 1 to 6, memory to 18, back at 20
  EXPECT_EQ(clocks(20, 2), 20 + 100 * 24 + 1U);
  EXPECT_EQ(clocks(20, 3), 23 + 100 * 24 + 1U);
  EXPECT_LT(clocks(2, 2), clocks(2, 3));
}

TEST(FetchEngine, stops_at_the_end_of_a_page_until_it_is_started_again) {
  const auto run = [](unsigned restart) {
    NodeParameters parameters = plain_node();
    parameters.engine.stops_each_bytes = 1024;
    parameters.engine.restart_clocks = restart;
    NodeBench bench(parameters);
    bench.node.fetch().start(0, 0, 512);  // four pages
    const MemoryClocks clocks = bench.run();
    EXPECT_EQ(bench.node.fetch().stops(), 3U);
    EXPECT_EQ(bench.sent.size(), 128U);
    return clocks;
  };
  EXPECT_EQ(run(500) - run(200), 3 * 300U);
}

TEST(FetchEngine, refuses_what_it_cannot_do) {
  NodeBench bench(plain_node());
  EXPECT_THROW(bench.node.fetch().start(8, 0, 4), ParameterError) << "not aligned";
  NodeParameters without = plain_node();
  without.engine.fetches = false;
  NodeBench none(without);
  EXPECT_THROW(none.node.fetch().start(0, 0, 4), ParameterError);
}

TEST(DepositEngine, stores_what_arrives_and_invalidates_caches) {
  NodeBench bench(plain_node());
  bench.fill(64, 4, 1);
  LoopTransfer loop;
  loop.elements = 4;
  loop.from = AccessPattern{};
  loop.from->base = 64;
  loop.to.base = 4096;
  bench.node.processor(0).start(loop);
  bench.run();
  ASSERT_EQ(bench.node.processor(0).cache().load(72), 2U);
  bench.node.deposit().start();
  ASSERT_TRUE(bench.node.port().accepts(1000));
  bench.node.port().accept(packet(72, 2, 50), 1000);
  for (MemoryClocks now = 1000; !bench.node.done(); ++now) bench.node.evaluate(now);
  EXPECT_EQ(bench.memory.store().read(72), 50U);
  EXPECT_EQ(bench.memory.store().read(80), 51U);
  EXPECT_EQ(bench.memory.store().read(88), 4U);
  EXPECT_EQ(bench.node.processor(0).cache().load(72), std::nullopt);
}

// Section 3.5.1: "or can be invalidated entirely when the program reaches a synchronization point".
TEST(DepositEngine, leaves_caches_alone_where_they_are_invalidated_whole) {
  NodeParameters parameters = plain_node();
  parameters.engine.invalidates_lines = false;
  NodeBench bench(parameters);
  bench.fill(64, 4, 1);
  LoopTransfer loop;
  loop.elements = 4;
  loop.from = AccessPattern{};
  loop.from->base = 64;
  loop.to.base = 4096;
  bench.node.processor(0).start(loop);
  bench.run();
  bench.node.deposit().start();
  bench.node.port().accept(packet(72, 2, 50), 1000);
  for (MemoryClocks now = 1000; !bench.node.done(); ++now) bench.node.evaluate(now);
  EXPECT_EQ(bench.memory.store().read(72), 50U);
  EXPECT_EQ(bench.node.processor(0).cache().load(72), 2U);
  bench.node.invalidate_caches();
  EXPECT_EQ(bench.node.processor(0).cache().load(72), std::nullopt);
}

// Whenever a packet comes while the processor loads its line: the cache has the new words or none.
TEST(DepositEngine, a_line_that_is_on_its_way_is_not_cached_with_old_words) {
  for (MemoryClocks arrives = 0; arrives < 40; ++arrives) {
    NodeParameters parameters = plain_node();
    parameters.path.return_clocks = 12;
    NodeBench bench(parameters);
    LoopTransfer loop;
    loop.elements = 1;
    loop.from = AccessPattern{};
    loop.from->base = 64;
    loop.to.base = 4096;
    bench.node.processor(0).start(loop);
    bench.node.deposit().start();
    for (MemoryClocks now = 0; now < 200; ++now) {
      if (now == arrives) bench.node.port().accept(packet(72, 1, 50), now);
      bench.node.evaluate(now);
    }
    ASSERT_TRUE(bench.node.done());
    const auto cached = bench.node.processor(0).cache().load(72);
    EXPECT_TRUE(!cached || *cached == 50U) << arrives;
  }
}

TEST(DepositEngine, without_scatter_packets_follow_one_another) {
  NodeParameters parameters = plain_node();
  parameters.engine.scatters = false;
  NodeBench bench(parameters);
  bench.node.deposit().start();
  bench.node.port().accept(packet(0, 4, 1), 0);
  bench.node.port().accept(packet(64, 4, 1), 6);
  EXPECT_THROW(bench.run(), ParameterError);
}

TEST(NetworkPort, holds_as_many_packets_as_it_has_room_for) {
  NetworkPort port({1, 1, 8, 2, 2, 2});
  EXPECT_TRUE(port.accepts(0));
  port.accept(packet(0, 4, 1), 0);
  EXPECT_FALSE(port.accepts(5)) << "the link has the first one for 2 + 4 clocks";
  EXPECT_TRUE(port.accepts(6));
  port.accept(packet(32, 4, 5), 6);
  EXPECT_FALSE(port.accepts(12)) << "two wait";
  EXPECT_EQ(port.words_arrived(5), 0U);
  EXPECT_EQ(port.words_arrived(6), 4U);
  EXPECT_EQ(port.words_arrived(12), 8U);
  EXPECT_EQ(port.take_word(), 1U);
  EXPECT_EQ(port.words_arrived(12), 7U);
  for (unsigned i = 0; i < 3; ++i) port.take_word();
  EXPECT_TRUE(port.accepts(12));
}

// By hand: a request has the link for 2 clocks, a word for 3, 2 in front of it. The first request
// is not taken: the second one stays where it is, and the word leaves from 4 on.
TEST(NetworkPort, words_leave_past_requests_and_are_taken_beside_them) {
  NetworkPort port({1, 1, 8, 2, 2, 2});
  NetworkPacket request = packet(0, 1, 1);
  request.kind = NetworkPacketKind::request;
  for (unsigned i = 0; i < 2; ++i) {
    port.promise(PacketLane::requests);
    port.push(request);
  }
  EXPECT_FALSE(port.room(PacketLane::requests));
  EXPECT_TRUE(port.room());
  for (MemoryClocks now = 0; now < 4; ++now) port.evaluate(now);
  port.promise();
  port.push(packet(0, 1, 7));
  for (MemoryClocks now = 4; now < 7; ++now) port.evaluate(now);
  EXPECT_FALSE(port.take_sent());
  port.evaluate(7);
  EXPECT_EQ(port.take_sent()->data[0], 7U);
  EXPECT_TRUE(port.take_sent(PacketLane::requests));
  EXPECT_FALSE(port.sent_all());
  port.evaluate(8);
  port.evaluate(10);
  EXPECT_TRUE(port.take_sent(PacketLane::requests));
  EXPECT_TRUE(port.sent_all());
  // two requests that wait leave the link to words
  port.accept(request, 20);
  port.accept(request, 22);
  EXPECT_FALSE(port.accepts(24, PacketLane::requests));
  EXPECT_TRUE(port.accepts(24));
  port.accept(packet(0, 1, 9), 24);
  EXPECT_EQ(port.arrived(27)->data[0], 9U);
  EXPECT_EQ(port.arrived(27, PacketLane::requests)->kind, NetworkPacketKind::request);
}

}  // namespace
}  // namespace weft
