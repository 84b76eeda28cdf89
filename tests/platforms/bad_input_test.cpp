// Everything that a user can write wrongly ends in one error that says where, what and instead of
// what.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/built_in_registry.hpp"
#include "platforms/system.hpp"
#include "rtl/c104/c104_models.hpp"
#include "tests/platforms/support.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft {
namespace {

using test::error_of;

const std::string pair =
    "components:\n"
    "  a: {type: t9000}\n"
    "  b: {type: t9000}\n"
    "links:\n"
    "  - {from: a.link0, to: b.link0}\n";

const std::string star =
    "components:\n"
    "  a: {type: t9000}\n"
    "  b: {type: t9000}\n"
    "  s: {type: c104, links: 4, intervals: [{to: 2, links: link0}, {to: 4, links: link1}]}\n"
    "links:\n"
    "  - {from: a.link0, to: s.link0}\n"
    "  - {from: b.link0, to: s.link1}\n";

std::string with(std::string text, const std::string& what, const std::string& instead) {
  text.replace(text.find(what), what.size(), instead);
  return text;
}

std::string mesh(const std::string& rest) {
  return "network:\n  topology: mesh\n  shape: 2x2\n" + rest;
}

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
            "t.yaml:2:13: unknown component type: 't900'; expected c104, t9000, chaos_router, "
            "forced_router or iwarp; did you mean "
            "'t9000'?");
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
  EXPECT_EQ(error_of(pair + "defaults: {ds_link: {}}\n"),
            "t.yaml:6:12: unknown type in defaults: 'ds_link'; expected c104, t9000, chaos_router, "
            "forced_router, iwarp or dslink; did "
            "you mean 'dslink'?");
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
      const Platform platform = test::resolve_text(star, {setting, fmt::format("level={}", level)});
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

TEST(BadInput, Links) {
  EXPECT_EQ(error_of(pair + "  - {from: a.link1, to: b.link0}\n"),
            "t.yaml:6:25: b.link0 again; expected each link once, it is used at t.yaml:5:25");
  EXPECT_EQ(error_of(with(star, "s.link1", "s.link4")),
            "t.yaml:7:25: s.link4, which does not exist; expected s.link0 to s.link3");
  EXPECT_EQ(error_of(with(star, "s.link1", "s.lnk1")),
            "t.yaml:7:25: unknown port of 's': 'lnk1'; expected s.link0 to s.link3");
  EXPECT_EQ(error_of(with(star, "s.link1", "s.link1, width: 4")),
            "t.yaml:7:25: s.link4, which does not exist; expected s.link0 to s.link3");
  EXPECT_EQ(error_of(with(star, "s.link1", "s")),
            "t.yaml:7:25: 's' as the end of a link; expected a component and its link, such as "
            "switch.link3");
  EXPECT_EQ(error_of(with(pair, "b.link0", "a.link1")),
            "t.yaml:5:25: a link from 'a' to itself; expected two components");
  EXPECT_EQ(error_of(with(pair, "a.link0", "a.link1")),
            "t.yaml:5:12: a.link1 without a.link0; expected the links of a t9000 in use from link0 "
            "on");
  EXPECT_EQ(error_of("components: {a: {type: t9000}}\nlinks: [{from: a.link0}]\n"),
            "t.yaml:2:9: a link without 'to'; expected `to: component.link0`");
  EXPECT_EQ(
      error_of(mesh("links: [{from: 'node[0,0].router.link0', to: 'node[1,1].router.link9'}]")),
      "t.yaml:4:16: node[0,0].router.link0 again; expected each link once, it is used at "
      "t.yaml:2:3");
}

TEST(BadInput, UnreachableProcessors) {
  const std::string traffic = "workload: {type: random_traffic}\n";
  EXPECT_EQ(error_of(with(pair, "links:", "  c: {type: t9000}\nlinks:") + traffic),
            "t.yaml:4:3: 'c' without a link; expected a link to it, or `workload: {type: none}`");
  const std::string two_pairs =
      "components: {a: {type: t9000}, b: {type: t9000}, c: {type: t9000}, d: {type: t9000}}\n"
      "links: [{from: a.link0, to: b.link0}, {from: c.link0, to: d.link0}]\n";
  EXPECT_EQ(error_of(two_pairs), "");
  EXPECT_EQ(error_of(two_pairs + traffic),
            "t.yaml:1:14: 'a' cannot be reached from 'c'; expected links that join them, or "
            "`workload: {type: none}`");
}

