// weft check, list, describe and reproduce, as a person types them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;
using test::Result;
using test::Shell;

TEST(Check, TellsWhatAPlatformHas) {
  const Shell shell;
  const Result result = shell.run("weft check mesh_8x8");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.rfind("mesh_8x8: good: 128 components, ", 0), 0U) << result.out;
}

TEST(Check, IsGoodForEveryReadyPlatform) {
  const Shell shell;
  const json list = json::parse(shell.run("weft list --json -").out);
  for (const json& platform : list["platforms"]) {
    const std::string name = platform["name"];
    EXPECT_EQ(shell.run("weft check " + name).status, 0) << name;
  }
}

TEST(Check, TellsThatRoutingIsFreeOfDeadlock) {
  const Shell shell;
  const Result result = shell.run("weft check mesh_4x4 --set network.width=1");
  // 24 links between routers; 3 + 3 links and one at each end
  EXPECT_NE(result.out.find("\nrouting: free of deadlock (48 channels, "), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find(", no cycle); no packet takes more than 8 links\n"), std::string::npos)
      << result.out;
}

TEST(Check, ListsHeadersAndIntervals) {
  const Shell shell;
  const Result plain = shell.run("weft check mesh_4x4");
  EXPECT_EQ(plain.out.find("node["), std::string::npos);
  const Result result = shell.run("weft check mesh_4x4 --headers --intervals");
  EXPECT_EQ(result.status, 0);
  // in a corner self, x and y; inside self, two of x and two of y
  EXPECT_NE(result.out.find("\nintervals: 3 to 5 a table, 36 held\n"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("\nnode[0,1].cpu"), std::string::npos);
  EXPECT_NE(result.out.find("\nnode[3,3].router"), std::string::npos);
}

TEST(Check, WritesTheSameAsJson) {
  const Shell shell;
  const json result = json::parse(shell.run("weft check mesh_4x4 --json -").out);
  EXPECT_EQ(result["routing"]["free_of_deadlock"], true);
  EXPECT_EQ(result["routing"]["longest_way_links"], 8);
  ASSERT_EQ(result["processors"].size(), 16U);
  EXPECT_EQ(result["processors"][1],
            (json{{"processor", "node[0,1].cpu"}, {"first", 16}, {"last", 31}}));
  ASSERT_EQ(result["routers"].size(), 16U);
  EXPECT_EQ(result["routers"][0],
            (json{{"router", "node[0,0].router"}, {"least", 3}, {"most", 3}, {"held", 36}}));
}

TEST(List, NamesTypesAndReadyPlatforms) {
  const Shell shell;
  const Result result = shell.run("weft list");
  EXPECT_EQ(result.status, 0);
  for (const char* name : {"c104 ", "t9000 ", "dslink ", "random_traffic ", "boundary_exchange ",
                           "mesh_16x16 ", "torus_8x8 ", "hypercube_64 ", "irregular "}) {
    EXPECT_NE(result.out.find(name), std::string::npos) << name;
  }
}

TEST(List, KeepsNamesApartFromWhatTheyAre) {
  const Shell shell;
  const std::string list = shell.run("weft list").out;
  // two blanks at least, and all in one column
  const auto column_of = [&](const std::string& name, const std::string& text) {
    const std::size_t line = list.find("\n  " + name + "  ") + 1;
    const std::size_t begin = list.find_first_not_of(' ', line + 2 + name.size());
    EXPECT_EQ(list.substr(begin, text.size()), text) << list;
    return begin - line;
  };
  EXPECT_EQ(column_of("nearest_common_ancestor", "Up by"), column_of("mesh", "Grid"));
}

TEST(Check, TellsThatAdaptiveRoutersHaveNoTables) {
  const Shell shell;
  const test::Result result = shell.run("weft check chaos_4x4");
  EXPECT_EQ(test::lines_of(result.out).at(1),
            "routing: 16 adaptive routers without tables, free of deadlock by derouting; ways have "
            "no bound");
  const json report = json::parse(shell.run("weft check chaos_4x4 --json -").out)["routing"];
  EXPECT_EQ(report["adaptive_routers"], 16);
  EXPECT_FALSE(report.contains("longest_way_links"));
}

TEST(Describe, TellsParametersOfEveryType) {
  const Shell shell;
  const json list = json::parse(shell.run("weft list --json -").out);
  for (const char* group : {"components", "links", "workloads"}) {
    for (const json& type : list[group]) {
      const std::string name = type["name"];
      const Result text = shell.run("weft describe " + name);
      EXPECT_EQ(text.status, 0) << name;
      EXPECT_EQ(text.out.rfind(name + " (", 0), 0U) << text.out;
      const json described = json::parse(shell.run("weft describe --json - " + name).out);
      for (const json& parameter : described["parameters"]) {
        EXPECT_NE(text.out.find(parameter["name"].get<std::string>()), std::string::npos);
      }
    }
  }
}

TEST(Describe, TellsWhatAPlatformIsMadeOf) {
  const Shell shell;
  const Result text = shell.run("weft describe mesh_4x4");
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_EQ(text.out.rfind("mesh_4x4 (platform): 4x4 mesh\nfile: ", 0), 0U) << text.out;
  EXPECT_NE(text.out.find("\ncomponents: 16 c104, 16 t9000\n"), std::string::npos) << text.out;
  const json described = json::parse(shell.run("weft describe mesh_4x4 --json -").out);
  EXPECT_EQ(described["role"], "platform");
  EXPECT_EQ(described["processors"], 16);
  const Result wrong = shell.run("weft describe mesh_4x5");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean 'mesh_4x4'?"), std::string::npos) << wrong.err;
}

TEST(Help, IsThatOfTheCommand) {
  const Shell shell;
  EXPECT_EQ(shell.run("weft help run").out, shell.run("weft run --help").out);
  EXPECT_EQ(shell.run("weft help").out, shell.run("weft --help").out);
  EXPECT_NE(shell.run("weft help").out.find("sweep"), std::string::npos);
  const Result wrong = shell.run("weft help rnu");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean 'run'?"), std::string::npos) << wrong.err;
}

TEST(Help, NamesTheOptionThatWasMeant) {
  const Shell shell;
  const Result result = shell.run("weft run mesh_4x4 --fro 1us");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "weft: error: weft run: unknown option '--fro'; see `weft run --help`; did you mean "
            "'--for'?\n");
}

