// weft run, as a person types it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

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

TEST(Run, PrintsATable) {
  const Shell shell;
  const Result result = shell.run("weft run two_t9000_c104 --for 200us");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "") << "no progress bar where nobody looks";
  const auto lines = test::lines_of(result.out);
  ASSERT_GT(lines.size(), 10U);
  EXPECT_EQ(lines[0],
            "two T9000s through one C104: 3 components (0 at signal, 3 at token), 2 links, seed 1");
  EXPECT_EQ(lines[1].rfind("result ", 0), 0U);
  EXPECT_EQ(lines.back().rfind("simulated 200 us in ", 0), 0U);
  EXPECT_EQ(result.out.find("e-"), std::string::npos) << "no rounding noise: " << result.out;
  EXPECT_TRUE(shell.list().empty());
}

TEST(Run, DrawsAProgressBarOnATerminal) {
  int reader = -1;
  int terminal = -1;
  std::array<char, 128> name{};
  ASSERT_EQ(openpty(&reader, &terminal, name.data(), nullptr, nullptr), 0);
  const Shell shell;
  const Result result =
      shell.run(std::string("weft run mesh_4x4 --for 300us --json out.json 2>") + name.data());
  EXPECT_EQ(result.status, 0);
  fcntl(reader, F_SETFL, O_NONBLOCK);
  std::string drawn(65'536, '\0');
  drawn.resize(
      static_cast<std::size_t>(std::max<ssize_t>(0, read(reader, drawn.data(), drawn.size()))));
  close(reader);
  close(terminal);
  EXPECT_NE(drawn.find("of 300.0 us"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("token-hops/s"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("s left"), std::string::npos) << drawn;
  EXPECT_TRUE(drawn.ends_with("\r\033[K")) << "wiped away at the end: " << drawn;
  // what is looked at is no other run
  const json results = json::parse(shell.read("out.json"));
  EXPECT_EQ(results["values"], results_of(shell, "mesh_4x4 --for 300us")["values"]);
}

TEST(Run, PrintsTheSameValuesAsJson) {
  const Shell shell;
  shell.write("pair.yaml", pair_of_t9000s);
  const json results = results_of(shell, "pair.yaml");
  EXPECT_EQ(results["platform"], "pair");
  EXPECT_EQ(results["seed"], 1);
  EXPECT_EQ(results["simulated_ps"], 100'000'000);
  EXPECT_EQ(value_of(results, "left to right messages"), 3);
  EXPECT_EQ(value_of(results, "data packets"), 12);
  EXPECT_EQ(value_of(results, "packet bytes"), 300);

  const Result both = shell.run("weft run pair.yaml --all --json out.json");
  EXPECT_EQ(both.status, 0);
  EXPECT_NE(both.out.find("data packets"), std::string::npos);
  EXPECT_EQ(json::parse(shell.read("out.json"))["values"], results["values"]);
}

TEST(Run, PrintsADozenResultsTheStandardLatencyFirst) {
  const Shell shell;
  const auto lines = test::lines_of(shell.run("weft run mesh_4x4 --for 300us").out);
  EXPECT_EQ(lines.at(1).rfind("result ", 0), 0U);
  EXPECT_EQ(lines.at(2).rfind("latency mean ", 0), 0U);
  EXPECT_EQ(lines.at(14).rfind("... and ", 0), 0U) << lines.at(14);
  const auto all = test::lines_of(shell.run("weft run mesh_4x4 --for 300us --all").out);
  const json results = results_of(shell, "mesh_4x4 --for 300us");
  ASSERT_GT(all.size(), 2 + results["values"].size());
  for (std::size_t i = 0; i < results["values"].size(); ++i) {
    const std::string name = results["values"][i]["name"];
    EXPECT_EQ(all[2 + i].rfind(name + ' ', 0), 0U) << all[2 + i];
  }
}

TEST(Run, TellsTheSlowestMessages) {
  const Shell shell;
  const json results = results_of(shell, "mesh_4x4 --for 300us --slowest 4");
  const json& slowest = results["slowest"];
  ASSERT_EQ(slowest.size(), 4U);
  EXPECT_EQ(slowest[0]["latency_ps"].get<double>() / 1000, value_of(results, "latency maximum"));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(slowest[i]["latency_ps"].get<long>(),
              slowest[i]["arrived_ps"].get<long>() - slowest[i]["created_ps"].get<long>());
    if (i != 0) {
      EXPECT_LE(slowest[i]["latency_ps"], slowest[i - 1]["latency_ps"]);
    }
  }
  const Result table = shell.run("weft run mesh_4x4 --for 300us --slowest 4");
  const auto lines = test::lines_of(table.out);
  const auto head = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.rfind("slowest messages ", 0) == 0;
  });
  ASSERT_GT(lines.end() - head, 5) << table.out;
  for (long i = 0; i < 4; ++i) {
    EXPECT_EQ(head[1 + i].rfind(slowest[i]["source"].get<std::string>() + ' ', 0), 0U);
  }
  EXPECT_NE(head[5].rfind("node[", 0), 0U) << head[5];
  EXPECT_EQ(shell.run("weft run mesh_4x4 --for 300us --slowest 0").out.find("slowest messages"),
            std::string::npos);
}

