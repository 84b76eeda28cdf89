// weft saturate, as a person types it.
#include <nlohmann/json.hpp>

#include "tests/app/command.hpp"

namespace weft::test {
namespace {

using nlohmann::json;

const std::string mesh =
    "level: packet\nnetwork: {topology: mesh, shape: 2x2, width: 1, node_width: 4}\n"
    "workload: {type: random_traffic, message_bytes: 32}\n";

struct SaturateShell : Shell {
  SaturateShell() { write("mesh.yaml", mesh); }
};

TEST(Saturate, TellsLatencySaturationAndTheCurveOfEachPattern) {
  const SaturateShell shell;
  const Result result = shell.run(
      "weft saturate mesh.yaml --messages 2000 --pattern uniform --pattern neighbour "
      "--json out.json --svg out.svg");
  EXPECT_EQ(result.status, 0) << result.err;
  const json found = json::parse(shell.read("out.json"));
  EXPECT_EQ(found["bisection"]["links"], 2);
  ASSERT_EQ(found["patterns"].size(), 2U);
  for (const json& one : found["patterns"]) {
    const double throughput = value_of(one, "saturation throughput of a processor");
    EXPECT_GT(value_of(one, "zero-load latency"), 3340);
    EXPECT_LT(value_of(one, "saturation throughput of a processor lowest"), throughput);
    EXPECT_GT(value_of(one, "saturation throughput of a processor highest"), throughput);
    EXPECT_NEAR(value_of(one, "saturation throughput"), 4 * throughput, 1e-9);
    EXPECT_GT(one["curve"].size(), 10U);
    EXPECT_EQ(one["curve"][0]["status"], "ok");
    EXPECT_EQ(one["curve"].back()["status"], "unstable");
  }
  EXPECT_NE(result.out.find("\nuniform "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\nneighbour "), std::string::npos);
  EXPECT_NE(shell.read("out.svg").find("neighbour"), std::string::npos);
}

TEST(Saturate, RefusesWhatDoesNotFit) {
  const SaturateShell shell;
  EXPECT_EQ(shell.run("weft saturate mesh.yaml --for 1ms").status, 2);
  EXPECT_EQ(shell.run("weft saturate mesh.yaml --svg mesh.yaml").status, 2);
  EXPECT_EQ(shell.run("weft saturate mesh.yaml --pattern permutation").status, 2);
  EXPECT_EQ(shell.run("weft saturate iwarp_mesh_4x4").status, 2);
  EXPECT_EQ(shell.read("mesh.yaml"), mesh);
}

TEST(Sweep, FindsTheSaturationOfEachPoint) {
  const SaturateShell shell;
  shell.write("buffers.yaml",
              "platform: mesh.yaml\nfind: saturation\n"
              "vary:\n  pattern: {key: workload.pattern, values: [uniform, neighbour]}\n"
              "measures: [saturation share, zero-load latency]\n");
  EXPECT_EQ(shell.run("weft sweep buffers.yaml").status, 0);
  const Result result = shell.run("weft extract buffers.db --json -");
  const json rows = json::parse(result.out);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["status"], "ok");
  EXPECT_GT(value_of(rows[0], "saturation share"), 10);
  EXPECT_EQ(shell.run("weft report buffers.db -o page.html").status, 0);
  shell.write("wrong.yaml",
              "platform: mesh.yaml\nfind: saturations\n"
              "vary: {pattern: {key: workload.pattern, values: [uniform]}}\n");
  const Result wrong = shell.run("weft sweep wrong.yaml");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("wrong.yaml:2:7: "), std::string::npos) << wrong.err;
  EXPECT_NE(wrong.err.find("did you mean 'saturation'?"), std::string::npos) << wrong.err;
}

}  // namespace
}  // namespace weft::test
