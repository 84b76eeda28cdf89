#include "testbench/software/iwarp/fft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "hw/common/random.hpp"
#include "platforms/components/cells.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/software/iwarp/fourier.hpp"

namespace weft {
namespace {

using ComplexFloat = std::complex<float>;
using Points = Fft::Points;
using FftRecord = Fft::Record;

/// What a loop does for each of its results.
struct Work {
  std::uint64_t additions;
  std::uint64_t multiplications;
  std::uint64_t accesses;  ///< To memory, a complex number each.

  std::uint64_t clocks() const {
    constexpr std::uint64_t unit = 2;  // of the adder and the multiplier, for a result
    return std::max({unit * additions, unit * multiplications, accesses});
  }
};

constexpr Work butterfly{6, 4, 5};   // a, b, w; a, b
constexpr Work sum{2, 0, 3};         // a, b; a
constexpr Work difference{4, 4, 4};  // a, b, w; b

/// What the program of a cell knows.
struct Transform {
  const ExchangeStages* stages = nullptr;
  const Points* twiddles = nullptr;
  std::map<unsigned, unsigned> early;  ///< Channels of pathways that have come, by origin.
};

const double rounding = std::ldexp(1.0, -24);  // of a number of 32 bits, relative

unsigned log2_of(std::size_t power) { return static_cast<unsigned>(std::countr_zero(power)); }

/// Of the lower point of a butterfly in a stage of the whole transform, by the index of that point.
ComplexFloat twiddle(const Points& twiddles, unsigned stage, std::size_t index) {
  const std::size_t half = twiddles.size() >> stage;  // from the lower point to the upper
  return twiddles[(index % half) << stage];
}

Program send_points(CellProcess& cell, const Pathway& way, const Points& points) {
  const unsigned own = cell.own_channel();
  co_await await_free(cell, own);
  co_await open_pathway(cell, own, way);
  co_await cell.bind_output(0, own);
  for (const ComplexFloat& point : points) {
    co_await cell.write(0, std::bit_cast<std::uint32_t>(point.real()));
    co_await cell.write(0, std::bit_cast<std::uint32_t>(point.imag()));
  }
  co_await cell.send_marker(own, WordTag::pathway_end);
}

/// Waits for the pathway from the partner; those from others stay until they are asked for.
Program accept_partner(CellProcess& cell, Transform& self, unsigned partner) {
  while (self.early.count(partner) == 0) {
    Arrival arrival;
    co_await accept_pathway(cell, 0, arrival);
    self.early[arrival.origin] = arrival.channel;
  }
  co_await cell.bind_input(0, self.early.at(partner));
  self.early.erase(partner);
}

Program receive_points(CellProcess& cell, Transform& self, unsigned partner, Points& points) {
  co_await accept_partner(cell, self, partner);
  std::uint32_t real = 0;
  std::uint32_t imaginary = 0;
  for (ComplexFloat& point : points) {
    co_await read_data(cell, 0, real);
    co_await read_data(cell, 0, imaginary);
    point = {std::bit_cast<float>(real), std::bit_cast<float>(imaginary)};
  }
  const Word end = co_await cell.read(0);
  if (end.tag != WordTag::pathway_end) throw std::runtime_error("more points came than were sent");
}

/// A stage between cells, which both hold points of the same places in their rows.
Program exchange(CellProcess& cell, Transform& self, unsigned stage, FftRecord& record) {
  const Time begin = cell.now();
  const unsigned address = cell.cell().address;
  const unsigned partner = self.stages->partner(stage, address);
  const Pathway& way = self.stages->way(stage, address);
  Points& mine = record.points;
  Points other(mine.size());
  const bool lower = address < partner;
  if (lower) co_await send_points(cell, way, mine);
  co_await receive_points(cell, self, partner, other);
  if (!lower) co_await send_points(cell, way, mine);
  record.communication += cell.now() - begin;
  const std::size_t first = std::min(address, partner) * mine.size();
  for (std::size_t i = 0; i < mine.size(); ++i) {
    mine[i] = lower ? mine[i] + other[i]
                    : (other[i] - mine[i]) * twiddle(*self.twiddles, stage, first + i);
  }
  co_await cell.compute(mine.size() * (lower ? sum : difference).clocks());
}

/// A stage within the cell.
Program transform_locally(CellProcess& cell, Transform& self, unsigned stage, FftRecord& record) {
  Points& points = record.points;
  const std::size_t half = self.twiddles->size() >> stage;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if ((i & half) != 0) continue;
    const ComplexFloat a = points[i];
    const ComplexFloat b = points[i + half];
    points[i] = a + b;
    points[i + half] = (a - b) * twiddle(*self.twiddles, stage, i);
  }
  co_await cell.compute(points.size() / 2 * butterfly.clocks());
}

Program transform(CellProcess& cell, Transform self, FftRecord& record) {
  record.begin = cell.now();
  const unsigned between = self.stages->count();
  const unsigned stages = between + log2_of(record.points.size());
  for (unsigned stage = 0; stage < between; ++stage) {
    co_await exchange(cell, self, stage, record);
  }
  for (unsigned stage = between; stage < stages; ++stage) {
    co_await transform_locally(cell, self, stage, record);
  }
  record.end = cell.now();
}

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

}  // namespace

