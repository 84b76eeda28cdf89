// weft bench, as a person types it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rtl/dslink/dslink_model.hpp"
#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;
using Levels = std::vector<std::string>;

Levels levels_of(const std::string& platform) {
  const test::Shell shell;
  const test::Result result = shell.run("weft bench " + platform + " --runs 1 --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  Levels levels;
  for (const json& level : json::parse(result.out)) {
    levels.push_back(level["level"]);
    EXPECT_GT(level["token_hops"], 0);
  }
  return levels;
}

// A build without RTL has no level of it.
Levels and_rtl(Levels others) {
  if (rtl::make_dslink_model() != nullptr) others.insert(others.begin(), "rtl");
  return others;
}

TEST(Bench, times_a_platform_at_each_level_that_it_has) {
  EXPECT_EQ(levels_of("two_t9000_c104 --for 50us --set run.warm_up=0ns"),
            and_rtl({"signal", "token", "stream", "packet"}));
  EXPECT_EQ(levels_of("chaos_4x4 --for 50us --set run.warm_up=0ns"),
            and_rtl({"signal", "token", "packet"}));
  EXPECT_EQ(levels_of("iwarp_mesh_4x4 --for 50us --set run.warm_up=0ns"),
            and_rtl({"signal", "word"}));
  EXPECT_EQ(levels_of("contention_16x16 --for 50us --set run.warm_up=0ns"),
            (Levels{"stream", "packet"}));
  EXPECT_EQ(levels_of("two_t9000_c104 --for 50us --set run.warm_up=0ns --level token"),
            (Levels{"token"}));
}

TEST(Bench, counts_words_where_there_are_busses_and_no_links) {
  const test::Shell shell;
  const std::string platform =
      "iwarp_streams_8x8 --set 'run={for: 12 us, warm_up: 10 us}' --level signal,word --runs 1";
  const test::Result text = shell.run("weft bench " + platform);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("million word-hops/s"), std::string::npos) << text.out;
  const test::Result result = shell.run("weft bench " + platform + " --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  const json levels = json::parse(result.out);
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0]["level"], "signal");
  EXPECT_EQ(levels[1]["level"], "word");
  EXPECT_EQ(levels[0]["token_hops"], levels[1]["token_hops"]);
}

// A bus carries a word in two clocks of 50 ns: 20 in 2 us.
TEST(Bench, has_a_platform_of_cells_whose_busses_are_all_busy) {
  const test::Shell shell;
  for (const std::string level : {"signal", "word"}) {
    const test::Result result = shell.run("weft run iwarp_streams_8x8 --level " + level +
                                          " --set 'run={for: 12 us, warm_up: 10 us}' --json -");
    EXPECT_EQ(result.status, 0) << result.err;
    const json values = json::parse(result.out)["values"];
    const auto hops = std::find_if(values.begin(), values.end(),
                                   [](const json& value) { return value["name"] == "word-hops"; });
    ASSERT_NE(hops, values.end());
    EXPECT_EQ((*hops)["value"], 256 * 20) << level;
  }
}

