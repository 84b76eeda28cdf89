// weft conset, as a person types it.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::lines_of;
using test::Result;
using test::Shell;

const std::string on_torus = " --platform iwarp_torus_8x8";

unsigned number_before(const Result& result, const std::string& what) {
  std::smatch match;
  if (std::regex_search(result.out, match, std::regex("([0-9]+) " + what))) {
    return static_cast<unsigned>(std::stoul(match[1]));
  }
  ADD_FAILURE() << "no " << what << " in " << result.out << result.err;
  return 0;
}

TEST(Conset, compiles_a_pattern_and_prints_its_phases) {
  const Shell shell;
  const Result result = shell.run("weft conset compile torus --words 32" + on_torus);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(lines_of(result.out).front(),
            "torus on 8x8 torus of iWarp cells: 256 connections, 12 channels of a cell");
  // of its one phase: channels of a cell, routes over a bus, clocks and the least of these
  EXPECT_NE(result.out.find("8         1     256       256"), std::string::npos) << result.out;
}

// Tables 1 and 2, predicted, with 528 for the 520 clocks that their formulas charge (520 + 8k and
// 1040 + 12k).
TEST(Conset, predicts_a_switch_and_the_timetable_of_each_phase) {
  const Shell shell;
  for (const unsigned words : {32U, 256U, 2048U, 16384U}) {
    const std::string k = std::to_string(words);
    EXPECT_EQ(number_before(shell.run("weft conset compile torus --words " + k + on_torus),
                            "clocks: 1 phase, and 528"),
              528 + 8 * words);
    const Result cube = shell.run("weft conset compile hypercube --words " + k + on_torus);
    EXPECT_GE(number_before(cube, "clocks: 2 phases, and 528"), 1056 + 12 * words);
  }
}

// 5.2: without long instruction words a cell sends and receives in turn.
TEST(Conset, a_timetable_is_longer_where_a_cell_uses_one_connection_at_once) {
  const Shell shell;
  shell.write("both.yaml",
              "connections: {there: {from: 0, to: 1, words: 30}, back: {from: 1, to: 0, words: "
              "20}}\n");
  const auto predicted = [&](const std::string& more) {
    return number_before(
        shell.run("weft conset compile both.yaml --clocks-per-word 10" + more + on_torus),
        "clocks: 1 phase, and 528");
  };
  EXPECT_EQ(predicted(""), 528 + 300);
  EXPECT_EQ(predicted(" --at-once 1"), 528 + 500);
}

TEST(Conset, a_schedule_can_be_checked_and_compiled_again) {
  const Shell shell;
  const Result first = shell.run("weft conset compile hypercube -o s.yaml" + on_torus);
  EXPECT_EQ(first.status, 0) << first.err;
  const Result check = shell.run("weft conset check s.yaml" + on_torus);
  EXPECT_EQ(check.status, 0) << check.err;
  EXPECT_EQ(check.out.substr(check.out.find(':')), first.out.substr(first.out.find(':')));
  EXPECT_EQ(shell.run("weft conset compile s.yaml -o -" + on_torus + " | diff - s.yaml").status, 0);
}

TEST(Conset, the_router_of_the_paper_shares_busses_more) {
  const Shell shell;
  const auto shared = [&](const std::string& router) {
    const Result result = shell.run("weft conset compile hypercube --router " + router + on_torus);
    unsigned sum = 0;
    for (const std::string& line : lines_of(result.out)) {
      std::istringstream stream(line);
      std::vector<std::string> words;
      for (std::string word; stream >> word;) words.push_back(word);
      if (words.size() == 7 && words[1] == "0") sum += static_cast<unsigned>(std::stoul(words[4]));
    }
    return sum;
  };
  EXPECT_LT(shared("sharing"), shared("paper"));
}

TEST(Conset, without_rip_ups_there_are_more_phases) {
  const Shell shell;
  const auto phases = [&](const std::string& rip_ups) {
    return number_before(
        shell.run("weft conset compile all_to_all --set network.shape=4x4 --channels 6 --rip-ups " +
                  rip_ups + on_torus),
        "phases?, and 528");
  };
  EXPECT_LT(phases("4"), phases("0"));
}

TEST(Conset, compiles_connections_of_ones_own) {
  const Shell shell;
  shell.write("mine.yaml",
              "connections:\n"
              "  up: {from: \"node[0,0]\", to: \"node[7,7]\", words: 100, bandwidth: 20 MB/s}\n"
              "  down: {from: \"node[7,7]\", to: \"node[0,0]\", latency: 1 us}\n"
              "order: [{before: up, after: down}]\n");
  const Result result = shell.run("weft conset compile mine.yaml -o -" + on_torus);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("\"down\": {start: 200, clocks: 2, way: "), std::string::npos)
      << result.out;
}

