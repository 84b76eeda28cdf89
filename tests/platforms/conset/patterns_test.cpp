// Patterns of connections, counted by hand.
#include "platforms/conset/patterns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "platforms/conset/mesh_connections.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "tests/platforms/conset/support.hpp"

namespace weft::conset {
namespace {

using Pairs = std::set<std::pair<unsigned, unsigned>>;

Pairs pairs_of(const ConnectionSet& set) {
  Pairs pairs;
  for (const Connection& one : set.connections) pairs.emplace(one.from, one.to);
  EXPECT_EQ(pairs.size(), set.connections.size());
  return pairs;
}

ConnectionSet pattern(const std::string& name, const CellGraph& graph) {
  return make_pattern(name, {}, graph);
}

TEST(ConsetPatterns, a_torus_is_four_neighbours_of_each_cell_around_the_ends) {
  const CellGraph graph = graph_of("torus", "4x3");
  const Pairs pairs = pairs_of(pattern("torus", graph));
  EXPECT_EQ(pairs.size(), 48U);
  for (unsigned x = 0; x < 4; ++x) {
    for (unsigned y = 0; y < 3; ++y) {
      const unsigned cell = 4 * y + x;
      EXPECT_TRUE(pairs.contains({cell, 4 * y + (x + 1) % 4}));
      EXPECT_TRUE(pairs.contains({cell, 4 * y + (x + 3) % 4}));
      EXPECT_TRUE(pairs.contains({cell, 4 * ((y + 1) % 3) + x}));
      EXPECT_TRUE(pairs.contains({cell, 4 * ((y + 2) % 3) + x}));
    }
  }
}

TEST(ConsetPatterns, two_cells_in_a_dimension_are_neighbours_once) {
  EXPECT_EQ(pairs_of(pattern("torus", graph_of("torus", "4x2"))).size(), 8U * 3U);
}

TEST(ConsetPatterns, a_hypercube_joins_numbers_that_differ_in_one_bit_of_gray_codes) {
  const CellGraph graph = graph_of("torus", "8x4");
  const ConnectionSet set = pattern("hypercube", graph);
  EXPECT_EQ(pairs_of(set).size(), 32U * 5U);
  const unsigned gray[] = {0, 1, 3, 2, 6, 7, 5, 4};  // each differs from the next in one bit
  const auto number = [&](unsigned cell) { return gray[cell % 8] | gray[cell / 8] << 3U; };
  for (const Connection& one : set.connections) {
    const unsigned difference = number(one.from) ^ number(one.to);
    ASSERT_TRUE(std::has_single_bit(difference)) << one.name;
    const unsigned bit = static_cast<unsigned>(std::countr_zero(difference));
    const std::string dimension =
        bit < 3 ? "x" + std::to_string(bit) : "y" + std::to_string(bit - 3);
    EXPECT_EQ(one.name, dimension + "." + graph.name(one.from));
  }
}

TEST(ConsetPatterns, gray_codes_make_neighbours_of_the_torus_neighbours_of_the_cube) {
  const CellGraph graph = graph_of("torus", "8x8");
  const Pairs cube = pairs_of(pattern("hypercube", graph));
  for (const auto& neighbours : pairs_of(pattern("torus", graph))) {
    EXPECT_TRUE(cube.contains(neighbours)) << neighbours.first << " " << neighbours.second;
  }
}

TEST(ConsetPatterns, all_to_all_is_each_pair_once) {
  EXPECT_EQ(pairs_of(pattern("all_to_all", graph_of("torus", "8x8"))).size(), 4032U);
}

TEST(ConsetPatterns, a_transpose_leaves_out_the_diagonal) {
  const Pairs pairs = pairs_of(pattern("transpose", graph_of("torus", "8x8")));
  EXPECT_EQ(pairs.size(), 56U);
  for (const auto& [from, to] : pairs) EXPECT_EQ(to, from % 8 * 8 + from / 8);
}

TEST(ConsetPatterns, a_shift_goes_around_the_ends) {
  const ConnectionSet set = make_pattern("shift", {3, {3, 1}, 1}, graph_of("torus", "4x4"));
  EXPECT_EQ(set.connections.size(), 16U);
  for (const Connection& one : set.connections) {
    EXPECT_EQ(one.to, (one.from / 4 + 1) % 4 * 4 + (one.from % 4 + 3) % 4);
    EXPECT_EQ(one.words, 3U);
  }
}

TEST(ConsetPatterns, a_permutation_is_drawn_by_its_seed_and_reaches_each_cell_once) {
  const CellGraph graph = graph_of("torus", "8x8");
  const auto drawn = [&](std::uint64_t seed) {
    return pairs_of(make_pattern("permutation", {1, {1}, seed}, graph));
  };
  std::set<unsigned> sources;
  std::set<unsigned> destinations;
  for (const auto& [from, to] : drawn(7)) {
    EXPECT_NE(from, to);
    sources.insert(from);
    destinations.insert(to);
  }
  EXPECT_EQ(sources.size(), 64U);
  EXPECT_EQ(destinations.size(), 64U);
  EXPECT_EQ(drawn(7), drawn(7));
  EXPECT_NE(drawn(7), drawn(8));
}

// Both ways over each border, a word a node, each part on a cell of its own.
TEST(ConsetPatterns, a_mesh_is_its_borders_with_a_word_a_node) {
  const CellGraph graph = graph_of("torus", "8x8");
  const std::vector<finite_elements::Part> parts = finite_elements::make_paper_mesh("m11k").parts;
  const std::vector<unsigned> cells = place_parts(parts, graph, PartPlacement::near);
  EXPECT_EQ(std::set<unsigned>(cells.begin(), cells.end()).size(), 64U);
  const ConnectionSet set = pattern("m11k", graph);
  std::size_t next = 0;
  for (unsigned p = 0; p < 64; ++p) {
    for (const finite_elements::Border& border : parts[p].borders) {
      const Connection& one = set.connections.at(next++);
      EXPECT_EQ(one.from, cells[p]);
      EXPECT_EQ(one.to, cells[border.to]);
      EXPECT_EQ(one.words, border.nodes.size());
    }
  }
  EXPECT_EQ(next, set.connections.size());
}

// A chain of parts, numbered against its order: each stands beside the next one.
TEST(ConsetPatterns, parts_that_have_a_border_are_placed_near_each_other) {
  const CellGraph graph = graph_of("torus", "4x1");
  std::vector<finite_elements::Part> parts(4);
  const auto join = [&](unsigned one, unsigned other) {
    parts[one].borders.push_back({other, {0}});
    parts[other].borders.push_back({one, {0}});
  };
  join(0, 2);
  join(2, 1);
  join(1, 3);
  const std::vector<unsigned> cells = place_parts(parts, graph, PartPlacement::near);
  for (unsigned p = 0; p < 4; ++p) {
    for (const finite_elements::Border& border : parts[p].borders) {
      EXPECT_EQ(graph.hops_from(cells[p])[cells[border.to]], 1U);
    }
  }
}

TEST(ConsetPatterns, numbered_parts_stand_on_the_cells_of_their_numbers) {
  const CellGraph graph = graph_of("torus", "8x8");
  const PlacedMesh placed = place_mesh("c10k", graph, PartPlacement::numbered, {});
  for (unsigned part = 0; part < 64; ++part) EXPECT_EQ(placed.cell_of_part[part], part);
}

TEST(ConsetPatterns, refuse_what_does_not_fit) {
  const auto error = [](const std::string& name, const CellGraph& graph) {
    return error_of([&] { pattern(name, graph); });
  };
  EXPECT_EQ(error("torsu", graph_of("torus", "4x4")),
            "torsu: no such pattern, and no file of that name; expected all_to_all, butterfly, "
            "hypercube, permutation, permutations, shift, torus, transpose, c100k, c10k, m11k or "
            "q20k, or a file; did you mean 'torus'?");
  EXPECT_EQ(error("m11k", graph_of("torus", "4x4")),
            "m11k: 'm11k' on 't'; expected 64 cells, one for each part");
  EXPECT_EQ(error("hypercube", graph_of("torus", "4x3")),
            "hypercube: 'hypercube' on 't'; expected sides that are powers of two");
  EXPECT_EQ(error("transpose", graph_of("torus", "4x2")),
            "transpose: 'transpose' on 't'; expected a square of cells");
  EXPECT_EQ(error("all_to_all", graph_of("torus", "32x32")),
            "all_to_all: 1047552 connections of 'all_to_all' on 't'; expected 1 to 65536");
  EXPECT_EQ(error_of([] {
              make_pattern("shift", {1, {4}, 1}, graph_of("torus", "4x4"));
            }),
            "shift: 0 connections of 'shift' on 't'; expected 1 to 65536");
  EXPECT_EQ(error_of([] {
              make_pattern("shift", {1, {1, 1, 1}, 1}, graph_of("torus", "4x4"));
            }),
            "shift: 'shift' on 't'; expected as many dimensions as `by` has, 3");
}

}  // namespace
}  // namespace weft::conset
