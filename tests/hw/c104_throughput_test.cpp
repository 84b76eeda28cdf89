// All links of a C104 at once (facts.md, C104).
#include "tests/hw/switch_bench.hpp"

namespace weft::test {
namespace {

// Packets each second of a link after the first, of so many at each of them, all links together.
double packets_a_second(SwitchBench<TokenLevel>& bench, unsigned links, std::size_t packets) {
  double rate = 0;
  for (unsigned port = 0; port < links; ++port) {
    const std::vector<Arrived> here = bench.arrived_at(port);
    EXPECT_EQ(here.size(), packets) << port;
    if (here.size() < 2) continue;
    const Time taken = here.back().last - here.front().last;
    rate += static_cast<double>(here.size() - 1) / static_cast<double>(taken) * 1e12;
  }
  return rate;
}

// The datasheet has 300 MB/s for 32 links. A packet of a header and 32 bytes is 334 bits, and what
// comes in the other way asks for 17 bits of flow control tokens in that time: 9.40 MB/s a link,
// with its header.
TEST(C104Throughput, all_32_links_at_once_carry_300_mb_per_s) {
  constexpr unsigned links = 32;
  constexpr unsigned packets = 60;
  SwitchBench<TokenLevel> bench(switch_of(links));
  bench.start();
  for (unsigned port = 0; port < links; ++port) {
    std::vector<std::uint8_t> packet(33);
    packet[0] = static_cast<std::uint8_t>((port + 5) % links);
    for (unsigned n = 0; n < packets; ++n) bench.send(port, packet);
  }
  bench.run(400 * microsecond);
  const double rate = 33.0 * packets_a_second(bench, links, packets) / 1e6;  // MB/s
  EXPECT_NEAR(rate, 300, 3);
}

// It has 200 million packets a second. The shortest is a header and its end, 14 bits, with half a
// token of flow control for what comes in the other way: 15 bits, 213 million on 32 links.
TEST(C104Throughput, of_the_shortest_packets_is_200_million_a_second) {
  constexpr unsigned links = 32;
  constexpr unsigned packets = 200;
  SwitchBench<TokenLevel> bench(switch_of(links));
  bench.start();
  for (unsigned port = 0; port < links; ++port) {
    const auto header = static_cast<std::uint8_t>((port + 5) % links);
    for (unsigned n = 0; n < packets; ++n) bench.send(port, {header});
  }
  bench.run(100 * microsecond);
  const double rate = packets_a_second(bench, links, packets) / 1e6;
  EXPECT_GT(rate, 200);
  EXPECT_LT(rate, 214);
}

}  // namespace
}  // namespace weft::test