TEST(BadInput, IntervalTables) {
  const std::string table = "[{to: 2, links: link0}, {to: 4, links: link1}]";
  const auto instead = [&](const std::string& other) { return error_of(with(star, table, other)); };
  EXPECT_EQ(instead("[{to: 2, links: link0}, {from: 3, to: 4, links: link1}]"),
            "t.yaml:4:71: an interval from 3 after one to 2; expected 2: tables have no gaps");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 2, links: link1}]"),
            "t.yaml:4:69: an interval to 2 after one to 2; expected ascending limits");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 3, links: link1}]"),
            "t.yaml:4:40: an interval table that ends below 3; expected it to take headers up to "
            "3, of 'b'");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 4}]"),
            "t.yaml:4:64: an interval without 'links'; expected `links: link0..link3`, or "
            "`action: discard`, invalid or strip");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 4, links: link9}]"),
            "t.yaml:4:79: 'link9' as a link; expected link0 to link3, or link0..link3 for a hunt "
            "group");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 4, action: drop}]").substr(0, 38),
            "t.yaml:4:80: unknown action: 'drop'; e");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 70000, links: link1}]"),
            "t.yaml:4:69: '70000' for 'to'; expected 1..65536");
  EXPECT_EQ(error_of(with(star, "links: 4", "links: 4, max_intervals: 1")),
            "t.yaml:4:58: 2 intervals; expected at most max_intervals = 1");
}

TEST(BadInput, HeadersThatDoNotArrive) {
  const std::string table = "[{to: 2, links: link0}, {to: 4, links: link1}]";
  const auto instead = [&](const std::string& other) { return error_of(with(star, table, other)); };
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 4, action: discard}]"),
            "t.yaml:4:40: at 's', headers 2..3 of 'b', which is discarded; expected a way to 'b'");
  EXPECT_EQ(instead("[{to: 2, links: link0}, {to: 4, links: link2}]"),
            "t.yaml:4:40: at 's', headers 2..3 of 'b', which goes to link2, connected to nothing; "
            "expected a way to 'b'");
  EXPECT_EQ(instead("[{to: 2, links: link1}, {to: 4, links: link1}]"),
            "t.yaml:4:40: at 's', headers 0..1 of 'a', which arrives at 'b'; expected a way to "
            "'a'");
  EXPECT_EQ(error_of(with(star, ", intervals: " + table, "")),
            "t.yaml:4:3: at 's', headers 0..1 of 'a', which no interval takes; expected a way to "
            "'a'");
  const std::string loop =
      "components:\n"
      "  a: {type: t9000}\n"
      "  b: {type: t9000}\n"
      "  s: {type: c104, intervals: [{to: 2, links: link0}, {to: 4, links: link1}]}\n"
      "  t: {type: c104, intervals: [{to: 4, links: link1}]}\n"
      "links:\n"
      "  - {from: a.link0, to: s.link0}\n"
      "  - {from: b.link0, to: t.link0}\n"
      "  - {from: s.link1, to: t.link1}\n";
  EXPECT_EQ(
      error_of(loop),
      "t.yaml:4:30: headers 2..3 of 'b', which goes round: s -> t -> s; expected a way to 'b'");
}

TEST(BadInput, HeadersThatDoNotFit) {
  EXPECT_EQ(error_of(pair + "routing: {header_bytes: 1, channels: 200}\n"),
            "t.yaml:6:25: 400 header values for 2 t9000s with 200 channels each, but 1 byte holds "
            "256; expected header_bytes: 2");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 17x16}\nrouting: {addressing: channel}\n"),
            "t.yaml:1:34: 73984 header values for 272 t9000s with 272 channels each, but 2 bytes "
            "hold 65536; expected fewer t9000s, or `routing: {addressing: processor}`");
  EXPECT_EQ(error_of(pair + "routing: {channels: 1}\n"),
            "t.yaml:6:21: 1 channels; expected 2 or more, one for each t9000");
  EXPECT_EQ(error_of(with(with(pair, "a: {type: t9000", "a: {type: t9000, min_header: 5"),
                          "b: {type: t9000", "b: {type: t9000, min_header: 6")),
            "t.yaml:3:32: headers 6..7 of 'b'; expected 7 or more, as 'a' has 5..6");
}

