// The core of the C104 without its links: when it asks to be evaluated (hw/c104/c104_core.hpp).
#include "hw/c104/c104_core.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace weft {
namespace {

/// Keeps what a CycleDriver must: the earliest time asked for.
struct NextEvaluation : CycleDriver {
  Time at = never;
  void evaluate_at(Time time) override { at = std::min(at, time); }
};

struct NoLine : LinkLine {
  void wake(Time) override {}
  void start(Time) override {}
  void listen(Time) override {}
  void stop(Time) override {}
  void restart() override {}
  void changed(LinkState, LinkError, Time) override {}
};

/// A C104 of four links in Run, with its clock.
struct CoreBench {
  CoreBench() {
    parameters.links = 4;
    parameters.per_link.resize(4);
    for (C104LinkParameters& link : parameters.per_link) {
      for (unsigned to = 0; to < 4; ++to) {
        link.intervals.push_back({to + 1, IntervalAction::route, to, 1});
      }
    }
    core = std::make_unique<C104Core>(parameters, 1, driver);
    for (unsigned port = 0; port < 4; ++port) {
      links.push_back(std::make_unique<LinkCore>(DsLinkParameters{}, 32, *core, port, line));
      core->attach(port, *links[port]);
      links[port]->start(0);
      links[port]->received(null_token, {}, clock);
      PacketTag tag;
      while (links[port]->select(2 * clock, tag) != fct_token) continue;
    }
    evaluate_until(9 * clock);
  }
  void evaluate_until(Time end) {
    while (driver.at < end) {
      const Time now = std::exchange(driver.at, never);
      core->evaluate(now);
    }
  }
  void receive(unsigned port, Token token, Time now) { links[port]->received(token, {}, now); }

  C104Parameters parameters;
  Time clock = parameters.clock;
  NextEvaluation driver;
  NoLine line;
  std::unique_ptr<C104Core> core;
  std::vector<std::unique_ptr<LinkCore>> links;
};

// An output is cut at the clock edge after its link failed. At the time of the failure itself, at
// which others may be served, nobody knows of it.
TEST(C104Core, a_link_that_fails_at_the_time_of_another_evaluation_is_cut_at_the_next_edge) {
  CoreBench bench;
  const Time clock = bench.clock;
  bench.receive(0, data_token(2), 10 * clock);
  bench.receive(0, data_token(7), 10 * clock);
  bench.evaluate_until(20 * clock);
  ASSERT_EQ(bench.core->connected_to(2), 0);
  bench.links[2]->failed(LinkError::parity, 30 * clock);
  bench.driver.at = 30 * clock;  // somebody else is served
  bench.evaluate_until(31 * clock);
  EXPECT_EQ(bench.core->connected_to(2), 0);
  bench.evaluate_until(32 * clock);
  EXPECT_EQ(bench.core->connected_to(2), -1);
  EXPECT_EQ(bench.core->counters().packets_lost, 1U);
}

}  // namespace
}  // namespace weft
