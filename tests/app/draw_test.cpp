// weft draw and weft run --draw, as a person types them.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft {
namespace {

using nlohmann::json;
using test::Result;
using test::Shell;

// Throws unless it is well-formed.
std::string title_of(const std::string& svg) {
  std::istringstream stream(svg);
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(stream, tree);
  return tree.get<std::string>("svg.title");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void expect_wrong_use(const Result& result, const std::string& error) {
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(test::lines_of(result.err).size(), 1U) << result.err;
  EXPECT_TRUE(contains(result.err, error)) << result.err;
}

TEST(Draw, DrawsEveryReadyPlatform) {
  const Shell shell;
  const json list = json::parse(shell.run("weft list --json -").out);
  for (const json& platform : list["platforms"]) {
    const std::string name = platform["name"];
    const Result result = shell.run("weft draw " + name + " -o net.svg");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out + result.err, "");
    EXPECT_NE(title_of(shell.read("net.svg")), "") << name;
  }
}

TEST(Draw, IsTheSameEveryTimeAndOnStandardOutput) {
  const Shell shell;
  for (const char* name : {"irregular", "torus_8x8"}) {
    shell.run(std::string("weft draw -o net.svg ") + name);
    const std::string svg = shell.read("net.svg");
    EXPECT_TRUE(contains(svg, "</svg>"));
    EXPECT_EQ(shell.run(std::string("weft draw -o - ") + name).out, svg);
  }
}

TEST(Draw, TakesTheOptionsOfAPlatform) {
  const Shell shell;
  const Result result = shell.run("weft draw mesh_4x4 --level signal --set network.shape=3x2 -o -");
  EXPECT_TRUE(contains(result.out, "node[2,1].router: c104, signal level"));
  EXPECT_FALSE(contains(result.out, "token level"));
  EXPECT_FALSE(contains(result.out, "node[3,0]"));
}

TEST(Draw, RefusesWhatItCannotWriteAndLeavesNothing) {
  const Shell shell;
  expect_wrong_use(
      shell.run("weft draw irregular -o net.png"),
      "--output: 'net.png' is no name of an SVG file; expected a name that ends in .svg");
  expect_wrong_use(shell.run("weft draw irregular"), "--output is required");
  expect_wrong_use(shell.run("weft draw irregular -o none/net.svg"), "cannot be created");
  expect_wrong_use(shell.run("weft run irregular --draw net.txt"), "expected a name that ends in");
  EXPECT_TRUE(shell.list().empty());
}

TEST(Draw, KeepsTheOldPictureWhenThePlatformIsWrong) {
  const Shell shell;
  shell.write("net.svg", "old");
  expect_wrong_use(shell.run("weft draw irregular --set seed=x -o net.svg"), "seed");
  EXPECT_EQ(shell.read("net.svg"), "old");
}

constexpr const char* ring_that_deadlocks =
    "network: {topology: ring, nodes: 5}\nrouting: {algorithm: shortest_path}\n";

TEST(Draw, DrawsTheCycleByWhichARefusedPlatformDeadlocks) {
  const Shell shell;
  shell.write("ring.yaml", ring_that_deadlocks);
  expect_wrong_use(shell.run("weft draw ring.yaml -o net.svg"), "routing that can deadlock");
  const Result result = shell.run("weft draw ring.yaml --cycle -o net.svg");
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string svg = shell.read("net.svg");
  title_of(svg);
  for (int channel = 1; channel <= 5; ++channel) {
    EXPECT_TRUE(contains(svg, "<title>channel " + std::to_string(channel) + ": node["));
  }
  EXPECT_FALSE(contains(svg, "<title>channel 6: "));
}

TEST(Draw, SaysThatThereIsNoCycleAndWritesNothing) {
  const Shell shell;
  for (const char* platform : {"torus_8x8", "chaos_4x4", "adaptive_8x8"}) {
    const Result result = shell.run(std::string("weft draw --cycle -o net.svg ") + platform);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err, std::string("weft: error: ") + platform +
                              ": free of deadlock: there is no cycle to draw\n");
    EXPECT_TRUE(shell.list().empty());
  }
}

TEST(Draw, ShowsDeadLinks) {
  const Shell shell;
  shell.write(
      "mesh.yaml",
      "network: {topology: mesh, shape: 2x2, width: 2}\n"
      "faults: [{link: 'node[0,0].router.link0'}, {link: 'node[0,1].cpu.link0', at: 5 us}]\n");
  const std::string dead =
      "node[0,0].router.link0..link1 to node[1,0].router.link0..link1: 2 links, some dead";
  EXPECT_TRUE(contains(shell.run("weft draw mesh.yaml -o -").out, dead));
  EXPECT_TRUE(contains(shell.run("weft run mesh.yaml --draw - --for 20us").out, dead));
  EXPECT_FALSE(contains(shell.run("weft draw mesh.yaml --set faults=[] -o -").out, "some dead"));
}

TEST(RunDraw, ShowsTheLoadsOfTheLinksBesideTheResult) {
  const Shell shell;
  const Result result = shell.run("weft run two_t9000 --draw net.svg");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "link utilisation highest"));
  const std::string svg = shell.read("net.svg");
  title_of(svg);
  EXPECT_TRUE(contains(svg, "<title>left to right: "));
  EXPECT_TRUE(contains(svg, "<title>right to left: "));
  EXPECT_TRUE(contains(svg, "% busy, by what the component at that half transmits"));
}

// One T9000 sends, the other only acknowledges: one direction is busier by far.
TEST(RunDraw, TellsTheDirectionsApart) {
  const Shell shell;
  shell.run("weft run two_t9000 --set workload.bidirectional=false --draw net.svg --json run.json");
  const std::string svg = shell.read("net.svg");
  const auto load = [&svg](const std::string& direction) {
    const std::string title = "<title>" + direction + ": ";
    return std::stod(svg.substr(svg.find(title) + title.size()));
  };
  EXPECT_GT(load("left to right"), 3 * load("right to left"));
  EXPECT_GT(load("right to left"), 0);
  EXPECT_NEAR(load("left to right"),
              test::value_of(json::parse(shell.read("run.json")), "link utilisation highest"),
              0.006);
}

TEST(RunDraw, RefusesAFileThatAnotherOptionWrites) {
  const Shell shell;
  expect_wrong_use(shell.run("weft run two_t9000 --draw net.svg --json ./net.svg"),
                   "--draw: 'net.svg', into which --json writes");
  EXPECT_TRUE(shell.list().empty());
}

}  // namespace
}  // namespace weft
