#include "testbench/software/iwarp/finite_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "hw/common/random.hpp"
#include "hw/iwarp/word.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/barrier_plan.hpp"
#include "platforms/conset/compiler.hpp"
#include "platforms/conset/linkages.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/software/all_ended.hpp"

namespace weft {
namespace {

using SolverShared = FiniteElements::Shared;

// 24 bits, all of them in a float, in [-1, 1).
std::vector<float> draw_values(std::uint64_t seed, std::size_t count) {
  RandomStream random(seed, "finite_elements/values");
  std::vector<float> values(count);
  for (float& value : values) {
    value = static_cast<float>(random() >> 40U) / static_cast<float>(1U << 23U) - 1;
  }
  return values;
}

PartOnCell& put_part(CellProcess& cell, SolverShared& shared) {
  const unsigned address = cell.cell().address;
  const unsigned part = shared.part_of_cell[address];
  std::optional<PartOnCell>& here = shared.parts[address];
  here.emplace(cell, shared.mesh, part, shared.begin[address]);
  here->preset(shared.given[part]);
  return *here;
}

Program multiply_part(CellProcess& cell, PartOnCell& part, std::size_t number,
                      SolverShared& shared) {
  shared.times_of(number).begin = std::min(shared.times_of(number).begin, cell.now());
  co_await part.multiply();
  shared.times_of(number).multiplied = std::max(shared.times_of(number).multiplied, cell.now());
}

// With sums at the borders.
Program multiply_mesh(CellProcess& cell, BorderCarrier& carrier, PartOnCell& part,
                      std::size_t number, SolverShared& shared) {
  co_await multiply_part(cell, part, number, shared);
  co_await carrier.exchange();
  shared.times_of(number).end = std::max(shared.times_of(number).end, carrier.ended());
}

// All cells have the same sums, so they end together.
Program solve(CellProcess& cell, BorderCarrier& carrier, PartOnCell& part, SolverShared& shared) {
  const double tolerance = shared.parameters.tolerance;
  float square = 0;
  co_await part.residual_square(square);
  co_await carrier.add_up(square);
  const double scale = square;
  std::uint32_t iteration = 0;
  while (square > tolerance * tolerance * scale && iteration < shared.parameters.iterations) {
    co_await multiply_mesh(cell, carrier, part, iteration, shared);
    float along = 0;
    co_await part.direction_square(along);
    co_await carrier.add_up(along);
    float factor = 0;
    co_await part.divide(square, along, factor);
    co_await part.step(factor);
    float next = 0;
    co_await part.residual_square(next);
    co_await carrier.add_up(next);
    co_await part.divide(next, square, factor);
    co_await part.turn(factor);
    square = next;
    ++iteration;
  }
  shared.iterations = iteration;
  shared.residual = scale == 0 ? 0 : std::sqrt(square / scale);
}

Program run_task(CellProcess& cell, BorderCarrier& carrier, PartOnCell& part,
                 SolverShared& shared) {
  if (shared.parameters.task == SolverTask::product) {
    co_await multiply_mesh(cell, carrier, part, 0, shared);
  } else {
    co_await solve(cell, carrier, part, shared);
  }
}

Program run_by_connections(CellProcess& cell, SolverShared& shared) {
  PartOnCell& part = put_part(cell, shared);
  ConnectionCarrier carrier(cell, shared.connections, part);
  co_await carrier.open();
  co_await run_task(cell, carrier, part, shared);
}

Program run_by_messages(CellProcess& cell, SolverShared& shared) {
  PartOnCell& part = put_part(cell, shared);
  MessageCarrier carrier(cell, shared.messages, part);
  co_await run_task(cell, carrier, part, shared);
}

ReportedValues border_histogram(const std::vector<finite_elements::Part>& parts) {
  constexpr std::array<std::size_t, 5> last{4, 16, 64, 256, 1024};  // of each bin
  ReportedValues values;
  std::size_t first = 1;
  for (const std::size_t to : last) {
    double borders = 0;
    for (const finite_elements::Part& part : parts) {
      for (const finite_elements::Border& border : part.borders) {
        if (border.nodes.size() >= first && border.nodes.size() <= to) ++borders;
      }
    }
    values.push_back(reported::count(fmt::format("borders of {} to {} words", first, to), borders));
    first = to + 1;
  }
  return values;
}

conset::PlacedMesh place_of_finite_elements(const Platform& platform,
                                            const FiniteElementsParameters& parameters) {
  const conset::CellGraph graph(platform, true, platform.workload.place);
  return conset::place_mesh(parameters.mesh, graph, parameters.placement,
                            platform.workload.parameters->place("mesh"));
}

}  // namespace

FiniteElements::ProductTimes& FiniteElements::Shared::times_of(std::size_t product) {
  if (products.size() <= product) products.resize(product + 1);
  return products[product];
}

FiniteElements::FiniteElements(System& system, const FiniteElementsParameters& parameters)
    : FiniteElements(system, parameters, place_of_finite_elements(system.platform(), parameters)) {}

FiniteElements::FiniteElements(System& system, const FiniteElementsParameters& parameters,
                               const conset::PlacedMesh& placed)
    : Workload(system),
      matrix_(placed.parted.mesh, placed.parted.parts),
      check_(placed.parted.mesh, matrix_),
      drawn_(draw_values(platform().seed, placed.parted.mesh.nodes.size())),
      given_(drawn_),
      clock_(cells_of(system).front().clock) {
  const std::vector<CellView>& cells = cells_of(system);
  const bool is_conset = parameters.model == SolverModel::conset;
  if (parameters.task == SolverTask::solution) {
    const std::vector<double> right_side = check_.times(drawn_);
    given_.assign(right_side.begin(), right_side.end());
  }
  shared_.parameters = parameters;
  shared_.mesh = {
      &matrix_,
      border_connections(matrix_.parts()),
      {is_conset ? parameters.send_clocks : parameters.copy_clocks, parameters.receive_clocks}};
  shared_.part_of_cell.resize(cells.size());
  for (unsigned part = 0; part < cells.size(); ++part) {
    shared_.part_of_cell[placed.cell_of_part[part]] = part;
  }
  shared_.given = matrix_.parted(given_);
  shared_.parts.resize(cells.size());
  const conset::CellGraph graph(platform(), true, platform().workload.place);
  if (is_conset) {
    plan_connections(graph, placed.set);
  } else {
    plan_all_messages(graph, placed.set);
  }
  for (const CellView& cell : cells) {
    shared_.begin.push_back(is_conset ? PhasedConnections::bytes(shared_.connections, cell.address)
                                      : shared_.messages.end(cell.address));
    require_memory(cell);
    start_on_cells().start(cell, is_conset ? run_by_connections : run_by_messages,
                           std::ref(shared_));
  }
}

void FiniteElements::plan_connections(const conset::CellGraph& graph,
                                      const conset::ConnectionSet& set) {
  conset::CompilerOptions options;
  options.router = conset::options_of(shared_.parameters.router);
  options.router.resources.channels = shared_.parameters.channels;
  options.clocks_per_word = static_cast<unsigned>(
      std::max(shared_.parameters.send_clocks, shared_.parameters.receive_clocks));
  options.at_once = 1;
  shared_.connections.schedule = conset::compile(graph, set, options);
  shared_.connections.linkages =
      conset::link_schedule(shared_.connections.schedule, graph, conset::synchronization_channels);
  shared_.connections.barrier = conset::plan_barrier(graph, platform().workload.place);
}

void FiniteElements::plan_all_messages(const conset::CellGraph& graph,
                                       const conset::ConnectionSet& set) {
  SolverMessages& messages = shared_.messages;
  messages.settings.clocks = clocks_of_overhead(shared_.parameters.overhead);
  messages.settings.receive = MessageReceive::by_word;
  messages.settings.wait = MessageWait::agent;
  const conset::ConnectionSet sums = sum_connections(graph.cells());
  messages.borders = plan_messages(platform(), graph, set, shared_.parameters.order);
  messages.sums = plan_messages(platform(), graph, sums, MessageOrder::listed);
  all_messages_ = set;
  all_messages_.connections.insert(all_messages_.connections.end(), sums.connections.begin(),
                                   sums.connections.end());
  under_way_.emplace(all_messages_);
  messages.exchange = {&messages.borders, &*under_way_};
}

void FiniteElements::require_memory(const CellView& cell) const {
  const std::uint64_t end = PartOnCell::end(shared_.mesh, shared_.part_of_cell[cell.address],
                                            shared_.begin[cell.address]);
  const unsigned there = iwarp_parameters(platform(), cell.component).memory_bytes;
  if (end <= there) return;
  throw InputError(platform().workload.place,
                   fmt::format("{} bytes of '{}' in '{}', which has {}", end,
                               shared_.parameters.mesh, cell.name, there),
                   "expected cells with more memory, or a smaller mesh");
}

finite_elements::PartedVector FiniteElements::of_parts(std::vector<float> (PartOnCell::*vector)()
                                                           const) const {
  finite_elements::PartedVector all(shared_.parts.size());
  for (std::size_t cell = 0; cell < shared_.parts.size(); ++cell) {
    all[shared_.part_of_cell[cell]] = ((*shared_.parts[cell]).*vector)();
  }
  return all;
}

// What the cells have in their memories.
FiniteElements::Checked FiniteElements::checked() const {
  Checked found;
  if (shared_.parameters.task == SolverTask::product) {
    found.error = check_.error_of(of_parts(&PartOnCell::product), drawn_);
    if (found.error <= check_.roundings()) return found;
    throw std::runtime_error(
        fmt::format("a sum of the product is off by {:.1f} roundings of 2^-24; expected at most {}",
                    found.error, check_.roundings()));
  }
  const std::vector<float> solution = matrix_.whole(of_parts(&PartOnCell::solution));
  found.residual = check_.residual(solution, given_);
  const double drift = check_.drift(solution, given_, shared_.iterations);
  if (!(std::abs(found.residual - shared_.residual) <= drift)) {
    throw std::runtime_error(
        fmt::format("the solution has a residual of {:.3g}, where the cells have {:.3g}; expected "
                    "{:.3g} between them at most, by roundings",
                    found.residual, shared_.residual, drift));
  }
  for (std::size_t i = 0; i < solution.size(); ++i) {
    found.furthest =
        std::max(found.furthest, static_cast<double>(std::abs(solution[i] - drawn_[i])));
  }
  return found;
}

ReportedValues FiniteElements::report(Time now) const {
  require_all_ended(cell_processes(), "cells", "the solver", now);
  return figures(checked());
}

ReportedValues FiniteElements::figures(const Checked& found) const {
  Time computation = 0;
  Time communication = 0;
  for (const ProductTimes& one : shared_.products) {
    computation += one.multiplied - one.begin;
    communication += one.end - one.multiplied;
  }
  std::uint64_t words = 0;
  std::uint64_t entries = 0;
  for (unsigned part = 0; part < matrix_.parts().size(); ++part) {
    entries += matrix_.of_part(part).column.size();
  }
  for (const std::optional<PartOnCell>& part : shared_.parts) {
    if (part) words += part->words_received();
  }
  const auto products = static_cast<double>(shared_.products.size());
  const double most_words =
      static_cast<double>(finite_elements::figures_of(matrix_.parts()).most_words) *
      static_cast<double>(shared_.parts.size());
  const auto clocks = [this](Time time) { return static_cast<double>(time / clock_); };
  const auto rate = [](double amount, Time time) {
    const double microseconds = static_cast<double>(time) / static_cast<double>(microsecond);
    return time == 0 ? 0 : amount / microseconds;
  };
  ReportedValues values{
      reported::count("products", products),
      reported::count("phases", static_cast<double>(shared_.connections.schedule.phases.size())),
      reported::count("words received", static_cast<double>(words)),
      reported::single("clocks of computation", clocks(computation)),
      reported::single("clocks of communication", clocks(communication)),
      reported::single("speed of computation",
                       rate(2 * products * static_cast<double>(entries), computation),
                       Unit::megaflops),
      reported::single("aggregate bandwidth",
                       rate(static_cast<double>(words) * word_bytes, communication),
                       Unit::megabytes_per_second),
      reported::single("bandwidth by the busiest cell",
                       rate(products * most_words * word_bytes, communication),
                       Unit::megabytes_per_second)};
  if (shared_.parameters.task == SolverTask::product) {
    values.push_back(reported::figure("error", Statistic::maximum, found.error, Unit::roundings));
    values.push_back(
        reported::single("error that rounding may add up to", check_.roundings(), Unit::roundings));
  } else {
    values.push_back(reported::single("residual", shared_.residual));
    values.push_back(reported::single("residual by one program", found.residual));
    values.push_back(reported::single("furthest from what was drawn", found.furthest));
  }
  const ReportedValues borders = border_histogram(matrix_.parts());
  values.insert(values.end(), borders.begin(), borders.end());
  return values;
}

}  // namespace weft
