// weft copy-transfer, as a person types it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;
using test::lines_of;
using test::Result;
using test::Shell;

const std::string packed = "'1C1 o (1S0 || Nd || 0D1) o 1C1024'";

TEST(CopyTransfer, estimates_an_expression) {
  const Shell shell;
  const Result result = shell.run("weft copy-transfer " + packed + " --machine t3d");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out,
            "1C1 o (1S0 || Nd || 0D1) o 1C1024 on Cray T3D: 25.017 MB/s, bound by 1C64\n");
}

TEST(CopyTransfer, explains_what_binds_and_what_was_not_evaluated) {
  const Shell shell;
  const Result result = shell.run("weft copy-transfer " + packed + " --machine t3d --explain");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("1C1024    1C64    67.9  36.844  binds  table 1\n"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("not evaluated: no figure of 0C1  section 3.4.1\n"), std::string::npos)
      << result.out;
}

TEST(CopyTransfer, tells_of_figures_that_were_not_published) {
  const Shell shell;
  const Result result = shell.run("weft copy-transfer '16C1 o 1C16' --machine paragon");
  EXPECT_NE(result.out.find("stands on figures that were derived, not published: 16C1, 1C16\n"),
            std::string::npos)
      << result.out;
}

TEST(CopyTransfer, ranks_compositions) {
  const Shell shell;
  const Result result = shell.run("weft copy-transfer --best 1Q64 --machine t3d");
  EXPECT_EQ(result.status, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 3U);
  EXPECT_EQ(lines[0], "1Q64 on Cray T3D");
  EXPECT_NE(lines[2].find("1S0 || Nadp || 0D64"), std::string::npos) << lines[2];
  EXPECT_NE(lines.back().find("not ranked for want of a figure: 0R1, 0R64, 1F0"), std::string::npos)
      << lines.back();
}

TEST(CopyTransfer, writes_json) {
  const Shell shell;
  const json one =
      json::parse(shell.run("weft copy-transfer " + packed + " --machine t3d --json -").out);
  EXPECT_NEAR(one["mb_per_s"].get<double>(), 25.017, 0.001);
  EXPECT_EQ(one["expression"], "1C1 o (1S0 || Nd || 0D1) o 1C1024");
  EXPECT_EQ(one["bound_by"], "1C64");
  EXPECT_EQ(one["transfers"].size(), 5U);
  EXPECT_EQ(one["transfers"][2]["figure"], "Nd@2");
  EXPECT_EQ(one["limits"][0]["mb_per_s"], nullptr);
  const json best =
      json::parse(shell.run("weft copy-transfer --best 1Q64 --machine t3d --json -").out);
  EXPECT_EQ(best["compositions"][0]["expression"], "1S0 || Nadp || 0D64");
  EXPECT_EQ(best["compositions"][0]["mb_per_s"], 38);
  EXPECT_EQ(best["not_ranked"][0]["style"], "chained");
}

TEST(CopyTransfer, reads_a_machine_of_ones_own) {
  const Shell shell;
  shell.write("mine.yaml",
              "name: mine\nfigures:\n  - source: measured\n    transfers: {1C1: 10 MB/s}\n");
  const Result result = shell.run("weft copy-transfer 1C1 --machine mine.yaml");
  EXPECT_EQ(result.out, "1C1 on mine: 10 MB/s, bound by 1C1\n") << result.err;
}