TEST(Run, SaysThatItIsUnstable) {
  const Shell shell;
  const std::string arguments =
      "mesh_4x4 --level packet --for 1ms --set workload.interval=3us "
      "--set workload.max_outstanding=60000";
  const json results = results_of(shell, arguments);
  EXPECT_EQ(results["status"], "unstable");
  EXPECT_EQ(results["load"]["state"], "unstable");
  const Result table = shell.run("weft run " + arguments);
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("\nunstable: the backlog grows by "), std::string::npos) << table.out;
  EXPECT_EQ(results_of(shell, "mesh_4x4 --level packet --for 3ms")["status"], "ok");
}

TEST(Run, SaysThatItIsTooShort) {
  const Shell shell;
  for (const char* duration : {"110us", "300us"}) {
    const std::string arguments = "mesh_4x4 --level packet --for " + std::string(duration);
    const json results = results_of(shell, arguments);
    EXPECT_EQ(results["status"], "too short");
    EXPECT_EQ(results["load"]["state"], "too short");
    const Result table = shell.run("weft run " + arguments);
    EXPECT_EQ(table.status, 0);
    EXPECT_NE(table.out.find("\ntoo short: "), std::string::npos) << table.out;
  }
}

TEST(Run, OfATraceIsNotTooShortWhereAllHasArrived) {
  const Shell shell;
  shell.write("pair.yaml", pair_of_t9000s);
  shell.write("messages.txt", "1.3us left right 32\n2us right left 8\n");
  const std::string arguments =
      "pair.yaml --set 'workload={type: trace, file: messages.txt}' --for ";
  EXPECT_EQ(results_of(shell, arguments + "100us")["status"], "ok");
  EXPECT_EQ(results_of(shell, arguments + "4us")["status"], "too short");
}

// The rows of the component that sends the first packet come first, wherever it stands.
TEST(Run, WritesASaveFileThatOpensWhereTheFirstPacketGoes) {
  const Shell shell;
  shell.write("pair.yaml", pair_of_t9000s);
  for (const std::string from : {"left", "right"}) {
    const std::string to = from == "left" ? "right" : "left";
    shell.write("messages.txt", "30us " + from + ' ' + to + " 32\n");
    const Result result = shell.run(
        "weft run pair.yaml --set 'workload={type: trace, file: messages.txt}' --for 100us "
        "--trace out.vcd");
    EXPECT_EQ(result.status, 0) << result.err;
    const std::string save = shell.read("out.gtkw");
    EXPECT_LT(save.find('-' + from + '\n'), save.find('-' + to + '\n')) << save;
    // 200 ns before it: 40 ns after it was sent, where the NUL on the link ends
    EXPECT_NE(save.find("\n[timestart] 29840000\n"), std::string::npos) << save;
  }
}