TEST(BadInput, HeadersThatBlockTheirInputBuffer) {
  const std::string small = "defaults: {c104: {input_buffer: 8}}\n";
  EXPECT_EQ(error_of(mesh(small)), "");
  EXPECT_EQ(error_of(mesh(small + "routing: {header_bytes: 2}\n")),
            "t.yaml:4:33: an input_buffer of 8 tokens for headers of 2 bytes; expected 9 or more: "
            "the part of a header that is in, and credit for 8 tokens");
}

TEST(BadInput, Shapes) {
  const auto shape = [](const std::string& text) {
    return error_of("network: {topology: mesh, shape: " + text + "}\n");
  };
  for (const char* text : {"0x4", "4x", "x4", "4xx4", "4*4", "-4x4", "4x4 ", "1.5", "04x4", "''"}) {
    if (std::string(text) == "4x4 ") continue;  // YAML drops the space
    EXPECT_NE(shape(text).find("for 'shape'; expected sizes of 1 or more with an x between"),
              std::string::npos)
        << text << ": " << shape(text);
  }
  EXPECT_EQ(shape("257x256"), "t.yaml:1:34: '257x256' for 'shape'; expected at most 65536 nodes");
  EXPECT_EQ(
      shape("99999999999999999x99999999999999999"),
      "t.yaml:1:34: '99999999999999999x99999999999999999' for 'shape'; expected at most 65536 "
      "nodes");
  EXPECT_EQ(shape("1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1").substr(0, 20), "t.yaml:1:34: '1x1x1x");
  EXPECT_EQ(error_of("network: {topology: mesh}\n"),
            "t.yaml:1:10: network without 'shape'; expected `shape:`, such as 4x4");
  EXPECT_EQ(error_of("network: {topology: hypercube, shape: 2x3}\n"),
            "t.yaml:1:39: '2x3' as the shape of a hypercube; expected 2 in each dimension, or "
            "`dimensions:`");
  EXPECT_EQ(error_of("network: {topology: torus, shape: 4x4, width: 1}\n"),
            "t.yaml:1:47: a torus of width 1; expected 2 or more: dimension_order splits its fat "
            "links into 2 lanes, without which it could deadlock");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3, width: 9}\n"),
            "t.yaml:1:10: a network whose router 'node[0,0].router' needs 37 links, 36 to other "
            "routers and 1 to its processor, but has 32; expected a smaller width, or `router: "
            "{links: 37}`");
  EXPECT_EQ(
      error_of("network: {topology: star, nodes: 40}\n"),
      "t.yaml:1:10: a network whose router 'hub' needs 40 links, 40 to other routers, but has "
      "32; expected a smaller width, or `router: {links: 40}`");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: [4, 4]}\n"),
            "t.yaml:1:34: a list as shape; expected sizes with an x between, such as 4x4");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3, width: 16, processors: 2}\n"),
            "t.yaml:1:10: a network whose router 'node[0,0].router' needs 66 links, 64 to other "
            "routers and 1 to each of 2 processors, but has 32; expected a smaller width, as a "
            "router has at most 64 links");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3}\nrouting: {order: [x, x]}\n"),
            "t.yaml:2:22: the dimension x again; expected each dimension once");
}

TEST(BadInput, Levels) {
  EXPECT_EQ(error_of(with(pair, "t9000}", "t9000, level: word}")),
            "t.yaml:2:27: the level word, which t9000 lacks; expected rtl, signal, token, stream "
            "or packet");
  EXPECT_EQ(error_of("level: tokens\n" + pair),
            "t.yaml:1:8: unknown level: 'tokens'; expected rtl, signal, word, token, stream or "
            "packet; did "
            "you mean 'token'?");
  EXPECT_EQ(error_of("level: word\n" + pair),
            "t.yaml:1:8: the level word, which t9000 lacks; expected rtl, signal, token, stream or "
            "packet");
}

TEST(BadInput, LevelsThatNobodyWouldHaveRead) {
  EXPECT_EQ(error_of(pair + "defaults: {iwarp: {level: banana}}\n").substr(0, 36),
            "t.yaml:6:27: unknown level: 'banana'");
  EXPECT_EQ(error_of(pair + "defaults: {c104: {level: word}}\n").substr(0, 46),
            "t.yaml:6:26: the level word, which c104 lacks;");
  // a link has those of its ends
  EXPECT_EQ(error_of(pair + "defaults: {dslink: {level: banana}}\n").substr(0, 44),
            "t.yaml:6:21: unknown key of dslink: 'level';");
  EXPECT_EQ(error_of(with(pair, "link0}", "link0, level: signal}")).substr(0, 44),
            "t.yaml:5:34: unknown key of dslink: 'level';");
}

