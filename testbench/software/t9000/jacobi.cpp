#include "testbench/software/t9000/jacobi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "testbench/software/all_ended.hpp"
#include "testbench/software/t9000/process_grid.hpp"
#include "testbench/software/values.hpp"

namespace weft {

namespace {

Program iterate(Process& self, JacobiParameters parameters, Jacobi::Place& place) {
  const Time computing = Time{parameters.block} * parameters.block * parameters.operation;
  for (std::uint32_t i = 0; i < parameters.iterations; ++i) {
    const Time begin = self.now();
    for (const auto& [side, socket] : place.neighbours) self.post(socket, place.field.edge(side));
    const std::vector<ReceivedMessage> edges = co_await self.receive_each(place.sockets);
    for (std::size_t n = 0; n < edges.size(); ++n) {
      place.field.set_border(place.neighbours[n].side, edges[n].as<double>());
    }
    place.time.communication += self.now() - begin;
    co_await self.compute(computing);
    place.field.relax();
  }
  place.time.end = self.now();
}

Field drawn_field(std::uint64_t seed, const Shape& grid, std::uint32_t block) {
  Field field(grid[0] * block, grid[1] * block);
  for (const FieldSide side :
       {FieldSide::left, FieldSide::right, FieldSide::top, FieldSide::bottom}) {
    const bool upright = side == FieldSide::left || side == FieldSide::right;
    field.set_border(side,
                     drawn_values(seed, fmt::format("jacobi/border{}", static_cast<unsigned>(side)),
                                  upright ? field.height() : field.width()));
  }
  return field;
}

}  // namespace

Jacobi::Jacobi(System& system, const JacobiParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      grid_(jacobi_grid(parameters, platform())),
      given_(drawn_field(platform().seed, grid_, parameters.block)),
      places_(node_count(grid_)) {
  const std::vector<std::size_t> processors = processors_of_grid(platform(), grid_);
  const std::size_t block = parameters_.block;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    places_[i].field = Field(block, block);
    for (std::size_t y = 0; y < block + 2; ++y) {
      for (std::size_t x = 0; x < block + 2; ++x) {
        places_[i].field.at(x, y) = given_.at(left_of(i) + x, top_of(i) + y);
      }
    }
  }
  connect(processors);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    start().start(fmt::format("{}/jacobi[{}]", sockets().name(processors[i]),
                              fmt::join(coordinates_of(grid_, i), ",")),
                  sockets().core(processors[i]), iterate, parameters_, std::ref(places_[i]));
  }
}

void Jacobi::connect(const std::vector<std::size_t>& processors) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if ((i + 1) % grid_[0] != 0) join(i, FieldSide::right, i + 1, processors);
    if (i + grid_[0] < places_.size()) join(i, FieldSide::bottom, i + grid_[0], processors);
  }
}

void Jacobi::join(std::size_t here, FieldSide side, std::size_t there,
                  const std::vector<std::size_t>& processors) {
  const auto [socket, far_socket] = sockets().connect(processors[here], processors[there]);
  places_[here].neighbours.push_back({side, socket});
  places_[here].sockets.push_back(socket);
  places_[there].neighbours.push_back({opposite(side), far_socket});
  places_[there].sockets.push_back(far_socket);
}

Field Jacobi::result() const {
  Field field = given_;
  const std::size_t block = parameters_.block;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    for (std::size_t y = 1; y <= block; ++y) {
      for (std::size_t x = 1; x <= block; ++x) {
        field.at(left_of(i) + x, top_of(i) + y) = places_[i].field.at(x, y);
      }
    }
  }
  return field;
}

ReportedValues Jacobi::report(Time now) const {
  require_all_ended(processes(), "processes", "the iteration", now);
  Field expected = given_;
  for (std::uint32_t i = 0; i < parameters_.iterations; ++i) expected.relax();
  return figures(require_equal(result().values(), expected.values(), "the iteration"));
}

ReportedValues Jacobi::figures(double error) const {
  std::vector<TimeSpent> times;
  for (const Place& place : places_) times.push_back(place.time);
  const auto points = static_cast<double>(given_.width() * given_.height());
  ReportedValues values{reported::count("points", points)};
  report_work(values, times, 4 * points * parameters_.iterations);
  values.push_back(reported::figure("error", Statistic::maximum, error));
  return values;
}

}  // namespace weft
