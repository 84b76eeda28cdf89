// The kernel of a finite element solver on cells, as a person types it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <regex>
#include <string>

#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/finite_elements/parted_product.hpp"
#include "tests/app/command.hpp"

namespace weft {
namespace {

using test::Result;
using test::Shell;

class FiniteElementRun : public testing::Test {
 protected:
  Result run(const std::string& mesh, const std::string& more = "") const {
    return shell.run("weft run finite_elements_8x8 --for 1s --set workload.mesh=" + mesh + " " +
                     more);
  }
  static double result_of(const Result& result, const std::string& name) {
    std::smatch match;
    if (std::regex_search(result.out, match, std::regex("(^|\n)" + name + " +([0-9.e-]+)"))) {
      return std::stod(match[2]);
    }
    ADD_FAILURE() << "no " << name << " in " << result.out << result.err;
    return 0;
  }

  Shell shell;
};

std::uint64_t words_of(const std::string& mesh) {
  std::uint64_t words = 0;
  for (const finite_elements::Part& part : finite_elements::make_paper_mesh(mesh).parts) {
    words += part.words();
  }
  return words;
}

// The command fails where a sum is off by more than roundings.
TEST_F(FiniteElementRun, products_of_both_models_are_those_of_one_program) {
  for (const char* mesh : {"m11k", "c10k", "c100k", "q20k"}) {
    for (const char* model : {"conset", "messages"}) {
      const Result result = run(mesh, std::string("--set workload.model=") + model);
      EXPECT_EQ(result.status, 0) << result.err;
      EXPECT_EQ(result_of(result, "words received"), static_cast<double>(words_of(mesh)));
      EXPECT_GT(result_of(result, "error maximum"), 0.0) << mesh;
      EXPECT_LE(result_of(result, "error maximum"),
                result_of(result, "error that rounding may add up to"));
    }
  }
}

// Nine clocks an entry and six a row, in the part with most to do.
TEST_F(FiniteElementRun, a_matrix_takes_the_clocks_of_its_instructions) {
  const finite_elements::PartedMesh parted = finite_elements::make_paper_mesh("m11k");
  const finite_elements::PartedMatrix matrix(parted.mesh, parted.parts);
  std::uint64_t most = 0;
  for (unsigned part = 0; part < 64; ++part) {
    const finite_elements::SparseMatrix& own = matrix.of_part(part);
    most = std::max<std::uint64_t>(most, 9 * own.column.size() + 6 * own.rows());
  }
  EXPECT_EQ(result_of(run("m11k"), "clocks of computation"), static_cast<double>(most));
}

// What carries words that are compared takes as long as what carries those of a product: they have
// no code of gathering and adding in common.
TEST_F(FiniteElementRun, connections_take_as_long_as_the_borders_alone) {
  const double product = result_of(run("c10k"), "clocks of communication");
  const double alone = result_of(
      shell.run("weft run conset_8x8 --set workload.router=paper --set workload.placement=numbered "
                "--set workload.mode=systolic --set workload.connections=c10k"),
      "clocks");
  // cells begin when they have multiplied, not all at once
  EXPECT_NEAR(product, alone, 0.03 * alone);
}

TEST_F(FiniteElementRun, conjugate_gradients_find_what_was_drawn) {
  const Result result = run("m11k", "--set workload.task=solution");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_LE(result_of(result, "residual"), 1e-4);
  EXPECT_NEAR(result_of(result, "residual by one program"), 1e-4, 1e-4);
  EXPECT_LT(result_of(result, "furthest from what was drawn"), 0.01);
  EXPECT_GT(result_of(result, "products"), 5);
  EXPECT_LT(result_of(result, "products"), 100);
}

// Sums go from cell to cell in another order by messages, and are rounded otherwise.
TEST_F(FiniteElementRun, conjugate_gradients_by_messages_find_the_same) {
  const std::string task = "--set workload.task=solution --set workload.iterations=4";
  const Result connections = run("m11k", task);
  const Result messages = run("m11k", task + " --set workload.model=messages");
  EXPECT_EQ(messages.status, 0) << messages.err;
  EXPECT_EQ(result_of(messages, "products"), 4);
  EXPECT_EQ(result_of(messages, "words received"), 4.0 * static_cast<double>(words_of("m11k")));
  EXPECT_NEAR(result_of(messages, "residual"), result_of(connections, "residual"),
              1e-4 * result_of(connections, "residual"));
  EXPECT_NEAR(result_of(messages, "residual by one program"), result_of(messages, "residual"),
              1e-4 * result_of(connections, "residual"));
}

TEST_F(FiniteElementRun, conjugate_gradients_stop_after_as_many_iterations_as_they_may_take) {
  const std::string task = "--set workload.task=solution --set workload.iterations=";
  const Result three = run("c10k", task + "3");
  EXPECT_EQ(three.status, 0) << three.err;
  EXPECT_EQ(result_of(three, "products"), 3);
  EXPECT_GT(result_of(three, "residual"), result_of(run("c10k", task + "6"), "residual"));
}

TEST_F(FiniteElementRun, a_product_takes_the_same_clocks_at_both_levels) {
  for (const char* model : {"conset", "messages"}) {
    const std::string what = std::string("--set workload.model=") + model;
    const Result word = run("c10k", what);
    const Result signal = run("c10k", what + " --set level=signal");
    EXPECT_EQ(signal.status, 0) << signal.err;
    for (const char* figure : {"clocks of computation", "clocks of communication"}) {
      EXPECT_EQ(result_of(word, figure), result_of(signal, figure)) << model;
    }
  }
}

TEST_F(FiniteElementRun, refuses_what_cannot_be_had) {
  const auto error_of = [&](const std::string& mesh, const std::string& more) {
    const Result result = run(mesh, more);
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  EXPECT_NE(error_of("m11", "").find("expected c100k, c10k, m11k or q20k; did you mean 'm11k'?"),
            std::string::npos);
  EXPECT_NE(error_of("m11k", "--set network.shape=4x4").find("expected 64 cells"),
            std::string::npos);
  EXPECT_NE(error_of("m11k", "--set workload.channels=18").find("expected at most 17 of the 20"),
            std::string::npos);
  EXPECT_NE(error_of("m11k", "--set network.cell.memory_bytes=8192")
                .find("expected cells with more memory, or a smaller mesh"),
            std::string::npos);
  EXPECT_NE(error_of("m11k", "--set workload.receive_clocks=5").find("receive_clocks"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