TEST(Conset, a_phase_is_drawn_with_the_loads_of_its_busses) {
  const Shell shell;
  shell.write("one.yaml",
              "connections:\n"
              "  a: {from: \"node[0,0]\", to: \"node[1,0]\", words: 10}\n"
              "  b: {from: \"node[2,0]\", to: \"node[3,0]\", words: 5}\n");
  EXPECT_EQ(shell.run("weft conset compile one.yaml -o s.yaml" + on_torus).status, 0);
  const Result drawn = shell.run("weft draw iwarp_torus_8x8 --schedule s.yaml -o p.svg");
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  const std::string picture = shell.read("p.svg");
  EXPECT_NE(picture.find("node[0,0] to node[1,0]: 100.00 % busy"), std::string::npos);
  EXPECT_NE(picture.find("node[2,0] to node[3,0]: 50.00 % busy"), std::string::npos);
  EXPECT_NE(picture.find("node[1,0] to node[0,0]: 0.00 % busy"), std::string::npos);
  const Result wrong = shell.run("weft draw iwarp_torus_8x8 --schedule s.yaml --phase 1 -o q.svg");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err, "weft: error: --phase: 1; expected one of the schedule's, 0 to 0\n");
}

TEST(Conset, tells_what_is_wrong_and_writes_nothing) {
  const Shell shell;
  const auto error = [&](const std::string& arguments) {
    const Result result = shell.run("weft conset " + arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  EXPECT_EQ(
      error("compile torsu -o s.yaml" + on_torus),
      "weft: error: torsu: no such pattern, and no file of that name; expected all_to_all, "
      "butterfly, hypercube, permutation, permutations, shift, torus, transpose, c100k, c10k, m11k "
      "or q20k, or a file; did you mean 'torus'?\n");
  EXPECT_EQ(error("compile torus --platform mesh_4x4"),
            "weft: error: 4x4 mesh: a platform without iWarp cells; expected cells to connect\n");
  EXPECT_EQ(error("compile torus --channels 18" + on_torus),
            "weft: error: --channels: 18 channels, and 3 that are reserved; expected at most 20 "
            "together, as many as a cell of '8x8 torus of iWarp cells' has\n");
  EXPECT_EQ(error("compile shift --by 1,x" + on_torus),
            "weft: error: --by: '1,x'; expected how far in each dimension, x first, such as 1,2\n");
  EXPECT_EQ(error("compile all_to_all --phases 26" + on_torus),
            "weft: error: all_to_all: step 0 in at most 26 phases; expected 27 or more: 20416 "
            "channels of shortest ways, 768 a phase\n");
  shell.write("circle.yaml",
              "connections: {a: {from: 0, to: 1}, b: {from: 1, to: 0}}\n"
              "order:\n  - {before: a, after: b}\n  - {before: b, after: a}\n");
  EXPECT_EQ(error("compile circle.yaml -o s.yaml" + on_torus),
            "weft: error: circle.yaml:4:5: an order in a circle: a before b before a; expected "
            "connections that do not wait for each other\n");
  EXPECT_EQ(shell.run("weft conset compile torus -o t.yaml" + on_torus).status, 0);
  EXPECT_EQ(error("check t.yaml --platform iwarp_mesh_4x4"),
            "weft: error: t.yaml:2:11: a schedule for '8x8 torus of iWarp cells' of 64 cells; "
            "expected one for '4x4 mesh of iWarp cells' of 16 cells\n");
  EXPECT_EQ(error("check t.yaml -o s.yaml" + on_torus),
            "weft: error: --output: nothing is written by `weft conset check`; expected none\n");
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"circle.yaml", "t.yaml"}));
}

TEST(Conset, refuses_connections_that_cannot_be_had_at_their_place) {
  const Shell shell;
  const auto error = [&](const std::string& connections, const std::string& options = "") {
    shell.write("bad.yaml", "connections:\n" + connections);
    const Result result = shell.run("weft conset compile bad.yaml -o s.yaml" + options + on_torus);
    EXPECT_EQ(result.status, 2) << connections;
    EXPECT_EQ(result.out, "") << connections;
    return result.err;
  };
  EXPECT_TRUE(error("  a: {from: \"node[0,0]\", to: \"node[8,0]\"}\n")
                  .starts_with("weft: error: bad.yaml:2:30: no cell: 'node[8,0]'; expected "));
  EXPECT_EQ(error("  a: {from: 0, to: 1, bandwidth: 50 MB/s}\n"),
            "weft: error: bad.yaml:2:3: 'a' from 'node[0,0]' to 'node[1,0]' with at least 50 MB/s; "
            "expected at most 40 MB/s, as much as a bus has\n");
  EXPECT_EQ(error("  a: {from: 0, to: 36, latency: 1 us}\n"),
            "weft: error: bad.yaml:2:3: 'a' from 'node[0,0]' to 'node[4,4]' in at most 1 us; "
            "expected at least 1600 ns: the shortest way has 8 hops of 200 ns\n");
  EXPECT_EQ(
      error("  a: {from: 0, to: 1}\n  b: {from: 2, to: 0}\n  c: {from: 0, to: 3}\n",
            " --channels 1 --phases 2"),
      "weft: error: bad.yaml:1:1: step 0 in at most 2 phases; expected 3 or more: 3 connections "
      "at 'node[0,0]', 1 a phase\n");
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"bad.yaml"}));
}

}  // namespace
}  // namespace weft
