// weft sweep and weft extract, as a person types them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "testbench/sweeps/database.hpp"
#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;
using test::Result;
using test::Shell;

const std::string network =
    "network: {topology: mesh, shape: 2x2}\n"
    "workload: {type: random_traffic, message_bytes: 32, interval: 20 us}\n"
    "run: {for: 100 us}\n";

const std::string small =
    "title: Small\n"
    "platform: net.yaml\n"
    "vary:\n"
    "  load: {from: 0.1, to: 0.7, step: 0.2}\n"
    "  limit: {key: workload.max_outstanding, values: [1, 8]}\n"
    "compute:\n"
    "  interval: {key: workload.interval, value: 3.84 / load, unit: us}\n"
    "seeds: 2\n"
    "measures: [throughput, \"packet latency, mean\"]\n";

// A folder with a network and an experiment on it.
struct ExperimentShell : Shell {
  explicit ExperimentShell(const std::string& experiment = small) {
    write("net.yaml", network);
    write("small.yaml", experiment);
  }
};

// Everything that is in a file of results, as text.
std::string content_of(const Shell& shell, const std::string& file) {
  Database database(shell.path(file), Database::Mode::read);
  std::string text;
  for (const std::string table :
       {"experiment", "runs", "results", "distributions", "histograms", "processors", "links"}) {
    std::vector<std::string> columns;
    Statement names =
        database.prepare(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
    while (names.next()) columns.push_back(names.text(0));
    std::string list;
    for (const std::string& column : columns) {
      list += fmt::format("{}quote({})", list.empty() ? "" : " || '|' || ", quoted_name(column));
    }
    Statement rows = database.prepare(fmt::format("SELECT {} FROM {} ORDER BY 1", list, table));
    text += table + "\n";
    while (rows.next()) text += rows.text(0) + "\n";
  }
  return text;
}

std::int64_t rows_in(const Shell& shell, const std::string& file) {
  Database database(shell.path(file), Database::Mode::read);
  Statement count = database.prepare("SELECT count(*) FROM runs");
  return count.next() ? count.whole(0) : -1;
}

TEST(Sweep, RunsEveryCombinationForEachSeed) {
  const ExperimentShell shell;
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "small.db: 16 of 16 runs\n");
  const auto lines = test::lines_of(shell.run("weft extract small.db --each").out);
  ASSERT_EQ(lines.size(), 17U);
  EXPECT_EQ(lines[0],
            "load,limit,interval,throughput [MB/s],throughput +- [MB/s],\"packet latency, mean "
            "[ns]\",\"packet latency, mean +- [ns]\",seeds,status,error");
  EXPECT_EQ(lines[1].rfind("0.1,1,38.4 us,", 0), 0U) << lines[1];
  EXPECT_EQ(lines[16].rfind("0.7,8,5.485714 us,", 0), 0U) << lines[16];
}

TEST(Sweep, GivesTheSameRowsWithAnyNumberOfWorkersAndInAnyOrder) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml -o one.db -j 1; weft sweep small.yaml -o five.db -j 5");
  std::string turned = small;
  turned.replace(turned.find("[1, 8]"), 6, "[8, 1]");
  turned.replace(turned.find("seeds: 2"), 8, "seeds: [2, 1]");
  shell.write("small.yaml", turned);
  shell.run("weft sweep small.yaml -o turned.db -j 2");
  const std::string one = content_of(shell, "one.db");
  EXPECT_EQ(rows_in(shell, "one.db"), 16);
  EXPECT_EQ(one, content_of(shell, "five.db"));
  EXPECT_EQ(one, content_of(shell, "turned.db"));
}

