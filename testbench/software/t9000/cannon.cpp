#include "testbench/software/t9000/cannon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

#include "testbench/software/all_ended.hpp"
#include "testbench/software/t9000/process_grid.hpp"
#include "testbench/software/values.hpp"

namespace weft {

namespace {

/// What all processes share.
struct CannonSetting {
  std::size_t processes;  ///< Of a row and of a column.
  std::size_t block;
  Time operation;
};

void add_product(Cannon::Matrix& c, const Cannon::Matrix& a, const Cannon::Matrix& b,
                 std::size_t side) {
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      double& sum = c[row * side + column];
      for (std::size_t k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
    }
  }
}

Program shift(Process& self, Cannon::Place& place, bool a, bool b) {
  const Time begin = self.now();
  std::vector<Socket> from;
  if (a) {
    self.post(place.left, place.a);
    from.push_back(place.right);
  }
  if (b) {
    self.post(place.up, place.b);
    from.push_back(place.down);
  }
  const std::vector<ReceivedMessage> blocks = co_await self.receive_each(from);
  if (a) place.a = blocks.front().as<double>();
  if (b) place.b = blocks.back().as<double>();
  place.time.communication += self.now() - begin;
}

Program multiply(Process& self, CannonSetting common, Cannon::Place& place) {
  for (std::size_t step = 0; step < std::max(place.row, place.column); ++step) {
    co_await shift(self, place, step < place.row, step < place.column);
  }
  for (std::size_t step = 0; step < common.processes; ++step) {
    co_await self.compute(common.block * common.block * common.block * common.operation);
    add_product(place.c, place.a, place.b, common.block);
    if (step + 1 < common.processes) co_await shift(self, place, true, true);
  }
  place.time.end = self.now();
}

Cannon::Matrix block_of(const Cannon::Matrix& matrix, std::size_t side, std::size_t block,
                        const Cannon::Place& place) {
  Cannon::Matrix part;
  part.reserve(block * block);
  for (std::size_t row = 0; row < block; ++row) {
    const auto first =
        matrix.begin() +
        static_cast<std::ptrdiff_t>((place.row * block + row) * side + place.column * block);
    part.insert(part.end(), first, first + static_cast<std::ptrdiff_t>(block));
  }
  return part;
}

}  // namespace

Cannon::Cannon(System& system, const CannonParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      processes_(cannon_side(parameters, platform())),
      a_(drawn_values(platform().seed, "cannon/a", side() * side())),
      b_(drawn_values(platform().seed, "cannon/b", side() * side())),
      places_(processes_ * processes_) {
  const auto grid = static_cast<unsigned>(processes_);
  const std::vector<std::size_t> processors = processors_of_grid(platform(), {grid, grid});
  const std::size_t block = parameters_.block;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    place.row = i / processes_;
    place.column = i % processes_;
    place.a = block_of(a_, side(), block, place);
    place.b = block_of(b_, side(), block, place);
    place.c.assign(block * block, 0);
  }
  connect(processors);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    start().start(fmt::format("{}/cannon[{},{}]", sockets().name(processors[i]), places_[i].row,
                              places_[i].column),
                  sockets().core(processors[i]), multiply,
                  CannonSetting{processes_, block, parameters_.operation}, std::ref(places_[i]));
  }
}

void Cannon::connect(const std::vector<std::size_t>& processors) {
  const auto index = [this](std::size_t row, std::size_t column) {
    return row % processes_ * processes_ + column % processes_;
  };
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    const std::size_t right = index(place.row, place.column + 1);
    const std::size_t down = index(place.row + 1, place.column);
    std::tie(place.right, places_[right].left) =
        sockets().connect(processors[i], processors[right]);
    std::tie(place.down, places_[down].up) = sockets().connect(processors[i], processors[down]);
  }
}

Cannon::Matrix Cannon::result() const {
  const std::size_t block = parameters_.block;
  Matrix result(side() * side());
  for (const Place& place : places_) {
    for (std::size_t row = 0; row < block; ++row) {
      std::copy_n(place.c.begin() + static_cast<std::ptrdiff_t>(row * block), block,
                  result.begin() + static_cast<std::ptrdiff_t>((place.row * block + row) * side() +
                                                               place.column * block));
    }
  }
  return result;
}

// The blocks of A and B that meet first in a process of row i and column j are those of k = i + j.
Cannon::Matrix Cannon::expected() const {
  Matrix product(side() * side());
  for (std::size_t row = 0; row < side(); ++row) {
    for (std::size_t column = 0; column < side(); ++column) {
      const std::size_t first = row / parameters_.block + column / parameters_.block;
      double sum = 0;
      for (std::size_t n = 0; n < side(); ++n) {
        const std::size_t k = (first * parameters_.block + n) % side();
        sum += a_[row * side() + k] * b_[k * side() + column];
      }
      product[row * side() + column] = sum;
    }
  }
  return product;
}

ReportedValues Cannon::report(Time now) const {
  require_all_ended(processes(), "processes", "the product", now);
  return figures(require_equal(result(), expected(), "the product"));
}

ReportedValues Cannon::figures(double error) const {
  std::vector<TimeSpent> times;
  for (const Place& place : places_) times.push_back(place.time);
  const auto n = static_cast<double>(side());
  ReportedValues values{reported::count("rows of the matrices", n)};
  report_work(values, times, 2 * n * n * n);
  values.push_back(reported::figure("error", Statistic::maximum, error));
  return values;
}

}  // namespace weft