TEST(Run, TakesSettingsLevelTimeAndSeed) {
  const Shell shell;
  shell.write("pair.yaml", pair_of_t9000s);
  const Result result = shell.run(
      "weft run pair.yaml --set workload.messages=2 --set 'workload.message_bytes=8 bytes' "
      "--level signal --for '40 us' --seed 7 --json out.json");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(test::lines_of(result.out).at(0),
            "pair: 2 components (2 at signal, 0 at token), 1 link, seed 7");
  const json results = json::parse(shell.read("out.json"));
  EXPECT_EQ(results["simulated_ps"], 40'000'000);
  EXPECT_EQ(value_of(results, "left to right bytes"), 16);
}

TEST(Run, GivesTheSameValuesAtBothLevels) {
  const Shell shell;
  const std::string arguments = "mesh_4x4 --for 150us --seed 3 --level ";
  const json token = results_of(shell, arguments + "token");
  const json signal = results_of(shell, arguments + "signal");
  EXPECT_EQ(token["values"], signal["values"]);
  EXPECT_EQ(token["token_hops"], signal["token_hops"]);
  const json other = results_of(shell, "mesh_4x4 --for 150us --seed 4");
  EXPECT_NE(token["values"], other["values"]) << "other traffic";
}

TEST(Run, TwiceGivesTheSameBytes) {
  const Shell shell;
  const std::string line = "weft run torus_8x8 --for 150us --json - | grep -v wall_seconds";
  const Result first = shell.run(line);
  EXPECT_GT(first.out.size(), 1000U);
  EXPECT_EQ(first.out, shell.run(line).out);
}

TEST(Run, GivesEachResultOfEveryReadyPlatformANameOfItsOwn) {
  const Shell shell;
  const json list = json::parse(shell.run("weft list --json -").out);
  ASSERT_GE(list["platforms"].size(), 9U);
  for (const json& platform : list["platforms"]) {
    const std::string name = platform["name"];
    // an algorithm runs to its end
    static const std::set<std::string> algorithms{"cannon_4x4",
                                                  "jacobi_4x4",
                                                  "finite_elements_8x8",
                                                  "hypercube_arriving_vector",
                                                  "hypercube_bitonic_sort",
                                                  "hypercube_broadcast_product"};
    const bool ends =
        name.starts_with("iwarp") || name.starts_with("conset") || algorithms.count(name) != 0;
    const json results =
        results_of(shell, ends ? name : name + " --set run.warm_up=0us --for 20us");
    std::set<std::string> names;
    for (const json& value : results["values"]) {
      EXPECT_TRUE(names.insert(value["name"]).second) << name << ": " << value["name"];
    }
  }
}

// However it ends: at its time, or as soon as its measure is known.
TEST(Run, EndsInTheErrorOfASpoolThatNobodyHasNoticed) {
  const Shell shell;
  shell.write("spool.s",
              "  get r1, own\n"
              "  put traps, r0\n"
              "  li r5, 0x800\n"
              "  addi r7, r1, spool_out\n"
              "  spool 2, r5, r5, r7\n"
              "again:\n"
              "  jump again\n");
  shell.write("mixed.yaml",
              "components:\n"
              "  left: {type: t9000}\n"
              "  right: {type: t9000}\n"
              "  alone: {type: iwarp, program: spool.s}\n"
              "links: [{from: left.link0, to: right.link0}]\n"
              "workload: {type: stream, message_bytes: 100}\n"
              "run: {for: 200 us, warm_up: 20 us}\n");
  for (const std::string until : {"", " --set run.until='{measure: throughput, within: 20 %}'"}) {
    const Result result = shell.run("weft run mixed.yaml" + until);
    EXPECT_EQ(result.status, 1) << until;
    EXPECT_NE(result.err.find("spooling gate 2 has come to its limit, 0x800"), std::string::npos)
        << until << result.err;
  }
}

