#include "testbench/software/iwarp/border_carriers.hpp"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>
#include <utility>

#include "hw/iwarp/isa/operations.hpp"
#include "hw/iwarp/word.hpp"
#include "testbench/workloads/element_phases.hpp"

namespace weft {
namespace {

constexpr std::uint32_t element_lead = 4;  // as of the workload `conset`

std::size_t dimensions_of(unsigned cells) { return std::bit_width(cells) - 1U; }

MessageSettings with_context(MessageSettings settings, std::uint32_t context) {
  settings.context = context;
  return settings;
}

}  // namespace

Program ConnectionCarrier::exchange() {
  for (std::size_t phase = 0; phase < plan_->linkages.phases.size(); ++phase) {
    co_await connections_.synchronize();
    co_await connections_.load_phase(phase);
    co_await use_elements(connections_, *plan_, element_lead, *part_);
    co_await connections_.synchronize();
  }
}

conset::ConnectionSet sum_connections(unsigned cells) {
  conset::ConnectionSet set;
  std::vector<std::size_t>& step = set.steps.emplace_back();
  for (std::size_t dimension = 0; dimension < dimensions_of(cells); ++dimension) {
    for (unsigned from = 0; from < cells; ++from) {
      conset::Connection connection;
      connection.name = fmt::format("sum{}.{}", dimension, from);
      connection.from = from;
      connection.to = from ^ (1U << dimension);
      step.push_back(set.connections.size());
      set.connections.push_back(std::move(connection));
    }
  }
  return set;
}

std::uint32_t SolverMessages::end(unsigned cell) const {
  const auto cells = static_cast<unsigned>(borders.sends.size());
  return sum_words(cell) + static_cast<std::uint32_t>(dimensions_of(cells)) * word_bytes;
}

MessageCarrier::MessageCarrier(CellProcess& cell, SolverMessages& shared, PartOnCell& part)
    : cell_(&cell),
      shared_(&shared),
      part_(&part),
      messages_(cell, with_context(shared.settings, shared.context(cell.cell().address))),
      came_(dimensions_of(static_cast<unsigned>(shared.borders.sends.size()))) {}

Program MessageCarrier::exchange() {
  exchanges_ = true;
  co_await exchange_elements(*cell_, messages_, 0, shared_->exchange, *this);
  exchanges_ = false;
}

// Both cells of a pair add the same two numbers.
Program MessageCarrier::add_up(float& sum) {
  for (std::size_t dimension = 0; dimension < came_.size(); ++dimension) {
    co_await send_sum(dimension, sum);
    while (came_[dimension].empty()) {
      co_await messages_.progress(idle_clocks);
      if (!messages_.arriving()) continue;
      std::size_t connection = 0;
      co_await scatter_message(*cell_, messages_, shared_->exchange, *this, connection);
    }
    sum += came_[dimension].front();
    came_[dimension].pop_front();
    co_await cell_->compute(isa::UnitClocks{}.single);
  }
  while (!messages_.idle()) co_await messages_.progress(idle_clocks);
}

Program MessageCarrier::send_sum(std::size_t dimension, float sum) {
  const unsigned here = cell_->cell().address;
  const unsigned to = here ^ (1U << dimension);
  const auto offset = static_cast<std::uint32_t>(dimension) * word_bytes;
  OutgoingMessage message;
  message.to = to;
  message.address = shared_->sum_words(here) + offset;
  message.words = 1;
  for (const PlannedMessage& planned : shared_->sums.sends[here]) {
    if (shared_->sums.set.connections[planned.connection].to != to) continue;
    message.way = planned.way;
    shared_->exchange.under_way->sent(shared_->first_sum() + planned.connection);
  }
  co_await cell_->store(message.address, std::bit_cast<std::uint32_t>(sum));
  co_await messages_.send(message);
}

Program MessageCarrier::scatter(std::size_t connection, std::uint64_t number, std::uint32_t value) {
  if (connection >= shared_->first_sum()) {
    const std::size_t cells = shared_->borders.sends.size();
    came_[(connection - shared_->first_sum()) / cells].push_back(std::bit_cast<float>(value));
    co_return;
  }
  if (!exchanges_) {
    throw std::runtime_error(
        "a word of the next product came in before the sum over all cells was "
        "known here");
  }
  co_await part_->scatter(connection, number, value);
}

}  // namespace weft
