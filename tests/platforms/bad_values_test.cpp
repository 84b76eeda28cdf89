// Keys, names, units and values that a user can write wrongly: one error that says where, what and
// instead of what.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "platforms/system.hpp"
#include "testbench/registry/built_in_registry.hpp"
#include "tests/platforms/bad_input.hpp"

namespace weft::test {
namespace {

TEST(BadInput, TheBasesOfTheseTestsAreGood) {
  EXPECT_EQ(error_of(pair), "");
  EXPECT_EQ(error_of(star), "");
  EXPECT_EQ(error_of(mesh("")), "");
}

TEST(BadInput, OfManyNamesTheFirstAreListed) {
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 64x64}\n"
                     "components: {guest: {type: t9000}}\n"
                     "links: [{from: guest.link0, to: 'node[6,64].router.link20'}]\n"),
            "t.yaml:3:33: unknown component: 'node[6,64].router'; expected node[0,0].cpu, "
            "node[0,0].router, node[1,0].cpu, node[1,0].router, node[2,0].cpu, node[2,0].router, "
            "node[3,0].cpu, node[3,0].router, node[4,0].cpu, node[4,0].router, node[5,0].cpu, "
            "node[5,0].router, ... (8193 in all); did you mean 'node[6,4].router'?");
}

TEST(BadInput, UnknownKeys) {
  EXPECT_EQ(
      error_of("netwrok: {}\n"),
      "t.yaml:1:1: unknown key of a platform: 'netwrok'; expected name, network, "
      "components, links, level, contention, defaults, groups, routing, workload, run, faults, "
      "seed or plugins; did you mean 'network'?");
  EXPECT_EQ(
      error_of(mesh("  widht: 2\n")),
      "t.yaml:4:3: unknown key of network: 'widht'; expected topology, processors, "
      "processors_at, width, edges, node_width, cpu, router, cell or shape; did you mean 'width'?");
  EXPECT_EQ(error_of(mesh("  cpu: {packet_byte: 3}\n")).substr(0, 53),
            "t.yaml:4:9: unknown key of t9000: 'packet_byte'; expe");
  EXPECT_EQ(error_of(with(pair, "link0}", "link0, bitrate: 1}")).substr(0, 51),
            "t.yaml:5:34: unknown key of dslink: 'bitrate'; expe");
  EXPECT_NE(error_of(pair + "workload: {type: stream, message_byte: 3}\n").find("'message_bytes'?"),
            std::string::npos);
  EXPECT_EQ(error_of(pair + "run: {four: 1 us}\n"),
            "t.yaml:6:7: unknown key of run: 'four'; expected for, warm_up, until or watchdog; did "
            "you mean 'for'?");
}

TEST(BadInput, DuplicateKeys) {
  EXPECT_EQ(error_of("seed: 1\nname: x\nseed: 2\n"),
            "t.yaml:3:1: the key 'seed' again; expected it once, it is at t.yaml:1:1");
  EXPECT_EQ(error_of("defaults: {c104: {links: 3, links: 4}}\n"),
            "t.yaml:1:29: the key 'links' again; expected it once, it is at t.yaml:1:19");
}

TEST(BadInput, UnknownNamesAreToldWithTheNearest) {
  EXPECT_EQ(error_of(with(pair, "type: t9000", "type: t900")),
            "t.yaml:2:13: unknown component type: 't900'; expected c104, c104_control, "
            "control_host, t9000, t9000_control, chaos_router, "
            "forced_router, iwarp, hypercube_node, memory_node, dram, memory_port or link_end; did "
            "you mean 't9000'?");
  EXPECT_EQ(error_of("network: {topology: thorus}\n"),
            "t.yaml:1:21: unknown topology type: 'thorus'; expected mesh, torus, hypercube, ring, "
            "express_cube, hexagonal, star, fully_connected, fat_tree, clos or graph; did you mean "
            "'torus'?");
  const std::string steam = error_of(pair + "workload: {type: steam}\n");
  EXPECT_TRUE(steam.starts_with("t.yaml:6:18: unknown workload type: 'steam'; expected none, "))
      << steam;
  EXPECT_TRUE(steam.ends_with("; did you mean 'stream'?")) << steam;
  EXPECT_EQ(error_of(pair + "defaults: {dslink: {form: iee1355}}\n"),
            "t.yaml:6:27: unknown form: 'iee1355'; expected ieee1355 or spacewire; did you mean "
            "'ieee1355'?");
  EXPECT_EQ(
      error_of(pair + "defaults: {ds_link: {}}\n"),
      "t.yaml:6:12: unknown type in defaults: 'ds_link'; expected c104, c104_control, "
      "control_host, t9000, t9000_control, chaos_router, "
      "forced_router, iwarp, hypercube_node, memory_node, dram, memory_port, link_end, dslink, "
      "hypercube_link, memory_socket or node_link; did you mean 'dslink'?");
  EXPECT_EQ(error_of(with(star, "to: s.link0", "to: t.link0")),
            "t.yaml:6:25: unknown component: 't'; expected a, b or s");
}