TEST(BadInput, SwitchesThatTheRtlCannotBe) {
  if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  EXPECT_EQ(error_of("network: {topology: star, nodes: 34, router: {links: 34, level: rtl}}\n"),
            fmt::format("t.yaml:1:10: a switch at rtl that the RTL cannot be: links (34) can be at "
                        "most {}",
                        rtl::most_c104_links()));
  // those that nothing is linked to need not be there
  EXPECT_EQ(error_of("network: {topology: star, nodes: 4, router: {links: 40, level: rtl}}\n"), "");
  EXPECT_EQ(error_of(with(star, "links: 4", "level: rtl, arbitration: random")),
            "t.yaml:4:3: a switch at rtl that the RTL cannot be: arbitration must be fifo, without "
            "acknowledgement_priority");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3, router: {level: rtl}}\n"
                     "routing: {algorithm: up_down}\n"
                     "faults: [{link: 'node[0,0].router.link0', at: 5 us}]\n"),
            "t.yaml:1:10: a switch at rtl on a platform whose tables a fault rewrites; expected "
            "signal or token");
}

TEST(BadInput, Groups) {
  EXPECT_EQ(error_of(pair + "groups: [{match: 'c*', level: signal}]\n"),
            "t.yaml:6:18: the pattern 'c*' matches no component; expected a name, in which * "
            "stands for anything and ? for one character");
  EXPECT_EQ(error_of(pair + "groups: [{level: signal}]\n"),
            "t.yaml:6:10: a group without 'match'; expected `match:`, a pattern such as "
            "'node[3,*].router'");
  EXPECT_EQ(error_of(star + "groups: [{match: '*', packet_bytes: 8}]\n").substr(0, 49),
            "t.yaml:8:23: unknown key of c104: 'packet_bytes';");
  EXPECT_EQ(error_of(star + "groups: [{match: '*', type: t9000, packet_bytes: 8}]\n"), "");
}

TEST(BadInput, Names) {
  for (const char* name : {"a.b", "'a b'", "'1'", "a]", "'a[x]'", "'a[1'", "'a[,]'", "'a[]'"}) {
    EXPECT_NE(error_of(fmt::format("components:\n  {}: {{type: t9000}}\n", name))
                  .find("as a component's name"),
              std::string::npos)
        << name;
  }
  EXPECT_EQ(error_of(mesh("components: {'node[0,0].cpu': {type: t9000}}\n")),
            "t.yaml:4:14: 'node[0,0].cpu', which the network makes; expected `groups:` with "
            "`match:` for its settings, or another name");
}

TEST(BadInput, NamesOfTheNodesOfAGraph) {
  const test::TemporaryFolder folder;
  const std::string network = fmt::format("network: {{topology: graph, file: '{}'}}\n",
                                          folder.write("net.edges", "core edge\n").string());
  EXPECT_EQ(error_of(network + "components: {core: {type: t9000}}\n").substr(0, 46),
            "t.yaml:2:14: 'core', which the network makes; ");
}

TEST(BadInput, NodesAreOfTheirKind) {
  EXPECT_EQ(error_of(mesh("  cpu: {type: c104}\n")),
            "t.yaml:4:15: the type of the processors of a network: 'c104'; expected t9000");
  EXPECT_EQ(error_of(mesh("  router: {type: t9000}\n")),
            "t.yaml:4:18: the type of the routers of a network: 't9000'; expected c104, "
            "chaos_router or forced_router");
}

TEST(BadInput, AnErrorIsOneLine) {
  EXPECT_EQ(error_of(mesh("groups: [{match: \"a\\nb\\e\", level: token}]\n")),
            "t.yaml:4:18: the pattern 'a?b?' matches no component; expected a name, in which * "
            "stands for anything and ? for one character");
}

