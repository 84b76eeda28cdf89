// Whatever is wrong in what a user gives ends in one line that says where, in exit status 2, and in
// nothing left behind.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::Result;
using test::Shell;

// What is wrong, how it is run, and how the error begins behind "weft: error: ".
struct Wrong {
  std::string name;
  std::string yaml;
  std::string line;
  std::string error;

  friend std::ostream& operator<<(std::ostream& out, const Wrong& wrong) {
    return out << wrong.name;
  }
};

const std::string pair =
    "components:\n"
    "  a: {type: t9000}\n"
    "  b: {type: t9000}\n"
    "links:\n"
    "  - {from: a.link0, to: b.link0}\n"
    "workload: {type: stream}\n";

std::string star(const std::string& intervals) {
  return "components:\n"
         "  a: {type: t9000}\n"
         "  b: {type: t9000}\n"
         "  s: {type: c104, intervals: [" +
         intervals +
         "]}\n"
         "links:\n"
         "  - {from: a.link0, to: s.link0}\n"
         "  - {from: b.link0, to: s.link1}\n"
         "workload: {type: stream}\n";
}

void expect_one_error(const Result& result, const std::string& error) {
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(test::lines_of(result.err).size(), 1U) << result.err;
  EXPECT_EQ(result.err.rfind("weft: error: " + error, 0), 0U) << result.err;
}

class BadFile : public testing::TestWithParam<Wrong> {};

TEST_P(BadFile, EndsInOneErrorWithItsPlaceAndNothingIsLeftBehind) {
  const Shell shell;
  shell.write("t.yaml", GetParam().yaml);
  expect_one_error(shell.run(GetParam().line), GetParam().error);
  EXPECT_EQ(shell.list(), std::vector<std::string>{"t.yaml"});
}

const std::string run = "weft run t.yaml --trace out.vcd --json out.json";

