#include "platforms/finite_elements/sparse_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

namespace weft::finite_elements {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Shape functions of the corners and their derivatives at a point of the reference element.
struct Sample {
  double weight = 0;
  std::vector<double> value;
  std::vector<Vector> slope;
};

// The middles of the sides: exact for products of two linear functions.
std::vector<Sample> samples_of_triangle() {
  const std::vector<Vector> slope{{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}};
  return {{1.0 / 6, {0.5, 0.5, 0}, slope},
          {1.0 / 6, {0, 0.5, 0.5}, slope},
          {1.0 / 6, {0.5, 0, 0.5}, slope}};
}

// Gauss's eight points in the cube from 0 to 1.
std::vector<Sample> samples_of_brick() {
  const double near = 0.5 - 0.5 / std::sqrt(3.0);
  std::vector<Sample> samples;
  for (unsigned point = 0; point < 8; ++point) {
    Sample& sample = samples.emplace_back();
    sample.weight = 1.0 / 8;
    for (unsigned corner = 0; corner < 8; ++corner) {
      Vector factor{};
      Vector sign{};
      for (unsigned d = 0; d < 3; ++d) {
        const double at = (point >> d & 1U) != 0 ? 1 - near : near;
        const bool is_far = (corner >> d & 1U) != 0;
        factor[d] = is_far ? at : 1 - at;
        sign[d] = is_far ? 1 : -1;
      }
      sample.value.push_back(factor[0] * factor[1] * factor[2]);
      sample.slope.push_back({sign[0] * factor[1] * factor[2], factor[0] * sign[1] * factor[2],
                              factor[0] * factor[1] * sign[2]});
    }
  }
  return samples;
}

using ElementMatrix = std::vector<std::vector<double>>;  // by corners

ElementMatrix element_matrix(const Mesh& mesh, std::size_t element,
                             const std::vector<Sample>& samples) {
  ElementMatrix matrix(mesh.corners, std::vector<double>(mesh.corners, 0));
  for (const Sample& sample : samples) {
    // derivatives of x, y and z along the axes of the reference element
    std::array<Vector, 3> along{};
    for (unsigned corner = 0; corner < mesh.corners; ++corner) {
      const Mesh::Point& point = mesh.nodes[mesh.node(element, corner)];
      for (unsigned d = 0; d < 3; ++d) {
        for (unsigned axis = 0; axis < 3; ++axis) {
          along[d][axis] += sample.slope[corner][d] * point[axis];
        }
      }
    }
    if (mesh.corners == 3) along[2] = {0, 0, 1};
    const std::array<Vector, 3> inverse{cross(along[1], along[2]), cross(along[2], along[0]),
                                        cross(along[0], along[1])};  // times the volume
    const double volume = dot(along[0], inverse[0]);
    std::vector<Vector> gradients;
    for (const Vector& slope : sample.slope) {
      Vector& gradient = gradients.emplace_back();
      for (unsigned axis = 0; axis < 3; ++axis) {
        for (unsigned d = 0; d < 3; ++d) gradient[axis] += slope[d] * inverse[d][axis] / volume;
      }
    }
    for (unsigned i = 0; i < mesh.corners; ++i) {
      for (unsigned j = 0; j < mesh.corners; ++j) {
        matrix[i][j] += sample.weight * volume *
                        (dot(gradients[i], gradients[j]) + sample.value[i] * sample.value[j]);
      }
    }
  }
  return matrix;
}

}  // namespace

std::vector<float> SparseMatrix::times(const std::vector<float>& vector) const {
  std::vector<float> product(rows(), 0);
  for (std::size_t row = 0; row < rows(); ++row) {
    for (std::uint32_t i = row_begin[row]; i < row_begin[row + 1]; ++i) {
      product[row] += value[i] * vector[column[i]];
    }
  }
  return product;
}

SparseMatrix assemble(const Mesh& mesh, const std::vector<std::uint32_t>& elements,
                      const std::vector<std::uint32_t>& nodes) {
  if (mesh.corners != 3 && mesh.corners != 8) {
    throw std::logic_error("assemble: neither triangles nor bricks");
  }
  const std::vector<Sample> samples =
      mesh.corners == 3 ? samples_of_triangle() : samples_of_brick();
  const auto row_of = [&](std::uint32_t node) {
    return static_cast<std::uint32_t>(std::lower_bound(nodes.begin(), nodes.end(), node) -
                                      nodes.begin());
  };
  std::vector<std::map<std::uint32_t, double>> rows(nodes.size());
  for (const std::uint32_t element : elements) {
    const ElementMatrix matrix = element_matrix(mesh, element, samples);
    std::vector<std::uint32_t> at;
    for (unsigned corner = 0; corner < mesh.corners; ++corner) {
      at.push_back(row_of(mesh.node(element, corner)));
    }
    for (unsigned i = 0; i < mesh.corners; ++i) {
      for (unsigned j = 0; j < mesh.corners; ++j) rows[at[i]][at[j]] += matrix[i][j];
    }
  }
  SparseMatrix assembled;
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      assembled.column.push_back(column);
      assembled.value.push_back(static_cast<float>(value));
    }
    assembled.row_begin.push_back(static_cast<std::uint32_t>(assembled.column.size()));
  }
  return assembled;
}

}  // namespace weft::finite_elements
