// A part of a finite element mesh on an iWarp cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/finite_elements/parted_product.hpp"
#include "testbench/software/iwarp/cell_kernels.hpp"
#include "testbench/workloads/element_work.hpp"

namespace weft {

/// A connection of a mesh (conset::connections_of): by which of its borders each part knows it.
struct BorderConnection {
  unsigned from = 0;
  std::size_t border = 0;  ///< Of that part.
  unsigned to = 0;
  std::size_t border_back = 0;  ///< Of that one.
};

/// In the order of conset::connections_of.
std::vector<BorderConnection> border_connections(const std::vector<finite_elements::Part>& parts);

/// Clocks of the loops that send and receive, of each word at each end (Feldmann et al. 1993, 5.2:
/// 10), with the operations on memory and gates.
struct ElementClocks {
  std::uint64_t send = 10;
  std::uint64_t receive = 10;
};
/// What those operations, and the addition, take: no loop is shorter.
inline constexpr std::uint64_t least_send_clocks = 3;
inline constexpr std::uint64_t least_receive_clocks = 6;

/// Matrix and vectors of a part in the memory of its cell, and the steps of conjugate gradients on
/// them. Its elements are the partial sums at its borders: gathered through the list of a border's
/// nodes, and added where that list says as they come. What is sent stays apart from what is added
/// up, as a node at a corner of three parts counts once for each.
class PartOnCell final : public ElementWork {
 public:
  /// What the cells of a run have in common; must outlive them.
  struct Mesh {
    const finite_elements::PartedMatrix* matrix = nullptr;
    std::vector<BorderConnection> connections;
    ElementClocks clocks;
  };

  /// In memory from `begin` on.
  PartOnCell(CellProcess& cell, const Mesh& mesh, unsigned part, std::uint64_t begin);
  /// Before the run: the matrix, and a vector in place of the direction and of the residual.
  void preset(const std::vector<float>& vector) const;

  /// Behind all of it in memory.
  static std::uint64_t end(const Mesh& mesh, unsigned part, std::uint64_t begin);

  /// The matrix of the part times the direction: partial sums.
  Program multiply() {
    return kernels_.multiply(places_.matrix, places_.direction, places_.partial, places_.sums);
  }
  Program gather(std::size_t connection, std::uint64_t number, std::uint32_t& value) override;
  Program scatter(std::size_t connection, std::uint64_t number, std::uint32_t value) override;

  /// What this cell adds to the square of the residual, and to the direction times the product.
  Program residual_square(float& sum) {
    return kernels_.dot(places_.counted, places_.residual, places_.residual, sum);
  }
  Program direction_square(float& sum) {
    return kernels_.dot(places_.counted, places_.direction, places_.sums, sum);
  }
  /// Solution and residual go a step along the direction.
  Program step(float factor);
  /// The residual and so much of the direction is the next one.
  Program turn(float factor) {
    return kernels_.sum_scaled(places_.direction, places_.residual, factor, places_.direction);
  }
  Program divide(float one, float other, float& quotient) {
    return kernels_.divide(one, other, quotient);
  }

  std::uint64_t words_received() const { return words_; }
  std::uint64_t flops() const { return kernels_.flops() + words_; }
  /// For observers, by node of the part.
  std::vector<float> product() const { return floats_of(*cell_, places_.sums); }
  std::vector<float> solution() const { return floats_of(*cell_, places_.solution); }

 private:
  struct Places {
    Places(const Mesh& mesh, unsigned part, CellMemory memory);

    CellMatrix matrix;
    CellArray direction;
    CellArray partial;  // sums, as they are sent
    CellArray sums;     // with what came
    CellArray solution;
    CellArray residual;
    CellArray counted;               // nodes that count here in a sum over all
    std::vector<CellArray> borders;  // nodes
    std::uint64_t end = 0;
  };

  CellProcess* cell_;
  const Mesh* mesh_;
  unsigned part_;
  Places places_;
  CellKernels kernels_;
  std::uint64_t words_ = 0;
};

}  // namespace weft