TEST(Sweep, GivesWhatTheSameRunAloneGives) {
  const ExperimentShell shell(small.substr(0, small.find("measures:")));
  shell.run("weft sweep small.yaml -o all.db");
  const auto merged = json::parse(
      shell.run("weft extract all.db --each --where load=0.5 --where limit=8 --json -").out);
  ASSERT_EQ(merged.size(), 2U);
  const auto alone =
      json::parse(shell
                      .run("weft run net.yaml --set workload.max_outstanding=8 --set "
                           "'workload.interval=7.68 us' --seed 2 --json -")
                      .out);
  for (const auto& value : alone["values"]) {
    const std::string name = value["name"];
    EXPECT_DOUBLE_EQ(test::value_of(merged[1], name), value["value"].get<double>()) << name;
  }
  EXPECT_EQ(merged[1]["values"].size(), alone["values"].size());
  EXPECT_EQ(merged[1]["seeds"], json({2}));
}

// Runs that a file of results holds; it may have been left in the midst of anything.
std::int64_t rows_left_in(const Shell& shell, const std::string& file) {
  if (!std::filesystem::exists(shell.path(file))) return 0;
  Database database(shell.path(file), Database::Mode::write);  // with its write-ahead file
  Statement count = database.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'runs'");
  count.next();
  if (count.whole(0) == 0) return 0;
  Statement runs = database.prepare("SELECT count(*) FROM runs");
  return runs.next() ? runs.whole(0) : 0;
}

// Killed again and again, the last time when it has written a run or more, it ends with the same
// file as one that was left alone.
TEST(Sweep, KilledAtAnyMomentGoesOnWhereItWas) {
  std::string longer = small;
  longer.replace(longer.find("seeds: 2"), 8, "seeds: 8");
  const ExperimentShell shell(longer);
  shell.run("weft sweep small.yaml -o whole.db -j 2");
  const auto kill_after = [&shell](const std::string& pause) {
    shell.run(fmt::format("'{}' sweep small.yaml -o killed.db -j 2 & {}; kill -9 $!; wait",
                          WEFT_PROGRAM, pause));
    return rows_left_in(shell, "killed.db");
  };
  std::int64_t before = 0;
  for (const char* pause : {"sleep 0.05", "sleep 0.1"}) {
    const std::int64_t left = kill_after(pause);
    EXPECT_GE(left, before) << "a finished run was lost";
    before = left;
  }
  // the write-ahead file grows with each run
  const std::int64_t left = kill_after(
      "until [ $(stat -c %s killed.db-wal 2>/dev/null || echo 0) -gt 200000 ]; do sleep 0.01; "
      "done");
  EXPECT_GE(left, before) << "a finished run was lost";
  EXPECT_GT(left, 0);
  EXPECT_LT(left, 64) << "it was killed too late to tell anything";
  const Result result = shell.run("weft sweep small.yaml -o killed.db -j 2");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("64 of 64 runs"), std::string::npos) << result.out;
  EXPECT_EQ(content_of(shell, "killed.db"), content_of(shell, "whole.db"));
}

TEST(Sweep, OnAFullDiskKeepsWhatIsFinishedAndGoesOnWhenThereIsRoom) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml -o whole.db");
  const Result full = shell.run("ulimit -f 300; weft sweep small.yaml");
  EXPECT_EQ(full.status, 1);
  EXPECT_EQ(test::lines_of(full.err).size(), 1U) << full.err;
  EXPECT_NE(full.err.find("small.db: "), std::string::npos) << full.err;
  const Result rest = shell.run("weft sweep small.yaml");
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_NE(rest.out.find("of them from before"), std::string::npos) << rest.out;
  EXPECT_EQ(content_of(shell, "small.db"), content_of(shell, "whole.db"));
}

TEST(Sweep, TakesMoreValuesAndSeedsIntoTheSameFile) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  std::string more = small;
  more.replace(more.find("seeds: 2"), 8, "seeds: 3");
  more.replace(more.find("[1, 8]"), 6, "[1, 8, 16]");
  shell.write("small.yaml", more);
  EXPECT_EQ(shell.run("weft sweep small.yaml").out,
            "small.db: 36 of 36 runs, 16 of them from before\n");
}