TEST(Run, LeavesOutTheLatenciesOfStepsThatItDidNotReach) {
  const Shell shell;
  const json results = results_of(shell, "iwarp_mesh_3x3 --for 260ns");
  unsigned seen = 0;
  for (const json& value : results["values"]) {
    if (value["unit"] != "ns") continue;
    ++seen;
    EXPECT_GT(value["value"], 0) << value;
    EXPECT_LT(value["value"], 1000) << value;
  }
  EXPECT_GE(seen, 1U);
  EXPECT_LT(seen, 9U);
}

TEST(Run, GoesOnUntilTheLatencyOfPathwayTrafficIsKnown) {
  const Shell shell;
  const json results =
      results_of(shell, "iwarp_mesh_4x4 --set run.until='{measure: latency mean, within: 50 %}'");
  EXPECT_GT(value_of(results, "latency 99th percentile"), value_of(results, "latency median"));
}

// A message takes 0.4 ms, `for` is 0.1 ms.
TEST(Run, GoesOnUntilAMeasureIsKnownThatHasNoSampleAtFirst) {
  const Shell shell;
  const std::string platform =
      "two_t9000 --set workload.message_bytes=4000 --set run.warm_up=0us --set run.for=100us ";
  const json known = results_of(
      shell, platform + "--set run.until='{measure: latency mean, within: 5 %, at_most: 50 ms}'");
  EXPECT_EQ(known["status"], "ok");
  EXPECT_GE(known["until"]["batches"].get<unsigned>(), 20U);
  const json unknown = results_of(
      shell, platform + "--set run.until='{measure: latency mean, within: 5 %, at_most: 300 us}'");
  EXPECT_EQ(unknown["status"], "not converged");
}

struct Ending {
  std::string signal;
  int status;
};

class EndedRun : public testing::TestWithParam<Ending> {};

TEST_P(EndedRun, LeavesAndTellsWhatItHas) {
  const Shell shell;
  // some of its waves are written: it is beyond its warm-up, which is none
  const Result result = shell.run_and_signal(
      "run mesh_8x8 --for 1000s --set run.warm_up=0us --trace out.vcd --events out.csv "
      "--events-kind message_received --json out.json",
      "find . -name '*.part' -size +0 | grep -q .", GetParam().signal);
  EXPECT_EQ(result.status, GetParam().status);
  EXPECT_EQ(result.err.rfind("weft: error: interrupted at ", 0), 0U) << result.err;
  EXPECT_NE(result.out.find("\npartial results: interrupted at "), std::string::npos) << result.out;
  const json results = json::parse(shell.read("out.json"));
  EXPECT_EQ(results["partial"], true);
  EXPECT_GT(results["token_hops"], 0);
  EXPECT_FALSE(results["values"].empty());
  EXPECT_LT(results["simulated_ps"], 1000 * second);
  EXPECT_EQ(test::read_vcd(shell.path("out.vcd")).end, results["simulated_ps"]);
  EXPECT_FALSE(shell.read("out.csv").empty());
  const auto files = shell.list();
  EXPECT_TRUE(std::none_of(files.begin(), files.end(),
                           [](const std::string& name) { return name.ends_with(".part"); }));
}

INSTANTIATE_TEST_SUITE_P(Run, EndedRun, testing::Values(Ending{"INT", 130}, Ending{"TERM", 143}),
                         [](const auto& ending) { return ending.param.signal; });

TEST(Run, TellsOfEachLinkAndProcessorByName) {
  const Shell shell;
  const Result result = shell.run(
      "weft run two_t9000_c104 --for 60us --set run.warm_up=0us --set workload.bidirectional=false "
      "--json out.json --csv out.csv");
  ASSERT_EQ(result.status, 0) << result.err;
  const json results = json::parse(shell.read("out.json"));
  ASSERT_EQ(results["links"].size(), 4U) << "two directions of two links";
  ASSERT_EQ(results["processors"].size(), 2U);
  double most = 0;
  std::string busiest;
  for (const json& link : results["links"]) {
    if (link["utilisation_percent"] <= most) continue;
    most = link["utilisation_percent"];
    busiest = "busiest: " + link["from"].get<std::string>() + " to " +
              link["to"].get<std::string>() + ", ";
  }
  EXPECT_DOUBLE_EQ(most, value_of(results, "link utilisation highest"));
  EXPECT_NE(result.out.find("\n" + busiest), std::string::npos) << busiest << result.out;
  double sent = 0;
  for (const json& processor : results["processors"]) {
    sent += processor["sent_per_ms"].get<double>();
  }
  EXPECT_GT(sent, 0);
  const auto lines = test::lines_of(shell.read("out.csv"));
  EXPECT_TRUE(results["processors"][0]["message_latency_ns"].is_null()) << "it receives nothing";
  EXPECT_GT(results["processors"][1]["message_latency_ns"].get<double>(), 0);
  EXPECT_EQ(lines.size(), 1 + results["values"].size() + 4 + 2 * 4 - 1);
  EXPECT_EQ(lines[0], "place,to,quantity,value,half width,unit");
}

