// A sparse matrix in parts times a vector: what each part computes, and what goes over its borders.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "platforms/finite_elements/mesh.hpp"
#include "platforms/finite_elements/parts.hpp"
#include "platforms/finite_elements/sparse_matrix.hpp"

namespace weft::finite_elements {

/// The words of a border, in the order of its nodes: partial sums that one part sends.
std::vector<float> gather(const Border& border, const std::vector<float>& partial_sums);
/// What came in over a border is added to the sums of its nodes, word by word as it comes. The same
/// for each way in which words are carried.
void scatter_add(const Border& border, const std::vector<float>& words, std::vector<float>& sums);

/// A vector of the nodes of a mesh in parts: of each part, of each of its nodes. Parts that have a
/// node in common have the same value for it, but for what sums in another order round otherwise.
using PartedVector = std::vector<std::vector<float>>;

/// Words over the borders, by part and border.
using BorderWords = std::vector<std::vector<std::vector<float>>>;
/// Carries what all parts send, `sent[part][border]`, and gives back what has arrived:
/// `arrived[part][border]` came from that border's other part. A simulation of cells can be one.
using Carry = std::function<BorderWords(const BorderWords& sent)>;
/// Carries words within the program.
Carry carry_in_memory(const std::vector<Part>& parts);

/// The matrix of a mesh (assemble) in parts, one for each processor.
class PartedMatrix {
 public:
  PartedMatrix(const Mesh& mesh, std::vector<Part> parts);

  const std::vector<Part>& parts() const { return parts_; }
  const SparseMatrix& of_part(unsigned part) const { return matrices_[part]; }
  std::size_t nodes() const { return nodes_; }
  /// Numbers in Part::nodes of those that count for this part: see dot.
  std::vector<std::uint32_t> counted(unsigned part) const;

  /// Each part multiplies its own matrix, which gives sums that are partial at its borders; sends
  /// those; and adds what the others send.
  PartedVector times(const PartedVector& vector, const Carry& carry) const;

  /// Of the whole mesh, by node.
  PartedVector parted(const std::vector<float>& vector) const;
  std::vector<float> whole(const PartedVector& vector) const;

  /// Each node counts once, for the lowest part that has it; a sum for each part, then over all.
  double dot(const PartedVector& one, const PartedVector& other) const;

 private:
  std::vector<Part> parts_;
  std::vector<SparseMatrix> matrices_;
  std::vector<std::vector<bool>> counts_;  // by part and node
  std::size_t nodes_ = 0;                  // of the mesh
};

}  // namespace weft::finite_elements