TEST(Sweep, MakesARowWithTheErrorOfARunThatFails) {
  const ExperimentShell shell(
      "platform: net.yaml\n"
      "vary:\n"
      "  shape: {key: network.shape, values: [2x2, 3x3]}\n"
      "  channels: {key: routing.channels, values: [16, 4]}\n");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("4 of 4 runs; 1 failed"), std::string::npos) << result.out + result.err;
  const auto rows = json::parse(shell.run("weft extract small.db --json -").out);
  EXPECT_EQ(rows[2]["status"], "failed");
  EXPECT_NE(rows[2]["error"].get<std::string>().find("channel"), std::string::npos) << rows[2];
  const Result again = shell.run("weft sweep small.yaml");
  EXPECT_EQ(again.status, 1) << "it is not run again, and not forgotten";
  EXPECT_EQ(again.out, "small.db: 4 of 4 runs, 4 of them from before; 1 failed\n");
  EXPECT_EQ(shell.run("weft sweep small.yaml --retry").status, 1) << "but if asked for";
}

// What a program on a cell leaves may be any number at all.
TEST(Sweep, KeepsResultsThatAreNoNumbersOrInfinite) {
  const Shell shell;
  shell.write("cell.s", "  halt\n  .data\nx: .word 0x7fc00000\ny: .word 0xff800000\n");
  shell.write(
      "cell.yaml",
      "components: {cell: {type: iwarp, program: cell.s, results: {x: float, y: float}}}\n");
  shell.write("small.yaml",
              "platform: cell.yaml\nvary: {time: {key: run.for, values: [1 us, 2 us]}}\n");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "small.db: 2 of 2 runs\n");
  const auto lines = test::lines_of(
      shell.run("weft extract small.db --column 'result x' --column 'result y'").out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1], "nan,,-inf,,1,ok,");
  EXPECT_EQ(shell.run("weft report small.db").status, 0);
}

TEST(Sweep, MarksARunThatNeverConverges) {
  const ExperimentShell shell(
      "platform: net.yaml\n"
      "set: {run: {until: {measure: throughput, within: 0.001 %, at_most: 300 us}}}\n"
      "vary:\n"
      "  limit: {key: workload.max_outstanding, values: [1, 8]}\n");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "small.db: 2 of 2 runs; 2 not converged\n");
  EXPECT_EQ(shell.run("weft sweep small.yaml").out,
            "small.db: 2 of 2 runs, 2 of them from before; 2 not converged\n");
  const auto rows = json::parse(shell.run("weft extract small.db --json -").out);
  EXPECT_EQ(rows[0]["status"], "not converged");
}

TEST(Extract, MergesSeedsWithErrorBars) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const auto each =
      json::parse(shell.run("weft extract small.db --each --column throughput --json -").out);
  const auto merged =
      json::parse(shell.run("weft extract small.db --column throughput --json -").out);
  ASSERT_EQ(each.size(), 16U);
  ASSERT_EQ(merged.size(), 8U);
  const double a = each[0]["values"][0]["value"];
  const double b = each[1]["values"][0]["value"];
  EXPECT_DOUBLE_EQ(merged[0]["values"][0]["value"].get<double>(), (a + b) / 2);
  // Student's t with one degree of freedom: 12.706 times |a - b| / 2
  EXPECT_NEAR(merged[0]["values"][0]["half_width"].get<double>(), 12.706 * std::abs(a - b) / 2,
              1e-3 * std::abs(a - b) + 1e-9);
  EXPECT_EQ(merged[0]["seeds"], json({1, 2}));
}

TEST(Extract, ChoosesColumnsAndRows) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const auto lines = test::lines_of(
      shell.run("weft extract small.db --column interval --column 'hops, mean' --where limit=8")
          .out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0],
            "interval,\"hops, mean [routers]\",\"hops, mean +- [routers]\",seeds,status,error");
  EXPECT_EQ(lines[1].rfind("38.4 us,", 0), 0U) << lines[1];
}

const std::string with_comparison =
    small +
    "compare:\n"
    "  against_one: {measure: throughput, relative_to: {limit: 1}}\n"
    "  slower: {measure: \"packet latency, mean\", relative_to: {limit: 1}, figure: gain}\n";

