#include "testbench/pictures/graphviz_layout.hpp"

#include <fmt/format.h>
#include <gvc.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

namespace weft {

namespace {

constexpr std::size_t most_for_neato = 300;  // it takes time that grows with their square
constexpr double points_a_place = 72;        // an inch

// Graphviz writes into none of its arguments, though it takes them as if it did.
char* text(const std::string& string) { return const_cast<char*>(string.c_str()); }

using Context = std::unique_ptr<GVC_t, decltype(&gvFreeContext)>;
using Graph = std::unique_ptr<Agraph_t, decltype(&agclose)>;

Graph make_graph() {
  Graph graph(agopen(text("network"), Agundirected, nullptr), &agclose);
  // the other ways to part what overlaps depend on the addresses of nodes
  agattr(graph.get(), AGRAPH, text("overlap"), text("scale"));
  agattr(graph.get(), AGRAPH, text("start"), text("1"));  // of neato's random numbers
  agattr(graph.get(), AGRAPH, text("K"), text("1"));
  agattr(graph.get(), AGNODE, text("label"), text(""));
  agattr(graph.get(), AGNODE, text("shape"), text("circle"));
  agattr(graph.get(), AGNODE, text("fixedsize"), text("true"));
  agattr(graph.get(), AGNODE, text("width"), text("0.7"));
  agattr(graph.get(), AGEDGE, text("len"), text("1.2"));
  return graph;
}

// Turns the points so that they spread most from left to right, the first of them on the left.
void lie_down(std::vector<Point>& points) {
  Point centre;
  for (const Point& point : points) {
    centre = centre + point * (1 / static_cast<double>(points.size()));
  }
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (const Point& point : points) {
    const Point at = point - centre;
    xx += at.x * at.x;
    yy += at.y * at.y;
    xy += at.x * at.y;
  }
  const double angle = std::atan2(2 * xy, xx - yy) / 2;
  Point axis{std::cos(angle), std::sin(angle)};
  const Point first = points.front() - centre;
  if (first.x * axis.x + first.y * axis.y > 0) axis = axis * -1;
  for (Point& point : points) {
    const Point at = point - centre;
    point = {at.x * axis.x + at.y * axis.y, at.y * axis.x - at.x * axis.y};
  }
}

}  // namespace

std::vector<Point> graphviz_layout(std::size_t nodes,
                                   const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  if (nodes == 0) return {};
  const Context context(gvContext(), &gvFreeContext);
  const Graph graph = make_graph();
  std::vector<Agnode_t*> handles;
  for (std::size_t i = 0; i < nodes; ++i) {
    handles.push_back(agnode(graph.get(), text(fmt::format("{}", i)), 1));
  }
  for (const auto& [from, to] : edges) {
    agedge(graph.get(), handles[from], handles[to], nullptr, 1);
  }
  std::srand(1);  // sfdp draws from both
  srand48(1);
  const char* engine = nodes <= most_for_neato ? "neato" : "sfdp";
  if (gvLayout(context.get(), graph.get(), engine) != 0) {
    throw std::runtime_error(fmt::format("Graphviz has no layout '{}'", engine));
  }
  std::vector<Point> points;
  for (Agnode_t* node : handles) {
    points.push_back({ND_coord(node).x / points_a_place, -ND_coord(node).y / points_a_place});
  }
  gvFreeLayout(context.get(), graph.get());
  lie_down(points);
  return points;
}

}  // namespace weft