TEST(Bench, of_a_level_that_is_not_there_tells_which) {
  const test::Shell shell;
  const test::Result result = shell.run("weft bench iwarp_pair --level word,wrod");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("wrod"), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST(Bench, of_a_file_that_is_wrong_at_all_levels_tells_why) {
  const test::Shell shell;
  const test::Result result = shell.run("weft bench mesh_4x4 --set network.shap=2x2");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("unknown key of network: 'shap'"), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST(Bench, without_a_platform_times_the_ready_benchmarks_and_compares_them) {
  const test::Shell shell;
  const std::string one = "weft bench --only iwarp-signal --runs 1";
  const test::Result first = shell.run(one + " --json old.json");
  ASSERT_EQ(first.status, 0) << first.err;
  const json rows = json::parse(shell.read("old.json"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0]["name"], "iwarp-signal");
  EXPECT_EQ(rows[0]["unit"], "million clocks/s");
  EXPECT_GT(rows[0]["best"], 0);
  EXPECT_EQ(rows[0]["met"], rows[0]["best"] >= rows[0]["asked"]);
  const test::Result second = shell.run(one + " --compare old.json");
  EXPECT_EQ(second.status, 0) << second.err;
  EXPECT_NE(second.out.find("times before"), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("of 1 benchmark as asked"), std::string::npos) << second.out;
}

TEST(Bench, tells_at_the_end_what_is_not_as_asked_and_how_far_from_it) {
  const test::Shell shell;
  const test::Result result = shell.run("weft bench --only idle --runs 1 --json idle.json");
  EXPECT_EQ(result.status, 0) << result.err;
  const json rows = json::parse(shell.read("idle.json"));
  ASSERT_EQ(rows.size(), 4U);
  std::size_t met = 0;
  for (const json& row : rows) {
    const std::string name = row["name"];
    const std::string told = name + " not as asked: ";
    EXPECT_EQ(name.rfind("idle-", 0), 0U);
    EXPECT_EQ(row["met"], row["best"] <= row["asked"]) << name;
    EXPECT_EQ(row["shortfalls"].size(), row["met"] ? 0U : 1U) << name;
    EXPECT_EQ(result.out.find(told) == std::string::npos, row["met"]) << result.out;
    if (row["met"]) ++met;
  }
  EXPECT_NE(result.out.find("\n" + std::to_string(met) + " of 4 benchmarks as asked\n"),
            std::string::npos)
      << result.out;
}

// Its runs are processes of their own: once there is one, it is at work.
TEST(Bench, that_is_interrupted_prints_what_it_has) {
  const test::Shell shell;
  const test::Result result =
      shell.run_and_signal("bench --only idle-word --only idle-token --runs 100 --json early.json",
                           "[ -n \"$(cat /proc/$!/task/$!/children)\" ]", "TERM");
  EXPECT_EQ(result.status, 143) << result.err;
  EXPECT_NE(result.err.find("interrupted"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("of 2 benchmarks as asked"), std::string::npos) << result.out;
  const json rows = json::parse(shell.read("early.json"));
  ASSERT_EQ(rows.size(), 2U);
  for (const json& row : rows) EXPECT_NE(row.contains("best"), row.contains("ran")) << row;
}

// Before an hour of runs: none may begin.
TEST(Bench, without_valgrind_counts_nothing_and_says_so_at_once) {
  const test::Shell shell;
  const test::Result result = shell.run("PATH=/nowhere '" WEFT_PROGRAM
                                        "' bench --only iwarp-word --counts --json new.json");
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_NE(result.err.find("--counts: there is no valgrind"), std::string::npos) << result.err;
  EXPECT_EQ(shell.list(), std::vector<std::string>{});
}

#ifndef __SANITIZE_ADDRESS__  // which reserves far more than it uses
// 65,536 nodes do not fit.
TEST(Bench, goes_on_after_a_benchmark_that_fails_and_says_so) {
  const test::Shell shell;
  const test::Result result = shell.run(
      "ulimit -v 300000; weft bench --only nodes-65536 --only iwarp-signal --runs 1 --json t.json");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_NE(result.out.find("nodes-65536 failed: "), std::string::npos) << result.out;
  const json rows = json::parse(shell.read("t.json"));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["met"], false);
  EXPECT_NE(rows[0]["error"], "");
  EXPECT_FALSE(rows[0].contains("best"));
  EXPECT_GT(rows[1]["best"], 0);
  EXPECT_FALSE(rows[1].contains("error"));
  const test::Result compared =
      shell.run("weft bench --only iwarp-signal --runs 1 --compare t.json");
  EXPECT_EQ(compared.status, 0) << compared.err;
}
#endif

struct RefusedBench {
  std::string arguments;
  std::string told;
};

class BenchUse : public testing::TestWithParam<RefusedBench> {};

TEST_P(BenchUse, is_told_before_anything_runs) {
  const test::Shell shell;
  shell.write("old.json", "{}");
  shell.write("torn.json", "[{\"name\": \"idle-pa");
  const test::Result result = shell.run("weft bench " + GetParam().arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find(GetParam().told), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"old.json", "torn.json"}));
}

INSTANTIATE_TEST_SUITE_P(
    Bench, BenchUse,
    testing::Values(
        RefusedBench{"--only token-8x8-3", "did you mean 'token-8x8-30'"},
        RefusedBench{"--only idle-word --only pack", "or how some of them begin, as 'packet'"},
        RefusedBench{"--compare older.json --json new.json", "older.json: there is no such"},
        RefusedBench{"--compare torn.json", "torn.json: this is no table of benchmarks"},
        RefusedBench{"--compare old.json", "old.json: this is no table of benchmarks"},
        RefusedBench{"--level token", "--level: there is no PLATFORM"},
        RefusedBench{"mesh_4x4 --counts", "--counts: a platform was named"}));

}  // namespace
}  // namespace weft
