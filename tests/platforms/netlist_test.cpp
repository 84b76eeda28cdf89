// Files, includes, limits and overrides.
#include "platforms/netlist/netlist.hpp"
#include "platforms/processors.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "hw/common/nearest_name.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/override.hpp"
#include "platforms/netlist/pattern.hpp"
#include "testbench/registry/platform_file.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::error_of_file;
using test::resolve_text;
using test::TemporaryFolder;

TEST(Netlist, KeepsScalarsAsTheyAreWritten) {
  const Netlist netlist = parse_netlist("a: 010\nb: yes\nc: 1e3\nd: ~\n");
  EXPECT_EQ(netlist.root.find("a")->text, "010");
  EXPECT_EQ(netlist.root.find("b")->text, "yes");
  EXPECT_EQ(netlist.root.find("c")->text, "1e3");
  EXPECT_TRUE(netlist.root.find("d")->is_null());
  EXPECT_EQ(netlist.root.find("b")->place.text(), "netlist:2:4");
}

TEST(Netlist, TakesQuotesThatAreClosed) {
  const Netlist netlist =
      parse_netlist("a: \"x\\\"y\\\\\" # it's \"\n'b': 'it''s'\nc: {\"d\": 'e'}  # don't\n");
  EXPECT_EQ(netlist.root.find("a")->text, "x\"y\\");
  EXPECT_EQ(netlist.root.find("b")->text, "it's");
  EXPECT_EQ(netlist.root.find("c")->find("d")->text, "e");
  const Netlist block = parse_netlist("a: &x 'x'\nb: |\n  it's\nc: >-\n  isn't \"it\n");
  EXPECT_EQ(block.root.find("b")->text, "it's\n");
  EXPECT_EQ(error_of("name: &x 'two\nrun: {for: 20 us}\n"),
            "t.yaml:1:10: ''' that is never closed; expected '''");
  EXPECT_EQ(error_of("name: &x\n  \"two\nrun: {for: 20 us}\n"),
            "t.yaml:2:3: '\"' that is never closed; expected '\"'");
  EXPECT_EQ(error_of("\"").substr(0, 7), "t.yaml:");
}

TEST(Netlist, RefusesWhatIsNoYaml) {
  EXPECT_EQ(error_of(""),
            "t.yaml:1:1: the file is empty; expected a platform: `network:`, or "
            "`components:` and `links:`");
  EXPECT_EQ(error_of("# nothing\n").substr(0, 30), "t.yaml:1:1: the file is empty;");
  EXPECT_EQ(error_of("- a\n"), "t.yaml:1:1: a list; expected a map of keys and values");
  EXPECT_EQ(error_of("network: {topology: mesh, sha"),
            "t.yaml:1:10: '{' that is never closed; expected '}'");
  EXPECT_EQ(error_of("name: x\nbroken: {\nrun: {for: 1 us}\n"),
            "t.yaml:2:9: '{' that is never closed; expected '}'");
  EXPECT_EQ(error_of("name: '{['\nlevels: [a, b  # ]\nrun: {for: 1 us}\n"),
            "t.yaml:2:9: '[' that is never closed; expected ']'");
  EXPECT_EQ(error_of("a: [1\nb: 2\n").substr(0, 7), "t.yaml:");
  EXPECT_EQ(error_of("seed: 1\nname: \"two nodes\nrun: {for: 20 us}\n"),
            "t.yaml:2:7: '\"' that is never closed; expected '\"'");
  EXPECT_EQ(error_of("name: \"two \\\" \\\\\\\"\n"),
            "t.yaml:1:7: '\"' that is never closed; expected '\"'");
  EXPECT_EQ(error_of("name: 'it''s two nodes''\nrun: {for: 20 us}\n"),
            "t.yaml:1:7: ''' that is never closed; expected '''");
  EXPECT_EQ(error_of(std::string("a: \x01", 4)),
            "t.yaml:1:4: byte 0x01; expected a YAML file in UTF-8");
  EXPECT_EQ(error_of("a: 1\nb: \xff\xfe\n"),
            "t.yaml:2:4: byte 0xff; expected a YAML file in UTF-8");
  EXPECT_EQ(error_of("name: x\n---\nname: y\n"),
            "t.yaml:2:1: a second document; expected one YAML document in a file");
  EXPECT_EQ(error_of("name: !!str x\n"),
            "t.yaml:1:7: the tag tag:yaml.org,2002:str; expected a value without a tag");
  EXPECT_EQ(error_of("? [a]\n: 1\n"), "t.yaml:1:3: a list as a key; expected a name");
  EXPECT_EQ(error_of("seed: *x\n").substr(0, 19), "t.yaml:1:7: a patte");
}