TEST(Extract, ComparesPointsThatDifferInOneParameter) {
  const ExperimentShell shell(with_comparison);
  shell.run("weft sweep small.yaml");
  const auto rows = json::parse(shell.run("weft extract small.db --json -").out);
  ASSERT_EQ(rows.size(), 8U);
  for (std::size_t load = 0; load < 4; ++load) {
    const json& one = rows[2 * load];  // limit 1, which the other one is compared with
    const json& eight = rows[2 * load + 1];
    EXPECT_EQ(one["values"].size(), 2U);
    EXPECT_DOUBLE_EQ(test::value_of(eight, "against_one"),
                     100 * test::value_of(eight, "throughput") / test::value_of(one, "throughput"));
    EXPECT_NEAR(test::value_of(eight, "slower"),
                100 * (test::value_of(eight, "packet latency, mean") /
                           test::value_of(one, "packet latency, mean") -
                       1),
                1e-9);
    const auto relative = [](const json& row) {
      return row["values"][0]["half_width"].get<double>() / row["values"][0]["value"].get<double>();
    };
    EXPECT_NEAR(eight["values"][2]["half_width"].get<double>(),
                test::value_of(eight, "against_one") * std::hypot(relative(one), relative(eight)),
                1e-9);
  }
}

TEST(Extract, ComparesEachSeedWithItself) {
  const ExperimentShell shell(with_comparison);
  shell.run("weft sweep small.yaml");
  const auto rows =
      json::parse(shell.run("weft extract small.db --each --where load=0.7 --json -").out);
  ASSERT_EQ(rows.size(), 4U);  // limit 1 with two seeds, then 8
  for (std::size_t seed = 0; seed < 2; ++seed) {
    EXPECT_DOUBLE_EQ(test::value_of(rows[2 + seed], "against_one"),
                     100 * test::value_of(rows[2 + seed], "throughput") /
                         test::value_of(rows[seed], "throughput"));
  }
  const auto lines =
      test::lines_of(shell.run("weft extract small.db --where limit=8 --column against_one").out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "against_one [%],against_one +- [%],seeds,status,error");
  EXPECT_NE(lines[1].front(), ',') << "the point that it is compared with is not in the table";
}

TEST(Extract, TellsOfAComparisonOfWhatThereIsNot) {
  std::string wrong = with_comparison;
  wrong.replace(wrong.find("{measure: throughput,"), 21, "{measure: troughput,");
  const ExperimentShell shell(wrong);
  shell.run("weft sweep small.yaml");
  const Result result = shell.run("weft extract small.db");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.find("weft: error: compare: against_one: no results are called"), 0U)
      << result.err;
  EXPECT_NE(result.err.find("did you mean 'throughput'?"), std::string::npos) << result.err;
}

TEST(Sweep, DryRunPrintsTheRunsAndMakesNothing) {
  const ExperimentShell shell;
  const Result result = shell.run("weft sweep small.yaml --dry-run");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(test::lines_of(result.out).size(), 18U) << result.out;
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"net.yaml", "small.yaml"}));
}

// What is wrong in the experiment, and how the error begins.
struct WrongExperiment {
  std::string name;
  std::string text;
  std::string error;
  std::string also;

  friend std::ostream& operator<<(std::ostream& out, const WrongExperiment& wrong) {
    return out << wrong.name;
  }
};

class BadExperiment : public testing::TestWithParam<WrongExperiment> {};

TEST_P(BadExperiment, EndsInOneErrorWithItsPlaceAndNothingIsMade) {
  const ExperimentShell shell(GetParam().text);
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(test::lines_of(result.err).size(), 1U) << result.err;
  EXPECT_EQ(result.err.find(fmt::format("weft: error: {}", GetParam().error)), 0U) << result.err;
  EXPECT_NE(result.err.find(GetParam().also), std::string::npos) << result.err;
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"net.yaml", "small.yaml"}));
}