TEST(BadInput, Workloads) {
  EXPECT_EQ(error_of(pair + "workload: {type: stream, to: c}\n"),
            "t.yaml:6:30: unknown t9000 as to: 'c'; expected a or b");
  EXPECT_EQ(error_of(pair + "workload: {type: stream, to: a}\n"),
            "t.yaml:6:30: a stream from 'a' to itself; expected two t9000s");
  EXPECT_EQ(error_of(pair + "workload: {type: boundary_exchange}\n"),
            "t.yaml:6:11: a boundary exchange without a grid of t9000s; expected a mesh, torus "
            "or hypercube, each node of which gets processes");
  EXPECT_EQ(error_of(mesh("workload: {type: boundary_exchange, processes: 3x4}\n")),
            "t.yaml:4:48: 3x4 processes on 2x2 nodes; expected a multiple of the nodes on each "
            "side");
  EXPECT_EQ(
      error_of(pair + "workload: {type: random_traffic, message_bytes: 5..2}\n"),
      "t.yaml:6:49: '5..2' for 'message_bytes'; expected a number, or a range such as 1..256");
}

std::string traffic(const std::string& network, const std::string& keys) {
  return error_of("network: {" + network + "}\nworkload: {type: random_traffic, " + keys + "}\n");
}

TEST(BadInput, PatternsThatDoNotFit) {
  const std::string oblong = "topology: mesh, shape: 3x2";
  EXPECT_EQ(traffic(oblong, "pattern: transpose"),
            "t.yaml:2:43: pattern 'transpose' on 6 nodes; expected a power of two");
  EXPECT_EQ(traffic("topology: mesh, shape: 4x2", "pattern: transpose"),
            "t.yaml:2:43: pattern 'transpose' on 8 nodes; expected a square, or a power of four");
  EXPECT_EQ(traffic(oblong, "pattern: bit_reverse"),
            "t.yaml:2:43: pattern 'bit_reverse' on 6 nodes; expected a power of two");
  EXPECT_EQ(traffic(oblong, "pattern: permutation"),
            "t.yaml:2:43: pattern 'permutation' without a file; expected `file:`, such as "
            "permutation.txt");
  EXPECT_EQ(traffic(oblong, "pattern: tornado, radius: 2"),
            "t.yaml:2:60: a radius with pattern 'tornado'; expected it with 'uniform' only");
  EXPECT_EQ(traffic(oblong, "pattern: hot_spot, hot: 'node[0,0].cqu'").substr(0, 74),
            "t.yaml:2:58: unknown t9000 as hot: 'node[0,0].cqu'; expected node[0,0].cpu");
  EXPECT_EQ(traffic(oblong, "interval: 5 us, distribution: bernoulli, slot: 6 us"),
            "t.yaml:2:81: a slot longer than the mean interval; expected it to be no longer");
}

TEST(BadInput, FilesOfPairsAndMessages) {
  const test::TemporaryFolder folder;
  const auto pairs = [&](const std::string& text) {
    const std::string file = folder.write("pairs.txt", text).string();
    const std::string error =
        traffic("topology: mesh, shape: 2x1", "pattern: permutation, file: " + file);
    return error.substr(error.find("pairs.txt"));
  };
  EXPECT_EQ(pairs("node[0,0].cpu\n"),
            "pairs.txt:1:1: a line of 1 word; expected a source and a destination");
  EXPECT_EQ(pairs("node[0,0].cpu node[2,0].cpu\n"),
            "pairs.txt:1:1: unknown t9000 as destination: 'node[2,0].cpu'; expected "
            "node[0,0].cpu or node[1,0].cpu; did you mean 'node[0,0].cpu'?");
  EXPECT_EQ(pairs("node[0,0].cpu node[1,0].cpu\n\nnode[1,0].cpu node[1,0].cpu\n"),
            "pairs.txt:3:1: 'node[1,0].cpu' a second time as a destination; expected each t9000 "
            "once at most");
  const auto messages = [&](const std::string& text) {
    const std::string file = folder.write("trace.txt", text).string();
    const std::string error = error_of(pair + "workload: {type: trace, file: " + file + "}\n");
    return error.substr(error.find("trace.txt"));
  };
  EXPECT_EQ(messages("5 a b 64\n"),
            "trace.txt:1:1: a line of 4 words; expected a time with its unit, source, destination "
            "and bytes, such as '1.5 us node[0].cpu node[3].cpu 64'");
  EXPECT_EQ(messages("5 us a a 64\n"),
            "trace.txt:1:1: a message from 'a' to itself; expected two t9000s");
  EXPECT_EQ(messages("5 us a b 0\n"), "trace.txt:1:1: '0' for 'bytes'; expected 1..1048576");
  EXPECT_EQ(error_of(pair + "workload: {type: trace}\n"),
            "t.yaml:6:11: a trace without a file; expected `file:`, such as messages.txt");
}

}  // namespace
}  // namespace weft
