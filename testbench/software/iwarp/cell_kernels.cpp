#include "testbench/software/iwarp/cell_kernels.hpp"

#include <bit>

#include "hw/iwarp/word.hpp"

namespace weft {
namespace {

float as_float(std::uint32_t word) { return std::bit_cast<float>(word); }
std::uint32_t as_word(float value) { return std::bit_cast<std::uint32_t>(value); }

}  // namespace

CellArray CellMemory::take(std::size_t words) {
  const CellArray array{static_cast<std::uint32_t>(end_), static_cast<std::uint32_t>(words)};
  end_ += (std::uint64_t{words} + 1) / 2 * 2 * word_bytes;
  return array;
}

CellMatrix::CellMatrix(const finite_elements::SparseMatrix& matrix, CellMemory& memory)
    : rows(memory.take(matrix.rows())),
      columns(memory.take(matrix.column.size())),
      values(memory.take(matrix.value.size())) {}

void CellMatrix::preset(const finite_elements::SparseMatrix& matrix,
                        const CellProcess& cell) const {
  std::vector<std::uint32_t> entries;
  for (std::size_t row = 0; row < matrix.rows(); ++row) {
    entries.push_back(matrix.row_begin[row + 1] - matrix.row_begin[row]);
  }
  std::vector<std::uint32_t> places;
  for (const std::uint32_t column : matrix.column) places.push_back(column * word_bytes);
  preset_words(cell, rows, entries);
  preset_words(cell, columns, places);
  preset_floats(cell, values, matrix.value);
}

void preset_words(const CellProcess& cell, const CellArray& array,
                  const std::vector<std::uint32_t>& words) {
  cell.cell().core->memory().preset(array.address, words);
}

void preset_floats(const CellProcess& cell, const CellArray& array,
                   const std::vector<float>& values) {
  std::vector<std::uint32_t> words;
  words.reserve(values.size());
  for (const float value : values) words.push_back(as_word(value));
  preset_words(cell, array, words);
}

std::vector<float> floats_of(const CellProcess& cell, const CellArray& array) {
  std::vector<float> values;
  values.reserve(array.words);
  for (std::uint32_t i = 0; i < array.words; ++i) {
    values.push_back(as_float(cell.cell().core->memory().peek(array.at(i))));
  }
  return values;
}

Program CellKernels::multiply(const CellMatrix& matrix, const CellArray& vector,
                              const CellArray& product, const CellArray& copy) {
  std::uint32_t entry = 0;
  for (std::uint32_t row = 0; row < matrix.rows.words; ++row) {
    const std::uint32_t entries = co_await cell_->load(matrix.rows.at(row));
    co_await cell_->compute(2 * clocks_.integer);  // the sum is 0; the loop begins
    float sum = 0;
    for (std::uint32_t i = 0; i < entries; ++i, ++entry) {
      const std::uint32_t place = co_await cell_->load(matrix.columns.at(entry));
      const std::uint32_t value = co_await cell_->load(matrix.values.at(entry));
      co_await cell_->compute(clocks_.integer);
      const std::uint32_t element = co_await cell_->load(vector.address + place);
      co_await cell_->compute(2 * clocks_.single + clocks_.integer);
      const float term = as_float(value) * as_float(element);
      sum += term;
    }
    co_await cell_->store(product.at(row), as_word(sum));
    co_await cell_->store(copy.at(row), as_word(sum));
    co_await cell_->compute(clocks_.integer);
  }
  flops_ += 2 * std::uint64_t{entry};
}

Program CellKernels::dot(const CellArray& places, const CellArray& one, const CellArray& other,
                         float& sum) {
  sum = 0;
  for (std::uint32_t i = 0; i < places.words; ++i) {
    const std::uint32_t place = co_await cell_->load(places.at(i));
    co_await cell_->compute(2 * clocks_.integer);
    const std::uint32_t left = co_await cell_->load(one.address + place);
    const std::uint32_t right = co_await cell_->load(other.address + place);
    co_await cell_->compute(2 * clocks_.single + clocks_.integer);
    const float term = as_float(left) * as_float(right);
    sum += term;
  }
  flops_ += 2 * std::uint64_t{places.words};
}

Program CellKernels::sum_scaled(const CellArray& target, const CellArray& one, float factor,
                                const CellArray& other) {
  for (std::uint32_t i = 0; i < target.words; ++i) {
    const std::uint32_t left = co_await cell_->load(one.at(i));
    const std::uint32_t right = co_await cell_->load(other.at(i));
    co_await cell_->compute(2 * clocks_.single);
    const float term = factor * as_float(right);
    co_await cell_->store(target.at(i), as_word(as_float(left) + term));
    co_await cell_->compute(clocks_.integer);
  }
  flops_ += 2 * std::uint64_t{target.words};
}

Program CellKernels::divide(float one, float other, float& quotient) {
  co_await cell_->compute(clocks_.single_divide);
  quotient = one / other;
  ++flops_;
}

}  // namespace weft
