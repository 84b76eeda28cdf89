// A DS-Link on its D and S wires (facts.md, DS-Link).
#include "hw/dslink/ds_link.hpp"

#include <algorithm>
#include <array>

#include "tests/tlm/levels.hpp"

namespace weft::test {
namespace {

struct Edge {
  Time time;
  bool d;
  bool s;
};

/// Notes every change of two wires.
class Probe : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Probe);
  explicit Probe(sc_core::sc_module_name name) : sc_module(name) {
    SC_METHOD(note);
    sensitive << d << s;
    dont_initialize();
  }
  sc_core::sc_in<bool> d{"d"}, s{"s"};
  std::vector<Edge> edges;

 private:
  void note() { edges.push_back({sc_core::sc_time_stamp().value(), d.read(), s.read()}); }
};

/// Two ends, `a` and `b`, and a probe on what each sends.
struct Pair {
  explicit Pair(const DsLinkParameters& of_a = {}, const DsLinkParameters& of_b = {}) {
    const std::array parameters = {of_a, of_b};
    for (unsigned i = 0; i < 2; ++i) {
      links[i] = std::make_unique<DsLink>(i == 0 ? "a" : "b", parameters[i], 32, ends[i], 0, 1);
      ends[i].attach(links[i]->core());
      ends[i].on_arrival([this, i](Time now) { words[i].push_back(ends[i].read(now).token); });
      links[i]->states(states[i]);
    }
    level.join(*links[0], *links[1]);
    LinkWires& wires = *level.wires.front();
    for (unsigned i = 0; i < 2; ++i) {
      WirePair& pair = i == 0 ? wires.forth : wires.back;
      probes[i].d(pair.d);
      probes[i].s(pair.s);
    }
  }
  void run_until(Time time) {
    sc_core::sc_start(sc_core::sc_time::from_value(time) - sc_core::sc_time_stamp());
  }
  LinkState state(unsigned i) const { return links[i]->core().state(); }
  LinkError error(unsigned i) const { return links[i]->core().error_flag(); }
  /// Time of the nth entry into a state.
  Time entered(unsigned i, LinkState wanted, unsigned nth) const {
    for (const LinkStateEvent& event : states[i].events) {
      if (event.state == wanted && nth-- == 0) return event.time;
    }
    return never;
  }

  Signal level;
  std::array<LinkEndpoint, 2> ends;
  std::array<std::unique_ptr<DsLink>, 2> links;
  std::array<StateRecorder, 2> states;
  std::array<std::vector<Token>, 2> words;
  std::array<Probe, 2> probes{Probe("probe_a"), Probe("probe_b")};
};

/// Restarts a link at an event.
class RestartCommand : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(RestartCommand);
  RestartCommand(sc_core::sc_module_name name, DsLink& link) : sc_module(name), link_(&link) {
    SC_METHOD(restart);
    sensitive << at;
    dont_initialize();
  }
  sc_core::sc_event at{"at"};

 private:
  void restart() { link_->restart(); }
  DsLink* link_;
};

DsLinkParameters spacewire() {
  DsLinkParameters parameters;
  parameters.form = LinkForm::spacewire;
  return parameters;
}

TEST(DsLink, first_bits_on_the_wires_are_a_null_at_10_mbit_per_s_and_the_first_edge_is_on_s) {
  Pair pair;
  pair.run_until(799 * nanosecond);
  const auto& edges = pair.probes[0].edges;
  ASSERT_EQ(edges.size(), 8U);
  EXPECT_FALSE(edges[0].d);
  EXPECT_TRUE(edges[0].s);
  const bool bits[] = {false, true, true, true, false, true, false, false};
  for (unsigned i = 0; i < 8; ++i) {
    EXPECT_EQ(edges[i].time, i * 100 * nanosecond);
    EXPECT_EQ(edges[i].d, bits[i]);
  }
}

TEST(DsLink, runs_at_100_mbit_per_s_and_one_wire_changes_with_each_bit) {
  Pair pair;
  pair.run_until(20 * microsecond);
  EXPECT_EQ(pair.state(0), LinkState::run);
  for (const Probe& probe : pair.probes) {
    const auto& edges = probe.edges;
    for (std::size_t i = 1; i < edges.size(); ++i) {
      EXPECT_NE(edges[i].d != edges[i - 1].d, edges[i].s != edges[i - 1].s);
      if (edges[i].time > 5 * microsecond) {
        EXPECT_EQ(edges[i].time - edges[i - 1].time, 10 * nanosecond);
      }
    }
  }
}

TEST(DsLink, ends_of_different_rates_understand_each_other) {
  DsLinkParameters fast, slow;
  fast.bit_time = 4 * nanosecond;
  slow.bit_time = 33 * nanosecond;
  slow.startup_bit_time = 90 * nanosecond;
  Pair pair(fast, slow);
  pair.run_until(10 * microsecond);
  for (unsigned i = 0; i < 2; ++i) {
    for (unsigned n = 0; n < 100; ++n) {
      pair.ends[i].write(data_token(static_cast<std::uint8_t>(n)), 10 * microsecond);
    }
    pair.ends[i].write(eop_token, 10 * microsecond);
  }
  pair.run_until(100 * microsecond);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(pair.error(i), LinkError::none);
    ASSERT_EQ(pair.words[i].size(), 101U);
    for (unsigned n = 0; n < 100; ++n) {
      EXPECT_EQ(pair.words[i][n], data_token(static_cast<std::uint8_t>(n)));
    }
  }
}