INSTANTIATE_TEST_SUITE_P(
    BadInput, BadFile,
    testing::Values(
        Wrong{"unknown_key", pair + "sed: 1\n", run,
              "t.yaml:7:1: unknown key of a platform: 'sed'"},
        Wrong{"duplicate_key", pair + "seed: 1\nseed: 2\n", run,
              "t.yaml:8:1: the key 'seed' again"},
        Wrong{"unread_key", pair + "defaults: {t9000: {arbitration: fifo}}\n", run,
              "t.yaml:7:20: unknown key of t9000: 'arbitration'"},
        Wrong{"no_unit", pair + "run: {for: 200}\n", run,
              "t.yaml:7:12: '200' for 'for', without a unit"},
        Wrong{"wrong_unit", pair + "defaults: {dslink: {bit_rate: 10 ms}}\n", run,
              "t.yaml:7:31: '10 ms' for 'bit_rate', with the unit 'ms'"},
        Wrong{"link_used_twice",
              "components: {a: {type: t9000}, b: {type: t9000}}\n"
              "links:\n"
              "  - {from: a.link0, to: b.link0}\n"
              "  - {from: a.link1, to: b.link0}\n",
              run,
              "t.yaml:4:25: b.link0 again; expected each link once, it is used at t.yaml:3:25"},
        Wrong{
            "unreachable_node",
            "components: {a: {type: t9000}, b: {type: t9000}, c: {type: t9000}, d: {type: t9000}}\n"
            "links: [{from: a.link0, to: b.link0}, {from: c.link0, to: d.link0}]\n"
            "workload: {type: random_traffic}\n",
            run, "t.yaml:1:14: 'a' cannot be reached from 'c'"},
        Wrong{"table_with_gaps", star("{to: 2, links: link0}, {from: 3, to: 4, links: link1}"), run,
              "t.yaml:4:61: an interval from 3 after one to 2"},
        Wrong{"header_that_no_interval_takes", star("{to: 2, links: link0}"), run,
              "t.yaml:4:30: an interval table that ends below 2; expected it to take headers"},
        Wrong{"truncated_file", "network: {topology: mesh, sha", run,
              "t.yaml:1:10: '{' that is never closed"},
        Wrong{"empty_file", "", run, "t.yaml:1:1: the file is empty"},
        Wrong{"file_that_includes_itself", "name: x\ninclude: t.yaml\n", run,
              "t.yaml:2:10: a file that includes itself"},
        Wrong{"level_that_a_component_lacks", "level: word\n" + pair, run,
              "t.yaml:1:8: the level word, which t9000 lacks"},
        Wrong{"misspelled_type", "components: {a: {tpye: t9000}}\n", run,
              "t.yaml:1:18: the component 'a' without 'type', but with 'tpye'"},
        Wrong{"parameters_that_do_not_fit", pair + "defaults: {dslink: {error_reset: 1 us}}\n", run,
              "t.yaml:7:34: error_reset (1000 ns) must be longer"},
        Wrong{"rate_that_does_not_fit", pair + "defaults: {dslink: {bit_rate: 1 Mbit/s}}\n", run,
              "t.yaml:7:31: disconnect_timeout (850 ns) must be longer than a bit (1000 ns)"},
        Wrong{"latency_that_does_not_fit", pair + "defaults: {c104: {routing_latency: 45 ns}}\n",
              run, "t.yaml:7:36: "},
        Wrong{"processes_on_no_network", pair + "run: {for: 1 us}\n",
              run + " --set 'workload={type: boundary_exchange}'",
              "--set workload: a boundary exchange without a grid of t9000s"},
        Wrong{"trace_of_nothing", pair, run + " --trace-filter 'node[*'",
              "--trace-filter: 'node[*' matches nothing that can be traced"},
        Wrong{"trace_that_starts_too_late", pair, run + " --trace-start 1s", "out.vcd: "},
        Wrong{"trace_start_without_unit", pair, run + " --trace-start 5",
              "--trace-start: '5' for 'TIME', without a unit"},
        Wrong{"trace_into_no_folder", pair, "weft run t.yaml --trace no/out.vcd",
              "no/out.vcd: cannot be created"},
        Wrong{"json_into_no_folder", pair, "weft run t.yaml --trace out.vcd --json no/out.json",
              "no/out.json: cannot be created"},
        Wrong{"json_onto_a_folder", pair, "weft run t.yaml --trace out.vcd --json .",
              ".: cannot be written"},
        Wrong{"override_of_no_key", pair, run + " --set workload.mesage_bytes=1",
              "--set workload.mesage_bytes: "},
        Wrong{"level_of_no_name", pair, run + " --level bits", "--level: unknown level"},
        Wrong{"time_of_no_unit", pair, run + " --for 3", "--for: '3'"},
        Wrong{"seed_of_no_number", pair, run + " --seed x", "--seed: 'x'"},
        Wrong{"full_disk", pair, "weft run t.yaml --trace /dev/full",
              "/dev/full: cannot be written: No space left on device"},
        Wrong{"full_disk_for_json", pair, "weft run t.yaml --json /dev/full",
              "/dev/full: cannot be written: No space left on device"},
        Wrong{"full_standard_output", pair, "weft run t.yaml >/dev/full",
              "standard output cannot be written: No space left on device"},
        Wrong{"events_of_no_format", pair, run + " --events out.txt",
              "out.txt: no format of events goes by this name"},
        Wrong{"events_of_no_kind", pair, run + " --events out.csv --events-kind tokn",
              "--events-kind: 'tokn' is no kind of event"},
        Wrong{"events_that_cannot_be", pair,
              run + " --level packet --events out.csv --events-kind token",
              "--events-kind: no place has events of the kind token; expected packet_begins"},
        Wrong{"instructions_of_no_program", pair, run + " --instructions out.txt",
              "--instructions: no cell with a program in assembly"},
        Wrong{"events_of_no_place", pair, run + " --events out.csv --events-filter 'rihgt'",
              "--events-filter: 'rihgt' matches no place"},
        Wrong{"events_in_a_folder_that_is_not_there", pair, run + " --events no/out.csv",
              "no/out.csv: cannot be created"},
        Wrong{"events_into_the_platform", pair, "weft run t.yaml --events t.yaml",
              "t.yaml: no format of events goes by this name"},
        Wrong{"events_into_the_trace", pair, "weft run t.yaml --trace out.csv --events out.csv",
              "--trace: 'out.csv', into which --events writes"},
        Wrong{"file_size_limit_for_events", pair,
              "(ulimit -f 16; weft run t.yaml --events out.csv)",
              "out.csv: cannot be written: File too large"},
        Wrong{"file_size_limit", pair,
              "(ulimit -f 16; weft run t.yaml --trace out.vcd --json out.json)",
              "out.vcd: cannot be written: File too large"}),
    [](const auto& wrong) { return wrong.param.name; });