Fft::Fft(System& system, const FftParameters& parameters)
    : Workload(system),
      stages_(platform()),
      records_(cells_of(system).size()),
      given_(draw_points(platform().seed, records_.size() * parameters.points)),
      clock_(cells_of(system).front().clock) {
  const auto roots = roots_of_unity(given_.size());
  twiddles_.assign(roots.begin(), roots.begin() + static_cast<long>(roots.size() / 2));
  for (const CellView& cell : cells_of(system)) {
    FftRecord& record = records_[cell.address];
    const auto first = given_.begin() + static_cast<long>(cell.address * parameters.points);
    record.points.assign(first, first + static_cast<long>(parameters.points));
    start_on_cells().start(cell, transform, Transform{&stages_, &twiddles_, {}}, std::ref(record));
  }
}

Fft::Points Fft::result() const {
  const std::size_t n = given_.size();
  const std::size_t of_cell = n / records_.size();
  Points result(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t reversed = 0;
    for (std::size_t bit = 1; bit < n; bit *= 2) reversed = reversed * 2 + ((i & bit) != 0 ? 1 : 0);
    result[reversed] = records_[i / of_cell].points[i % of_cell];
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
  require_all_ended(cell_processes(), "cells", "the transform", now);
  const Error error = this->error();
  if (!(error.root_mean_square <= bound())) {
    throw std::runtime_error(
        fmt::format("the transform is wrong by {:.3g}, more than the {:.3g} "
                    "that rounding can add up to",
                    error.root_mean_square, bound()));
  }
  return figures(error);
}

ReportedValues Fft::figures(const Error& error) const {
  const auto points = static_cast<double>(given_.size());
  const double stages = log2_of(given_.size());
  Time end = 0;
  double communication = 0;
  for (const FftRecord& record : records_) {
    end = std::max(end, record.end);
    communication +=
        static_cast<double>(record.communication) / static_cast<double>(record.end - record.begin);
  }
  const double flops = 5 * points * stages;
  return {
      reported::count("points", points),
      reported::single("clocks", static_cast<double>(end / clock_)),
      reported::single("speed by 5 n log2 n", flops * second / static_cast<double>(end) / 1e6,
                       Unit::megaflops),
      reported::figure("time in communication", Statistic::mean,
                       100 * communication / static_cast<double>(records_.size()), Unit::percent),
      reported::figure("error", Statistic::root_mean_square, error.root_mean_square / rounding,
                       Unit::roundings),
      reported::figure("error", Statistic::maximum, error.largest / rounding, Unit::roundings),
      reported::single("error that rounding may add up to", bound() / rounding, Unit::roundings)};
}

}  // namespace weft
