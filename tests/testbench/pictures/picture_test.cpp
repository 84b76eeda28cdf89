// Pictures of platforms: everything is in them, nothing lies over another, browsers can read them.
#include "testbench/pictures/picture.hpp"
#include "platforms/processors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include "testbench/pictures/layout.hpp"
#include "testbench/pictures/svg_writer.hpp"
#include "testbench/pictures/titles.hpp"
#include "tests/testbench/pictures/support.hpp"

namespace weft {
namespace {

using Tree = boost::property_tree::ptree;

// Throws unless it is well-formed.
Tree parsed(const std::string& svg) {
  std::istringstream stream(svg);
  Tree tree;
  boost::property_tree::read_xml(stream, tree);
  return tree;
}

void visit(const Tree& tree, const std::function<void(const std::string&, const Tree&)>& use) {
  for (const auto& [name, child] : tree) {
    use(name, child);
    visit(child, use);
  }
}

// Titles of all elements of this name and class.
std::vector<std::string> titles(const Tree& tree, const std::string& element,
                                const std::string& css_class) {
  std::vector<std::string> found;
  visit(tree, [&](const std::string& name, const Tree& child) {
    if (name != element || !child.count("title")) return;
    const std::string classes = child.get("<xmlattr>.class", "") + " ";
    if (classes.rfind(css_class + " ", 0) == 0) found.push_back(child.get<std::string>("title"));
  });
  return found;
}

std::vector<std::string> texts(const Tree& tree, const std::string& css_class) {
  std::vector<std::string> found;
  visit(tree, [&](const std::string& name, const Tree& child) {
    if (name == "text" && child.get("<xmlattr>.class", "") == css_class) {
      found.push_back(child.data());
    }
  });
  return found;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

struct Case {
  std::string name;
  std::function<Platform()> make;

  friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.name; }
};

class RegularArrangement : public testing::TestWithParam<Case> {};
class EveryArrangement : public testing::TestWithParam<Case> {};

TEST_P(EveryArrangement, LaysNoComponentOverAnother) {
  const Platform platform = GetParam().make();
  const PictureGraph graph = make_picture_graph(platform);
  const Layout layout = lay_out(platform, graph);
  for (std::size_t a = 0; a < layout.at.size(); ++a) {
    for (std::size_t b = a + 1; b < layout.at.size(); ++b) {
      const Point between = layout.at[a] - layout.at[b];
      const double least = layout.reach[a] + layout.reach[b];
      if (graph.nodes[a].router && graph.nodes[b].router) {
        EXPECT_GT(std::max(std::abs(between.x), std::abs(between.y)), least) << a << ' ' << b;
      } else {
        EXPECT_GT(length(between), least) << a << ' ' << b;
      }
    }
  }
}

TEST_P(RegularArrangement, LeadsNoLinkThroughARouterThatItDoesNotEnd) {
  const Platform platform = GetParam().make();
  const PictureGraph graph = make_picture_graph(platform);
  const Layout layout = lay_out(platform, graph);
  for (std::size_t i = 0; i < graph.fat_links.size(); ++i) {
    const FatLink& link = graph.fat_links[i];
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
      if (node == link.from || node == link.to || !graph.nodes[node].router) continue;
      // no route is as far as a place from the straight way
      if (distance_to_stretch(layout.at[node], layout.at[link.from], layout.at[link.to]) > 1.2) {
        continue;
      }
      for (const Curve& curve : layout.routes[i]) {
        for (int step = 0; step <= 40; ++step) {
          const Point off = curve.at(step / 40.0) - layout.at[node];
          ASSERT_GT(length(off), 0.9 * layout.reach[node])
              << platform.components[link.from].name << " - " << platform.components[link.to].name
              << " over " << platform.components[node].name;
        }
      }
    }
  }
}

TEST_P(EveryArrangement, ShowsEveryComponentAndEveryLinkWithItsTitle) {
  const Platform platform = GetParam().make();
  const PictureGraph graph = make_picture_graph(platform);
  const std::string svg = draw_picture(platform);
  const Tree tree = parsed(svg);
  std::vector<std::string> nodes = titles(tree, "rect", "token");
  EXPECT_EQ(nodes.size(), platform.plan.routers.size());
  const std::vector<std::string> processors = titles(tree, "circle", "token");
  EXPECT_EQ(processors.size(), processors_of(platform).size());
  nodes.insert(nodes.end(), processors.begin(), processors.end());
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    expected.push_back(component_title(platform.components[i], graph.nodes[i].links));
  }
  std::sort(nodes.begin(), nodes.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(nodes, expected);
  std::vector<std::string> links;
  for (const FatLink& link : graph.fat_links) links.push_back(link_title(platform, link));
  EXPECT_EQ(titles(tree, "path", "link"), links);
  EXPECT_EQ(draw_picture(platform), svg);
}

std::vector<Case> all_cases() {
  using namespace test;
  return {{"grid_2", [] { return grid({2}, false); }},
          {"mesh_4x4",
           [] {
             return grid({4, 4}, false);
           }},
          {"torus_8x8",
           [] {
             return grid({8, 8}, true);
           }},
          {"torus_3x3x3",
           [] {
             return grid({3, 3, 3}, true);
           }},
          {"torus_8x8x4",
           [] {
             return grid({8, 8, 4}, true);
           }},
          {"torus_3x3x3x3",
           [] {
             return grid({3, 3, 3, 3}, true);
           }},
          {"mesh_32x32",
           [] {
             return grid({32, 32}, false);
           }},
          {"cube_3",
           [] {
             return grid({2, 2, 2}, false);
           }},
          {"cube_4",
           [] {
             return grid({2, 2, 2, 2}, false);
           }},
          {"cube_6",
           [] {
             return grid({2, 2, 2, 2, 2, 2}, false);
           }},
          {"cube_10", [] { return grid(std::vector<unsigned>(10, 2), false); }},
          {"hexagons_2x1", [] { return hexagons(2, 1); }},
          {"hexagons_6x5", [] { return hexagons(6, 5); }},
          {"hexagons_32x32", [] { return hexagons(32, 32); }},
          {"ring_2", [] { return ring(2); }},
          {"ring_8", [] { return ring(8); }},
          {"ring_1024", [] { return ring(1024); }},
          {"star_1", [] { return star(1, 1); }},
          {"star_8", [] { return star(8, 3); }},
          {"star_1023", [] { return star(1023, 1); }},
          {"clos_2", [] { return clos(1, 1, 1); }},
          {"clos_16_8", [] { return clos(16, 8, 16); }},
          {"tree_4_3", [] { return fat_tree(4, 3); }},
          {"tree_4_5", [] { return fat_tree(4, 5); }},
          {"free_2", [] { return free_tree(2); }},
          {"free_20", [] { return free_tree(20); }},
          {"free_1024", [] { return free_tree(1024); }}};
}

// In a free layout of many components an arc can come upon another one.
std::vector<Case> regular_cases() {
  std::vector<Case> regular = all_cases();
  std::erase_if(regular, [](const Case& one) { return one.name == "free_1024"; });
  return regular;
}

INSTANTIATE_TEST_SUITE_P(Picture, RegularArrangement, testing::ValuesIn(regular_cases()),
                         [](const auto& one) { return one.param.name; });
INSTANTIATE_TEST_SUITE_P(Picture, EveryArrangement, testing::ValuesIn(all_cases()),
                         [](const auto& one) { return one.param.name; });

TEST(Picture, NamesRoutersWhileTheyAreFew) {
  const Tree few = parsed(draw_picture(test::grid({8, 8}, false)));
  EXPECT_EQ(texts(few, "name").size(), 64U);
  EXPECT_TRUE(has(texts(few, "name"), "7,3"));
  const Tree many = parsed(draw_picture(test::grid({9, 8}, false)));
  EXPECT_TRUE(texts(many, "name").empty());
  EXPECT_EQ(texts(many, "border").size(), 9U);
  EXPECT_EQ(texts(many, "border row").size(), 8U);
}

struct LargeGrids : testing::TestWithParam<std::vector<unsigned>> {};

INSTANTIATE_TEST_SUITE_P(Picture, LargeGrids,
                         testing::Values(std::vector<unsigned>(8, 2), std::vector<unsigned>(10, 2),
                                         std::vector<unsigned>{160, 2},
                                         std::vector<unsigned>(4, 5)));

TEST_P(LargeGrids, HaveColumnLabelsThatDoNotRunIntoEachOther) {
  std::vector<std::pair<double, double>> spans;
  visit(parsed(draw_picture(test::grid(GetParam(), false))),
        [&](const std::string& name, const Tree& child) {
          if (name != "text" || child.get("<xmlattr>.class", "") != "border") return;
          const auto at = child.get<double>("<xmlattr>.x");
          const double half = 0.3 * child.get<double>("<xmlattr>.font-size") *
                              static_cast<double>(child.data().size());
          spans.emplace_back(at - half, at + half);
        });
  std::sort(spans.begin(), spans.end());
  ASSERT_GT(spans.size(), 3U);
  for (std::size_t i = 1; i < spans.size(); ++i) {
    EXPECT_GT(spans[i].first, spans[i - 1].second) << i;
  }
}

TEST(Picture, NumbersTheColumnsOfAHypercubeByTheirBits) {
  const auto columns =
      texts(parsed(draw_picture(test::grid(std::vector<unsigned>(8, 2), false))), "border");
  EXPECT_TRUE(has(columns, "0110"));
}

TEST(Picture, WritesTheNumberOfLinksOfAFatLinkOfASmallNetwork) {
  EXPECT_EQ(texts(parsed(draw_picture(test::ring(8))), "count"), std::vector<std::string>(8, "2"));
  EXPECT_TRUE(texts(parsed(draw_picture(test::ring(17))), "count").empty());
}

TEST(Picture, ShowsADeadLinkInPlaceOfTheLink) {
  const Platform platform = test::grid({2}, false);
  PictureExtras extras;
  extras.dead_links = {platform.links.size() - 1};
  const Tree tree = parsed(draw_picture(platform, extras));
  EXPECT_EQ(titles(tree, "path", "dead"),
            std::vector<std::string>{"node[0].router.link1 to node[1].router.link1: 1 link, dead"});
  EXPECT_EQ(titles(tree, "path", "link").size(), platform.links.size() - 1);
  EXPECT_TRUE(has(texts(tree, "note"), "dead link"));
}

TEST(Picture, ShowsThatPartOfAFatLinkIsDead) {
  const Platform platform = test::ring(2);
  PictureExtras extras;
  extras.dead_links = {platform.links.size() - 1};
  const Tree tree = parsed(draw_picture(platform, extras));
  EXPECT_EQ(titles(tree, "path", "dead"),
            std::vector<std::string>{"node[0].router.link1..link2 to "
                                     "node[1].router.link1..link2: 2 links, some dead"});
  EXPECT_EQ(titles(tree, "path", "link").size(), 3U);
}

TEST(Picture, NumbersTheChannelsOfACycle) {
  const Platform platform = test::ring(3);
  PictureExtras extras;
  // node[0] to node[1] to node[2] and back
  for (const LinkSpec& link : platform.links) {
    if (processor_of(platform, link.to.component)) continue;
    const bool closes = link.from.component == 4;
    if (extras.cycle.empty() || extras.cycle.back().component != link.from.component) {
      if (closes || extras.cycle.size() < 2) extras.cycle.push_back(link.from);
    }
  }
  ASSERT_EQ(extras.cycle.size(), 3U);
  const Tree tree = parsed(draw_picture(platform, extras));
  EXPECT_EQ(titles(tree, "path", "cycle"),
            (std::vector<std::string>{"channel 1: node[0].router.link1 to node[1].router",
                                      "channel 2: node[1].router.link3 to node[2].router",
                                      "channel 3: node[2].router.link3 to node[0].router"}));
  EXPECT_EQ(texts(tree, "number"), (std::vector<std::string>{"1", "2", "3"}));
}

TEST(Picture, ColoursEachHalfOfALinkByWhatItsEndTransmits) {
  const Platform platform = test::grid({2}, false);
  PictureExtras extras;
  extras.loads.resize(platform.links.size());
  extras.loads.back() = {0.5, 0.125};
  const Tree tree = parsed(draw_picture(platform, extras));
  const std::vector<std::string> halves = titles(tree, "path", "link");
  EXPECT_EQ(halves.size(), 2 * platform.links.size());
  EXPECT_TRUE(has(halves, "node[0].router to node[1].router: 50.00 % busy"));
  EXPECT_TRUE(has(halves, "node[1].router to node[0].router: 12.50 % busy"));
  std::string full;
  std::string quarter;
  visit(tree, [&](const std::string& name, const Tree& child) {
    if (name != "path" || !child.count("title")) return;
    const std::string style = child.get("<xmlattr>.style", "");
    if (child.get<std::string>("title").find("50.00") != std::string::npos) full = style;
    if (child.get<std::string>("title").find("12.50") != std::string::npos) quarter = style;
  });
  EXPECT_EQ(full.rfind("stroke:#680c2c;", 0), 0U) << full;        // the end of the scale
  EXPECT_EQ(quarter.rfind("stroke:#faca60;", 0), 0U) << quarter;  // a quarter of it
}

TEST(Picture, RefusesExtrasThatThePlatformDoesNotHave) {
  const Platform platform = test::grid({2}, false);
  PictureExtras extras;
  extras.loads.resize(1);
  EXPECT_THROW(draw_picture(platform, extras), std::invalid_argument);
  extras = {};
  extras.dead_links = {platform.links.size()};
  EXPECT_THROW(draw_picture(platform, extras), std::invalid_argument);
  extras = {};
  extras.cycle = {{0, 31}};
  EXPECT_THROW(draw_picture(platform, extras), std::invalid_argument);
}

TEST(Picture, OfAnEmptyPlatformIsEmptyAndWellFormed) {
  EXPECT_EQ(texts(parsed(draw_picture(Platform{})), "note").size(), 1U);
}

TEST(Picture, ShowsWhatIsNotInThePlanBelowTheNetwork) {
  test::HandMade made(Arrangement::grid);
  const std::size_t a = made.router("a", {0, 0});
  const std::size_t b = made.router("b", {1, 0});
  made.link(a, b);
  const std::size_t more = made.router("more");
  made.platform.plan.routers.pop_back();
  made.processors(more, 2);
  made.link(b, more);
  const PictureGraph graph = make_picture_graph(made.platform);
  const Layout layout = lay_out(made.platform, graph);
  for (std::size_t i = more; i < layout.at.size(); ++i) EXPECT_GT(layout.at[i].y, layout.at[b].y);
  EXPECT_EQ(titles(parsed(draw_picture(made.platform)), "rect", "token").size(), 3U);
}

TEST(SvgWriter, EscapesWhatXmlReserves) {
  const std::string nasty = "a<b> & \"c\" 'd' ]]>\x01";
  SvgWriter svg(10, 10, nasty, "");
  svg.text({1, 2}, {{"class", nasty}}, nasty);
  const Tree tree = parsed(svg.finish());
  const std::string shown = "a<b> & \"c\" 'd' ]]>?";
  EXPECT_EQ(tree.get<std::string>("svg.title"), shown);
  EXPECT_EQ(tree.get<std::string>("svg.text"), shown);
  EXPECT_EQ(tree.get<std::string>("svg.text.<xmlattr>.class"), shown);
}

TEST(SvgWriter, WritesNumbersShort) {
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(12), "12");
  EXPECT_EQ(svg_number(1.0 / 3), "0.33");
}

}  // namespace
}  // namespace weft