TEST(BadInput, A100MegabyteFileIsRefusedUnread) {
  const Shell shell;
  shell.write("t.yaml", pair);
  std::filesystem::resize_file(shell.path("t.yaml"), 100'000'000);
  expect_one_error(shell.run(run), "t.yaml: is 100 MB large");
  EXPECT_EQ(shell.list(), std::vector<std::string>{"t.yaml"});
}

TEST(BadInput, AFileThatWasThereStaysAsItWas) {
  const Shell shell;
  shell.write("t.yaml", pair);
  shell.write("out.vcd", "mine");
  expect_one_error(shell.run("(ulimit -f 16; weft run t.yaml --trace out.vcd)"), "out.vcd: ");
  EXPECT_EQ(shell.read("out.vcd"), "mine");
}

class WrongUse : public testing::TestWithParam<Wrong> {};

TEST_P(WrongUse, EndsInOneErrorThatNamesTheOption) {
  const Shell shell;
  const Result result = shell.run(GetParam().line);
  expect_one_error(result, "");
  EXPECT_NE(result.err.find(GetParam().error), std::string::npos) << result.err;
  EXPECT_TRUE(shell.list().empty());
}

INSTANTIATE_TEST_SUITE_P(
    BadInput, WrongUse,
    testing::Values(
        Wrong{"no_command", "", "weft", "see `weft --help`"},
        Wrong{"unknown_command", "", "weft chekc x", "did you mean 'check'?"},
        Wrong{"no_platform", "", "weft run", "PLATFORM is required; see `weft run --help`"},
        Wrong{"unknown_option", "", "weft run mesh_4x4 --trce out.vcd", "--trce"},
        Wrong{"option_without_value", "", "weft run mesh_4x4 --set", "--set"},
        Wrong{"kind_without_events", "", "weft run mesh_4x4 --events-kind token",
              "requires --events"},
        Wrong{"filter_without_trace", "", "weft run mesh_4x4 --trace-filter x", "requires --trace"},
        Wrong{"unknown_platform", "", "weft run mesh_4x5", "did you mean 'mesh_4x4'?"},
        Wrong{"folder_as_platform", "", "weft check .", ".: is a directory"},
        Wrong{"empty_platform", "", "weft run ''", "PLATFORM: expected a value"},
        Wrong{"empty_time", "", "weft run mesh_4x4 --for ''", "--for: expected a value"},
        Wrong{"empty_trace", "", "weft run mesh_4x4 --trace ''", "--trace: expected a value"},
        Wrong{"one_file_twice", "", "weft run mesh_4x4 --trace out --json ./out",
              "--trace: 'out', into which --json writes"},
        Wrong{"no_type", "", "weft describe",
              "no TYPE is given; expected one that `weft list` prints"},
        Wrong{"unknown_type", "", "weft describe t900", "did you mean 't9000'?"},
        Wrong{"no_reproduction", "", "weft reproduce",
              "no NAME is given; expected booksim-mesh, c104-latency"},
        Wrong{"unknown_reproduction", "", "weft reproduce eq4", "unknown reproduction 'eq4'"}),
    [](const auto& wrong) { return wrong.param.name; });

}  // namespace
}  // namespace weft