TEST(Netlist, RefusesDeepNesting) {
  for (const char* open : {"[", "{a: ", "- "}) {
    std::string text = "a:\n  ";
    for (int i = 0; i < 100'000; ++i) text += open;
    EXPECT_EQ(error_of(text).substr(0, 7), "t.yaml:") << open;
  }
  std::string indented;
  for (std::size_t i = 0; i < 2'000; ++i) indented += std::string(i, ' ') + "a:\n";
  EXPECT_NE(error_of(indented).find("nesting 65 deep; expected at most 64"), std::string::npos);
}

TEST(Netlist, RefusesAliasesThatGrowWithoutBounds) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    bomb += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n", i, i - 1);
  }
  EXPECT_NE(error_of(bomb).find("too many values; expected at most 2000000"), std::string::npos);
  EXPECT_NE(error_of("a: &a [*a]\n").find("an alias inside of what it stands for"),
            std::string::npos);
  EXPECT_EQ(error_of("defaults: {t9000: &p {packet_bytes: 8}}\n"
                     "network: {topology: mesh, shape: 2, cpu: *p}\n"),
            "");
}

TEST(Netlist, RefusesFilesThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string missing = (folder.path() / "none.yaml").string();
  EXPECT_EQ(error_of_file(missing), missing + ": no such file; expected a readable YAML file");
  EXPECT_EQ(error_of_file(folder.path()),
            folder.path().string() + ": is a directory; expected a readable YAML file");
  EXPECT_EQ(error_of_file("/dev/null"),
            "/dev/null: is not a regular file; expected a readable YAML file");
}

/// Of this process, from whatever file.
std::uint64_t bytes_read() {
  std::ifstream io("/proc/self/io");
  std::string name;
  std::uint64_t bytes = 0;
  io >> name >> bytes;
  EXPECT_EQ(name, "rchar:");
  return bytes;
}

TEST(Netlist, RefusesA100MegabyteFileBeforeItReadsIt) {
  const TemporaryFolder folder;
  const auto file = folder.write("large.yaml", "name: x\n");
  std::filesystem::resize_file(file, 100'000'000);
  const std::uint64_t before = bytes_read();
  EXPECT_EQ(error_of_file(file), file.string() +
                                     ": is 100 MB large, more than the 16 MiB that are read; "
                                     "expected a readable YAML file");
  EXPECT_LT(bytes_read() - before, 1'000'000U);
}

TEST(Include, IsRelativeToItsFileAndTheIncludingFileWins) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "parts");
  folder.write("parts/base.yaml",
               "include: grid.yaml\nseed: 1\nname: base\nworkload: {type: stream, messages: 3}\n");
  folder.write("parts/grid.yaml", "seed: 9\nnetwork: {topology: mesh, shape: 3x3, width: 2}\n");
  const auto file = folder.write("top.yaml",
                                 "include: [parts/base.yaml]\nname: top\nnetwork: {shape: 2x2}\n"
                                 "workload: {type: random_traffic}\n");
  const Platform platform = resolve(load_netlist(file));
  EXPECT_EQ(platform.name, "top");
  EXPECT_EQ(platform.seed, 1U);
  EXPECT_EQ(processors_of(platform).size(), 4U);
  EXPECT_EQ(platform.workload.type->name, "random_traffic");
}

