// All links of a C104 at once (facts.md, C104).
#include "tests/hw/switch_bench.hpp"

namespace weft::test {
namespace {

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
  double rate = 0;  // MB/s
  for (unsigned port = 0; port < links; ++port) {
    const std::vector<Arrived> here = bench.arrived_at(port);
    ASSERT_EQ(here.size(), packets);
    const Time taken = here.back().last - here.front().last;
    rate += 33.0 * (packets - 1) / static_cast<double>(taken) * 1e6;
  }
  EXPECT_NEAR(rate, 300, 3);
}

}  // namespace
}  // namespace weft::test
