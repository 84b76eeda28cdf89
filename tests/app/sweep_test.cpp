// weft sweep and weft extract, as a person types them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "testbench/sweeps/database.hpp"
#include "tests/app/experiment_shell.hpp"

namespace weft {
namespace {

using nlohmann::json;
using test::content_of;
using test::ExperimentShell;
using test::Result;
using test::Shell;
using test::small;

std::int64_t rows_in(const Shell& shell, const std::string& file) {
  Database database(shell.path(file), Database::Mode::read);
  Statement count = database.prepare("SELECT count(*) FROM runs");
  return count.next() ? count.whole(0) : -1;
}

TEST(Sweep, RunsEveryCombinationForEachSeed) {
  const ExperimentShell shell;
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "small.db: 16 of 16 runs; 16 too short\n");
  const auto lines = test::lines_of(shell.run("weft extract small.db --each").out);
  ASSERT_EQ(lines.size(), 17U);
  EXPECT_EQ(lines[0],
            "load,limit,interval,throughput [MB/s],throughput +- [MB/s],packet latency mean [ns],"
            "packet latency mean +- [ns],seeds,status,error");
  EXPECT_EQ(lines[1].rfind("0.1,1,38.4 us,", 0), 0U) << lines[1];
  EXPECT_EQ(lines[16].rfind("0.7,8,5.485714 us,", 0), 0U) << lines[16];
  EXPECT_NE(lines[16].find(",too short,"), std::string::npos) << lines[16];
  EXPECT_NE(lines[16].find("are too few to tell"), std::string::npos) << lines[16];
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

// `small`, 64 runs of it, and with `endless` runs of that length in between: behind the first
// eight.
std::string longer(const std::string& endless = "") {
  std::string text = small;
  text.replace(text.find("seeds: 2"), 8, "seeds: 8");
  text.insert(text.find("compute:"), "  length: {key: run.for, values: [100 us" + endless + "]}\n");
  return text;
}

const std::string has_a_row = "weft extract killed.db --each | grep -q ',too short,'";

// Killed again and again, the last time when it has written a run or more, it ends with the same
// file as one that was left alone.
TEST(Sweep, KilledAtAnyMomentGoesOnWhereItWas) {
  const ExperimentShell shell(longer());
  shell.run("weft sweep small.yaml -o whole.db -j 2");
  shell.write("small.yaml", longer(", 1000000000 us"));
  std::int64_t left = 0;
  for (const std::string& moment :
       {std::string("[ -e killed.db ]"), std::string("[ -s killed.db-wal ]"), has_a_row}) {
    const std::int64_t before = left;
    shell.run_and_signal("sweep small.yaml -o killed.db -j 2", moment, "KILL");
    left = rows_left_in(shell, "killed.db");
    EXPECT_GE(left, before) << "a finished run was lost";
    shell.run("flock killed.db true");  // what it ran has ended too
  }
  EXPECT_GT(left, 0);
  EXPECT_LE(left, 8);
  shell.write("small.yaml", longer());
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
            "small.db: 36 of 36 runs, 16 of them from before; 36 too short\n");
}

TEST(Sweep, MakesARowWithTheErrorOfARunThatFails) {
  const ExperimentShell shell(
      "platform: net.yaml\n"
      "vary:\n"
      "  shape: {key: network.shape, values: [2x2, 3x3]}\n"
      "  channels: {key: routing.channels, values: [16, 4]}\n");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("4 of 4 runs; 3 too short; 1 failed"), std::string::npos)
      << result.out + result.err;
  const auto rows = json::parse(shell.run("weft extract small.db --json -").out);
  EXPECT_EQ(rows[2]["status"], "failed");
  EXPECT_NE(rows[2]["error"].get<std::string>().find("channel"), std::string::npos) << rows[2];
  const Result again = shell.run("weft sweep small.yaml");
  EXPECT_EQ(again.status, 1) << "it is not run again, and not forgotten";
  EXPECT_EQ(again.out, "small.db: 4 of 4 runs, 4 of them from before; 3 too short; 1 failed\n");
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

TEST(Sweep, ComputesWithNumbersBelowTheLeastNormalOne) {
  const ExperimentShell shell(
      "platform: net.yaml\n"
      "vary: {n: {values: [1, 2]}}\n"
      "compute:\n"
      "  tiny: {value: 10 ^ -(319 + n)}\n"
      "  interval: {key: workload.interval, value: 20 + tiny, unit: us}\n");
  const Result result = shell.run("weft sweep small.yaml --dry-run");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find(" 20 us "), std::string::npos) << result.out;
}

