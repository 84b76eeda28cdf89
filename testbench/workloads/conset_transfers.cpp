#include "testbench/workloads/conset_transfers.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "testbench/workloads/connection_steps.hpp"
#include "testbench/workloads/connection_words.hpp"

namespace weft {
namespace {

constexpr unsigned sending_gate = 0;
constexpr unsigned receiving_gate = 1;
constexpr std::uint64_t gate_registers = 3 * port::register_clocks;  // as of port::StartSpool

const std::vector<Bus>& way_of(const conset::Schedule& schedule, std::size_t phase,
                               std::size_t connection) {
  for (const conset::ScheduledConnection& one : schedule.phases[phase].connections) {
    if (one.connection == connection) return one.way;
  }
  throw std::logic_error("a connection that is not of its phase");
}

/// The steps of a cell in a phase.
class WholeTransfers {
 public:
  WholeTransfers(CellProcess& cell, PhasedConnections& connections, std::size_t phase,
                 Conset::Shared& shared)
      : cell_(&cell), connections_(&connections), phase_(phase), shared_(&shared) {}

  /// With the event of this gate at its end.
  void begin(const ConnectionStep& step, unsigned gate, std::uint64_t clocks_per_word,
             std::uint32_t lead) {
    TransferStep begun;
    begun.cell = cell_->cell().address;
    begun.memory = &cell_->cell().core->memory();
    begun.gate = gate;
    begun.words = step.words;
    begun.word_time = clocks_per_word * cell_->cell().clock;
    begun.lead = lead;
    if (step.sends) add_send(*step.sends, begun);
    if (step.receives) add_receive(*step.receives, begun);
    shared_->transfers->begin(std::move(begun), cell_->now());
  }
  /// Until the last word of what was received last is there.
  Program pass(std::size_t connection) {
    const Time latency = shared_->transfers->latency(connection);
    co_await cell_->compute(latency / cell_->cell().clock);
  }

 private:
  void add_send(const StepEnd& sends, TransferStep& step) {
    const std::size_t connection = connections_->sends()[sends.end].connection;
    step.sends = connection;
    step.way = way_of(shared_->plan.schedule, phase_, connection);
    step.queue = cell_->agent().parameters().queue_words;
    step.data.reserve(step.words);
    for (std::uint64_t i = 0; i < step.words; ++i) {
      step.data.push_back(connection_word(connection, sends.first + i));
    }
  }
  void add_receive(const StepEnd& receives, TransferStep& step) {
    const std::size_t connection = connections_->receives()[receives.end].connection;
    step.receives = connection;
    ConnectionCheck* const check = &*shared_->check;
    step.received = [check, connection,
                     first = receives.first](const std::vector<std::uint32_t>& words) {
      for (std::size_t i = 0; i < words.size(); ++i) check->take(connection, first + i, words[i]);
    };
  }

  CellProcess* cell_;
  PhasedConnections* connections_;
  std::size_t phase_;
  Conset::Shared* shared_;
};

// A word out and one in by the same instruction, as many times as both have words.
Program stream_whole(CellProcess& cell, PhasedConnections& connections, std::size_t phase,
                     Conset::Shared& shared) {
  const conset::CellPhase& here = shared.plan.linkages.phases[phase][cell.cell().address];
  WholeTransfers transfers(cell, connections, phase, shared);
  std::optional<std::size_t> received;
  for (const ConnectionStep& step : steps_of(shared.plan.schedule, here)) {
    if (step.sends && step.sends->first == 0) {
      co_await cell.compute(shared.parameters.use_clocks);
      co_await connections.use_to_send(here.sends[step.sends->end]);
    }
    if (step.receives && step.receives->first == 0) {
      co_await cell.compute(shared.parameters.use_clocks);
      co_await connections.use_to_receive(here.receives[step.receives->end]);
    }
    transfers.begin(step, sending_gate, shared.plan.schedule.clocks_per_word,
                    shared.parameters.lead);
    co_await cell.await_event(events(AgentEvent::spool_end));
    received.reset();
    if (step.receives) received = here.receives[step.receives->end].connection;
  }
  if (received) co_await transfers.pass(*received);
}

/// One side of a cell, connection by connection.
ConnectionStep whole_send(const Conset::Shared& shared, const conset::CellPhase& here,
                          std::size_t number) {
  ConnectionStep step;
  step.sends = StepEnd{number, 0};
  step.words = shared.plan.schedule.set.connections[here.sends[number].connection].words;
  return step;
}

ConnectionStep whole_receive(const Conset::Shared& shared, const conset::CellPhase& here,
                             std::size_t number) {
  ConnectionStep step;
  step.receives = StepEnd{number, 0};
  step.words = shared.plan.schedule.set.connections[here.receives[number].connection].words;
  return step;
}

// A gate sends and another one receives.
Program spool_whole(CellProcess& cell, PhasedConnections& connections, std::size_t phase,
                    Conset::Shared& shared) {
  const conset::CellPhase& here = shared.plan.linkages.phases[phase][cell.cell().address];
  const std::uint64_t bus_clocks =
      word_time(cell.agent().parameters()) / cell.agent().parameters().clock;
  const std::uint64_t start = shared.parameters.use_clocks + gate_registers;
  WholeTransfers transfers(cell, connections, phase, shared);
  std::size_t sent = 0;
  std::size_t received = 0;
  if (!here.sends.empty()) {
    co_await cell.compute(start);
    transfers.begin(whole_send(shared, here, 0), sending_gate, bus_clocks, 0);
  }
  if (!here.receives.empty()) {
    co_await cell.compute(start);
    transfers.begin(whole_receive(shared, here, 0), receiving_gate, bus_clocks, 0);
  }
  while (sent < here.sends.size() || received < here.receives.size()) {
    const AgentStatus status = co_await cell.await_event(events(AgentEvent::spool_end));
    if (status.channel == sending_gate) {
      if (++sent == here.sends.size()) continue;
      co_await cell.compute(start);
      transfers.begin(whole_send(shared, here, sent), sending_gate, bus_clocks, 0);
      continue;
    }
    if (++received == here.receives.size()) {
      co_await transfers.pass(here.receives.back().connection);
      continue;
    }
    co_await cell.compute(start);
    transfers.begin(whole_receive(shared, here, received), receiving_gate, bus_clocks, 0);
  }
}

}  // namespace

Program transfer_whole(CellProcess& cell, PhasedConnections& connections, std::size_t phase,
                       Conset::Shared& shared) {
  if (shared.parameters.mode == ConsetMode::streaming) {
    co_await stream_whole(cell, connections, phase, shared);
  } else {
    co_await spool_whole(cell, connections, phase, shared);
  }
}

void require_none_passing(const CellProcess& cell, std::size_t next, const Conset::Shared& shared) {
  const std::optional<TransferId> passing = shared.transfers->passing(cell.cell().address);
  if (!passing) return;
  throw std::runtime_error(
      fmt::format("phase {} is loaded while words of connection '{}' are under way through '{}'",
                  next, shared.plan.name(*passing), cell.cell().name));
}

}  // namespace weft