TEST(Include, OfAnotherTopologyOrAlgorithmBringsWhatThatCanHave) {
  const TemporaryFolder folder;
  folder.write("base.yaml",
               "network: {topology: express_cube, shape: 4x4, interval: 2, processors: 2}\n"
               "routing: {algorithm: dimension_order, order: [y, x], grouped: false}\n");
  const auto file = folder.write(
      "top.yaml", "include: base.yaml\nnetwork: {topology: mesh}\nrouting: {algorithm: up_down}\n");
  const Platform platform = resolve(load_netlist(file));
  EXPECT_EQ(platform.plan.topology, "mesh");
  EXPECT_EQ(platform.plan.routing, "up_down");
  EXPECT_EQ(processors_of(platform).size(), 32U);
}

TEST(Netlist, AKeyWithoutAValueCountsAsAbsent) {
  const TemporaryFolder folder;
  const auto file = folder.write("empty.yaml",
                                 "include:\nplugins:\nname:\nlevel:\ncontention:\nseed:\n"
                                 "network:\nfaults:\nrun: {for: , until: }\n"
                                 "defaults: {c104: , t9000: {level: , packet_bytes: }}\n"
                                 "components:\n"
                                 "  a: {type: t9000, links: , level: }\n"
                                 "  s: {type: c104, links: , intervals: , per_link: }\n"
                                 "groups: [{match: a, type: , level: }]\n"
                                 "links: [{from: a.link0, to: s.link0, width: , bit_rate: }]\n"
                                 "routing: {deadlock: , channels: , addressing: }\n"
                                 "workload: {type: none}\n");
  EXPECT_EQ(error_of_file(file), "");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 2}\n"
                     "workload: {type: random_traffic, interval: , radius: }\n"),
            "");
  EXPECT_EQ(error_of("components: {a: {type: }}\n"),
            "t.yaml:1:17: the component 'a' without 'type'; expected `type:`, such as t9000");
  EXPECT_NE(error_of("network: {topology: mesh, shape: 2}\ngroups: [{match: }]\n")
                .find("a group without 'match'"),
            std::string::npos);
}

TEST(Netlist, AFileThatIsNotThereIsNamedWhoeverNamesIt) {
  EXPECT_EQ(error_of("components: {a: {type: iwarp}}\n", {"components.a.program=p.s"}),
            "--set components.a.program: p.s: no such file; expected a program in assembly");
  EXPECT_EQ(
      error_of("network: {topology: graph, file: x}\n", {"network.file=none.edges"}),
      "--set network.file: none.edges: no such file; expected a GraphML file or an edge list");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 2}\nworkload: {type: trace}\n",
                     {"workload.file=none.txt"}),
            "--set workload.file: none.txt: no such file; expected a file of messages");
}

TEST(Include, ErrorsHaveThePlaceInTheIncludedFile) {
  const TemporaryFolder folder;
  const auto base = folder.write("base.yaml", "seed: 1\nnetwork: {shape: 0x4, topology: mesh}\n");
  const auto file = folder.write("top.yaml", "include: base.yaml\n");
  EXPECT_EQ(error_of_file(file).substr(0, base.string().size() + 6), base.string() + ":2:18:");
  const auto lost = folder.write("lost.yaml", "name: x\ninclude: [gone.yaml]\n");
  EXPECT_EQ(error_of_file(lost),
            fmt::format("{}:2:11: {}: no such file; expected a readable YAML file", lost.string(),
                        (folder.path() / "gone.yaml").string()));
}

TEST(Include, RefusesARing) {
  const TemporaryFolder folder;
  const auto self = folder.write("self.yaml", "name: x\ninclude: self.yaml\n");
  EXPECT_EQ(error_of_file(self),
            fmt::format("{0}:2:10: a file that includes itself: {0} -> {0}; expected includes "
                        "without a ring",
                        self.string()));
  const auto a = folder.write("a.yaml", "include: b.yaml\n");
  const auto b = folder.write("b.yaml", "include: [./a.yaml]\n");
  EXPECT_EQ(error_of_file(a),
            fmt::format("{1}:1:11: a file that includes itself: {0} -> {1} -> {0}; expected "
                        "includes without a ring",
                        a.string(), b.string()));
}