TEST(BadInput, Units) {
  const auto rate = [](const std::string& value) {
    return error_of(pair + "defaults: {dslink: {bit_rate: " + value + "}}\n");
  };
  EXPECT_EQ(rate("100"),
            "t.yaml:6:31: '100' for 'bit_rate', without a unit; expected one of the units kbit/s, "
            "Mbit/s or Gbit/s");
  EXPECT_EQ(rate("100 mbit/s"),
            "t.yaml:6:31: '100 mbit/s' for 'bit_rate', with the unit 'mbit/s'; expected one of the "
            "units kbit/s, Mbit/s or Gbit/s; did you mean 'Mbit/s'?");
  EXPECT_EQ(rate("30 Mbit/s"),
            "t.yaml:6:31: '30 Mbit/s' for 'bit_rate', whose bit is not a whole number of ps; the "
            "nearest is 33333 ps a bit; did you mean '33333 ps'?");
  EXPECT_EQ(rate("33333 ps"), "");
  EXPECT_EQ(rate("0 Mbit/s").substr(0, 41), "t.yaml:6:31: '0 Mbit/s' for 'bit_rate'; e");
  const auto time = [](const std::string& value) {
    return error_of(pair + "run: {for: " + value + "}\n");
  };
  EXPECT_EQ(
      time("200"),
      "t.yaml:6:12: '200' for 'for', without a unit; expected one of the units ps, ns, us, ms "
      "or s");
  EXPECT_EQ(time("200 uss").substr(0, 53), "t.yaml:6:12: '200 uss' for 'for', with the unit 'uss'");
  EXPECT_EQ(time("0.5 ps"), "t.yaml:6:12: '0.5 ps' for 'for'; expected a whole number of ps");
  EXPECT_EQ(time("-1 us").substr(0, 34), "t.yaml:6:12: '-1 us' for 'for'; ex");
  EXPECT_EQ(time("1e3 ns").substr(0, 50), "t.yaml:6:12: '1e3 ns' for 'for', with the unit 'e3");
  EXPECT_EQ(time("2.5 us"), "");
  EXPECT_EQ(
      error_of(pair + "workload: {type: stream, message_bytes: 3 tokens}\n"),
      "t.yaml:6:41: '3 tokens' for 'message_bytes', with the unit 'tokens'; expected 'bytes' or "
      "no unit");
}

TEST(BadInput, ValuesOfTheWrongTypeOrRange) {
  EXPECT_EQ(error_of(with(star, "links: 4", "links: 65")),
            "t.yaml:4:26: '65' for 'links'; expected 1..64");
  EXPECT_EQ(error_of(with(star, "links: 4", "links: 010")),
            "t.yaml:4:26: '010' for 'links'; expected a whole number in decimal digits");
  EXPECT_EQ(error_of("seed: 99999999999999999999\n"),
            "t.yaml:1:7: '99999999999999999999' for 'seed'; expected at most "
            "18446744073709551615");
  EXPECT_EQ(error_of(with(star, "links: 4", "links: [4]")),
            "t.yaml:4:26: a list for 'links'; expected a whole number in decimal digits");
  EXPECT_EQ(error_of(pair + "defaults: {dslink: {await_null: yes}}\n"),
            "t.yaml:6:33: 'yes' for 'await_null'; expected true or false");
  EXPECT_EQ(error_of(pair + "seed: x\n"),
            "t.yaml:6:7: 'x' for 'seed'; expected a whole number in decimal digits");
  EXPECT_EQ(error_of("links: 3\nnetwork: {topology: mesh, shape: 2}"),
            "t.yaml:1:8: '3' as links; expected a list");
  EXPECT_EQ(error_of("components: [a]\n"),
            "t.yaml:1:13: a list as components; expected a map of keys and values");
  EXPECT_EQ(error_of(with(star, "links: 4", "routing_latency: 45 ns")),
            "t.yaml:4:36: a routing_latency of 45 ns with a clock of 10 ns; expected a multiple of "
            "the clock, at least 2 of them");
  EXPECT_EQ(error_of(pair + "run: {for: 1 us, warm_up: 1 us}\n"),
            "t.yaml:6:27: a warm_up of 1 us in a run of 1 us; expected a shorter one, or a "
            "longer run");
}

// A buffer of a switch has 54 bits for the time, in picoseconds, since when a token is in it.
TEST(BadInput, ARunThatIsLongerThanTheTokensOfASwitchCanTell) {
  const auto run = [](const std::string& keys) { return error_of(star + "run: {" + keys + "}\n"); };
  EXPECT_EQ(run("for: 18000 s"), "");
  EXPECT_EQ(run("for: 18001 s"),
            "t.yaml:8:12: a run of up to 18001 s with 's' at level token; expected at most 18000 "
            "s, or another level");
  EXPECT_EQ(run("for: 1 s, until: {measure: throughput, sample: 1 s, at_most: 18001 s}"),
            "t.yaml:8:68: a run of up to 18001 s with 's' at level token; expected at most 18000 "
            "s, or another level");
  EXPECT_EQ(error_of("level: packet\n" + star + "run: {for: 18001 s}\n"), "");
}

