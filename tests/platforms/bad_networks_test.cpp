// Networks, levels, groups and names that are wrong: one error that says where, what and instead of
// what.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rtl/c104/c104_models.hpp"
#include "tests/platforms/bad_input.hpp"
#include "tests/support/temporary_folder.hpp"

namespace weft::test {
namespace {

TEST(BadInput, Shapes) {
  const auto shape = [](const std::string& text) {
    return error_of("network: {topology: mesh, shape: " + text + "}\n");
  };
  for (const char* text : {"0x4", "4x", "x4", "4xx4", "4*4", "-4x4", "4x4 ", "1.5", "04x4", "''"}) {
    if (std::string(text) == "4x4 ") continue;  // YAML drops the space
    EXPECT_NE(shape(text).find("for 'shape'; expected sizes of 1 or more with an x between"),
              std::string::npos)
        << text << ": " << shape(text);
  }
  EXPECT_EQ(shape("257x256"), "t.yaml:1:34: '257x256' for 'shape'; expected at most 65536 nodes");
  EXPECT_EQ(
      shape("99999999999999999x99999999999999999"),
      "t.yaml:1:34: '99999999999999999x99999999999999999' for 'shape'; expected at most 65536 "
      "nodes");
  EXPECT_EQ(shape("1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1").substr(0, 20), "t.yaml:1:34: '1x1x1x");
  EXPECT_EQ(error_of("network: {topology: mesh}\n"),
            "t.yaml:1:10: network without 'shape'; expected `shape:`, such as 4x4");
  EXPECT_EQ(error_of("network: {topology: hypercube, shape: 2x3}\n"),
            "t.yaml:1:39: '2x3' as the shape of a hypercube; expected 2 in each dimension, or "
            "`dimensions:`");
  EXPECT_EQ(error_of("network: {topology: torus, shape: 4x4, width: 1}\n"),
            "t.yaml:1:47: a torus of width 1; expected 2 or more: dimension_order splits its fat "
            "links into 2 lanes, without which it could deadlock");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3, width: 9}\n"),
            "t.yaml:1:10: a network whose router 'node[0,0].router' needs 37 links, 36 to other "
            "routers and 1 to its processor, but has 32; expected a smaller width, or `router: "
            "{links: 37}`");
  EXPECT_EQ(
      error_of("network: {topology: star, nodes: 40}\n"),
      "t.yaml:1:10: a network whose router 'hub' needs 40 links, 40 to other routers, but has "
      "32; expected a smaller width, or `router: {links: 40}`");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: [4, 4]}\n"),
            "t.yaml:1:34: a list as shape; expected sizes with an x between, such as 4x4");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3, width: 16, processors: 2}\n"),
            "t.yaml:1:10: a network whose router 'node[0,0].router' needs 66 links, 64 to other "
            "routers and 1 to each of 2 processors, but has 32; expected a smaller width, as a "
            "router has at most 64 links");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3}\nrouting: {order: [x, x]}\n"),
            "t.yaml:2:22: the dimension x again; expected each dimension once");
}

TEST(BadInput, Levels) {
  EXPECT_EQ(error_of(with(pair, "t9000}", "t9000, level: word}")),
            "t.yaml:2:27: the level word, which t9000 lacks; expected rtl, signal, token, stream "
            "or packet");
  EXPECT_EQ(error_of("level: tokens\n" + pair),
            "t.yaml:1:8: unknown level: 'tokens'; expected rtl, signal, word, token, stream or "
            "packet; did "
            "you mean 'token'?");
  EXPECT_EQ(error_of("level: word\n" + pair),
            "t.yaml:1:8: the level word, which t9000 lacks; expected rtl, signal, token, stream or "
            "packet");
}

TEST(BadInput, LevelsThatNobodyWouldHaveRead) {
  EXPECT_EQ(error_of(pair + "defaults: {iwarp: {level: banana}}\n").substr(0, 36),
            "t.yaml:6:27: unknown level: 'banana'");
  EXPECT_EQ(error_of(pair + "defaults: {c104: {level: word}}\n").substr(0, 46),
            "t.yaml:6:26: the level word, which c104 lacks;");
  // a link has those of its ends
  EXPECT_EQ(error_of(pair + "defaults: {dslink: {level: banana}}\n").substr(0, 44),
            "t.yaml:6:21: unknown key of dslink: 'level';");
  EXPECT_EQ(error_of(with(pair, "link0}", "link0, level: signal}")).substr(0, 44),
            "t.yaml:5:34: unknown key of dslink: 'level';");
}