TEST(Override, SetsKeysOfMapsAndLists) {
  const std::string yaml =
      "network: {topology: mesh, shape: 3x3}\n"
      "components: {a: {type: t9000}, b: {type: t9000}}\n"
      "links: [{from: a.link0, to: b.link0}]\n";
  const Platform platform = resolve_text(
      yaml, {"network.shape=2x2", "seed=7", "links.0.width=2", "components.a.level=signal",
             "workload={type: none}", "groups=[{match: 'node[0,*].cpu', level: signal}]"});
  EXPECT_EQ(platform.shape, (Shape{2, 2}));
  EXPECT_EQ(platform.seed, 7U);
  EXPECT_EQ(processors_of(platform)[*processor_of(platform, *platform.find("a"))].links, 2U);
  EXPECT_EQ(platform.components[*platform.find("a")].level, Level::signal);
  EXPECT_EQ(platform.components[*platform.find("node[0,1].cpu")].level, Level::signal);
  EXPECT_EQ(platform.components[*platform.find("node[0,1].router")].level, Level::token);
}

TEST(Override, AppendsToLists) {
  const std::string yaml =
      "components: {a: {type: t9000}, b: {type: t9000}}\n"
      "links: [{from: a.link0, to: b.link0}]\n";
  const Platform platform =
      resolve_text(yaml, {"links.+={from: a.link1, to: b.link1}", "links.+.from=a.link2",
                          "links.2.to=b.link2", "groups.+={match: a, level: signal}"});
  ASSERT_EQ(platform.links.size(), 3U);
  EXPECT_EQ(platform.links[1].from, (LinkEnd{*platform.find("a"), 1}));
  EXPECT_EQ(platform.links[2].to, (LinkEnd{*platform.find("b"), 2}));
  EXPECT_EQ(platform.components[*platform.find("a")].level, Level::signal);
  EXPECT_EQ(error_of(yaml, {"links.+={from: a.link1}"}),
            "--set links.+: a link without 'to'; expected `to: component.link0`");
  EXPECT_EQ(error_of(yaml, {"links.2.width=2"}),
            "--set links.2.width: '2' as a place in a list; expected a number below 1, or + for "
            "one more");
}

TEST(Override, OfATypeDropsWhatBelongedToTheOldOne) {
  const std::string yaml =
      "network: {topology: express_cube, shape: 4, interval: 2}\n"
      "routing: {algorithm: dimension_order, order: [x], grouped: false}\n"
      "workload: {type: random_traffic, radius: 1}\n"
      "groups: [{match: '*.cpu', type: t9000, packet_bytes: 8, level: signal}]\n";
  // what both have, or the section itself, stays
  EXPECT_EQ(resolve_text(yaml, {"network.topology=mesh"}).shape, (Shape{4}));
  EXPECT_EQ(error_of(yaml, {"routing.algorithm=up_down"}), "");
  const Platform platform =
      resolve_text(yaml, {"groups.0.match='*.router'", "groups.0.type=c104", "groups.0.links=9"});
  const Component& router = platform.components[*platform.find("node[0].router")];
  EXPECT_EQ(router.level, Level::signal);
  EXPECT_EQ(router.parameters->count("links"), 9U);
  // random_traffic has a range of bytes, a stream one number
  EXPECT_EQ(error_of("workload: {type: random_traffic, message_bytes: 1..256}\n"
                     "network: {topology: mesh, shape: 2}\n",
                     {"workload.type=stream"}),
            "");
  // what no type has is an error still
  EXPECT_NE(error_of("workload: {type: stream, raduis: 1}\nnetwork: {topology: mesh, shape: 2}\n",
                     {"workload.type=random_traffic"})
                .find("did you mean 'radius'?"),
            std::string::npos);
  EXPECT_EQ(resolve_text(yaml, {"workload.type=stream", "workload.messages=3"})
                .workload.parameters->count("messages"),
            3U);
  EXPECT_EQ(
      resolve_text(yaml, {"workload.type=random_traffic"}).workload.parameters->count("radius"),
      1U);
}

