// Bare link ends: files of bytes go over a DS-Link without a T9000.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hw/common/random.hpp"
#include "rtl/dslink/dslink_model.hpp"
#include "tests/app/command.hpp"

namespace weft::test {
namespace {

std::string random_bytes(std::uint64_t seed, std::size_t count) {
  RandomStream random(seed, "bytes");
  std::string bytes(count, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

std::vector<std::string> wire_levels() {
  std::vector<std::string> levels{"signal", "token"};
  if (rtl::make_dslink_model() != nullptr) levels.emplace_back("rtl");
  return levels;
}

// Both ends send and receive a file, with pauses.
std::string pair_of(const std::string& rest = "") {
  return "components:\n"
         "  a: {type: link_end, send: to_b, received: at_a, send_stall: 2 us, receive_stall: 1 "
         "us}\n"
         "  b: {type: link_end, send: to_a, received: at_b, send_stall: 300 ns, "
         "receive_stall: 3 us}\n"
         "links: [{from: a.link0, to: b.link0" +
         rest +
         "}]\n"
         "run: {for: 400 us}\n";
}

TEST(LinkEnd, carries_files_whole_both_ways_between_all_levels) {
  for (const std::string& left : wire_levels()) {
    for (const std::string& right : wire_levels()) {
      const Shell shell;
      shell.write("pair.yaml", pair_of(left == right ? "" : ", form: spacewire"));
      shell.write("to_a", random_bytes(1, 900));
      shell.write("to_b", random_bytes(2, 700));
      const Result result =
          shell.run(fmt::format("weft run pair.yaml --set components.a.level={} --set "
                                "components.b.level={} --check-protocol",
                                left, right));
      ASSERT_EQ(result.status, 0) << left << " to " << right << ": " << result.err;
      EXPECT_EQ(shell.read("at_a"), shell.read("to_a")) << left << " to " << right;
      EXPECT_EQ(shell.read("at_b"), shell.read("to_b")) << left << " to " << right;
    }
  }
}

TEST(LinkEnd, carries_files_whole_both_ways_where_packets_do) {
  for (const std::string left : {"stream", "packet"}) {
    // packets meet tokens behind a transactor, streams do not
    for (const std::string right :
         left == "packet" ? std::vector{"packet", "token", "signal"} : std::vector{"stream"}) {
      const Shell shell;
      shell.write("pair.yaml", pair_of(left == right ? "" : ", form: spacewire"));
      shell.write("to_a", random_bytes(1, 900));
      shell.write("to_b", random_bytes(2, 700));
      const Result result = shell.run(
          fmt::format("weft run pair.yaml --set components.a.level={} --set components.b.level={}",
                      left, right));
      ASSERT_EQ(result.status, 0) << left << " to " << right << ": " << result.err;
      EXPECT_EQ(shell.read("at_a"), shell.read("to_a")) << left << " to " << right;
      EXPECT_EQ(shell.read("at_b"), shell.read("to_b")) << left << " to " << right;
    }
  }
}

TEST(LinkEnd, sends_packets_without_a_gap_and_waits_for_an_end_that_takes_none) {
  const Shell shell;
  shell.write("pair.yaml",
              "components:\n"
              "  a: {type: link_end, send: in}\n"
              "  b: {type: link_end, received: out, receive_stall_every: 1}\n"
              "links: [{from: a.link0, to: b.link0}]\n"
              "run: {for: 1 ms, warm_up: 0 us}\n");
  shell.write("in", random_bytes(4, 32 * 400));
  const auto packets_at = [&shell](const std::string& level, const std::string& stall) {
    const Result result = shell.run(fmt::format(
        "weft run pair.yaml --json run.json --level {} --set components.b.receive_stall={}", level,
        stall));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(shell.read("in").starts_with(shell.read("out"))) << level;
    return value_of(nlohmann::json::parse(shell.read("run.json")), "b packets received");
  };
  for (const std::string level : {"stream", "packet"}) {
    // 32 data tokens and an EOP are 3.24 us; at stream the first NULs come before
    EXPECT_NEAR(packets_at(level, "0ns"), 1000 / 3.24, 1.5) << level;
    // 33 pauses of 10 us for each; three are there at once, for which there are frames
    EXPECT_NEAR(packets_at(level, "10us"), 2 + 1000 / 330.0, 2.5) << level;
  }
}

TEST(LinkEnd, sends_headers_through_a_switch_at_all_levels) {
  const Shell shell;
  shell.write("three.yaml",
              "components:\n"
              "  a: {type: link_end, send: in.txt, format: packets}\n"
              "  s: {type: c104, links: 3, intervals: [{to: 8, links: link1}, {to: 256, links: "
              "link2}]}\n"
              "  b: {type: link_end, received: b.txt, format: packets}\n"
              "  c: {type: link_end, received: c.txt, format: packets}\n"
              "links:\n"
              "  - {from: a.link0, to: s.link0}\n"
              "  - {from: b.link0, to: s.link1}\n"
              "  - {from: c.link0, to: s.link2}\n"
              "run: {for: 100 us}\n");
  shell.write("in.txt", "05 aa bb EOP\n09 cc EOM\n07 EOP\n");
  for (const char* level : {"signal", "token", "stream", "packet"}) {
    const Result result = shell.run(fmt::format("weft run three.yaml --level {}", level));
    ASSERT_EQ(result.status, 0) << level << ": " << result.err;
    EXPECT_EQ(shell.read("b.txt"), "05 aa bb EOP\n07 EOP\n") << level;
    EXPECT_EQ(shell.read("c.txt"), "09 cc EOM\n") << level;
  }
}

TEST(LinkEnd, refuses_packets_without_a_header_where_packets_are_passed_on) {
  const Shell shell;
  shell.write("pair.yaml",
              "components:\n"
              "  a: {type: link_end, send: in.txt, format: packets}\n"
              "  b: {type: link_end}\n"
              "links: [{from: a.link0, to: b.link0}]\n");
  shell.write("in.txt", "01 EOP\nEOP\n");
  for (const char* level : {"stream", "packet"}) {
    const Result result = shell.run(fmt::format("weft check pair.yaml --level {}", level));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err,
              fmt::format("weft: error: pair.yaml:2:29: packet 2 of 'a', of 0 bytes, to be sent "
                          "at level {}; expected headers of 1 byte there, or rtl, signal or "
                          "token\n",
                          level));
  }
}

TEST(LinkEnd, sends_each_token_at_the_same_picosecond_at_all_levels) {
  const Shell shell;
  shell.write("pair.yaml", pair_of(", delay: 70 ns, input_buffer: 20"));
  shell.write("to_a", random_bytes(1, 1000));
  shell.write("to_b", random_bytes(2, 1000));
  // in which order ends tell of one time is open
  const auto tokens_at = [&shell](const std::string& level) {
    const Result result = shell.run(
        fmt::format("weft run pair.yaml --level {0} --events {0}.csv --events-kind token", level));
    EXPECT_EQ(result.status, 0) << result.err;
    std::vector<std::string> lines = lines_of(shell.read(level + ".csv"));
    std::ranges::sort(lines);
    return lines;
  };
  const std::vector<std::string> expected = tokens_at("signal");
  EXPECT_GT(expected.size(), 2000U);
  for (const std::string& level : wire_levels()) {
    const std::vector<std::string> tokens = tokens_at(level);
    const auto [one, other] = std::ranges::mismatch(tokens, expected);
    EXPECT_TRUE(one == tokens.end() && other == expected.end())
        << level << ": " << (one == tokens.end() ? "" : *one) << ", but "
        << (other == expected.end() ? "" : *other);
  }
}

TEST(LinkEnd, reads_and_writes_packets_with_their_ends) {
  const Shell shell;
  const std::string packets = "01 02 ff EOP\nEOP\n0a EOM\n";
  shell.write("pair.yaml",
              "components:\n"
              "  a: {type: link_end, send: in.txt, format: packets}\n"
              "  b: {type: link_end, received: out.txt, format: packets}\n"
              "links: [{from: a.link0, to: b.link0}]\n"
              "run: {for: 50 us, warm_up: 0 us}\n");
  shell.write("in.txt", "01 02\nff EOP EOP # an empty one\n0a EOM\n");
  const Result result = shell.run("weft run pair.yaml --json run.json");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(shell.read("out.txt"), packets);
  EXPECT_EQ(value_of(nlohmann::json::parse(shell.read("run.json")), "b packets received"), 3);
  EXPECT_EQ(value_of(nlohmann::json::parse(shell.read("run.json")), "b bytes received"), 4);
}

TEST(LinkEnd, cuts_bytes_into_packets) {
  const Shell shell;
  shell.write("pair.yaml",
              "components:\n"
              "  a: {type: link_end, send: in, packet_bytes: 2}\n"
              "  b: {type: link_end, received: out, format: packets}\n"
              "links: [{from: a.link0, to: b.link0}]\n"
              "run: {for: 50 us}\n");
  shell.write("in", "abcde");
  ASSERT_EQ(shell.run("weft run pair.yaml").status, 0);
  EXPECT_EQ(shell.read("out"), "61 62 EOP\n63 64 EOP\n65 EOM\n");
  ASSERT_EQ(shell.run("weft run pair.yaml --set components.a.packet_bytes=0").status, 0);
  EXPECT_EQ(shell.read("out"), "61 62 63 64 65 EOM\n");
}

TEST(LinkEnd, sends_headers_as_bytes_like_any_other) {
  const Shell shell;
  shell.write("one.yaml",
              "components:\n"
              "  a: {type: link_end, send: in.txt, format: packets}\n"
              "  b: {type: t9000}\n"
              "links: [{from: a.link0, to: b.link0}]\n"
              "run: {for: 50 us}\n");
  shell.write("in.txt", "ff 01 EOM\n");
  const Result result = shell.run("weft run one.yaml");
  EXPECT_EQ(result.status, 1) << result.out;
  EXPECT_EQ(result.err, "weft: error: b: 1 packet with a header that leads nowhere\n");
}

TEST(LinkEnd, a_packet_that_an_error_cuts_ends_with_eom) {
  const Shell shell;
  shell.write("pair.yaml",
              "components:\n"
              "  a: {type: link_end, send: in, packet_bytes: 0}\n"
              "  b: {type: link_end, received: out, format: packets}\n"
              "links: [{from: a.link0, to: b.link0, form: spacewire, error_at: 30 us}]\n"
              "run: {for: 100 us}\n");
  shell.write("in", random_bytes(3, 1000));
  for (const std::string& level : wire_levels()) {
    const Result result = shell.run("weft run pair.yaml --level " + level);
    EXPECT_EQ(result.status, 0) << "the error was asked for: " << result.err;
    EXPECT_NE((result.out + result.err).find("1 packet came in cut by a link error"),
              std::string::npos)
        << result.out << result.err;
    const std::string out = shell.read("out");
    EXPECT_TRUE(out.ends_with("EOM\n")) << level << ": " << out;
    EXPECT_LT(out.size(), 3 * 1000U);
  }
}

TEST(LinkEnd, refuses_what_it_cannot_send) {
  const Shell shell;
  const auto error = [&shell](const std::string& keys) {
    shell.write("pair.yaml",
                "components:\n"
                "  a: {type: link_end, " +
                    keys +
                    "}\n"
                    "  b: {type: link_end}\n"
                    "links: [{from: a.link0, to: b.link0}]\n");
    const Result result = shell.run("weft check pair.yaml");
    EXPECT_EQ(result.status, 2) << keys;
    return result.err;
  };
  shell.write("bad.txt", "00 01 EOP\n02 3 EOP\n");
  shell.write("open.txt", "00 01 EOP\n02\n");
  const std::string expected =
      "; expected bytes such as 0f, then EOP or EOM at the end of each packet\n";
  EXPECT_EQ(error("send: none"),
            "weft: error: pair.yaml:2:29: none: no such file; expected a readable file of bytes\n");
  EXPECT_EQ(error("send: bad.txt, format: packets"),
            "weft: error: bad.txt:2:4: '3' in a file of packets" + expected);
  EXPECT_EQ(error("send: open.txt, format: packets"),
            "weft: error: open.txt:2:1: a packet without an end" + expected);
  EXPECT_NE(error("send_stall_every: 0").find("pair.yaml:2:41: '0' for 'send_stall_every'"),
            std::string::npos);
  EXPECT_NE(error("level: word").find("the level word, which link_end lacks"), std::string::npos);
}

TEST(LinkEnd, does_not_write_over_what_it_sends) {
  const Shell shell;
  shell.write("pair.yaml",
              "components:\n"
              "  a: {type: link_end, send: same}\n"
              "  b: {type: link_end, received: same}\n"
              "links: [{from: a.link0, to: b.link0}]\n");
  shell.write("same", "bytes");
  const Result result = shell.run("weft run pair.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.err,
      "weft: error: received of b: 'same', which this command reads; expected another file\n");
  EXPECT_EQ(shell.read("same"), "bytes");
}

}  // namespace
}  // namespace weft::test
