// What weft run records: waves and events of packets.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "testbench/families/dslinks/token_codes.hpp"
#include "tests/app/run_results.hpp"
#include "tests/support/vcd_reader.hpp"

namespace weft {
namespace {

using nlohmann::json;
using test::pair_of_t9000s;
using test::Result;
using test::results_of;
using test::Shell;
using test::value_of;

struct Tokens {
  unsigned data = 0;
  unsigned all = 0;  // but NULs
};

Tokens tokens_of(const std::vector<test::VcdChange>& changes) {
  Tokens tokens;
  for (const test::VcdChange& change : changes) {
    if (change.value == "x") continue;
    const std::uint64_t code =
        change.number() & ~std::uint64_t{wave_code::repeated | wave_code::header};
    if (code < wave_code::fct) ++tokens.data;
    if (code < wave_code::null) ++tokens.all;
  }
  return tokens;
}

class Traced : public testing::TestWithParam<const char*> {};

TEST_P(Traced, RunWritesTheTokensThatItReports) {
  const Shell shell;
  shell.write("pair.yaml", pair_of_t9000s);
  const Result result = shell.run(
      std::string("weft run pair.yaml --trace out.vcd --json out.json --level ") + GetParam());
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(test::lines_of(result.out).back().rfind("traced into out.vcd, ", 0), 0U) << result.out;
  for (const std::string& name : shell.list()) {
    if (name == "pair.yaml" || name == "out.json") continue;
    EXPECT_NE(test::lines_of(result.out).back().find(name), std::string::npos) << name;
  }
  EXPECT_NE(shell.read("out.gtkw").find("left.link0.token"), std::string::npos);

  const json results = json::parse(shell.read("out.json"));
  const test::Vcd vcd = test::read_vcd(shell.path("out.vcd"));
  const Tokens left = tokens_of(vcd.waves.at("left.link0.token"));
  const Tokens right = tokens_of(vcd.waves.at("right.link0.token"));
  constexpr unsigned header_bytes = 1;
  EXPECT_EQ(left.data,
            value_of(results, "packet bytes") + header_bytes * value_of(results, "data packets"));
  EXPECT_EQ(right.data, header_bytes * value_of(results, "acknowledgement packets"));
  EXPECT_EQ(left.all + right.all, value_of(results, "token-hops"));
  EXPECT_EQ(left.all + right.all, results["token_hops"].get<unsigned>());
}

INSTANTIATE_TEST_SUITE_P(Levels, Traced, testing::Values("signal", "token"),
                         [](const auto& level) { return std::string(level.param); });

TEST(Trace, OfASwitchedNetworkHasAllTokensOfTheRun) {
  const Shell shell;
  const json results = results_of(
      shell, "mesh_4x4 --set run.warm_up=0us --for 60us --trace out.vcd --trace-filter '*.token'");
  const test::Vcd vcd = test::read_vcd(shell.path("out.vcd"));
  EXPECT_EQ(vcd.waves.size(), 320U) << "both ends of 160 links";
  unsigned all = 0;
  for (const auto& [name, changes] : vcd.waves) all += tokens_of(changes).all;
  EXPECT_EQ(all, results["token_hops"].get<unsigned>());
}

TEST(Trace, HasWhatWasAskedFor) {
  const Shell shell;
  EXPECT_EQ(shell
                .run("weft run mesh_4x4 --for 120us --trace out.vcd --trace-start 20us "
                     "--trace-stop 30us --trace-filter 'node[1,*].router.link0'")
                .status,
            0);
  const test::Vcd vcd = test::read_vcd(shell.path("out.vcd"));
  EXPECT_GE(vcd.begin, 20 * microsecond);
  EXPECT_LE(vcd.end, 30 * microsecond);
  ASSERT_FALSE(vcd.waves.empty());
  for (const auto& [name, changes] : vcd.waves) {
    EXPECT_NE(name.find(".router.link0."), std::string::npos) << name;
  }
}

TEST(Trace, OfARunThatFailsAtItsEndIsThere) {
  const Shell shell;
  const Result result = shell.run("weft run iwarp_fft_8x8 --for 20us --trace out.vcd");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("has not ended at 20 us"), std::string::npos) << result.err;
  ASSERT_TRUE(std::filesystem::exists(shell.path("out.vcd")));
  EXPECT_EQ(test::read_vcd(shell.path("out.vcd")).end, 20 * microsecond);
}

TEST(Run, WritesTheSameEventsOfPacketsAtSignalAndToken) {
  const Shell shell;
  const std::string events = " --for 200us --events-kind packet_begins --events-kind packet_ends";
  for (const std::string level : {"signal", "token"}) {
    const Result result = shell.run("weft run two_t9000_c104 --level " + level + events +
                                    " --events " + level + ".csv");
    EXPECT_EQ(result.status, 0) << result.err;
  }
  // what happens at one time is in no order
  auto at_signal = test::lines_of(shell.read("signal.csv"));
  auto at_token = test::lines_of(shell.read("token.csv"));
  std::sort(at_signal.begin(), at_signal.end());
  std::sort(at_token.begin(), at_token.end());
  EXPECT_GT(at_token.size(), 100U);
  EXPECT_EQ(at_signal, at_token);
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"signal.csv", "token.csv"}));
}

TEST(Run, TracesThePacketsOfALinkAtEveryLevel) {
  const Shell shell;
  constexpr std::uint64_t first = std::uint64_t{1} << 40U;  // of the first processor
  for (const std::string level : {"token", "stream", "packet"}) {
    const Result result = shell.run("weft run two_t9000_c104 --level " + level +
                                    " --for 20us --set run.warm_up=0us --set "
                                    "workload.bidirectional=false --trace-filter '*.packet' "
                                    "--trace " +
                                    level + ".vcd");
    EXPECT_EQ(result.status, 0) << result.err;
    const test::Vcd vcd = test::read_vcd(shell.path(level + ".vcd").string());
    std::vector<std::uint64_t> packets;
    for (const test::VcdChange& change : vcd.waves.at("switch.link1.packet")) {
      if (change.number() != 0) packets.push_back(change.number());
    }
    ASSERT_GE(packets.size(), 3U) << level;
    EXPECT_EQ((std::vector<std::uint64_t>(packets.begin(), packets.begin() + 3)),
              (std::vector<std::uint64_t>{first, first + 1, first + 2}))
        << level;
  }
}

}  // namespace
}  // namespace weft