// Where the standard says it, the times are those of the reference trace in facts.md: the parity
// error within 100 ns, the disconnect 850 ns after the last edge, both in Run by 60.6 us.
TEST(DsLink, spacewire_ends_recover_from_an_error_in_the_times_of_the_reference_trace) {
  DsLinkParameters a = spacewire(), b = spacewire();
  a.startup_bit_time = b.startup_bit_time = 10 * nanosecond;
  a.error_at = 40 * microsecond;
  Pair pair(a, b);
  pair.run_until(62 * microsecond);
  const Time parity = pair.entered(1, LinkState::error_reset, 1);
  EXPECT_GE(parity, 40 * microsecond);
  EXPECT_LE(parity, 40'100 * nanosecond);
  const auto& sent_by_b = pair.probes[1].edges;
  const auto after = std::find_if(sent_by_b.begin(), sent_by_b.end(),
                                  [parity](const Edge& edge) { return edge.time > parity; });
  ASSERT_NE(after, sent_by_b.end());
  const Time last_edge = std::prev(after)->time;
  const Time disconnect = pair.entered(0, LinkState::error_reset, 1);
  EXPECT_EQ(disconnect, last_edge + 850 * nanosecond);
  EXPECT_EQ(pair.entered(0, LinkState::started, 1), disconnect + 19'200 * nanosecond);
  EXPECT_EQ(pair.entered(1, LinkState::started, 1), parity + 19'200 * nanosecond);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_LE(pair.entered(i, LinkState::run, 1), 60'600 * nanosecond);
    EXPECT_EQ(pair.state(i), LinkState::run);
  }
  EXPECT_EQ(pair.error(0), LinkError::disconnect);
  EXPECT_EQ(pair.error(1), LinkError::parity);
}

TEST(DsLink, wires_of_a_stopped_link_go_low_one_after_the_other) {
  DsLinkParameters a;
  a.error_at = 40 * microsecond;
  Pair pair(a);
  pair.run_until(60 * microsecond);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(pair.state(i), LinkState::halted);
    const auto& edges = pair.probes[i].edges;
    EXPECT_FALSE(edges.back().d);
    EXPECT_FALSE(edges.back().s);
    for (std::size_t n = 1; n < edges.size(); ++n) {
      EXPECT_FALSE(edges[n].d != edges[n - 1].d && edges[n].s != edges[n - 1].s);
    }
  }
}

TEST(DsLink, ieee1355_ends_halt_after_an_error_and_restart_by_command) {
  DsLinkParameters a;
  a.error_at = 40 * microsecond;
  Pair pair(a);
  pair.run_until(60 * microsecond);
  EXPECT_EQ(pair.error(0), LinkError::disconnect);
  EXPECT_EQ(pair.error(1), LinkError::parity);
  pair.links[0]->restart();
  pair.run_until(90 * microsecond);
  EXPECT_EQ(pair.state(0), LinkState::started);
  pair.links[1]->restart();
  pair.run_until(110 * microsecond);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(pair.state(i), LinkState::run);
    EXPECT_EQ(pair.error(i), LinkError::none);
    EXPECT_EQ(pair.links[i]->core().credit(), 32U);  // no FCT was lost
    pair.ends[i].write(data_token(5), 110 * microsecond);
    pair.ends[i].write(eop_token, 110 * microsecond);
  }
  pair.run_until(120 * microsecond);
  for (const auto& words : pair.words) EXPECT_EQ(words, (std::vector{data_token(5), eop_token}));
}

TEST(DsLink, auto_restart_brings_ieee1355_ends_back) {
  DsLinkParameters a, b;
  a.error_at = 40 * microsecond;
  a.auto_restart = microsecond;
  b.auto_restart = 25 * microsecond;
  Pair pair(a, b);
  pair.run_until(100 * microsecond);
  for (unsigned i = 0; i < 2; ++i) EXPECT_EQ(pair.state(i), LinkState::run);
}

// Whichever of the two the kernel runs first.
TEST(DsLink, after_a_restart_at_the_time_of_the_automatic_one_it_is_silent_too) {
  DsLinkParameters a;
  a.error_at = 40 * microsecond;
  a.auto_restart = 10 * microsecond;
  Pair pair(a, a);
  std::array commands = {std::make_unique<RestartCommand>("first", *pair.links[0]),
                         std::make_unique<RestartCommand>("second", *pair.links[1])};
  pair.run_until(45 * microsecond);
  for (unsigned i = 0; i < 2; ++i) {
    const Time due = pair.entered(i, LinkState::halted, 0) + a.auto_restart;
    commands[i]->at.notify(sc_core::sc_time::from_value(due) - sc_core::sc_time_stamp());
  }
  pair.run_until(100 * microsecond);
  for (unsigned i = 0; i < 2; ++i) {
    const Time silent = pair.entered(i, LinkState::error_reset, 0);
    EXPECT_EQ(silent, pair.entered(i, LinkState::halted, 0) + a.auto_restart);
    EXPECT_EQ(pair.entered(i, LinkState::started, 1), silent + a.error_reset);
  }
}

TEST(DsLink, leads_nowhere_when_it_is_not_bound_and_stays_silent) {
  LinkEndpoint end;
  DsLink link("link", {}, 32, end, 0, 1);
  end.attach(link.core());
  sc_core::sc_start(10, sc_core::SC_US);
  link.restart();
  sc_core::sc_start(10, sc_core::SC_US);
  EXPECT_FALSE(link.core().started());
  EXPECT_FALSE(link.d_out.read());
  EXPECT_FALSE(link.s_out.read());
}

}  // namespace
}  // namespace weft::test