TEST(CopyTransfer, points_at_what_is_wrong_and_writes_nothing) {
  const Shell shell;
  const auto error = [&](const std::string& arguments) {
    const Result result = shell.run("weft copy-transfer " + arguments + " --json out.json");
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  EXPECT_EQ(
      error("'1C1 o (1S0 || Nd || 0D1) o 64C1' --machine t3d"),
      "weft: error: EXPRESSION:1:28: '64C1' reads 64, where '0D1' before it writes 1; expected "
      "a transfer that reads 1\n"
      "  1C1 o (1S0 || Nd || 0D1) o 64C1\n"
      "                             ^\n");
  EXPECT_EQ(error("'1S0 || Nd@3' --machine t3d"),
            "weft: error: EXPRESSION:1:8: no figure of 'Nd@3' in " WEFT_SOURCE_DIR
            "/platforms/machines/t3d.yaml; expected Nd@1, Nd@2 or Nd@4; did you mean 'Nd@1'?\n"
            "  1S0 || Nd@3\n"
            "         ^\n");
  EXPECT_EQ(
      error("--best 1Q0 --machine t3d"),
      "weft: error: --best:1:1: '1Q0', with the pattern 0; expected 1, a stride of at least 2, "
      "or w for indexed, on both sides of Q\n"
      "  1Q0\n"
      "  ^\n");
  EXPECT_EQ(
      error("1C1 --machine t3e"),
      "weft: error: t3e: there is no such file; expected a machine file or the name of a ready "
      "machine (see `weft list`); did you mean 't3d'?\n");
  EXPECT_EQ(error("1C1 --best 1Q1 --machine t3d"),
            "weft: error: weft copy-transfer: both EXPRESSION and --best; expected one of them\n");
  EXPECT_EQ(
      error("--machine t3d"),
      "weft: error: weft copy-transfer: neither EXPRESSION nor --best; expected one of them\n");
  shell.write("mine.yaml",
              "name: mine\nfigures:\n  - source: measured\n    transfers: {1C1: 10 MB/s}\n");
  EXPECT_EQ(error("--best 1Q1 --machine mine.yaml"),
            "weft: error: mine.yaml: no composition of 1Q1 has all its figures; expected those of "
            "one at least, such as 1S0 || Nd || 0D1, which lacks 1S0\n");
  shell.write("broken.yaml", "name: broken\nfigures: 3\n");
  EXPECT_EQ(error("1C1 --machine broken.yaml"),
            "weft: error: broken.yaml:2:10: '3' as figures; expected a list\n");
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"broken.yaml", "mine.yaml"}));
}

TEST(CopyTransfer, ready_machines_are_listed) {
  const Shell shell;
  const json list = json::parse(shell.run("weft list --json -").out);
  ASSERT_EQ(list["machines"].size(), 2U);
  EXPECT_EQ(list["machines"][0], (json{{"name", "paragon"}, {"help", "Intel Paragon"}}));
}

TEST(CopyTransfer, ready_nodes_are_listed) {
  const Shell shell;
  const json list = json::parse(shell.run("weft list --json -").out);
  ASSERT_EQ(list["nodes"].size(), 2U);
  EXPECT_EQ(list["nodes"][1], (json{{"name", "t3d"}, {"help", "T3D-like node"}}));
}

TEST(CopyTransfer, measures_a_node_beside_what_is_published) {
  const Shell shell;
  const Result result =
      shell.run("weft copy-transfer measure --node t3d --machine t3d --words 512");
  EXPECT_EQ(result.status, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 19U) << result.out;
  EXPECT_EQ(lines[0], "T3D-like node, 512 words");
  EXPECT_EQ(lines[2].substr(0, 4), "1C1 ");
  EXPECT_NE(lines[2].find(" 93 "), std::string::npos) << lines[2];
}

// What is measured is a machine of the algebra: figures with their source.
TEST(CopyTransfer, measures_a_machine_to_estimate_on) {
  const Shell shell;
  EXPECT_EQ(shell.run("weft copy-transfer measure --node paragon --words 1024 -o mine.yaml").status,
            0);
  const Result result =
      shell.run("weft copy-transfer '1C1 o 1C1024' --machine mine.yaml --explain");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("on Paragon-like node: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("1C1024    1C64 "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("measured on the simulated node"), std::string::npos) << result.out;
}

TEST(CopyTransfer, tells_what_cannot_be_measured) {
  const Shell shell;
  const auto error = [&](const std::string& arguments) {
    const Result result = shell.run("weft copy-transfer " + arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  EXPECT_EQ(
      error("measure"),
      "weft: error: weft copy-transfer measure: neither --node nor --platform; expected one of "
      "them\n");
  EXPECT_EQ(error("measure --node t3e"),
            "weft: error: t3e: there is no such file; expected a node file or the name of a ready "
            "node (see `weft list`); did you mean 't3d'?\n");
  EXPECT_EQ(error("1C1 --machine t3d --node t3d"),
            "weft: error: --node: without 'measure'; expected weft copy-transfer measure, or "
            "--node with simulate\n");
  EXPECT_EQ(error("1C1"), "weft: error: weft copy-transfer: no --machine; expected one\n");
  shell.write("broken.yaml", "name: broken\nclock: 10 ns\ndram: {banks: 0}\n");
  EXPECT_EQ(error("measure --node broken.yaml -o out.yaml").substr(0, 31),
            "weft: error: broken.yaml:3:15: ");
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"broken.yaml"}));
}