// The library of studies is built, by what the environment names for that, and loaded when
// something of it is asked for.
TEST(Studies, AreAskedForByTheirCommandsOnly) {
  const Shell shell;
  const std::string without = "export WEFT_STUDIES_BUILD=false; weft ";
  for (const char* line : {"--help", "help run", "check two_t9000", "list", "describe t9000",
                           "schema", "run two_t9000 --for 200us"}) {
    EXPECT_EQ(shell.run(without + line).status, 0) << line;
  }
  for (const char* line : {"sweep load_mesh_4x4 --dry-run", "help sweep", "draw --help", "manual",
                           "run two_t9000 --for 200us --draw two.svg"}) {
    const Result refused = shell.run(without + line);
    EXPECT_EQ(refused.status, 1) << line;
    EXPECT_EQ(refused.out, "") << line;
    EXPECT_EQ(refused.err, "weft: error: `false` has failed\n") << line;
  }
  EXPECT_TRUE(shell.list().empty());
  const Result built = shell.run("export WEFT_STUDIES_BUILD='echo built >&2'; weft draw --help");
  EXPECT_EQ(built.status, 0);
  EXPECT_EQ(built.err, "built\n");
  EXPECT_NE(built.out.find("--schedule"), std::string::npos) << built.out;
}

TEST(Manual, HasEveryCommandAndOption) {
  const Shell shell;
  const std::string page = shell.run("weft manual").out;
  EXPECT_EQ(page.rfind(".TH WEFT 1 ", 0), 0U);
  for (const char* part : {".SS \"weft run \\fIPLATFORM\\fR\"", "\\fB\\-\\-trace\\-filter\\fR",
                           "\\fB\\-\\-dry\\-run\\fR", ".SH EXIT STATUS"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(Completion, OffersCommandsOptionsAndPlatforms) {
  const Shell shell;
  EXPECT_EQ(shell.run("weft completion bash -o weft.bash").status, 0);
  const auto offered = [&shell](const std::string& words) {
    return shell
        .run(". ./weft.bash; COMP_WORDS=(" + words +
             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _weft; printf '%s\n' \"${COMPREPLY[@]}\"")
        .out;
  };
  EXPECT_EQ(offered("weft sw"), "sweep\n");
  EXPECT_EQ(offered("weft run --trace-st"), "--trace-start\n--trace-stop\n");
  EXPECT_EQ(offered("weft run mesh_16"), "mesh_16x16\n");
  EXPECT_EQ(offered("weft help exp"), "\n");
  for (const std::string other : {"zsh", "fish"}) {
    const Result result = shell.run("weft completion " + other);
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.out.find("trace-filter"), std::string::npos) << other;
    EXPECT_NE(result.out.find("mesh_16x16"), std::string::npos) << other;
  }
  // a colon ends the name of a value
  EXPECT_NE(shell.run("weft completion zsh").out.find(":CELL\\: PLACE:_files'"), std::string::npos);
}

TEST(Completion, IsWhatFishOffers) {
  const Shell shell;
  if (shell.run("command -v fish").status != 0) GTEST_SKIP() << "there is no fish";
  EXPECT_EQ(shell.run("weft completion fish -o weft.fish").status, 0);
  const auto offered = [&shell](const std::string& words) {
    return shell
        .run("HOME=$PWD fish -c 'source weft.fish; complete -C \"" + words + "\"' | cut -f 1")
        .out;
  };
  EXPECT_EQ(offered("weft sw"), "sweep\n");
  EXPECT_EQ(offered("weft run --trace-st"), "--trace-start\n--trace-stop\n");
  EXPECT_EQ(offered("weft run mesh_16"), "mesh_16x16\n");
}

// Names of users' do not command a terminal.
TEST(Names, AreShownHarmless) {
  const Shell shell;
  shell.write("evil.yaml",
              "name: \"a\\e]0;x\\a\\nb\\u009bc\"\n"
              "network: {topology: mesh, shape: 2x1}\nrun: {for: 10 us}\n");
  const Result result = shell.run("weft run evil.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("a?]0;x??b?c: ", 0), 0U) << result.out;
}

// Whatever is printed, and however much.
TEST(StandardOutput, ThatIsFullIsToldInOneWay) {
  const Shell shell;
  for (const std::string command :
       {"list", "schema", "describe --markdown", "describe c104", "check mesh_8x8 --headers",
        "check mesh_8x8 --json -", "run two_t9000 --for 40us --set run.warm_up=0us", "help",
        "reproduce --list", "draw mesh_16x16 -o -", "assemble --reference", "manual"}) {
    const Result result = shell.run("weft " + command + " >/dev/full");
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_EQ(result.err,
              "weft: error: standard output cannot be written: No space left on device\n")
        << command;
  }
}

TEST(Describe, AsMarkdownIsTheReferencePage) {
  const Shell shell;
  const Result result =
      shell.run("weft describe --markdown | diff - '" WEFT_SOURCE_DIR "/docs/reference/yaml.md'");
  EXPECT_EQ(result.status, 0) << result.out;
}

TEST(Reproduce, ListsWhatThereIs) {
  const Shell shell;
  const Result result = shell.run("weft reproduce --list");
  EXPECT_EQ(result.status, 0);
  for (const char* name : {"eq4.1 ", "eq4.2 ", "c104-latency "}) {
    EXPECT_NE(result.out.find(name), std::string::npos) << name;
  }
}

// The program beside data files of its own, as if it were installed.
TEST(Reproduce, ExitsWith1ExactlyWhereARowMisses) {
  namespace fs = std::filesystem;
  const Shell shell;
  const std::string data = "share/weft/testbench/reproductions";
  fs::create_directories(shell.path("bin"));
  fs::create_directories(shell.path(data));
  fs::create_directories(shell.path("share/weft/platforms"));
  fs::copy_file(WEFT_PROGRAM, shell.path("bin/weft"));
  fs::copy_file(WEFT_SOURCE_DIR "/platforms/two_t9000.yaml",
                shell.path("share/weft/platforms/two_t9000.yaml"));
  const auto figure = [&](const std::string& published) {
    shell.write(data + "/mine.yaml",
                "title: mine\n"
                "source: a test\n"
                "series:\n"
                "  - title: one way\n"
                "    platform: two_t9000.yaml\n"
                "    set: [workload.bidirectional=false, run.for=300 us]\n"
                "    vary: [workload.message_bytes]\n"
                "    metric: left to right throughput\n"
                "    unit: MB/s\n"
                "    tolerance: {each: 1}\n"
                "    levels: [token]\n"
                "    rows: [[32, " +
                    published + "]]\n");
    return shell.run("bin/weft reproduce mine");
  };
  const Result met = figure("9.55");
  EXPECT_EQ(met.status, 0) << met.out << met.err;
  EXPECT_EQ(test::lines_of(met.out).back(), "reproduced");
  const Result missed = figure("9.8");
  EXPECT_EQ(missed.status, 1);
  EXPECT_NE(missed.out.find("MISSED"), std::string::npos);
  EXPECT_EQ(test::lines_of(missed.out).back(), "NOT reproduced");
  EXPECT_EQ(missed.err, "");
}

}  // namespace
}  // namespace weft