std::string varied(const std::string& line) {
  return fmt::format("platform: net.yaml\nvary:\n  {}\n", line);
}

INSTANTIATE_TEST_SUITE_P(
    Sweep, BadExperiment,
    testing::Values(
        WrongExperiment{"UnknownKey", varied("a: {key: workload.intervl, values: [1 us]}"),
                        "small.yaml:3:12: ", "did you mean 'interval'?"},
        WrongExperiment{"UnknownSection", varied("a: {key: wrkload.interval, values: [1 us]}"),
                        "small.yaml:3:12: ", "did you mean 'workload'?"},
        WrongExperiment{"WrongValue", varied("a: {key: workload.interval, values: [1 us, 3]}"),
                        "small.yaml:3:12: ", "without a unit"},
        WrongExperiment{"EmptyRange", varied("a: {key: seed, from: 5, to: 1, step: 1}"),
                        "small.yaml:3:6: a range without values, from 5 to 1", ""},
        WrongExperiment{"ComparedWithNoParameter",
                        small + "compare:\n  a: {measure: throughput, relative_to: {limt: 1}}\n",
                        "small.yaml:11:42: no parameter that is varied", "did you mean 'limit'?"},
        WrongExperiment{"ComparedWithNoValue",
                        small + "compare:\n  a: {measure: throughput, relative_to: {limit: 2}}\n",
                        "small.yaml:11:49: no value of limit: '2'", "1 or 8"},
        WrongExperiment{
            "ComparedWithAComputedOne",
            small + "compare:\n  a: {measure: throughput, relative_to: {interval: 2}}\n",
            "small.yaml:11:42: no parameter that is varied: 'interval'", "load or limit"},
        WrongExperiment{
            "ComparedWithTwo",
            small + "compare:\n  a: {measure: throughput, relative_to: {limit: 1, load: 0.1}}\n",
            "small.yaml:11:41: relative to 2 parameters", "expected one"},
        WrongExperiment{"ComparedWithoutMeasure",
                        small + "compare:\n  a: {relative_to: {limit: 1}}\n",
                        "small.yaml:11:", "measure"},
        WrongExperiment{
            "UnknownFigure",
            small + "compare:\n  a: {measure: throughput, relative_to: {limit: 1}, figure: gian}\n",
            "small.yaml:11:61: unknown figure", "did you mean 'gain'?"},
        WrongExperiment{
            "ComparisonOfAParametersName",
            small + "compare:\n  load: {measure: throughput, relative_to: {limit: 1}}\n",
            "small.yaml:11:3: a comparison 'load'", "a parameter has that one"},
        WrongExperiment{
            "OneKeyTwice",
            "platform: net.yaml\nvary:\n  a: {key: workload.max_outstanding, values: [1]}\n"
            "  b: {key: workload.max_outstanding, values: [2]}\n",
            "small.yaml:4:12: 'workload.max_outstanding', which 'a' sets as well", "once"},
        WrongExperiment{"TheSeed", varied("a: {key: seed, values: [1, 2]}"),
                        "small.yaml:3:12: the seed as a parameter", "`seeds:`"},
        WrongExperiment{"AnAssignment",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: load = 2, unit: us}"),
                        "small.yaml:5:45: '=' in the formula", "'=='"},
        WrongExperiment{"NoStep", varied("a: {key: seed, from: 1, to: 5, step: 0}"),
                        "small.yaml:3:6: a range without values", ""},
        WrongExperiment{"EmptyList", varied("a: {key: seed, values: []}"),
                        "small.yaml:3:26: an empty list", ""},
        WrongExperiment{"TwoUnits",
                        varied("a: {key: workload.interval, from: 1 us, to: 5 ms, step: 1 us}"),
                        "small.yaml:3:47: a range from 'us' to 'ms'", "same unit"},
        WrongExperiment{"LogFromZero",
                        varied("a: {key: seed, from: 0, to: 5, steps: 2, scale: log}"),
                        "small.yaml:3:24: a logarithmic range from 0", ""},
        WrongExperiment{"NoEffect", varied("load: {values: [1, 2]}"),
                        "small.yaml:3:3: a parameter 'load' that changes nothing", "`key:`"},
        WrongExperiment{"UnknownVariable",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 4 / laod, unit: us}"),
                        "small.yaml:5:45: 'laod' in '4 / laod'", "did you mean 'load'?"},
        WrongExperiment{"NoFormula",
                        varied("load: {values: [1, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 4 / / load, unit: us}"),
                        "small.yaml:5:45: '4 / / load' as a formula", ""},
        WrongExperiment{"DividedByZero",
                        varied("load: {values: [0, 2]}\ncompute:\n  interval: {key: "
                               "workload.interval, value: 4 / load, unit: us}"),
                        "small.yaml:5:19: '4 / load' without a finite value", ""},
        WrongExperiment{"UnknownWord", "platfrm: net.yaml\n",
                        "small.yaml:1:1: ", "did you mean 'platform'?"},
        WrongExperiment{"NoPlatform", "platform: nte.yaml\nvary: {a: {key: seed, values: [1]}}\n",
                        "small.yaml:1:11: 'nte.yaml'", "no such file"},
        WrongExperiment{"Seed", varied("seed: {values: [1, 2]}"),
                        "small.yaml:3:3: a parameter 'seed'", "`seeds:`"},
        WrongExperiment{
            "TenMillionRuns",
            varied("a: {key: workload.max_outstanding, from: 1, to: 1000000, step: 1}\nseeds: 10"),
            "weft sweep: 10000000 runs", "--yes"}),
    [](const auto& one) { return one.param.name; });