TEST(Sweep, MarksRunsThatAreTooShort) {
  const ExperimentShell shell(
      "platform: net.yaml\n"
      "set: {level: packet, workload: {interval: 5 us}}\n"
      "vary: {time: {key: run.for, values: [20 us, 20 ms]}}\n"
      "measures: [throughput]\n");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "small.db: 2 of 2 runs; 1 too short\n");
  const auto rows = json::parse(shell.run("weft extract small.db --json -").out);
  EXPECT_EQ(rows[0]["status"], "too short");
  EXPECT_EQ(rows[1]["status"], "ok");
  EXPECT_EQ(shell.run("weft report small.db -o page.html --svg pictures").status, 0);
  EXPECT_NE(shell.read("page.html").find("1 too short to tell"), std::string::npos);
}

TEST(Sweep, DryRunPrintsTheRunsAndMakesNothing) {
  const ExperimentShell shell;
  const Result result = shell.run("weft sweep small.yaml --dry-run");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(test::lines_of(result.out).size(), 18U) << result.out;
  EXPECT_EQ(shell.list(), (std::vector<std::string>{"net.yaml", "small.yaml"}));
}

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

TEST(BadResults, InTheFormatOfAnEarlierWeftAreToldByEachCommand) {
  const ExperimentShell shell;
  shell.run("weft sweep small.yaml");
  {
    Database database(shell.path("small.db"), Database::Mode::write);
    database.execute("PRAGMA user_version = 1");
  }
  for (const std::string command : {"sweep small.yaml -o ", "extract ", "report "}) {
    const Result result = shell.run(fmt::format("weft {}small.db", command));
    EXPECT_EQ(result.status, 2) << command << result.out;
    EXPECT_EQ(result.err.rfind("weft: error: small.db: results in format 1; expected format ", 0),
              0U)
        << result.err;
    EXPECT_NE(result.err.find(": run the sweep again"), std::string::npos) << result.err;
  }
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
  const Result result = shell.run("exec 9>small.db; flock 9; weft sweep small.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.find("weft: error: small.db: another sweep writes into it"), 0U)
      << result.err;
}

// Latencies are there only where something arrives, occupancy is counted at packet.
TEST(Sweep, TakesMeasuresThatSomeOfItsRunsMayHave) {
  const ExperimentShell shell(
      "platform: net.yaml\nset: {run: {for: 1 us}}\n"
      "vary: {at: {key: level, values: [token, packet]}}\n"
      "measures: [packet latency 99th percentile, latency 95 % half width, link occupancy mean]\n");
  const Result result = shell.run("weft sweep small.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
}

// Counts are whole numbers, and all else has its unit in its name.
TEST(Sweep, KeepsWhatProcessorsDidInWholeNumbersAndWithUnits) {
  const ExperimentShell shell(
      "platform: net.yaml\nvary: {load: {key: workload.interval, values: [20 us, 50 ms]}}\n");
  ASSERT_EQ(shell.run("weft sweep small.yaml").status, 0);
  Database database(shell.path("small.db"), Database::Mode::read);
  Statement sums = database.prepare(
      "SELECT typeof(packets_acknowledged), typeof(packets_received), typeof(bytes_received),"
      " typeof(messages_received), sum(bytes_received), sum(message_latency_ns IS NULL), load"
      " FROM processors JOIN runs ON runs.id = run GROUP BY load ORDER BY load");
  Statement reported = database.prepare(
      "SELECT value FROM results JOIN runs ON runs.id = run WHERE name = 'packet bytes'"
      " ORDER BY load");
  std::vector<std::int64_t> bytes;
  while (sums.next()) {
    for (int column = 0; column < 4; ++column) EXPECT_EQ(sums.text(column), "integer");
    bytes.push_back(sums.whole(4));
    EXPECT_EQ(sums.whole(5), bytes.back() == 0 ? 4 : 0) << "no latency without messages";
    ASSERT_TRUE(reported.next());
    EXPECT_EQ(static_cast<double>(bytes.back()), reported.real(0));
  }
  ASSERT_EQ(bytes.size(), 2U);
  EXPECT_GT(bytes[0], 0);
  EXPECT_EQ(bytes[1], 0);
  Statement links = database.prepare("SELECT max(utilisation_percent) FROM links");
  ASSERT_TRUE(links.next());
  EXPECT_GT(links.real(0), 1);
  EXPECT_LT(links.real(0), 100);
}

TEST(Sweep, StoppedByCtrlCKeepsWhatIsFinished) {
  const ExperimentShell shell(longer(", 50000 us"));
  const Result result = shell.run_and_signal("sweep small.yaml -o killed.db", has_a_row, "INT");
  EXPECT_EQ(result.status, 130) << result.err;
  EXPECT_NE(result.err.find("interrupted; the same command goes on from here"), std::string::npos)
      << result.err;
  EXPECT_GT(rows_in(shell, "killed.db"), 0);
  EXPECT_LT(rows_in(shell, "killed.db"), 128);
}

}  // namespace
}  // namespace weft
