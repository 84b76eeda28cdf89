// Networks and routes from files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "platforms/processors.hpp"
#include "tests/platforms/follower.hpp"
#include "tests/platforms/support.hpp"

namespace weft {
namespace {

using test::error_of;
using test::resolve_text;

std::string graph(const std::filesystem::path& file) {
  return fmt::format("network: {{topology: graph, file: '{}'}}\n", file.string());
}

TEST(GraphFile, EdgeListBecomesRoutersInTheOrderOfTheirNames) {
  const test::TemporaryFolder folder;
  const Platform platform = resolve_text(
      graph(folder.write("net.edges", "# a triangle\nb a 2\na 17\n\n17 b # closes it\n")));
  EXPECT_EQ(platform.links.size(), 3U + 2 + 1 + 1);
  EXPECT_TRUE(platform.find("a.router"));
  EXPECT_TRUE(platform.find("node[17].cpu"));
  test::Follower follower(platform);
  for (const Processor& from : processors_of(platform)) {
    for (const Processor& to : processors_of(platform)) {
      if (&from != &to) {
        EXPECT_EQ(follower.longest_way(from, to), 2U);
      }
    }
  }
}

TEST(GraphFile, GraphMLHasNamesProcessorsAndWidths) {
  const test::TemporaryFolder folder;
  const std::string text =
      "<graphml><key id=\"w\" for=\"edge\" attr.name=\"width\" attr.type=\"int\"/>"
      "<key id=\"n\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>"
      "<key id=\"p\" for=\"node\" attr.name=\"processors\" attr.type=\"int\"/>"
      "<graph edgedefault=\"undirected\">"
      "<node id=\"n0\"><data key=\"n\">core</data><data key=\"p\">0</data></node>"
      "<node id=\"n1\"/><node id=\"n2\"><data key=\"p\">2</data></node>"
      "<edge source=\"n0\" target=\"n1\"><data key=\"w\">2</data></edge>"
      "<edge source=\"n0\" target=\"n2\"/></graph></graphml>";
  const Platform platform = resolve_text(graph(folder.write("net.graphml", text)));
  EXPECT_EQ(processors_of(platform).size(), 3U);
  EXPECT_EQ(platform.links.size(), 3U + 2 + 1);
  EXPECT_TRUE(platform.find("core.router"));
  EXPECT_TRUE(platform.find("node[2].cpu1"));
}

TEST(GraphFile, WhatIsNoGraph) {
  const test::TemporaryFolder folder;
  const auto error = [&](const std::string& name, const std::string& text) {
    std::string message = error_of(graph(folder.write(name, text)));
    const std::string path = folder.path().string() + "/";
    for (auto at = message.find(path); at != std::string::npos; at = message.find(path)) {
      message.erase(at, path.size());
    }
    return message;
  };
  EXPECT_EQ(error("parts", "a b\nc d\n"),
            "parts: a graph in 2 parts: nothing joins 'a.router' and 'c.router'; expected edges "
            "that join all vertices");
  EXPECT_EQ(error("loop", "a b\nb b\n"),
            "loop:2:1: an edge from 'b.router' to itself; expected two vertices");
  EXPECT_EQ(error("wide", "a b\na c 65\n"),
            "wide:2:5: 'a c 65' as an edge; expected two names, and perhaps a width of 1 to 64");
  EXPECT_EQ(error("no_width", "a b\na c 0\n"),
            "no_width:2:5: 'a c 0' as an edge; expected two names, and perhaps a width of 1 to 64");
  EXPECT_EQ(
      error("name", "a b\nb .c\n"),
      "name:2:3: '.c' as the name of a vertex; expected a letter, then letters, digits, _ and -, "
      "or a number");
  EXPECT_EQ(
      error("none", "# nothing\n"),
      "none: a graph of 0 vertices and 0 edges; expected an edge, and at most 65536 vertices");
  EXPECT_EQ(error("bad.graphml", "<a>\n<b>\n</c>").substr(0, 30), "bad.graphml:3:1: not GraphML: ");
  EXPECT_EQ(error_of("network: {topology: graph, file: nothing.edges}\n"),
            "t.yaml:1:34: nothing.edges: no such file; expected a GraphML file or an edge list");
}

// What a GraphML file is refused for, without its folder.
std::string graphml_error(const std::string& text) {
  const test::TemporaryFolder folder;
  const std::string message = error_of(graph(folder.write("net.graphml", text)));
  return message.substr(std::min(message.find("net.graphml"), message.size()));
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(GraphFile, DeepXmlIsRefusedBeforeAnyParserRecurses) {
  EXPECT_EQ(graphml_error(repeated("<a>", 50'000)),
            "net.graphml:1:193: nesting 65 deep; expected at most 64");
  EXPECT_EQ(graphml_error(repeated("<a>\n", 64) + "</a>\n <b><b>").substr(0, 37),
            "net.graphml:66:5: nesting 65 deep; ex");
  // an end that is none does not make up for a beginning
  for (const char* pretence :
       {"<!--></a>-->", "<!-- </a> -->", "<![CDATA[</a>]]>", "<?x </a> ?>", "<!DOCTYPE ][</a>]>",
        "<b x='</a>'/>", "<b x= \"</a>\"/>", "<!x[>"}) {
    const std::string error = graphml_error(repeated(std::string("<a>") + pretence, 10'000));
    EXPECT_NE(error.find("nesting 65 deep"), std::string::npos) << pretence << ": " << error;
  }
}

TEST(GraphFile, XmlThatIsNotDeepIsLeftToTheParser) {
  const std::string graph_of_two =
      "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id='b'></node>"
      "<edge source=\"a\" target=\"b\"/></graph>";
  EXPECT_EQ(graphml_error("<?xml version=\"1.0\"?><!DOCTYPE graphml [<!ELEMENT a>]><graphml>" +
                          repeated("<!-- <a> --><d x='<a>'/><e>1 &gt; 0</e>\n", 200) +
                          graph_of_two + "</graphml>"),
            "");
}

TEST(GraphFile, VerticesHaveNamesOfTheirOwn) {
  const std::string begin =
      "<graphml><key id=\"n\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>"
      "<graph edgedefault=\"undirected\">";
  const std::string end = "<edge source=\"a\" target=\"b\"/></graph></graphml>";
  EXPECT_EQ(graphml_error(begin +
                          "<node id=\"a\"><data key=\"n\">x</data></node>"
                          "\n<node id=\"b\"><data key=\"n\">x</data></node>" +
                          end),
            "net.graphml:2:1: two vertices named 'x'; expected names of their own");
  // the second vertex is node[1] already
  EXPECT_EQ(graphml_error(
                begin + "<node id=\"a\"><data key=\"n\">1</data></node>\n  <node id=\"b\"/>" + end),
            "net.graphml:2:3: two vertices named 'node[1]'; expected names of their own");
}

// What Boost takes for one vertex, and numbers that stand for none.
TEST(GraphFile, NodesHaveIdsOfTheirOwnAndNumbersAreInTheirRanges) {
  const std::string begin =
      "<graphml><key id=\"p\" for=\"node\" attr.name=\"processors\" attr.type=\"int\"/>"
      "<key id=\"w\" for=\"edge\" attr.name=\"width\" attr.type=\"int\"/>"
      "<graph edgedefault=\"undirected\">\n";
  const auto two = [&](const std::string& processors, const std::string& width) {
    return begin + "<node id=\"a\"><data key=\"p\">" + processors +
           "</data></node>\n<node id=\"b\"/>\n<edge source=\"a\" target=\"b\"><data key=\"w\">" +
           width + "</data></edge></graph></graphml>";
  };
  EXPECT_EQ(graphml_error(two("2", "1")), "");
  EXPECT_EQ(graphml_error(two("-1", "1")),
            "net.graphml:2:1: -1 processors at a vertex; expected 0 to 64");
  EXPECT_EQ(graphml_error(two("1", "0")), "net.graphml:4:1: an edge of width 0; expected 1 to 64");
  EXPECT_EQ(graphml_error(begin + "<node id=\"a\"/>\n<node id=\"b\"/>\n  <node id=\"a\"/>\n"
                                  "<edge source=\"a\" target=\"b\"/></graph></graphml>"),
            "net.graphml:4:3: two nodes with the id 'a'; expected ids of their own");
}

TEST(GraphFile, EdgesJoinVerticesThatAreThere) {
  EXPECT_EQ(
      graphml_error("<graphml><graph edgedefault=\"undirected\"><node id=\"left\"/>"
                    "<node id=\"right\"/>\n <edge source=\"left\" target=\"righ\"/>"
                    "</graph></graphml>"),
      "net.graphml:2:2: unknown target of an edge: 'righ'; expected left or right; did you mean "
      "'right'?");
}

TEST(SourceTables, PacketsTakeTheWaysThatAreWritten) {
  const test::TemporaryFolder folder;
  const auto routed = [&](const std::string& routes) {
    return fmt::format(
        "network: {{topology: mesh, shape: 3x1}}\n"
        "routing: {{algorithm: source_tables, file: '{}'}}\n",
        folder.write("routes", routes).string());
  };
  const std::string good =
      "node[0,0] node[1,0]\nnode[1,0] node[0,0]\nnode[1,0] node[2,0]\nnode[2,0] node[1,0]\n"
      "node[0,0] node[1,0] node[2,0]\n";
  EXPECT_EQ(error_of(routed(good + "node[2,0] node[1,0].router node[0,0]\n")), "");
  const auto error = [&](const std::string& routes) {
    const std::string message = error_of(routed(routes));
    return message.substr(message.find("routes"));
  };
  EXPECT_EQ(error(good),
            "routes: no way from 'node[2,0].router' to 'node[0,0].router'; expected one for each "
            "pair of routers with processors");
  EXPECT_EQ(error(good + "node[2,0] node[0,0]\n"),
            "routes:6:1: no link from 'node[2,0].router' to 'node[0,0].router'; expected "
            "neighbours");
  EXPECT_EQ(error("node[2,0] node[1,0] node[2,0]\n"),
            "routes:1:1: a way through 'node[2,0].router' twice; expected each router once");
  EXPECT_EQ(error("node[2,0]   node[3,0]\n"),
            "routes:1:13: unknown router: 'node[3,0]'; expected node[0,0].router, "
            "node[1,0].router or node[2,0].router");
  EXPECT_EQ(error("node[2,0]\n"),
            "routes:1:1: a way of 'node[2,0].router' alone; expected two routers or more");
}

TEST(SourceTables, WaysThatCameInByOneLinkCannotPart) {
  const test::TemporaryFolder folder;
  // both come to b from a on the way to d, then one goes by c
  const std::filesystem::path net = folder.write("net", "z a\na b\nb c\nb d\nc d\n");
  const std::filesystem::path routes = folder.write("routes", "a b d\nz a b c d\n");
  const std::string message =
      error_of(fmt::format("network: {{topology: graph, file: '{}'}}\nrouting: {{algorithm: "
                           "source_tables, file: '{}'}}\n",
                           net.string(), routes.string()));
  EXPECT_EQ(
      message.substr(message.find("routes:")).substr(0, 86),
      "routes:2:1: ways to 'd.router' that part at 'b.router', where both come in by the same");
}

}  // namespace
}  // namespace weft