TEST(BadResults, OfAnotherExperimentAreLeftAsTheyAre) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const std::string before = shell.read("small.db");
  std::string other = small;
  other.replace(other.find("3.84"), 4, "4.84");
  shell.write("small.yaml", other);
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.rfind("weft: error: small.db: results of another experiment, 'Small'", 0),
            0U)
      << result.err;
  EXPECT_EQ(shell.read("small.db"), before);
}

// A cell with a program that leaves a number.
void write_cell(const Shell& shell, const std::string& number) {
  shell.write("cell.s", fmt::format("  halt\n  .data\nd: .word {}\n", number));
  shell.write("cell.yaml",
              "components: {cell: {type: iwarp, program: cell.s, results: {d: integer}}}\n");
}

TEST(BadResults, OfAFileThatHasChangedSinceAreLeftAsTheyAre) {
  const Shell shell;
  write_cell(shell, "5");
  shell.write("small.yaml",
              "platform: cell.yaml\nvary: {time: {key: run.for, values: [1 us, 2 us]}}\n");
  shell.run("weft sweep small.yaml");
  EXPECT_EQ(shell.run("weft sweep small.yaml").out,
            "small.db: 2 of 2 runs, 2 of them from before\n");
  const std::string before = shell.read("small.db");
  write_cell(shell, "6");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_EQ(result.err,
            "weft: error: small.db: results of another 'cell.s' than there is now; expected "
            "another file (-o), or none of this name\n");
  EXPECT_EQ(shell.read("small.db"), before);
}

// The same where the files are what is varied: more of them may come.
TEST(BadResults, OfAVariedFileThatHasChangedSinceAreLeftAsTheyAre) {
  const Shell shell;
  write_cell(shell, "5");
  shell.write("more.s", "  halt\n  .data\nd: .word 7\n");
  const std::string experiment =
      "platform: cell.yaml\nvary: {program: {key: components.cell.program, values: [";
  shell.write("small.yaml", experiment + "cell.s]}}\n");
  EXPECT_EQ(shell.run("weft sweep small.yaml").status, 0);
  shell.write("small.yaml", experiment + "cell.s, more.s]}}\n");
  EXPECT_EQ(shell.run("weft sweep small.yaml").out,
            "small.db: 2 of 2 runs, 1 of them from before\n");
  shell.write("more.s", "  halt\n  .data\nd: .word 8\n");
  EXPECT_NE(shell.run("weft sweep small.yaml").err.find("results of another 'more.s'"),
            std::string::npos);
}