TEST(BadInput, ParametersThatTheModelsRefuse) {
  const auto dslink = [](const std::string& values) {
    return error_of(pair + "defaults: {dslink: {" + values + "}}\n");
  };
  EXPECT_EQ(dslink("error_reset: 1 us"),
            "t.yaml:6:34: error_reset (1000 ns) must be longer than twice disconnect_timeout and a "
            "bit (1800 ns)");
  EXPECT_EQ(dslink("error_reset: 5 us, disconnect_timeout: 3 us").substr(0, 39),
            "t.yaml:6:34: error_reset (5000 ns) must");
  EXPECT_EQ(dslink("disconnect_timeout: 90 ns").substr(0, 44),
            "t.yaml:6:41: disconnect_timeout (90 ns) must");
  EXPECT_EQ(dslink("max_credit: 57, form: spacewire"),
            "t.yaml:6:33: max_credit (57) must be 8 or more, and at most 56 in the spacewire form");
  // the fault names another parameter than the one that was set
  EXPECT_EQ(dslink("bit_rate: 1 Mbit/s"),
            "t.yaml:6:31: disconnect_timeout (850 ns) must be longer than a bit (1000 ns)");
  EXPECT_EQ(dslink("bit_rate: 500 kbit/s"),
            "t.yaml:6:31: '500 kbit/s' for 'bit_rate'; expected 1 Mbit/s..10000 Mbit/s");
  EXPECT_EQ(dslink("bit_rate: 4 Mbit/s, startup_bit_rate: 4 Mbit/s"), "");
  EXPECT_EQ(dslink("time_code_interval: 1 us"),
            "t.yaml:6:41: time_code_interval is of the spacewire form only");
  EXPECT_EQ(dslink("skew: 10 ns"), "t.yaml:6:27: skew (10 ns) must be shorter than a bit (10 ns)");
  EXPECT_EQ(
      dslink("enable_at: 1 us, disable_at: 2 us, form: spacewire"),
      "t.yaml:6:32: enable_at (1000 ns) must be a start-up bit or more after disable_at (2000 "
      "ns)");
  EXPECT_EQ(error_of(with(pair, "link0}", "link0, error_reset: 1 us}")).substr(0, 35),
            "t.yaml:5:47: error_reset (1000 ns) ");
  EXPECT_EQ(error_of(with(star, "links: 4", "links: 4, input_buffer: 7")),
            "t.yaml:4:43: '7' for 'input_buffer'; expected 8..65536");
}

TEST(BadInput, ParametersThatAreAcceptedCanBeElaborated) {
  int number = 0;
  const auto elaborate = [&](const ComponentType& type, const ParameterInfo& info,
                             std::uint64_t value) {
    for (const char* level : {"signal", "token"}) {
      const std::string setting = fmt::format("defaults.{}.{}={}", type.name, info.name,
                                              format_value(info, ParameterValue(value)));
      SCOPED_TRACE(setting);
      if (!error_of(star, {setting, fmt::format("level={}", level)}).empty()) continue;
      const Platform platform = resolve_text(star, {setting, fmt::format("level={}", level)});
      EXPECT_NO_THROW(System(fmt::format("platform{}", number++).c_str(), platform));
    }
  };
  for (const char* name : {"dslink", "c104", "t9000"}) {
    const ComponentType& type = *built_in_registry().find(name);
    for (const ParameterInfo& info : type.parameters) {
      switch (info.kind) {
        case ParameterKind::count:
        case ParameterKind::tokens:
        case ParameterKind::bytes:
        case ParameterKind::time:
        case ParameterKind::bit_rate:
          elaborate(type, info, info.minimum);
          elaborate(type, info, std::min<std::uint64_t>(info.maximum, 1'000'000'000'000));
          break;
        case ParameterKind::choice:
          for (std::uint64_t choice = 0; choice < info.choices.size(); ++choice) {
            elaborate(type, info, choice);
          }
          break;
        default: break;
      }
    }
  }
  EXPECT_GT(number, 50);
}

TEST(BadInput, KeysThatAreMisspelledWhereOneIsMissing) {
  EXPECT_EQ(
      error_of("components: {a: {tpye: t9000}}\n"),
      "t.yaml:1:18: the component 'a' without 'type', but with 'tpye'; expected `type:`, such "
      "as t9000; did you mean 'type'?");
  EXPECT_EQ(error_of(pair + "workload: {typ: stream}\n"),
            "t.yaml:6:12: a workload without 'type', but with 'typ'; expected `type:`, such as "
            "random_traffic; did you mean 'type'?");
  EXPECT_EQ(error_of(pair + "groups: [{macth: a}]\n").substr(0, 53),
            "t.yaml:6:11: a group without 'match', but with 'macth");
  EXPECT_EQ(error_of(with(pair, "from: a", "form: a")),
            "t.yaml:5:6: a link without 'from', but with 'form'; expected `from: component.link0`; "
            "did you mean 'from'?");
}

}  // namespace
}  // namespace weft::test
