#include "platforms/finite_elements/sequential_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace weft::finite_elements {
namespace {

const double unit_roundoff = std::ldexp(1.0, -24);

std::vector<std::uint32_t> first_numbers(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

double length(const std::vector<double>& vector) {
  double squares = 0;
  for (const double value : vector) squares += value * value;
  return std::sqrt(squares);
}
double length(const std::vector<float>& vector) {
  return length(std::vector<double>(vector.begin(), vector.end()));
}

}  // namespace

SequentialCheck::SequentialCheck(const Mesh& mesh, const PartedMatrix& parts)
    : whole_(assemble(mesh, first_numbers(mesh.elements()), first_numbers(mesh.nodes.size()))),
      parts_(&parts) {
  std::uint32_t entries = 0;
  for (std::size_t row = 0; row < whole_.rows(); ++row) {
    entries = std::max(entries, whole_.row_begin[row + 1] - whole_.row_begin[row]);
  }
  std::vector<std::uint32_t> shared(parts.nodes(), 0);
  for (const Part& part : parts.parts()) {
    for (const std::uint32_t node : part.nodes) ++shared[node];
  }
  // of an entry, here and in the part; of its product; of the sums of the row and of the parts
  roundings_ = 3 + entries + *std::max_element(shared.begin(), shared.end());
}

std::vector<double> SequentialCheck::times(const std::vector<float>& vector) const {
  std::vector<double> product(whole_.rows(), 0);
  for (std::size_t row = 0; row < whole_.rows(); ++row) {
    for (std::uint32_t i = whole_.row_begin[row]; i < whole_.row_begin[row + 1]; ++i) {
      product[row] +=
          static_cast<double>(whole_.value[i]) * static_cast<double>(vector[whole_.column[i]]);
    }
  }
  return product;
}

std::vector<double> SequentialCheck::magnitudes(const std::vector<float>& vector) const {
  std::vector<double> sums(whole_.rows(), 0);
  for (unsigned p = 0; p < parts_->parts().size(); ++p) {
    const Part& part = parts_->parts()[p];
    const SparseMatrix& matrix = parts_->of_part(p);
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
      for (std::uint32_t i = matrix.row_begin[row]; i < matrix.row_begin[row + 1]; ++i) {
        const double term = static_cast<double>(matrix.value[i]) *
                            static_cast<double>(vector[part.nodes[matrix.column[i]]]);
        sums[part.nodes[row]] += std::abs(term);
      }
    }
  }
  return sums;
}

double SequentialCheck::error_of(const PartedVector& product,
                                 const std::vector<float>& vector) const {
  const std::vector<double> exact = times(vector);
  const std::vector<double> sums = magnitudes(vector);
  double worst = 0;
  for (std::size_t p = 0; p < product.size(); ++p) {
    for (std::size_t i = 0; i < product[p].size(); ++i) {
      const std::uint32_t node = parts_->parts()[p].nodes[i];
      const double off = std::abs(static_cast<double>(product[p][i]) - exact[node]);
      if (off == 0) continue;
      if (std::isnan(off)) return off;
      worst = std::max(worst, off / (unit_roundoff * sums[node]));
    }
  }
  return worst;
}

double SequentialCheck::residual(const std::vector<float>& solution,
                                 const std::vector<float>& right_side) const {
  std::vector<double> left = times(solution);
  for (std::size_t i = 0; i < left.size(); ++i) left[i] -= static_cast<double>(right_side[i]);
  return length(left) / length(right_side);
}

double SequentialCheck::drift(const std::vector<float>& solution,
                              const std::vector<float>& right_side, unsigned iterations) const {
  return (iterations + 1) * roundings_ * unit_roundoff * length(magnitudes(solution)) /
         length(right_side);
}

}  // namespace weft::finite_elements
