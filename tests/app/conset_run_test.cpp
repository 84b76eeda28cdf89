// Schedules that run on the modelled cells, as a person types it.
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <utility>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::Result;
using test::Shell;

/// A run of the ready platform, on 4x4 cells.
Result run_conset(const Shell& shell, const std::string& more) {
  return shell.run("weft run conset_8x8 --set network.shape=4x4" + more);
}

std::string with(const std::string& key, const std::string& value) {
  const std::string set = " --set workload.";
  return set + key + "=" + value;
}

double result_of(const Result& result, const std::string& name) {
  std::smatch match;
  if (std::regex_search(result.out, match, std::regex("(^|\n)" + name + " +([0-9.]+)"))) {
    return std::stod(match[2]);
  }
  ADD_FAILURE() << "no " << name << " in " << result.out << result.err;
  return 0;
}

double clocks_of(const Result& result) { return result_of(result, "clocks"); }

TEST(ConsetRun, a_barrier_of_64_cells_and_the_begin_of_a_phase_take_the_published_528_clocks) {
  const Shell shell;
  const Result result = shell.run("weft run conset_8x8");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NEAR(result_of(result, "clocks of a barrier"), 352, 0.03 * 352);
  EXPECT_EQ(result_of(result, "clocks of a phase's begin"), 176);
}

TEST(ConsetRun, every_word_of_each_pattern_comes_in_each_mode) {
  const Shell shell;
  const std::pair<const char*, unsigned> patterns[] = {{"torus", 64},
                                                       {"butterfly", 64},
                                                       {"all_to_all", 240},
                                                       {"transpose", 12},
                                                       {"permutation", 16}};
  for (const auto& [pattern, connections] : patterns) {
    for (const char* mode : {"streaming", "systolic", "spooling"}) {
      const Result result =
          run_conset(shell, with("connections", pattern) + with("mode", mode) + with("words", "9"));
      EXPECT_EQ(result.status, 0) << result.err;
      EXPECT_EQ(result_of(result, "words received"), 9 * connections) << pattern << ' ' << mode;
    }
  }
}

TEST(ConsetRun, takes_the_same_clocks_at_both_levels) {
  const Shell shell;
  for (const char* pattern : {"butterfly", "all_to_all"}) {
    const std::string what = with("connections", pattern) + with("words", "5");
    const Result word = run_conset(shell, what);
    const Result signal = run_conset(shell, what + " --set level=signal --for 2ms");
    EXPECT_EQ(signal.status, 0) << signal.err;
    EXPECT_EQ(clocks_of(word), clocks_of(signal)) << pattern;
  }
}

// Section 4.1.2: time on a link is shared evenly; nothing but words over the modelled busses knows.
TEST(ConsetRun, a_bus_that_two_connections_share_takes_twice_as_long) {
  const Shell shell;
  const auto run = [&](const std::string& connections) {
    shell.write("c.yaml", "connections: {" + connections + "}\n");
    const std::string file = shell.path("c.yaml").string();
    return clocks_of(shell.run("weft run conset_8x8" + with("connections", file)));
  };
  const std::string one = "a: {from: \"node[1,0]\", to: \"node[2,0]\", words: 1000}";
  const std::string apart = ", b: {from: \"node[0,1]\", to: \"node[3,1]\", words: 1000}";
  const std::string shared = ", b: {from: \"node[0,0]\", to: \"node[3,0]\", words: 1000}";
  const double alone = run(one);
  EXPECT_NEAR(run(one + apart), alone, 20);
  EXPECT_NEAR(run(one + shared), alone + 2000, 20);
}

// Each phase is a switch, a barrier behind it, two clocks a word, and some for the first word: no
// bus is shared.
TEST(ConsetRun, permutations_take_no_longer_than_their_words_and_switches) {
  const Shell shell;
  const Result result =
      shell.run("weft run conset_8x8 --for 10ms" + with("connections", "permutations") +
                with("router", "dimension_order") + with("mode", "spooling") + with("words", "64"));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result_of(result, "phases"), 64);
  EXPECT_EQ(result_of(result, "words received"), 64 * 64 * 63);
  EXPECT_LT(clocks_of(result), 64 * (356 + 176 + 356 + 2 * 64 + 50));
}

TEST(ConsetRun, a_bus_less_changes_the_clocks) {
  const Shell shell;
  const Result whole = run_conset(shell, with("words", "64"));
  const Result cut =
      run_conset(shell, with("words", "64") + " --set 'faults=[{link: \"node[0,0].y_up\"}]'");
  EXPECT_EQ(cut.status, 0) << cut.err;
  EXPECT_GT(clocks_of(cut), clocks_of(whole));
}

