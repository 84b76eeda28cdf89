// What virtual channels that share one DS-Link get of it (thesis 3.1.1.1; facts.md, T9000).
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tests/tlm/t9000_bench.hpp"

namespace weft::test {
namespace {

// 330 bits of a packet of 32 bytes, and the end token
constexpr Time full_packet_time = 3'340 * nanosecond;

TEST(T9000Sharing, a_long_message_does_not_monopolise_its_link) {
  Bench bench;
  Send long_send;
  Receive long_receive, short_receive;
  bench.receive(long_receive, bench.b->core(), 0);
  bench.receive(short_receive, bench.b->core(), 1);
  bench.send(long_send, bench.a->core(), 0, 3'200);
  std::vector<std::unique_ptr<Send>> short_sends;
  for (unsigned n = 0; n < 10; ++n) {
    short_sends.push_back(std::make_unique<Send>());
    bench.send(*short_sends.back(), bench.a->core(), 1, 32, (50 + 20 * n) * microsecond);
  }
  bench.run(1'000 * microsecond);
  ASSERT_EQ(long_receive.times.size(), 1U);
  ASSERT_EQ(short_receive.times.size(), 10U);
  EXPECT_LT(short_receive.times.back(), long_receive.times[0]);
  // before it go no more than the packet on the wire and, as that was acknowledged with its header,
  // the one behind it
  for (unsigned n = 0; n < 10; ++n) {
    EXPECT_LT(short_receive.times[n] - (50 + 20 * n) * microsecond, 3 * full_packet_time);
  }
}

/// MB/s of data, of channels that always have a message to send, one way or both, with headers of
/// two bytes.
double bandwidth_of_two_byte_headers(bool both_ways) {
  T9000Parameters p = Bench::one_link();
  p.header_bytes = 2;
  Bench bench(p);
  constexpr unsigned channels = 4;
  std::array<Send, channels> forth, back;
  std::array<Receive, channels> at_b, at_a;
  for (unsigned c = 0; c < channels; ++c) {
    bench.receive(at_b[c], bench.b->core(), c);
    bench.send(forth[c], bench.a->core(), c, 12'800);
    if (!both_ways) continue;
    bench.receive(at_a[c], bench.a->core(), c);
    bench.send(back[c], bench.b->core(), c, 12'800);
  }
  bench.run(2'000 * microsecond);
  std::vector<WirePacket> data = packets_on(bench.from_a[0]);
  std::erase_if(data, [](const WirePacket& packet) { return packet.acknowledgement; });
  constexpr std::size_t first = 100;
  constexpr std::size_t last = 400;
  if (data.size() <= last) return 0;
  const Time taken = data[last].begin - data[first].begin;
  return static_cast<double>((last - first) * 32) / static_cast<double>(taken) * 1e6;
}

TEST(T9000Sharing, with_headers_of_two_bytes_a_link_carries_9_262_mb_per_s_one_way) {
  EXPECT_NEAR(bandwidth_of_two_byte_headers(false), 9.262, 0.0064 * 9.262);
}

TEST(T9000Sharing, with_headers_of_two_bytes_a_link_carries_8_269_mb_per_s_both_ways) {
  EXPECT_NEAR(bandwidth_of_two_byte_headers(true), 8.269, 0.0079 * 8.269);
}

}  // namespace
}  // namespace weft::test
