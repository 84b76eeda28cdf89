// Meshes, their parts and what these have in common.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "platforms/finite_elements/grid_mesh.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/finite_elements/parts.hpp"
#include "platforms/finite_elements/slab_partition.hpp"

namespace weft::finite_elements {
namespace {

TEST(FiniteElementMeshes, a_grid_is_two_triangles_a_square_or_a_brick_a_cube) {
  const Mesh plate = make_grid_mesh({4, 3, 1}, 1).mesh;
  EXPECT_EQ(plate.nodes.size(), 12U);
  EXPECT_EQ(plate.elements(), 12U);
  EXPECT_EQ(plate.corners, 3U);
  const Mesh block = make_grid_mesh({4, 3, 3}, 1).mesh;
  EXPECT_EQ(block.nodes.size(), 36U);
  EXPECT_EQ(block.elements(), 12U);
  EXPECT_EQ(block.corners, 8U);
}

TEST(FiniteElementMeshes, triangles_cover_the_plate_once) {
  const Mesh plate = make_grid_mesh({7, 5, 1}, 3).mesh;
  double area = 0;
  for (std::size_t e = 0; e < plate.elements(); ++e) {
    const auto& a = plate.nodes[plate.node(e, 0)];
    const auto& b = plate.nodes[plate.node(e, 1)];
    const auto& c = plate.nodes[plate.node(e, 2)];
    const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    EXPECT_GT(twice, 0.0);
    area += twice / 2;
  }
  EXPECT_NEAR(area, 6.0 * 4.0, 1e-9);
}

TEST(FiniteElementMeshes, nodes_inside_are_moved_as_the_seed_draws_it) {
  EXPECT_EQ(make_grid_mesh({5, 5, 1}, 1).mesh.nodes, make_grid_mesh({5, 5, 1}, 1).mesh.nodes);
  const std::vector<Mesh::Point> nodes = make_grid_mesh({5, 5, 1}, 1).mesh.nodes;
  EXPECT_NE(nodes, make_grid_mesh({5, 5, 1}, 2).mesh.nodes);
  EXPECT_EQ(nodes[0], (Mesh::Point{0, 0, 0}));
  EXPECT_EQ(nodes[2][1], 0.0);  // on an edge it stays there
  EXPECT_NE(nodes[7][0], 2.0);
}

TEST(FiniteElementParts, slabs_and_bars_have_as_many_elements_as_they_are_due) {
  const GridMesh grid = make_grid_mesh({9, 9, 1}, 1);
  const std::vector<unsigned> part_of = cut_into_slabs(grid.places, {{{1}, {1, 1}, {1}}, 0, 1});
  std::map<unsigned, unsigned> elements;
  for (const unsigned part : part_of) ++elements[part];
  EXPECT_EQ(elements, (std::map<unsigned, unsigned>{{0, 32}, {1, 32}, {2, 32}, {3, 32}}));
  for (std::size_t e = 0; e < part_of.size(); ++e) {
    const GridPlace& at = grid.places[e];
    EXPECT_EQ(part_of[e], at[0] < 2 ? 0U : at[0] >= 6 ? 3U : at[1] < 4 ? 1U : 2U);
  }
}

TEST(FiniteElementParts, a_bar_is_cut_along_z) {
  const GridMesh grid = make_grid_mesh({2, 2, 7}, 1);
  EXPECT_EQ(cut_into_slabs(grid.places, {{{3}}, 0, 1}), (std::vector<unsigned>{0, 0, 1, 1, 2, 2}));
}

TEST(FiniteElementParts, uneven_parts_differ_by_as_much_as_is_told) {
  const GridMesh grid = make_grid_mesh({101, 101, 1}, 1);
  const std::vector<std::vector<unsigned>> rows(10, std::vector<unsigned>(5, 1U));
  const PartFigures figures =
      figures_of(parts_of(grid.mesh, cut_into_slabs(grid.places, {rows, 0.1, 7}), 50));
  EXPECT_LT(figures.least_elements, 380U);
  EXPECT_GT(figures.most_elements, 420U);
  EXPECT_GE(figures.least_elements, 350U);
  EXPECT_LE(figures.most_elements, 450U);
}

// A strip of 3x2 nodes cut in two: one column of nodes is common.
TEST(FiniteElementParts, what_is_common_stands_in_the_borders_of_both_in_the_same_order) {
  const GridMesh grid = make_grid_mesh({3, 2, 1}, 1);
  const std::vector<Part> parts = parts_of(grid.mesh, {0, 0, 1, 1}, 2);
  EXPECT_EQ(parts[0].nodes, (std::vector<std::uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(parts[1].nodes, (std::vector<std::uint32_t>{1, 2, 4, 5}));
  ASSERT_EQ(parts[0].borders.size(), 1U);
  ASSERT_EQ(parts[1].borders.size(), 1U);
  EXPECT_EQ(parts[0].borders[0].nodes, (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(parts[1].borders[0].nodes, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(parts[0].words(), 2U);
}

// By sets of nodes, pair by pair.
TEST(FiniteElementParts, borders_are_the_nodes_that_two_parts_have_in_common) {
  const PartedMesh parted = make_paper_mesh("q20k");
  for (unsigned p = 0; p < 64; ++p) {
    std::map<unsigned, std::vector<std::uint32_t>> borders;
    for (const Border& border : parted.parts[p].borders) {
      for (const std::uint32_t node : border.nodes) {
        borders[border.to].push_back(parted.parts[p].nodes[node]);
      }
    }
    for (unsigned q = 0; q < 64; ++q) {
      if (q == p) continue;
      std::vector<std::uint32_t> common;
      const auto& one = parted.parts[p].nodes;
      const auto& other = parted.parts[q].nodes;
      std::set_intersection(one.begin(), one.end(), other.begin(), other.end(),
                            std::back_inserter(common));
      EXPECT_EQ(borders[q], common) << p << " " << q;
    }
  }
}

struct Published {
  std::string name;
  double elements, nodes, least_elements, most_elements, least_words, most_words, degree;
};

class PaperMeshes : public testing::TestWithParam<Published> {};

// Table 4, each column within 5 %.
TEST_P(PaperMeshes, have_the_figures_of_table_4) {
  const Published& published = GetParam();
  const PartedMesh parted = make_paper_mesh(published.name);
  ASSERT_EQ(parted.parts.size(), 64U);
  const PartFigures figures = figures_of(parted.parts);
  const auto is_near = [](std::size_t ours, double theirs) {
    EXPECT_NEAR(static_cast<double>(ours), theirs, 0.05 * theirs);
  };
  is_near(parted.mesh.elements(), published.elements);
  is_near(parted.mesh.nodes.size(), published.nodes);
  is_near(figures.least_elements, published.least_elements);
  is_near(figures.most_elements, published.most_elements);
  is_near(figures.least_words, published.least_words);
  is_near(figures.most_words, published.most_words);
  is_near(figures.degree, published.degree);
}

INSTANTIATE_TEST_SUITE_P(
    Table4, PaperMeshes,
    testing::Values(Published{"m11k", 20998, 11000, 307, 346, 47, 133, 8},
                    Published{"c10k", 20141, 10240, 294, 341, 46, 189, 5},
                    Published{"c100k", 204873, 105000, 2987, 3444, 116, 638, 13},
                    Published{"q20k", 20000, 22451, 286, 330, 357, 1070, 22}),
    [](const testing::TestParamInfo<Published>& one) { return one.param.name; });

}  // namespace
}  // namespace weft::finite_elements
