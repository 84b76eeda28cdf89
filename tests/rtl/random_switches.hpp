// C104s of random parameters under random traffic, in lockstep.
#pragma once

#include <memory>
#include <vector>

#include "tests/rtl/c104_lockstep.hpp"
#include "tests/rtl/random_links.hpp"

namespace weft::test {

inline Interval random_interval(RandomStream& random, unsigned links, std::uint32_t limit) {
  const std::uint64_t drawn = random.below(12);
  IntervalAction action = IntervalAction::route;
  if (drawn == 0) action = IntervalAction::discard;
  if (drawn == 1) action = IntervalAction::strip;
  if (drawn == 2) action = IntervalAction::invalid;
  const auto first = static_cast<unsigned>(random.below(links));
  const unsigned size = 1 + static_cast<unsigned>(random.below(links - first));
  return {limit, action, first, random.below(2) == 0 ? 1 : size};
}

inline C104Parameters random_switch(RandomStream& random, unsigned links, unsigned headers) {
  C104Parameters p;
  p.links = links;
  p.input_buffer = 8 + static_cast<unsigned>(random.below(50));
  p.output_buffer = 1 + static_cast<unsigned>(random.below(50));
  if (random.below(3) == 0) p.clock = 20 * nanosecond;
  p.routing_latency = p.clock * (3 + random.below(4));
  p.localize_error = random.below(4) != 0;
  p.overlapping_groups = true;
  p.per_link.resize(links);
  for (C104LinkParameters& link : p.per_link) {
    const auto intervals = static_cast<std::uint32_t>(1 + random.below(20));
    for (std::uint32_t i = 1; i <= intervals; ++i) {
      const std::uint32_t limit = std::max(1U, i * headers / intervals);
      if (i == intervals && random.below(2) == 0) break;  // what is above is invalid
      link.intervals.push_back(random_interval(random, links, limit));
    }
    link.header_bytes = headers > 256 ? 1 + static_cast<unsigned>(random.below(2)) : 1;
    p.input_buffer = std::max(p.input_buffer, 7 + link.header_bytes);  // see check_parameters
    link.delete_header = random.below(3) == 0;
    link.random_header = random.below(4) == 0;
    link.random_base = static_cast<std::uint32_t>(random.below(headers / 2));
    link.random_range = 1 + static_cast<std::uint32_t>(random.below(headers / 2));
    link.connected = random.below(10) != 0;
  }
  p.per_link[0].connected = true;
  return p;
}

inline std::vector<DsLinkParameters> random_switch_links(RandomStream& random, unsigned links) {
  std::vector<DsLinkParameters> all;
  const bool errors = random.below(3) != 0;
  for (unsigned port = 0; port < links; ++port) {
    DsLinkParameters link = random_link(random);
    link.error_interval = errors ? microsecond * (100 + random.below(900)) : 0;
    if (link.form == LinkForm::ieee1355) link.auto_restart = 10'000 * (1 + random.below(2'000));
    all.push_back(link);
  }
  return all;
}

using MakeC104 = std::unique_ptr<rtl::C104Model> (*)(unsigned links);

using SwitchBenches = std::vector<std::unique_ptr<C104Lockstep>>;

inline SwitchBenches random_switches(unsigned switches, unsigned links, std::uint64_t seed,
                                     MakeC104 make) {
  RandomStream random(seed, "switches");
  SwitchBenches benches;
  for (unsigned i = 0; i < switches; ++i) {
    PacketTraffic traffic;
    traffic.token_pause = 1 + random.below(20);
    traffic.packet_pause = 1 + random.below(400);
    traffic.read_pause = 1 + random.below(12);
    traffic.packet = static_cast<unsigned>(random.below(60));
    traffic.headers = random.below(2) == 0 ? 256 : 4'096;
    const C104Parameters parameters = random_switch(random, links, traffic.headers);
    const std::vector<DsLinkParameters> ends = random_switch_links(random, links);
    benches.push_back(std::make_unique<C104Lockstep>(fmt::format("switch{}", i).c_str(), parameters,
                                                     ends, traffic, random(), make(links)));
  }
  return benches;
}

/// What they have done in about as many clocks of 10 ns each.
inline void check_random_switches(const SwitchBenches& benches, std::uint64_t clocks) {
  std::uint64_t routed = 0;
  for (const auto& bench : benches) {
    EXPECT_GE(bench->lockstep().compared(), clocks);
    routed += bench->core().counters().packets_routed;
  }
  EXPECT_GT(routed, benches.size() * clocks / 5'000);
}

/// `switches` of them in one kernel, each for `clocks` of 10 ns or more.
inline void run_random_switches(unsigned switches, unsigned links, std::uint64_t clocks,
                                std::uint64_t seed, MakeC104 make = rtl::make_c104_model) {
  if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  const SwitchBenches benches = random_switches(switches, links, seed, make);
  run_bit_times(clocks);
  check_random_switches(benches, clocks);
}

}  // namespace weft::test
