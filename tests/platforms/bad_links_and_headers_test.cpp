// Links, interval tables and headers that are wrong: one error that says where, what and instead of
// what.
#include <string>

#include <gtest/gtest.h>

#include "tests/platforms/bad_input.hpp"

namespace weft::test {
namespace {

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

TEST(BadInput, HuntGroupsThatOverlap) {
  const std::string table = "[{to: 2, links: link0}, {to: 4, links: link1}]";
  const auto instead = [&](const std::string& other) { return error_of(with(star, table, other)); };
  EXPECT_EQ(instead("[{to: 2, links: link0..link2}, {to: 4, links: link1}]"),
            "t.yaml:4:86: hunt groups link0..link2 and link1 at 's'; expected groups that are the "
            "same or have no link in common, or a c104 with `overlapping_groups: true`");
  // of two inputs
  EXPECT_EQ(
      instead(table + ", per_link: [{links: link1, intervals: [{to: 4, links: link0..link1}]}]")
          .substr(0, 45),
      "t.yaml:4:141: hunt groups link0 and link0..li");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3}\n"
                     "routing: {algorithm: minimal_adaptive}\n")
                .substr(0, 51),
            "t.yaml:1:10: hunt groups link1..link3 and link0..li");
}

// A switch in two parts, a pair of T9000s at each; the tables of a part discard the other's
// headers.
const std::string parted =
    "workload: {type: none}\n"
    "components:\n"
    "  a: {type: t9000}\n"
    "  b: {type: t9000}\n"
    "  c: {type: t9000}\n"
    "  d: {type: t9000}\n"
    "  s:\n"
    "    type: c104\n"
    "    per_link:\n"
    "      - links: link0..link1\n"
    "        partition: near\n"
    "        intervals: [{to: 8, links: link0}, {to: 16, links: link1}, {to: 32, action: "
    "discard}]\n"
    "      - links: link2..link3\n"
    "        partition: far\n"
    "        intervals: [{to: 16, action: discard}, {to: 24, links: link2}, {to: 32, links: "
    "link3}]\n"
    "routing: {channels: 8}\n"
    "links:\n"
    "  - {from: a.link0, to: s.link0}\n"
    "  - {from: b.link0, to: s.link1}\n"
    "  - {from: c.link0, to: s.link2}\n"
    "  - {from: d.link0, to: s.link3}\n";

TEST(BadInput, PartitionsOfASwitchThatPacketsWouldLeave) {
  const auto instead = [&](const std::string& what, const std::string& other) {
    return error_of(with(parted, what, other));
  };
  EXPECT_EQ(error_of(parted), "");
  EXPECT_EQ(instead("{to: 16, links: link1}", "{to: 16, links: link2}"),
            "t.yaml:12:60: 's.link0' of partition 'near', whose headers below 16 go to link2 of "
            "partition 'far'; expected links of partition 'near'");
  EXPECT_EQ(instead("{to: 16, links: link1}", "{to: 16, links: link1..link2}"),
            "t.yaml:12:60: 's.link0' of partition 'near', whose headers below 16 go to link2 of "
            "partition 'far', of the hunt group link1..link2; expected links of partition 'near'");
  EXPECT_EQ(instead("links: link2..link3", "links: link1..link3"),
            "t.yaml:14:20: link1 in the partitions 'near' and 'far'; expected each link in one "
            "partition");
  EXPECT_EQ(error_of(with(with(parted, "        partition: far\n", ""), "{to: 24, links: link2}",
                          "{to: 24, links: link1}")),
            "t.yaml:14:64: 's.link2' of no partition, whose headers below 24 go to link1 of "
            "partition 'near'; expected links of no partition");
  EXPECT_EQ(instead("partition: far", "partition: ''"),
            "t.yaml:14:20: a partition without a name; expected `partition: NAME`");
  EXPECT_EQ(instead("{to: 16, links: link1}", "{to: 16, action: discard}"),
            "t.yaml:12:20: at 's', headers 8..15 of 'b', which is discarded; expected a way to 'b'")
      << "they are of the same part";
  EXPECT_NE(instead("workload: {type: none}\n", "workload: {type: all_to_all}\n"), "")
      << "all have to reach each other";
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

}  // namespace
}  // namespace weft::test
