// Products and solutions in parts, held against those of the whole mesh.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/finite_elements/conjugate_gradient.hpp"
#include "platforms/finite_elements/grid_mesh.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/finite_elements/parted_product.hpp"
#include "platforms/finite_elements/sequential_check.hpp"
#include "platforms/finite_elements/slab_partition.hpp"

namespace weft::finite_elements {
namespace {

std::vector<std::uint32_t> numbers_to(std::size_t end) {
  std::vector<std::uint32_t> numbers(end);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

SparseMatrix whole_matrix(const Mesh& mesh) {
  return assemble(mesh, numbers_to(mesh.elements()), numbers_to(mesh.nodes.size()));
}

std::vector<float> drawn(std::size_t size) {
  RandomStream random(1, "vector");
  std::vector<float> vector(size);
  for (float& value : vector) value = static_cast<float>(random.below(2001)) / 1000.0F - 1.0F;
  return vector;
}

// The triangle (0,0), (1,0), (0,1): stiffness 1/2 [2 -1 -1; -1 1 0; -1 0 1], mass 1/24 [2 1 1;
// ...].
TEST(FiniteElementMatrix, of_a_triangle_is_that_of_the_textbook) {
  Mesh mesh;
  mesh.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.corner_nodes = {0, 1, 2};
  const SparseMatrix matrix = whole_matrix(mesh);
  EXPECT_EQ(matrix.column, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
  const double expected[] = {1 + 2.0 / 24,    -0.5 + 1.0 / 24, -0.5 + 1.0 / 24,
                             -0.5 + 1.0 / 24, 0.5 + 2.0 / 24,  1.0 / 24,
                             -0.5 + 1.0 / 24, 1.0 / 24,        0.5 + 2.0 / 24};
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(matrix.value[i], expected[i], 1e-6) << i;
}

// Of the unit cube: stiffness 1/3 on the diagonal, 0 along an edge, -1/12 across a face and across
// the cube; mass 1/27, 1/54, 1/108, 1/216.
TEST(FiniteElementMatrix, of_a_brick_is_that_of_the_textbook) {
  const SparseMatrix matrix = whole_matrix(make_grid_mesh({2, 2, 2}, 1).mesh);
  const double by_distance[] = {1.0 / 3 + 1.0 / 27, 0 + 1.0 / 54, -1.0 / 12 + 1.0 / 108,
                                -1.0 / 12 + 1.0 / 216};
  for (unsigned row = 0; row < 8; ++row) {
    for (unsigned column = 0; column < 8; ++column) {
      EXPECT_NEAR(matrix.value[8 * row + column], by_distance[std::popcount(row ^ column)], 1e-6);
    }
  }
}

// Stiffness does nothing to a constant, and the mass of all elements is their volume.
TEST(FiniteElementMatrix, applied_to_a_constant_gives_the_volume) {
  for (const unsigned layers : {1U, 5U}) {
    const Mesh mesh = make_grid_mesh({7, 6, layers}, 1).mesh;
    const SparseMatrix matrix = whole_matrix(mesh);
    const std::vector<float> product = matrix.times(std::vector<float>(mesh.nodes.size(), 1.0F));
    const double volume = 6.0 * 5.0 * (layers == 1 ? 1.0 : 4.0);
    EXPECT_NEAR(std::accumulate(product.begin(), product.end(), 0.0), volume, 1e-4);
  }
}

// Words over the borders that nobody else computes: without them sums at borders are partial.
TEST(FiniteElementProduct, without_what_the_others_send_sums_at_borders_are_wrong) {
  const GridMesh grid = make_grid_mesh({9, 9, 1}, 1);
  const PartedMatrix matrix(
      grid.mesh, parts_of(grid.mesh, cut_into_slabs(grid.places, {{{1, 1}, {1, 1}}, 0, 1}), 4));
  const std::vector<float> ones(grid.mesh.nodes.size(), 1.0F);
  const auto silence = [](BorderWords sent) {
    for (auto& part : sent) {
      for (auto& words : part) words.assign(words.size(), 0.0F);
    }
    return sent;
  };
  const auto sum = [&](const Carry& carry) {
    const std::vector<float> product = matrix.whole(matrix.times(matrix.parted(ones), carry));
    return std::accumulate(product.begin(), product.end(), 0.0);
  };
  EXPECT_NEAR(sum(carry_in_memory(matrix.parts())), 64.0, 1e-4);
  EXPECT_LT(sum(silence), 62.0);
}

class ProductOfMeshes : public testing::TestWithParam<std::string> {};

TEST_P(ProductOfMeshes, is_that_of_the_whole_mesh) {
  const PartedMesh parted = make_paper_mesh(GetParam());
  const std::vector<float> vector = drawn(parted.mesh.nodes.size());
  const std::vector<float> expected = whole_matrix(parted.mesh).times(vector);
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const PartedVector product = matrix.times(matrix.parted(vector), carry_in_memory(matrix.parts()));
  double furthest = 0;
  for (std::size_t p = 0; p < product.size(); ++p) {
    for (std::size_t i = 0; i < product[p].size(); ++i) {
      const float right = expected[matrix.parts()[p].nodes[i]];
      furthest = std::max(furthest, static_cast<double>(std::abs(product[p][i] - right)));
    }
  }
  // values are up to 1, and rows have 27 of some 4 in all at most: a few roundings of 24 bits
  EXPECT_LT(furthest, 4e-6);
}

INSTANTIATE_TEST_SUITE_P(Table4, ProductOfMeshes, testing::Values("m11k", "c10k", "c100k", "q20k"),
                         [](const auto& one) { return one.param; });

class SolutionOfMeshes : public testing::TestWithParam<std::string> {};

// A right side is made of a solution that is known.
TEST_P(SolutionOfMeshes, is_found_by_conjugate_gradients) {
  const PartedMesh parted = make_paper_mesh(GetParam());
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const std::vector<float> known = drawn(parted.mesh.nodes.size());
  const Carry carry = carry_in_memory(matrix.parts());
  const PartedVector right_side = matrix.times(matrix.parted(known), carry);
  const Solution solution = solve(matrix, right_side, 1e-6, 200, carry);
  EXPECT_LE(solution.residual, 1e-6);
  EXPECT_LT(solution.iterations, 100U);
  const std::vector<float> found = matrix.whole(solution.values);
  double furthest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    furthest = std::max(furthest, static_cast<double>(std::abs(found[i] - known[i])));
  }
  EXPECT_LT(furthest, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Table4, SolutionOfMeshes, testing::Values("m11k", "c10k", "q20k"),
                         [](const auto& one) { return one.param; });

// Nodes count once however many parts have them.
TEST(FiniteElementProduct, a_dot_product_counts_each_node_once) {
  const PartedMesh parted = make_paper_mesh("m11k");
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const PartedVector ones = matrix.parted(std::vector<float>(parted.mesh.nodes.size(), 1.0F));
  EXPECT_EQ(matrix.dot(ones, ones), static_cast<double>(parted.mesh.nodes.size()));
}

// The check of what cells have computed.
TEST(SequentialCheck, finds_a_sum_that_is_off_by_more_than_roundings) {
  const PartedMesh parted = make_paper_mesh("m11k");
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const SequentialCheck check(parted.mesh, matrix);
  const std::vector<float> vector = drawn(parted.mesh.nodes.size());
  PartedVector product = matrix.times(matrix.parted(vector), carry_in_memory(matrix.parts()));
  const double error = check.error_of(product, vector);
  EXPECT_GT(error, 0.0);
  EXPECT_LE(error, check.roundings());
  const std::size_t node = parted.parts[5].borders[0].nodes[1];
  product[5][node] *= 1.00001F;
  EXPECT_GT(check.error_of(product, vector), check.roundings());
  product[5][node] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(check.error_of(product, vector) <= check.roundings());
}

TEST(SequentialCheck, has_the_residual_of_a_solution) {
  const PartedMesh parted = make_paper_mesh("c10k");
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const SequentialCheck check(parted.mesh, matrix);
  std::vector<float> known = drawn(parted.mesh.nodes.size());
  const std::vector<double> product = check.times(known);
  const std::vector<float> right_side(product.begin(), product.end());
  EXPECT_LT(check.residual(known, right_side), 1e-7);
  EXPECT_LT(check.drift(known, right_side, 10), 1e-4);
  for (float& value : known) value *= 1.01F;
  EXPECT_NEAR(check.residual(known, right_side), 0.01, 1e-5);
}

TEST(FiniteElementBorders, are_the_same_from_both_sides) {
  const std::vector<Part> parts = make_paper_mesh("m11k").parts;
  const auto ends = other_ends(parts);
  for (unsigned part = 0; part < parts.size(); ++part) {
    for (std::size_t border = 0; border < parts[part].borders.size(); ++border) {
      const BorderEnd& end = ends[part][border];
      EXPECT_EQ(end.part, parts[part].borders[border].to);
      EXPECT_EQ(parts[end.part].borders[end.border].to, part);
    }
  }
}

TEST(FiniteElementSolution, stops_after_as_many_products_as_it_may_take) {
  const PartedMesh parted = make_paper_mesh("c10k");
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const Carry carry = carry_in_memory(matrix.parts());
  const PartedVector right_side = matrix.parted(drawn(parted.mesh.nodes.size()));
  const Solution solution = solve(matrix, right_side, 0, 3, carry);
  EXPECT_EQ(solution.iterations, 3U);
  EXPECT_GT(solution.residual, 0.0);
}

TEST(FiniteElementSolution, of_nothing_is_nothing) {
  const PartedMesh parted = make_paper_mesh("c10k");
  const PartedMatrix matrix(parted.mesh, parted.parts);
  const PartedVector zero = matrix.parted(std::vector<float>(parted.mesh.nodes.size(), 0.0F));
  const Solution solution = solve(matrix, zero, 1e-6, 9, carry_in_memory(matrix.parts()));
  EXPECT_EQ(solution.iterations, 0U);
  EXPECT_EQ(solution.residual, 0.0);
}

}  // namespace
}  // namespace weft::finite_elements