TEST(Override, ErrorsNameTheOption) {
  const std::string yaml = "network: {topology: mesh, shape: 2}\ngroups: []\n";
  EXPECT_EQ(error_of(yaml, {"network.shape=x"}).substr(0, 36),
            "--set network.shape: 'x' for 'shape'");
  EXPECT_EQ(error_of(yaml, {"network.shap=4x4"}).substr(0, 50),
            "--set network.shap: unknown key of network: 'shap'");
  EXPECT_EQ(error_of(yaml, {"seed"}), "--set seed: no assignment; expected path.to.key=value");
  EXPECT_EQ(error_of(yaml, {"=3"}), "--set =3: no assignment; expected path.to.key=value");
  EXPECT_EQ(error_of(yaml, {"a..b=3"}).substr(0, 15), "--set a..b: an ");
  EXPECT_EQ(error_of(yaml, {"groups.3.level=token"}),
            "--set groups.3.level: '3' as a place in a list; expected + for one more");
  EXPECT_EQ(error_of(yaml, {"network.shape.x=3"}),
            "--set network.shape.x: 'x' below the value '2'; expected the path to end there");
  EXPECT_EQ(error_of(yaml, {"seed=[1"}), "--set seed: the value '[1'; expected a YAML value");
  EXPECT_EQ(error_of(yaml, {"run.for="}),
            "--set run.for: no value; expected a YAML value; null is the default");
  EXPECT_EQ(error_of(yaml, {"include=x.yaml"}),
            "--set include: 'include', which is done when the file is read; expected another key; "
            "an include stands in a file");
}

TEST(Override, APathIsCheckedWhoeverGivesIt) {
  Netlist netlist = parse_netlist("seed: 1\n", "t.yaml");
  std::string deep = "seed";
  for (int i = 0; i < 20'000; ++i) deep += ".x";
  const auto error = [&netlist](const std::string& path, int by) {
    try {
      Node value{Node::Kind::scalar, "1", {}, {}, place_of("here")};
      if (by == 0) apply_override(netlist, path + "=1");
      if (by == 1) apply_option(netlist, path, "1", "--option");
      if (by == 2) set_key(netlist, path, "1", place_of("there"));
      if (by == 3) set_key(netlist, path, value);
    } catch (const InputError& refused) {
      const std::string what = refused.what();
      return what.substr(what.rfind(": ") + 2);
    }
    return std::string();
  };
  for (int by = 0; by < 4; ++by) {
    EXPECT_EQ(error(deep, by), "a path this deep; expected at most 64 keys") << by;
    EXPECT_EQ(error("run.", by), "a path that ends in a dot; expected path.to.key") << by;
  }
  for (int by = 1; by < 4; ++by) {
    EXPECT_EQ(error("", by), "an empty path; expected path.to.key") << by;
  }
}

TEST(NearestName, IsTheOneMeant) {
  EXPECT_EQ(edit_distance("torus", "torus"), 0U);
  EXPECT_EQ(edit_distance("trous", "torus"), 1U);  // neighbours swapped
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(nearest_name("hypercub", {"mesh", "torus", "hypercube"}), "hypercube");
  EXPECT_EQ(nearest_name("banana", {"mesh", "torus", "hypercube"}), "");
}

TEST(Pattern, MatchesNames) {
  EXPECT_TRUE(matches_pattern("node[3,2].router", "node[3,*].router"));
  EXPECT_TRUE(matches_pattern("node[3,2].router", "node[?,?].*"));
  EXPECT_TRUE(matches_pattern("node[3,2].router", "*"));
  EXPECT_TRUE(matches_pattern("", "**"));
  EXPECT_FALSE(matches_pattern("node[3,2].router", "node[2,*].router"));
  EXPECT_FALSE(matches_pattern("node[13,2].router", "node[?,2].router"));
  EXPECT_FALSE(matches_pattern("router", "rout"));
}

}  // namespace
}  // namespace weft
