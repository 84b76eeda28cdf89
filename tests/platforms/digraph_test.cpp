// Cycles and longest paths of random graphs against following every edge.
#include "platforms/checks/digraph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace weft {
namespace {

using Matrix = std::vector<std::vector<bool>>;

Digraph random_graph(std::mt19937& random, unsigned nodes, unsigned one_in) {
  Digraph graph;
  for (unsigned from = 0; from < nodes; ++from) {
    for (unsigned to = 0; to < nodes; ++to) {
      if (random() % one_in == 0) graph.add_edge(to);
    }
    graph.end_node();
  }
  return graph;
}

Matrix reach(const Digraph& graph) {
  const std::size_t n = graph.nodes();
  Matrix reached(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i) {
    for (const Digraph::Node next : graph.next(i)) reached[i][next] = true;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reached[i][k] && reached[k][j]) reached[i][j] = true;
      }
    }
  }
  return reached;
}

std::size_t longest_from(const Digraph& graph, std::size_t node) {
  std::size_t longest = 0;
  for (const Digraph::Node next : graph.next(node)) {
    longest = std::max(longest, longest_from(graph, next));
  }
  return longest + 1;
}

bool has_edge(const Digraph& graph, Digraph::Node from, Digraph::Node to) {
  const auto next = graph.next(from);
  return std::find(next.begin(), next.end(), to) != next.end();
}

TEST(Digraph, FindsCyclesAndLongestPaths) {
  std::size_t cyclic_graphs = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Digraph graph = random_graph(random, 9, 3 + seed % 20);
    const Matrix reached = reach(graph);
    const auto on_cycle = [&](std::size_t node) { return bool(reached[node][node]); };
    std::vector<Digraph::Node> expected;
    bool is_cyclic = false;
    for (Digraph::Node node = 0; node < graph.nodes(); ++node) {
      bool from_cycle = false;
      bool to_cycle = false;
      for (std::size_t other = 0; other < graph.nodes(); ++other) {
        if (!on_cycle(other)) continue;
        from_cycle |= other == node || reached[other][node];
        to_cycle |= other == node || reached[node][other];
      }
      is_cyclic |= on_cycle(node);
      if (from_cycle && to_cycle) expected.push_back(node);
    }
    ASSERT_EQ(cyclic_part(graph), expected);
    ASSERT_EQ(longest_path(graph).has_value(), !is_cyclic);
    if (!is_cyclic) {
      std::size_t longest = 0;
      for (std::size_t node = 0; node < graph.nodes(); ++node) {
        longest = std::max(longest, longest_from(graph, node));
      }
      ASSERT_EQ(longest_path(graph), longest);
      continue;
    }
    ++cyclic_graphs;
    const std::vector<Digraph::Node> cycle = short_cycle(graph, expected);
    ASSERT_FALSE(cycle.empty());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      ASSERT_TRUE(has_edge(graph, cycle[i], cycle[(i + 1) % cycle.size()]));
    }
  }
  EXPECT_GT(cyclic_graphs, 100U);
  EXPECT_LT(cyclic_graphs, 250U);
}

TEST(Digraph, PrefersAShortCycle) {
  // 0 -> 1 -> ... -> 9 -> 0, and 4 -> 3
  Digraph graph;
  for (unsigned node = 0; node < 10; ++node) {
    graph.add_edge((node + 1) % 10);
    if (node == 4) graph.add_edge(3);
    graph.end_node();
  }
  EXPECT_EQ(short_cycle(graph, cyclic_part(graph)).size(), 2U);
}

TEST(Digraph, HoldsALongPathWithoutALongStack) {
  constexpr unsigned nodes = 2'000'000;
  Digraph graph;
  for (unsigned node = 0; node < nodes; ++node) {
    if (node + 1 < nodes) graph.add_edge(node + 1);
    graph.end_node();
  }
  EXPECT_EQ(longest_path(graph), nodes);
  EXPECT_TRUE(cyclic_part(graph).empty());
}

}  // namespace
}  // namespace weft
