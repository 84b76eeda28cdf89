#include "testbench/software/iwarp/fft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "hw/common/random.hpp"
#include "hw/iwarp_toolchain/program_check.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/software/iwarp/fourier.hpp"

namespace weft {
namespace {

using ComplexFloat = std::complex<float>;
using Points = ComplexFloats;

const double rounding = std::ldexp(1.0, -24);  // of a number of 32 bits, relative

unsigned log2_of(std::size_t power) { return static_cast<unsigned>(std::countr_zero(power)); }

Points draw_points(std::uint64_t seed, std::size_t count) {
  RandomStream random(seed, "fft/points");
  const auto draw = [&random] {  // 24 bits, all of them in a float, in [-1, 1)
    return static_cast<float>(random() >> 40U) / static_cast<float>(1U << 23U) - 1;
  };
  Points points(count);
  for (ComplexFloat& point : points) {
    const float real = draw();
    point = {real, draw()};
  }
  return points;
}

// Throws InputError where a cell has too little memory for it.
void require_room(const Platform& platform, const isa::ProgramImage& image) {
  for (const Cell& cell : cells_of(platform)) {
    const auto fault = isa::find_fault(image, iwarp_parameters(platform, cell.component));
    if (fault) throw InputError(platform.workload.place, fault->found, fault->expected);
  }
}

Points twiddles_of(std::size_t n) {
  const auto roots = roots_of_unity(n);
  return {roots.begin(), roots.begin() + static_cast<long>(n / 2)};
}

}  // namespace

Fft::Fft(System& system, const FftParameters& parameters)
    : Workload(system),
      stages_(platform()),
      program_(stages_, parameters.points),
      points_(parameters.points),
      given_(draw_points(platform().seed, cells_of(system).size() * parameters.points)),
      clock_(cells_of(system).front().clock) {
  const Points twiddles = twiddles_of(given_.size());
  for (const CellView& cell : cells_of(system)) {
    const auto first = given_.begin() + static_cast<long>(cell.address * points_);
    auto image =
        program_.of_cell(cell.address, {first, first + static_cast<long>(points_)}, twiddles);
    if (cell.address == 0) require_room(platform(), *image);
    programs_.emplace_back(cell, std::move(image));
  }
}

void Fft::add_to(ProgramPositions& positions) const {
  for (const AssemblyProgram& program : programs_) positions[program.cell().component] = &program;
}

void Fft::keep_pace() {
  for (AssemblyProgram& program : programs_) program.sequencer().keep_pace();
}

std::uint32_t Fft::word(std::size_t cell, std::uint32_t address) const {
  return programs_[cell].cell().core->memory().peek(address);
}

Fft::Points Fft::result() const {
  const std::size_t n = given_.size();
  Points result(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t reversed = 0;
    for (std::size_t bit = 1; bit < n; bit *= 2) reversed = reversed * 2 + ((i & bit) != 0 ? 1 : 0);
    const auto address = program_.points_address() + static_cast<std::uint32_t>(8 * (i % points_));
    result[reversed] = {std::bit_cast<float>(word(i / points_, address)),
                        std::bit_cast<float>(word(i / points_, address + 4))};
  }
  return result;
}

Fft::Error Fft::error() const {
  const auto expected = fourier_sum({given_.begin(), given_.end()});
  const Points found = result();
  double largest = 0;
  double squares = 0;
  double squares_expected = 0;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double square = std::norm(std::complex<double>(found[k]) - expected[k]);
    largest = std::max(largest, square);
    squares += square;
    squares_expected += std::norm(expected[k]);
  }
  const double mean = squares_expected / static_cast<double>(found.size());
  return {std::sqrt(largest / mean), std::sqrt(squares / squares_expected)};
}

// Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorem 24.2: of a radix-2
// transform, relative in the 2-norm, with twiddles to the last bit
double Fft::bound() const { return log2_of(given_.size()) * rounding * (1 + 4 * std::sqrt(2.0)); }

ReportedValues Fft::report(Time now) const {
  require_all_ended(programs_, "cells", "the transform", now);
  const Error error = this->error();
  if (!(error.root_mean_square <= bound())) {
    throw std::runtime_error(
        fmt::format("the transform is wrong by {:.3g}, more than the {:.3g} "
                    "that rounding can add up to",
                    error.root_mean_square, bound()));
  }
  return figures(error, now);
}

ReportedValues Fft::figures(const Error& error, Time now) const {
  const auto points = static_cast<double>(given_.size());
  const double stages = log2_of(given_.size());
  std::uint32_t last = 0;
  double between = 0;
  isa::Counters sum;
  for (std::size_t cell = 0; cell < programs_.size(); ++cell) {
    const std::uint32_t begin = word(cell, program_.begin_address());
    const std::uint32_t end = word(cell, program_.end_address());
    last = std::max(last, end);
    between += static_cast<double>(word(cell, program_.between_address()) - begin) /
               static_cast<double>(end - begin);
    const isa::Counters counters = programs_[cell].sequencer().counters(now);
    sum.instructions += counters.instructions;
    sum.flops += counters.flops;
  }
  const double microseconds = static_cast<double>(last * clock_) / static_cast<double>(microsecond);
  return {
      reported::count("points", points),
      reported::single("clocks", static_cast<double>(last)),
      reported::single("speed by 5 n log2 n", 5 * points * stages / microseconds, Unit::megaflops),
      reported::count("instructions", static_cast<double>(sum.instructions)),
      reported::count("floating-point operations", static_cast<double>(sum.flops)),
      reported::figure("time in stages between cells", Statistic::mean,
                       100 * between / static_cast<double>(programs_.size()), Unit::percent),
      reported::figure("error", Statistic::root_mean_square, error.root_mean_square / rounding,
                       Unit::roundings),
      reported::figure("error", Statistic::maximum, error.largest / rounding, Unit::roundings),
      reported::single("error that rounding may add up to", bound() / rounding, Unit::roundings)};
}

}  // namespace weft
