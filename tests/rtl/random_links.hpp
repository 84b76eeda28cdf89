// DS-Links of random parameters under random traffic, in lockstep.
#pragma once

#include <memory>
#include <vector>

#include "tests/rtl/dslink_lockstep.hpp"

namespace weft::test {

/// Parameters that go together on a clock of 10 ns or a part of it.
inline DsLinkParameters random_link(RandomStream& random) {
  DsLinkParameters p;
  p.form = random.below(2) == 0 ? LinkForm::ieee1355 : LinkForm::spacewire;
  p.await_null = random.below(2) == 0;
  const Time bits[] = {10'000, 10'000, 10'000, 20'000, 5'000};
  p.bit_time = bits[random.below(5)];
  const Time startup_bits[] = {100'000, 100'000, 50'000, 10'000};
  p.startup_bit_time = startup_bits[random.below(4)];
  p.input_buffer = 8 + static_cast<unsigned>(random.below(60));
  p.max_credit = 8 + static_cast<unsigned>(random.below(49));
  if (p.form == LinkForm::ieee1355 && random.below(2) == 0) {
    p.auto_restart = 10'000 * (1 + random.below(2'000));
  }
  if (random.below(4) != 0) p.error_interval = microsecond * (20 + random.below(200));
  return p;
}

/// The same with a cable, and in the SpaceWire form with all that holds an end in Ready and with
/// time-codes.
inline DsLinkParameters random_line(RandomStream& random) {
  DsLinkParameters p = random_link(random);
  if (random.below(2) == 0) {
    p.delay = 10'000 * random.below(100);
    p.skew = p.bit_time > 5'000 && p.startup_bit_time > 5'000 ? 5'000 * random.below(2) : 0;
  }
  if (p.form == LinkForm::spacewire) {
    p.auto_start = random.below(2) == 0;
    p.time_code_interval = 10'000 * random.below(2) * (1 + random.below(500));
    if (random.below(2) == 0) {
      p.disable_at = 100'000 * random.below(500);
      p.enable_at = p.disable_at + 100'000 * (1 + random.below(500));
    }
  }
  return p;
}

using MakeDsLink = std::unique_ptr<rtl::DsLinkModel> (*)();

using LinkBenches = std::vector<std::unique_ptr<DsLinkLockstep>>;

inline void run_bit_times(std::uint64_t bit_times) {
  sc_core::sc_start(sc_core::sc_time::from_value(10 * nanosecond * bit_times));
}

/// `links` pairs of ends; `make` must not give null.
inline LinkBenches random_links(unsigned links, std::uint64_t seed, MakeDsLink make) {
  RandomStream random(seed, "links");
  LinkBenches benches;
  for (unsigned i = 0; i < links; ++i) {
    LinkTraffic traffic;
    traffic.write_pause = 1 + random.below(60);
    traffic.read_pause = 1 + random.below(60);
    traffic.packet = static_cast<unsigned>(random.below(40));
    const DsLinkParameters parameters = random_line(random);
    benches.push_back(std::make_unique<DsLinkLockstep>(fmt::format("bench{}", i).c_str(),
                                                       parameters, traffic, random(),
                                                       FarEndKind::proper, make()));
  }
  return benches;
}

/// What they have done in about `bit_times` each; some send time-codes, if the seed has it so.
inline void check_random_links(const LinkBenches& benches, std::uint64_t bit_times) {
  std::uint64_t time_codes = 0;
  bool sends_any = false;
  for (const auto& bench : benches) {
    EXPECT_GE(bench->lockstep().compared(), bit_times);
    EXPECT_GT(bench->tokens(), bit_times / 2'000);
    // what came in last the RTL may be about to tell
    const LinkCounters& counters = bench->core().counters();
    EXPECT_LE(counters.time_codes_in - bench->time_codes_in(), 1U);
    EXPECT_LE(counters.ticks - bench->ticks(), 1U);
    time_codes += bench->time_codes_in();
    sends_any |= bench->core().parameters().time_code_interval != 0;
  }
  if (sends_any) {
    EXPECT_GT(time_codes, benches.size());
  }
}

/// The two, in one kernel.
inline void run_random_links(unsigned links, std::uint64_t bit_times, std::uint64_t seed,
                             MakeDsLink make = rtl::make_dslink_model) {
  if (make() == nullptr) GTEST_SKIP() << "built without RTL";
  const LinkBenches benches = random_links(links, seed, make);
  run_bit_times(bit_times);
  check_random_links(benches, bit_times);
}

/// One that hears a far end which misbehaves: no cable, soon ready again, on half of them a clock
/// of a fifth of a bit, so that edges can come early and late, and on others a buffer of as many
/// tokens as may be outstanding, which an error finds full.
inline DsLinkParameters random_victim(RandomStream& random) {
  DsLinkParameters p = random_line(random);
  p.delay = p.skew = 0;
  if (random.below(2) == 0) p.disconnect_timeout = 852 * nanosecond;
  if (random.below(4) != 0) p.error_interval = 0;
  if (random.below(4) == 0) p.input_buffer = p.max_credit = 8;
  p.error_reset = 10'000 * (180 + random.below(200));
  p.error_wait = 10'000 * (100 + random.below(200));
  if (p.auto_restart != 0) p.auto_restart = 10'000 * (1 + random.below(100));
  return p;
}

/// The same with far ends that misbehave.
inline LinkBenches wild_links(unsigned links, std::uint64_t seed, MakeDsLink make) {
  RandomStream random(seed, "wild links");
  LinkBenches benches;
  for (unsigned i = 0; i < links; ++i) {
    LinkTraffic traffic;
    traffic.write_pause = 1 + random.below(200);
    traffic.read_pause = 1 + random.below(200);
    const DsLinkParameters parameters = random_victim(random);
    if (parameters.input_buffer == 8) traffic.read_pause = 2'000;
    benches.push_back(std::make_unique<DsLinkLockstep>(
        fmt::format("wild{}", i).c_str(), parameters, traffic, random(), FarEndKind::wild, make()));
  }
  return benches;
}

/// Every error has come about, and the two ends of each pair have stopped for the same.
inline void check_wild_links(const LinkBenches& benches, std::uint64_t bit_times) {
  ErrorCounts all{};
  std::uint64_t tokens = 0;
  for (const auto& bench : benches) {
    EXPECT_GE(bench->lockstep().compared(), bit_times);
    tokens += bench->tokens();
    for (std::size_t error = 0; error < all.size(); ++error) {
      // the last may be told by one of them only
      EXPECT_NEAR(static_cast<double>(bench->model_errors()[error]),
                  static_cast<double>(bench->rtl_errors()[error]), 1)
          << bench->name() << ": " << name_of(static_cast<LinkError>(error));
      all[error] += bench->model_errors()[error];
    }
  }
  EXPECT_GT(tokens, benches.size());
  for (const LinkError error : {LinkError::disconnect, LinkError::parity, LinkError::escape,
                                LinkError::credit, LinkError::protocol}) {
    EXPECT_GT(all[static_cast<std::size_t>(error)], 2U) << name_of(error);
  }
}

}  // namespace weft::test