TEST(BadInput, SwitchesThatTheRtlCannotBe) {
  if (rtl::most_c104_links() == 0) GTEST_SKIP() << "built without RTL";
  EXPECT_EQ(error_of("network: {topology: star, nodes: 34, router: {links: 34, level: rtl}}\n"),
            fmt::format("t.yaml:1:10: a switch at rtl that the RTL cannot be: links (34) can be at "
                        "most {}",
                        rtl::most_c104_links()));
  // those that nothing is linked to need not be there
  EXPECT_EQ(error_of("network: {topology: star, nodes: 4, router: {links: 40, level: rtl}}\n"), "");
  EXPECT_EQ(error_of(with(star, "links: 4", "level: rtl, arbitration: random")),
            "t.yaml:4:3: a switch at rtl that the RTL cannot be: arbitration must be fifo, without "
            "acknowledgement_priority");
  EXPECT_EQ(error_of("network: {topology: mesh, shape: 3x3, router: {level: rtl}}\n"
                     "routing: {algorithm: up_down}\n"
                     "faults: [{link: 'node[0,0].router.link0', at: 5 us}]\n"),
            "t.yaml:1:10: a switch at rtl on a platform whose tables a fault rewrites; expected "
            "signal or token");
}

TEST(BadInput, Groups) {
  EXPECT_EQ(error_of(pair + "groups: [{match: 'c*', level: signal}]\n"),
            "t.yaml:6:18: the pattern 'c*' matches no component; expected a name, in which * "
            "stands for anything and ? for one character");
  EXPECT_EQ(
      error_of(mesh("groups: [{match: 'noed[0,0]', level: signal}]\n")),
      "t.yaml:4:18: the pattern 'noed[0,0]' matches no component; expected a name, in which * "
      "stands for anything and ? for one character; did you mean 'node[0,0]'?");
  EXPECT_EQ(error_of(pair + "groups: [{level: signal}]\n"),
            "t.yaml:6:10: a group without 'match'; expected `match:`, a pattern such as "
            "'node[3,*].router'");
  EXPECT_EQ(error_of(star + "groups: [{match: '*', packet_bytes: 8}]\n").substr(0, 49),
            "t.yaml:8:23: unknown key of c104: 'packet_bytes';");
  EXPECT_EQ(error_of(star + "groups: [{match: '*', type: t9000, packet_bytes: 8}]\n"), "");
}

// As of traces and events.
TEST(Groups, SelectWhatLiesBelowANameToo) {
  const Platform platform = resolve_text(mesh("groups: [{match: 'node[0,0]', level: signal}]\n"));
  for (const Component& component : platform.components) {
    const bool below = component.name.starts_with("node[0,0].");
    EXPECT_EQ(component.level, below ? Level::signal : Level::token) << component.name;
  }
}

TEST(BadInput, Names) {
  for (const char* name : {"a.b", "'a b'", "'1'", "a]", "'a[x]'", "'a[1'", "'a[,]'", "'a[]'"}) {
    EXPECT_NE(error_of(fmt::format("components:\n  {}: {{type: t9000}}\n", name))
                  .find("as a component's name"),
              std::string::npos)
        << name;
  }
  EXPECT_EQ(error_of(mesh("components: {'node[0,0].cpu': {type: t9000}}\n")),
            "t.yaml:4:14: 'node[0,0].cpu', which the network makes; expected `groups:` with "
            "`match:` for its settings, or another name");
}

TEST(BadInput, NamesOfTheNodesOfAGraph) {
  const TemporaryFolder folder;
  const std::string network = fmt::format("network: {{topology: graph, file: '{}'}}\n",
                                          folder.write("net.edges", "core edge\n").string());
  EXPECT_EQ(error_of(network + "components: {core: {type: t9000}}\n").substr(0, 46),
            "t.yaml:2:14: 'core', which the network makes; ");
}

TEST(BadInput, NodesAreOfTheirKind) {
  EXPECT_EQ(error_of(mesh("  cpu: {type: c104}\n")),
            "t.yaml:4:15: the type of the processors of a network: 'c104'; expected t9000");
  EXPECT_EQ(error_of(mesh("  router: {type: t9000}\n")),
            "t.yaml:4:18: the type of the routers of a network: 't9000'; expected c104, "
            "chaos_router or forced_router");
}

TEST(BadInput, AnErrorIsOneLine) {
  EXPECT_EQ(error_of(mesh("groups: [{match: \"a\\nb\\e\", level: token}]\n")),
            "t.yaml:4:18: the pattern 'a?b?' matches no component; expected a name, in which * "
            "stands for anything and ? for one character");
}

}  // namespace
}  // namespace weft::test