// What a run has up to there, it tells: the table, JSON with the alarm, the exit status.
TEST(Run, ThatEndsWithAnErrorKeepsWhatItHas) {
  const Shell shell;
  shell.write("off.s", "  li r1, 5\n");
  shell.write("off.yaml", "components: {a: {type: iwarp, program: off.s}}\nrun: {for: 100 us}\n");
  const std::vector<std::array<std::string, 4>> ends{
      {"off.yaml --level word", "stopped", "program 'a': off.s:1: the program goes on",
       "instructions"},
      {"off.yaml --level signal", "stopped", "program 'a': off.s:1: the program goes on",
       "instructions"},
      {"cannon_4x4 --for 20us", "no result", "the product has not ended at 20 us", "data packets"}};
  for (const auto& [arguments, kind, said, value] : ends) {
    shell.write("out.json", "of an older run");
    const Result result = shell.run("weft run " + arguments + " --json out.json");
    EXPECT_EQ(result.status, 1) << arguments;
    EXPECT_NE(result.err.find("weft: error: " + said), std::string::npos) << result.err;
    EXPECT_NE(result.out.find(value), std::string::npos) << result.out;
    const json results = json::parse(shell.read("out.json"));
    EXPECT_EQ(results["status"], "failed");
    ASSERT_EQ(results["alarms"].size(), 1U);
    EXPECT_EQ(results["alarms"][0]["kind"], kind);
    EXPECT_EQ(results["alarms"][0]["failure"], true);
    EXPECT_NE(results["alarms"][0]["text"].get<std::string>().find(said), std::string::npos);
    EXPECT_GE(value_of(results, value), 1) << arguments;
  }
}

// One message came in: that is no rate. Of the other direction nothing did.
TEST(Run, HasNoFigureOfWhatItHasNoSampleOf) {
  const Shell shell;
  const json results = results_of(shell,
                                  "two_t9000 --for 40us --set run.warm_up=0us --set "
                                  "workload.bidirectional=false");
  EXPECT_EQ(value_of(results, "left to right messages"), 1);
  for (const json& value : results["values"]) {
    const std::string name = value["name"];
    EXPECT_FALSE(name == "throughput" || name == "left to right message rate") << value;
  }
  const json none = results_of(shell,
                               "iwarp_mesh_4x4 --for 1us --set run.warm_up=0us --set "
                               "workload='{type: pathway_traffic, words: 64}'");
  EXPECT_EQ(value_of(none, "messages received"), 0);
  for (const json& value : none["values"]) {
    EXPECT_NE(value["quantity"], "latency") << value;
  }
}

// All of its messages are over before the end of the warm-up.
TEST(Run, ThatHasMeasuredNothingSaysSo) {
  const Shell shell;
  for (const char* platform :
       {"two_t9000 --set workload.messages=1", "hypercube_packets_64 --set workload.messages=2"}) {
    const json results =
        results_of(shell, std::string(platform) + " --for 1ms --set run.warm_up=900us");
    EXPECT_EQ(results["status"], "nothing measured") << platform;
    ASSERT_EQ(results["alarms"].size(), 1U) << platform;
    EXPECT_EQ(results["alarms"][0]["kind"], "nothing measured");
    EXPECT_EQ(results["alarms"][0]["failure"], false);
    for (const json& value : results["values"]) {
      EXPECT_EQ(value["name"].get<std::string>().find("arrival"), std::string::npos) << value;
    }
  }
}