TEST(ConsetRun, runs_a_schedule_from_a_file_as_it_was_compiled) {
  const Shell shell;
  const Result compiled =
      shell.run("weft conset compile torus --words 40 --platform conset_8x8 -o s.yaml");
  EXPECT_EQ(compiled.status, 0) << compiled.err;
  const std::string file = with("schedule", shell.path("s.yaml").string());
  const Result from_file = shell.run("weft run conset_8x8" + file);
  const Result from_pattern = shell.run("weft run conset_8x8" + with("words", "40"));
  EXPECT_EQ(from_file.status, 0) << from_file.err;
  EXPECT_EQ(clocks_of(from_file), clocks_of(from_pattern));
  EXPECT_EQ(shell.run("weft run conset_8x8 --set network.shape=4x4" + file).status, 2);
}

// A cell that leaves each barrier late has words come to it before its linkages are loaded: they
// are kept as long as its agent sleeps, or are an error that says where. None is lost.
TEST(ConsetRun, words_that_come_early_are_kept_or_are_an_error_by_name) {
  const Shell shell;
  unsigned kept = 0;
  unsigned named = 0;
  for (unsigned late = 0; late <= 400; late += 25) {
    const Result result =
        run_conset(shell, with("connections", "all_to_all") + with("words", "12") +
                              with("late_cell", "5") + with("late_clocks", std::to_string(late)));
    if (result.status == 0) {
      EXPECT_EQ(result_of(result, "words received"), 12 * 240);
      ++kept;
    } else {
      EXPECT_TRUE(std::regex_search(
          result.err,
          std::regex("channel [0-9]+ has|channel [0-9]+, |connection '|words came in over [xy]_")))
          << late << ": " << result.err;
      ++named;
    }
  }
  EXPECT_GE(kept, 4U);
  EXPECT_GE(named, 4U);
}

TEST(ConsetRun, a_switch_while_words_are_under_way_names_the_channel) {
  const Shell shell;
  const Result result = run_conset(
      shell, with("connections", "all_to_all") + with("words", "64") + with("barriers", "none"));
  EXPECT_NE(result.status, 0);
  EXPECT_TRUE(std::regex_search(
      result.err,
      std::regex("under way: [0-9]+ behind logical output channel [0-9]+|channel [0-9]+ has")))
      << result.err;
}

// Two connections leave a cell and one comes: 200 words out in a switch of 528 clocks; one more in
// where a cell uses one connection at once, at ten clocks a word.
TEST(ConsetRun, no_timetable_is_shorter_than_the_words_of_a_cell) {
  const Shell shell;
  shell.write("c.yaml",
              "connections: {a: {from: 0, to: 1, words: 100}, b: {from: 0, to: 2, words: 100}, "
              "c: {from: 4, to: 0, words: 50}}\n");
  const std::string file = with("connections", shell.path("c.yaml").string());
  EXPECT_EQ(result_of(run_conset(shell, file), "least clocks"), 528 + 2 * 200);
  EXPECT_EQ(result_of(run_conset(shell, file + with("mode", "systolic")), "least clocks"),
            528 + 10 * 250);
}

// The gate ends at 200 us, when the watchdog looks: the event is there, and the program goes on.
TEST(ConsetRun, a_spool_that_ends_as_the_watchdog_looks_is_no_deadlock) {
  const Shell shell;
  shell.write("c.yaml",
              "connections: {a: {from: \"node[0,0]\", to: \"node[1,0]\", words: 1825}}\n");
  const Result result =
      shell.run("weft run conset_8x8 --set network.shape=3x3" +
                with("connections", shell.path("c.yaml").string()) + with("mode", "spooling"));
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(ConsetRun, refuses_what_cannot_be_had) {
  const Shell shell;
  const auto error_of = [&](const std::string& arguments) {
    const Result result = shell.run("weft run " + arguments);
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  EXPECT_NE(error_of("conset_8x8" + with("connections", "tours")).find("torus"), std::string::npos);
  EXPECT_NE(error_of("conset_8x8 --set network.topology=mesh").find("expected a torus"),
            std::string::npos);
  EXPECT_NE(error_of("conset_8x8 --set network.shape=2x4").find("expected a torus"),
            std::string::npos);
  EXPECT_NE(error_of("conset_8x8" + with("channels", "18")).find("expected at most 17 of the 20"),
            std::string::npos);
  EXPECT_EQ(shell
                .run("weft conset compile hypercube --reserved 0 --channels 16 --platform "
                     "conset_8x8 -o s.yaml")
                .status,
            0);
  EXPECT_TRUE(std::regex_search(
      error_of("conset_8x8" + with("schedule", shell.path("s.yaml").string())),
      std::regex("s.yaml:[0-9]+:[0-9]+: channel 1[789] of 'node.*; expected one of 0..16")));
  EXPECT_NE(
      error_of("conset_8x8" + with("schedule", "none.yaml")).find("--set workload.schedule: "),
      std::string::npos);
  EXPECT_NE(error_of("conset_8x8" + with("late_cell", "64")).find("below 64"), std::string::npos);
  EXPECT_NE(error_of("conset_8x8" + with("mode", "spooling") + with("words", "65536"))
                .find("expected cells with more memory"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
