// Sparse matrices and vectors of single precision in the memory of an iWarp cell.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/iwarp/isa/operations.hpp"
#include "platforms/finite_elements/sparse_matrix.hpp"
#include "testbench/programs/cell_process.hpp"

namespace weft {

/// Words of memory, one behind the other, from a multiple of 4 on.
struct CellArray {
  std::uint32_t address = 0;
  std::uint32_t words = 0;

  /// Of word i.
  std::uint32_t at(std::uint32_t i) const { return address + 4 * i; }
};

/// Gives out memory of a cell, from an address on.
class CellMemory {
 public:
  /// Bytes of a cell's memory are at most 2^32.
  explicit CellMemory(std::uint64_t begin) : end_((begin + 7) / 8 * 8) {}

  /// Begins at a multiple of 8.
  CellArray take(std::size_t words);
  /// Behind all that was given out. If it is more than the cell has, the arrays mean nothing.
  std::uint64_t end() const { return end_; }

 private:
  std::uint64_t end_;
};

/// A matrix by compressed rows as a program reads it: entries of each row, the place of each
/// entry's column in a vector in bytes, and its value.
struct CellMatrix {
  CellArray rows;
  CellArray columns;
  CellArray values;

  CellMatrix(const finite_elements::SparseMatrix& matrix, CellMemory& memory);
  /// Before the run.
  void preset(const finite_elements::SparseMatrix& matrix, const CellProcess& cell) const;
};

void preset_words(const CellProcess& cell, const CellArray& array,
                  const std::vector<std::uint32_t>& words);
void preset_floats(const CellProcess& cell, const CellArray& array,
                   const std::vector<float>& values);
/// For observers; takes no time.
std::vector<float> floats_of(const CellProcess& cell, const CellArray& array);

/// Kernels of a program without long instruction words. Every load and store is an operation of the
/// computation agent, on the memory that spooling gates share; additions, multiplications and
/// integer instructions take the clocks of their units (isa::UnitClocks). Pointers count along with
/// loads and stores, and a loop is an instruction at its end, as in `do` and `loop`.
class CellKernels {
 public:
  explicit CellKernels(CellProcess& cell) : cell_(&cell) {}

  /// Rows times a vector, each sum to two places. An entry takes 9 clocks: two loads, an integer
  /// addition, a load, a multiplication, an addition, the loop; a row 6 more.
  Program multiply(const CellMatrix& matrix, const CellArray& vector, const CellArray& product,
                   const CellArray& copy);
  /// The sum of the products of the elements at `places`, bytes from the begin of a vector.
  Program dot(const CellArray& places, const CellArray& one, const CellArray& other, float& sum);
  /// target = one + factor * other; an element takes 8 clocks.
  Program sum_scaled(const CellArray& target, const CellArray& one, float factor,
                     const CellArray& other);
  /// The quotient of two scalars.
  Program divide(float one, float other, float& quotient);

  /// Floating-point operations so far.
  std::uint64_t flops() const { return flops_; }

 private:
  CellProcess* cell_;
  isa::UnitClocks clocks_;
  std::uint64_t flops_ = 0;
};

}  // namespace weft