TEST(BadResults, OfAnotherVersionOfWeftAreLeftAsTheyAre) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  {
    Database database(shell.path("small.db"), Database::Mode::write);
    database.execute("UPDATE experiment SET value = '0.0.1' WHERE name = 'version'");
  }
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.rfind("weft: error: small.db: results of Weft 0.0.1; expected those of ", 0),
            0U)
      << result.err;
  EXPECT_EQ(shell.run("weft extract small.db").status, 0) << "but they can be read";
}

TEST(BadResults, ThatAreNoneOrDamagedAreToldByEachCommand) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml; cp small.db cut.db; truncate -s 20000 cut.db");
  shell.run(
      "cp small.db holes.db; dd if=/dev/zero of=holes.db bs=4096 seek=1 count=8 conv=notrunc");
  shell.write("text.db", "no database, however long this text may be. It goes on and on.");
  for (const std::string file : {"cut.db", "holes.db", "text.db"}) {
    for (const std::string command : {"sweep small.yaml -o ", "extract ", "report "}) {
      const Result result = shell.run(fmt::format("weft {}{}", command, file));
      EXPECT_EQ(result.status, 2) << command << file << result.out;
      EXPECT_EQ(result.err.find(fmt::format("weft: error: {}: ", file)), 0U) << result.err;
      EXPECT_EQ(test::lines_of(result.err).size(), 1U) << result.err;
    }
  }
}

TEST(BadResults, ThatAreNotThereAreTold) {
  const Shell shell;
  for (const std::string command : {"extract", "report"}) {
    const Result result = shell.run(fmt::format("weft {} none.db", command));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err.rfind("weft: error: none.db: ", 0), 0U) << result.err;
    EXPECT_TRUE(shell.list().empty());
  }
}

TEST(BadResults, AreNotFilledByTwoSweepsAtOnce) {
  const ExperimentShell shell;
  const Result result = shell.run(
      "touch small.db; flock small.db sleep 4 & sleep 0.5; "
      "weft sweep small.yaml; status=$?; kill $!; exit $status");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.find("weft: error: small.db: another sweep writes into it"), 0U)
      << result.err;
}

TEST(Sweep, StoppedByCtrlCKeepsWhatIsFinished) {
  std::string longer = small;
  longer.replace(longer.find("seeds: 2"), 8, "seeds: 100");
  const ExperimentShell shell(longer);
  const Result result = shell.run(
      fmt::format("'{}' sweep small.yaml & sleep 1; kill -INT $!; wait $!", WEFT_PROGRAM));
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_NE(result.err.find("interrupted; the same command goes on from here"), std::string::npos)
      << result.err;
  EXPECT_GT(rows_in(shell, "small.db"), 0);
  EXPECT_LT(rows_in(shell, "small.db"), 800);
}

TEST(Extract, TellsOfAConditionThatNothingMeets) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const Result result = shell.run("weft extract small.db --where limit=7");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "weft: error: --where limit=7: no results where limit is 7; expected 1 or 8\n");
}

TEST(Results, AreNotOverwrittenByWhatIsMadeOfThem) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  const std::string before = content_of(shell, "small.db");
  for (const std::string command :
       {"extract small.db --csv ./small.db", "extract small.db --json small.db",
        "report small.db -o small.db"}) {
    const Result result = shell.run("weft " + command);
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_NE(result.err.find("which the results are made of"), std::string::npos) << result.err;
  }
  EXPECT_EQ(content_of(shell, "small.db"), before);
  EXPECT_EQ(shell.run("weft run net.yaml --json net.yaml").status, 2);
}

TEST(Extract, NamesTheNearestColumn) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  EXPECT_NE(
      shell.run("weft extract small.db --column troughput").err.find("did you mean 'throughput'"),
      std::string::npos);
  EXPECT_NE(shell.run("weft extract small.db --where lod=1").err.find("did you mean 'load'"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