TEST(Run, TakesSeedsOf64Bits) {
  const Shell shell;
  for (const std::string seed : {"9223372036854775807", "18446744073709551615"}) {
    EXPECT_EQ(
        results_of(shell, "two_t9000 --for 200us --set run.warm_up=0us --seed " + seed)["seed"],
        std::stoull(seed));
  }
  EXPECT_EQ(shell.run("weft run two_t9000 --seed 18446744073709551616").status, 2);
}

double lock_step_throughput(const std::string& level, unsigned message_bytes) {
  const Shell shell;
  return value_of(
      results_of(shell, "two_t9000 --for 1ms --level " + level +
                            " --set workload.message_bytes=" + std::to_string(message_bytes)),
      "throughput");
}

// Both ends begin and end at the same times. A period of 32 bytes has 334 bits of data, 14 of the
// acknowledgement, 18 of flow control tokens and a NUL, which begins before the acknowledgement of
// the other end is taken up.
TEST(Run, TwoProcessorsInLockStepAreAsFastAtStreamAsAtToken) {
  for (const unsigned bytes : {8U, 31U, 32U, 64U, 256U}) {
    EXPECT_DOUBLE_EQ(lock_step_throughput("stream", bytes), lock_step_throughput("token", bytes))
        << bytes;
  }
  constexpr double bits = 334 + 14 + 18 + 8;
  EXPECT_NEAR(lock_step_throughput("token", 32), 2 * 32 / (bits * 10e-9) / 1e6, 0.005);
}

// Four periods of 2 bytes have 24 tokens each way, so three flow control tokens, and with a NUL
// each 4 * (34 + 14 + 8) + 12 bits. The flow control token that answers the end of a data packet,
// the 16th of these tokens, goes within the acknowledgement, which is longer by it; at `stream`
// behind it, where it takes the place of the NUL.
TEST(Run, InLockStepAtStreamTheAnswerToTheEndOfAShortPacketTakesThePlaceOfANul) {
  const auto throughput_of = [](double bits_of_four) {
    return 4 * 2 * 2 / (bits_of_four * 10e-9) / 1e6;
  };
  EXPECT_NEAR(lock_step_throughput("token", 2), throughput_of(236), 0.002);
  EXPECT_NEAR(lock_step_throughput("stream", 2), throughput_of(236 - 8), 0.002);
}

TEST(Run, ThatComesToItsEndIsNotPartial) {
  const Shell shell;
  EXPECT_EQ(results_of(shell, "two_t9000_c104 --for 40us --set run.warm_up=0us")["partial"], false);
}

class KilledCommand : public testing::TestWithParam<std::string> {};

// What is left by the one signal that nothing can be done against goes with the next command, as
// soon as the processes of the killed one have ended too.
TEST_P(KilledCommand, LeavesNothingBehind) {
  for (const std::string signal : {"HUP", "QUIT", "INT", "TERM", "KILL"}) {
    const Shell shell;
    const Result result = shell.run_and_signal(GetParam(), "[ -n \"$(ls)\" ]", signal);
    EXPECT_GT(result.status, 128) << signal << result.err;
    if (signal != "KILL") {
      EXPECT_TRUE(shell.list().empty()) << signal;
      continue;
    }
    EXPECT_EQ(shell.list().size(), 1U);
    shell.run(
        "for try in $(seq 500); do weft list --json other.json; [ $(ls | wc -l) = 1 ] && break; "
        "sleep 0.01; done");
    EXPECT_EQ(shell.list(), std::vector<std::string>{"other.json"});
  }
}

INSTANTIATE_TEST_SUITE_P(Run, KilledCommand,
                         testing::Values("bench mesh_8x8 --for 1000s --json out.json",
                                         "reproduce table5.1 --json out.json"),
                         [](const auto& line) { return line.param.substr(0, 5); });

}  // namespace
}  // namespace weft