TEST(CopyTransfer, simulates_a_step_both_ways) {
  const Shell shell;
  const Result result =
      shell.run("weft copy-transfer simulate --node t3d --step 1Q64 --words 256 --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  const json written = json::parse(result.out);
  EXPECT_EQ(written["nodes"], 64);
  EXPECT_EQ(written["words"], 64 * 256);
  EXPECT_EQ(written["congestion"], 2.0);
  ASSERT_EQ(written["ways"].size(), 4U);
  EXPECT_EQ(written["ways"][0]["expression"], "1C1 o (1S0 || Nd || 0D1) o 1C64");
  EXPECT_EQ(written["ways"][1]["expression"], "1S0 || Nadp || 0D64");
  EXPECT_GT(written["ways"][1]["mb_per_s"], written["ways"][0]["mb_per_s"]);
  EXPECT_EQ(written["ways"][2]["expression"], "1C1 o 1C1 o (1S0 || Nd || 0D1) o 1C1 o 1C64");
  EXPECT_LT(written["ways"][2]["mb_per_s"], written["ways"][0]["mb_per_s"]);
  EXPECT_EQ(written["ways"][3]["way"], "fetched");
  EXPECT_FALSE(written["ways"][3].contains("expression"));
}

TEST(CopyTransfer, tells_what_cannot_be_simulated) {
  const Shell shell;
  const auto error = [&](const std::string& arguments) {
    const Result result = shell.run("weft copy-transfer " + arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  const std::string head = "weft: error: weft copy-transfer simulate: ";
  EXPECT_EQ(error("simulate --step 1Q1"), head + "no --node; expected one\n");
  EXPECT_EQ(error("simulate --node t3d"), head + "no --step; expected one\n");
  EXPECT_EQ(error("simulate --node t3d --step 1Q1 --machine t3d"),
            head +
                "--best, --machine, --output or --explain; expected --node, --step, --json, and "
                "--words and --seed, or --indices\n");
  EXPECT_EQ(error("simulate --node t3d --step transpos"),
            "weft: error: --step: 'transpos' is no communication step; expected fem, sor, "
            "transpose or transpose-unscheduled, or an operation such as 1Q64; did you mean "
            "'transpose'?\n");
  const std::string own =
      "; expected neither, as an application has its own words; or an operation such as 1Q64 in "
      "its "
      "place\n";
  EXPECT_EQ(error("simulate --node t3d --step sor --words 64"),
            head + "--words, --seed or --indices with 'sor'" + own);
  EXPECT_EQ(error("simulate --node t3d --step fem --seed 2"),
            head + "--words, --seed or --indices with 'fem'" + own);
  EXPECT_EQ(error("1C1 --machine t3d --step 1Q1"),
            "weft: error: --step: without 'simulate'; expected weft copy-transfer simulate\n");
  shell.write("net.yaml", "name: x\nclock: 10 ns\nnetwork: {x: 4, hop_clocks: 0}\n");
  EXPECT_EQ(error("simulate --node net.yaml --step 1Q1").substr(0, 28),
            "weft: error: net.yaml:3:29: ");
}

TEST(CopyTransfer, goes_by_an_index_array_of_ones_own) {
  const Shell shell;
  shell.write("order.yaml", "indices: [3, 1, 0, 2]\n");
  shell.write("outside.yaml", "indices: [3, 1, 4, 2]\n");
  const Result measured = shell.run("weft copy-transfer measure --node t3d --indices order.yaml");
  EXPECT_EQ(measured.status, 0) << measured.err;
  EXPECT_EQ(measured.out.substr(0, 22), "T3D-like node, 4 words");
  const Result simulated =
      shell.run("weft copy-transfer simulate --node t3d --step wQw:2 --indices order.yaml");
  EXPECT_EQ(simulated.err,
            "weft: error: --step: wQw:2 by one index array, whose blocks are of 1 and of 2 words; "
            "expected blocks of one size\n");
  const auto error = [&shell](const std::string& arguments) {
    const Result result = shell.run("weft copy-transfer " + arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_EQ(error("simulate --node t3d --step wQ1 --indices outside.yaml"),
            "weft: error: outside.yaml:1:17: index 4 outside of 4 blocks; expected 0 to 3\n");
  EXPECT_EQ(error("measure --node t3d --indices order.yaml --words 4"),
            "weft: error: --indices: beside --words or --seed; expected it alone, as an index "
            "array has its words and their order\n");
  EXPECT_EQ(error("1C1 --machine t3d --indices order.yaml"),
            "weft: error: --indices: without 'measure' or 'simulate'; expected weft copy-transfer "
            "measure, or simulate\n");
}

// All rows of the node that has its parameters from documents are judged; two are missed.
TEST(CopyTransfer, the_papers_basic_transfers_are_judged_on_documented_nodes) {
  const Shell shell;
  const Result result = shell.run("weft reproduce copy-transfer-nodes --json -");
  EXPECT_EQ(result.status, 1) << result.err;
  const json reproduction = json::parse(result.out);
  EXPECT_FALSE(reproduction["reproduced"]);
  unsigned judged = 0;
  for (const json& row : reproduction["rows"]) judged += row["judged"] ? 1 : 0;
  EXPECT_EQ(judged, 11U);
  EXPECT_EQ(reproduction["rows"].size(), 24U);
}

// Every estimate of the paper that follows from its figures, within 2 %; the others are not judged.
TEST(CopyTransfer, the_papers_estimates_are_reproduced) {
  const Shell shell;
  const Result result = shell.run("weft reproduce copy-transfer --json -");
  EXPECT_EQ(result.status, 0) << result.err;
  const json reproduction = json::parse(result.out);
  EXPECT_TRUE(reproduction["reproduced"]);
  unsigned judged = 0;
  for (const json& row : reproduction["rows"]) {
    EXPECT_TRUE(row["met"]) << row;
    if (!row["judged"]) continue;
    ++judged;
    EXPECT_LE(std::abs(row["error_percent"].get<double>()), 2) << row;
  }
  EXPECT_EQ(judged, 17U);
  EXPECT_EQ(reproduction["rows"].size(), 32U);
}

// Counted by hand, of 128 double words in clocks of 50 ns: a copy is a long word of 2 clocks for
// each load and store, with the load before the loop, the store behind it and what reads the clock;
// an index is one long word more, and one before the loop. A bus takes a word of 32 bits in 2
// clocks; a stride costs nothing.
TEST(CopyTransfer, measures_an_iwarp_cell_by_its_own_program) {
  const Shell shell;
  const Result result =
      shell.run("weft copy-transfer measure --platform iwarp_copy_transfer -o iwarp.yaml");
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string machine = shell.read("iwarp.yaml");
  const auto has = [&](const std::string& transfer, unsigned clocks) {
    const double rate = 128 * 8 / (clocks * 50e-9) / 1e6;
    const std::string line = fmt::format("      {}: {:.2f} MB/s\n", transfer, rate);
    EXPECT_NE(machine.find(line), std::string::npos) << line << machine;
  };
  for (const char* copy : {"1C1", "1C64", "64C1"}) has(copy, 2 * 129 + 2);
  for (const char* moved : {"1S0", "64S0", "0R1", "0R64"}) has(moved, 4 * 128 + 2);
  for (const char* indexed : {"wS0", "0Rw"}) has(indexed, 2 + 6 * 128 + 2);
  has("Nd@1", 4 * 128 + 2);
  const Result estimated =
      shell.run("weft copy-transfer '1C1 o (1F0 || Nd || 0D1) o 1C64' --machine iwarp.yaml");
  EXPECT_EQ(estimated.status, 0) << estimated.err;
  // 1 / (1/78.77 + 1/36.77 + 1/78.77)
  EXPECT_NE(estimated.out.find(": 19.0"), std::string::npos) << estimated.out;
}

TEST(CopyTransfer, tells_what_a_platform_to_measure_lacks) {
  const auto error = [](const std::string& arguments, int status) {
    const Result result = Shell().run("weft copy-transfer measure " + arguments);
    EXPECT_EQ(result.status, status) << result.err;
    return result.err;
  };
  EXPECT_EQ(
      error("--platform iwarp_pair", 2),
      "weft: error: iwarp_pair: a platform whose programs tell no clocks of transfers; expected "
      "cells with `results:` such as {words: integer, wrong: integer, t_1C64: integer}\n");
  EXPECT_EQ(error("--platform iwarp_pair --node t3d", 2),
            "weft: error: weft copy-transfer measure: both --node and --platform; expected one of "
            "them\n");
}

}  // namespace
}  // namespace weft
