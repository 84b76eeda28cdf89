// Parameters of components that could not work, or not be exact, are refused.
#include <gtest/gtest.h>

#include "hw/adaptive/chaos_core.hpp"
#include "hw/adaptive/forced_core.hpp"
#include "hw/adaptive/parameter_check.hpp"
#include "hw/c104/c104_core.hpp"
#include "hw/c104/parameter_check.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/dslink/parameter_check.hpp"
#include "hw/t9000/parameter_check.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "tests/hw/refused.hpp"
#include "tests/tlm/levels.hpp"
#include "tlm/c104/packet_c104.hpp"
#include "tlm/c104/stream_c104.hpp"

namespace weft::test {
namespace {

template <class Change>
std::string link_after(const Change& change) {
  return refused_after<DsLinkParameters>(change);
}

template <class Change>
std::string switch_after(const Change& change) {
  return refused_after<C104Parameters>(change);
}

template <class Change>
std::string processor_after(const Change& change) {
  return refused_after<T9000Parameters>(change);
}

std::string fault_of_ends(const DsLinkParameters& one, const DsLinkParameters& other) {
  return refused([&] { check_ends(one, other); });
}

struct NoCycles : CycleDriver {
  void evaluate_at(Time) override {}
};

// --- links

TEST(LinkParameterCheck, finds_nothing_wrong_with_the_defaults) {
  DsLinkParameters ieee1355;
  DsLinkParameters spacewire;
  spacewire.form = LinkForm::spacewire;
  EXPECT_NO_THROW(check_parameters(ieee1355));
  EXPECT_NO_THROW(check_parameters(spacewire));
  EXPECT_NO_THROW(check_ends(ieee1355, ieee1355));
  EXPECT_NO_THROW(check_ends(spacewire, spacewire));
}

TEST(LinkParameterCheck, names_the_parameter_that_is_wrong) {
  const auto has = [](const std::string& text, const char* name) {
    return text.find(name) != std::string::npos;
  };
  EXPECT_TRUE(has(link_after([](auto& p) { p.bit_time = 0; }), "bit times"));
  EXPECT_TRUE(has(link_after([](auto& p) { p.startup_bit_time = 2 * microsecond; }), "bit times"));
  EXPECT_TRUE(has(link_after([](auto& p) { p.max_credit = 7; }), "max_credit"));
  EXPECT_TRUE(has(link_after([](auto& p) { p.input_buffer = 7; }), "input_buffer"));
  EXPECT_TRUE(has(link_after([](auto& p) { p.disconnect_timeout = 100 * nanosecond; }),
                  "disconnect_timeout"));
  EXPECT_TRUE(has(link_after([](auto& p) { p.error_reset = microsecond; }), "error_reset"));
}

TEST(LinkParameterCheck, limits_the_credit_of_a_spacewire_link_to_56) {
  EXPECT_EQ(link_after([](auto& p) { p.max_credit = 64; }), "");
  EXPECT_NE(link_after([](auto& p) {
              p.max_credit = 57;
              p.form = LinkForm::spacewire;
            }),
            "");
}

TEST(LinkParameterCheck, refuses_a_restart_faster_than_the_far_ends_disconnect_timeout) {
  DsLinkParameters fast, slow;
  slow.disconnect_timeout = 1'600 * nanosecond;
  fast.error_reset = 1'900 * nanosecond;
  EXPECT_NO_THROW(check_parameters(fast));
  EXPECT_NO_THROW(check_parameters(slow));
  EXPECT_NE(fault_of_ends(fast, slow), "");
  slow.disconnect_timeout = 1'000 * nanosecond;
  EXPECT_EQ(fault_of_ends(fast, slow), "");
}

TEST(LinkParameterCheck, wants_an_ieee1355_end_to_await_a_null_before_a_spacewire_end) {
  DsLinkParameters ieee1355, spacewire;
  spacewire.form = LinkForm::spacewire;
  EXPECT_NE(fault_of_ends(ieee1355, spacewire), "");
  EXPECT_NE(fault_of_ends(spacewire, ieee1355), "");
  ieee1355.await_null = true;
  EXPECT_EQ(fault_of_ends(ieee1355, spacewire), "");
}

TEST(LinkParameterCheck, wants_a_skew_below_a_bit_and_a_silence_that_outlasts_the_cable) {
  DsLinkParameters near, far;
  far.skew = near.bit_time;
  EXPECT_EQ(fault_of_ends(near, far), "skew (10 ns) must be shorter than a bit (10 ns)");
  far.skew = 0;
  far.delay = 2 * microsecond;
  near.delay = 3 * microsecond;
  EXPECT_EQ(fault_of_ends(near, far), "");
  near.delay = 4 * microsecond;
  EXPECT_EQ(fault_of_ends(near, far),
            "error_reset (6400 ns) must be longer than the other end's disconnect_timeout (850 ns) "
            "and the cable, there and back (6000 ns)");
}

TEST(LinkParameterCheck, holds_for_two_ends_wired_by_hand) {
  DsLinkParameters ieee1355, spacewire;
  spacewire.form = LinkForm::spacewire;
  LinkEndpoint clients[2];
  DsLink one("one", ieee1355, 32, clients[0], 0, 1);
  DsLink other("other", spacewire, 32, clients[1], 0, 1);
  LinkWires wires;
  EXPECT_THROW(wires.join(one, other), ParameterError);
}

// --- switches

TEST(SwitchParameterCheck, finds_nothing_wrong_with_the_defaults) {
  EXPECT_EQ(switch_after([](auto&) {}), "");
  EXPECT_NO_THROW(check_token_switch(C104Parameters{}));
}

TEST(SwitchParameterCheck, says_what_is_wrong) {
  EXPECT_EQ(switch_after([](auto& p) { p.links = 65; }), "links (65) must be 1 to 64");
  EXPECT_EQ(switch_after([](auto& p) { p.clock = 0; }), "clock (0) must be 1 ps or more");
  EXPECT_EQ(switch_after([](auto& p) { p.input_buffer = 7; }),
            "input_buffer (7) must be 8 tokens or more");
  EXPECT_EQ(switch_after([](auto& p) { p.output_buffer = 0; }),
            "output_buffer (0) must be 1 token or more");
  EXPECT_EQ(switch_after([](auto& p) { p.routing_latency = 10 * nanosecond; }),
            "a routing_latency of 10 ns with a clock of 10 ns; expected a multiple of the clock, "
            "at least 2 of them");
  EXPECT_EQ(switch_after([](auto& p) { p.per_link.resize(33); }),
            "settings of 33 links, but there are 32");
  EXPECT_EQ(switch_after([](auto& p) {
              p.per_link.resize(1);
              p.per_link[0].header_bytes = 3;
            }),
            "header_bytes (3) must be 1 or 2");
  EXPECT_EQ(switch_after([](auto& p) {
              p.input_buffer = 8;
              p.per_link.resize(1);
              p.per_link[0].header_bytes = 2;
            }),
            "an input_buffer of 8 tokens for headers of 2 bytes; expected 9 or more: the part of a "
            "header that is in, and credit for 8 tokens");
  EXPECT_EQ(switch_after([](auto& p) {
              p.per_link.resize(1);
              p.per_link[0].random_range = 0;
            }),
            "the range (0) of random headers must be 1 or more");
}

TEST(SwitchParameterCheck, says_what_is_wrong_with_a_table) {
  const auto with_table = [](std::vector<Interval> intervals) {
    return switch_after([&intervals](auto& p) {
      p.max_intervals = 2;
      p.per_link.resize(1);
      p.per_link[0].intervals = std::move(intervals);
    });
  };
  const Interval first{8, IntervalAction::route, 0, 32};
  EXPECT_EQ(with_table({first, {9, IntervalAction::discard, 0, 0}}), "");
  EXPECT_EQ(with_table({first, {8, IntervalAction::discard, 0, 0}}),
            "an interval to 8 after one to 8; expected ascending limits");
  EXPECT_EQ(with_table({{8, IntervalAction::route, 31, 2}}),
            "a hunt group of 2 links from link31 on; expected one or more of 32 links");
  EXPECT_EQ(with_table({{8, IntervalAction::route, 31, 0}}),
            "a hunt group of 0 links from link31 on; expected one or more of 32 links");
  EXPECT_EQ(with_table({first, {9, IntervalAction::route}, {10, IntervalAction::route}}),
            "3 intervals; expected at most max_intervals = 2");
}

// Those of an STC104 have no link in common.
TEST(SwitchParameterCheck, says_which_hunt_groups_overlap) {
  const auto with_groups = [](bool overlapping, Interval one, Interval other) {
    return switch_after([&](auto& p) {
      p.overlapping_groups = overlapping;
      p.per_link.resize(2);
      p.per_link[0].intervals = {one};
      p.per_link[1].intervals = {other};
    });
  };
  const Interval wide{8, IntervalAction::route, 4, 4};
  EXPECT_EQ(with_groups(false, wide, wide), "");
  EXPECT_EQ(with_groups(false, wide, {8, IntervalAction::route, 8, 24}), "");
  EXPECT_EQ(with_groups(false, wide, {8, IntervalAction::discard, 4, 1}), "");
  EXPECT_EQ(with_groups(false, wide, {8, IntervalAction::route, 7, 2}),
            "hunt groups link4..link7 and link7..link8; expected groups that are the same or have "
            "no link in common, or overlapping_groups");
  EXPECT_EQ(with_groups(false, wide, {8, IntervalAction::route, 5, 1}).substr(0, 33),
            "hunt groups link4..link7 and link");
  EXPECT_EQ(with_groups(true, wide, {8, IntervalAction::route, 7, 2}), "");
}

// A request of a latency below two clocks was in the past: it underflowed.
TEST(SwitchParameterCheck, holds_for_switches_wired_by_hand) {
  NoCycles cycles;
  WheelProcess engine("wheel");
  Wheel& wheel = engine.wheel();
  const std::vector links{DsLinkParameters{}};
  C104Parameters parameters;
  parameters.routing_latency = 10 * nanosecond;
  EXPECT_THROW(C104Core(parameters, 1, cycles), ParameterError);
  EXPECT_THROW(C104("at_signal", parameters, links, 1), ParameterError);
  EXPECT_THROW(token::C104("at_token", parameters, links, 1, wheel), ParameterError);
  EXPECT_THROW(stream::C104("at_stream", parameters, links, 1, wheel), ParameterError);
  EXPECT_THROW(packet::C104("at_packet", parameters, links, 0, 1, wheel), ParameterError);
}

TEST(SwitchParameterCheck, only_where_whole_packets_pass_a_latency_is_0_and_contention_left_out) {
  C104Parameters none;
  none.routing_latency = 0;
  EXPECT_NO_THROW(check_parameters(none));
  EXPECT_THROW(check_token_switch(none), ParameterError);
  C104Parameters wide;
  wide.contention = Contention::free;
  EXPECT_NO_THROW(check_parameters(wide));
  EXPECT_THROW(check_token_switch(wide), ParameterError);
}

TEST(SwitchParameterCheck, links_of_whole_packets_have_a_bit_time) {
  WheelProcess engine("wheel");
  C104Parameters parameters;
  parameters.links = 1;
  parameters.per_link.resize(1);
  DsLinkParameters link;
  link.bit_time = 0;
  EXPECT_THROW(stream::C104("at_stream", parameters, {link}, 1, engine.wheel()), ParameterError);
  EXPECT_THROW(packet::C104("at_packet", parameters, {link}, 0, 1, engine.wheel()), ParameterError);
}

// --- processors

TEST(ProcessorParameterCheck, says_what_is_wrong) {
  EXPECT_EQ(processor_after([](auto&) {}), "");
  EXPECT_EQ(processor_after([](auto& p) { p.links = 0; }), "links (0) must be 1 to 4");
  EXPECT_EQ(processor_after([](auto& p) { p.links = 5; }), "links (5) must be 1 to 4");
  EXPECT_EQ(processor_after([](auto& p) { p.packet_bytes = 0; }),
            "packet_bytes (0) must be 1 or more");
  EXPECT_EQ(processor_after([](auto& p) { p.high_tick = 0; }),
            "high_tick (0) must be 1 ps or more");
  EXPECT_EQ(processor_after([](auto& p) { p.low_tick = 0; }), "low_tick (0) must be 1 ps or more");
  EXPECT_EQ(processor_after([](auto& p) { p.header_bytes = 3; }),
            "header_bytes (3) must be 1 or 2");
  EXPECT_EQ(processor_after([](auto& p) { p.max_header = 256; }),
            "headers from 0 to 256; expected ascending ones of 1 bytes");
  EXPECT_EQ(processor_after([](auto& p) { p.min_header = 256; }),
            "headers from 256 to 255; expected ascending ones of 1 bytes");
}

// It divided by the period of its clock.
TEST(ProcessorParameterCheck, holds_for_a_processor_made_by_hand) {
  NoCycles cycles;
  T9000Parameters parameters;
  parameters.clock = 0;
  EXPECT_EQ(refused([&] { T9000Core(parameters, 0, cycles); }), "clock (0) must be 1 ps or more");
}

// --- adaptive routers

TEST(AdaptiveParameterCheck, holds_for_routers_made_by_hand) {
  NoCycles cycles;
  ChaosParameters chaos;
  chaos.clock = 0;
  EXPECT_EQ(refused([&] { ChaosCore(chaos, {}, 1, cycles); }), "clock (0) must be 1 ps or more");
  ForcedParameters forced;
  forced.input_frames = 0;
  EXPECT_EQ(refused([&] { ForcedCore(forced, {}, 1, cycles); }),
            "input_frames (0) must be 1 or more");
  forced = {};
  forced.links = 65;
  EXPECT_EQ(refused([&] { ForcedCore(forced, {}, 1, cycles); }), "links (65) must be 1 to 64");
}

}  // namespace
}  // namespace weft::test
