#include "testbench/workloads/conset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "hw/iwarp/word.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/compiler.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/workloads/connection_words.hpp"
#include "testbench/workloads/conset_plan.hpp"
#include "testbench/workloads/conset_transfers.hpp"
#include "testbench/workloads/element_phases.hpp"
#include "testbench/workloads/whole_transfers.hpp"
#include "testbench/workloads/word_cursor.hpp"

namespace weft {
namespace {

using conset::ConnectionEnd;
using ConsetShared = Conset::Shared;

constexpr unsigned data_gate = 0;
constexpr unsigned sending_spool = 0;
constexpr unsigned receiving_spool = 1;

// One word out and one in by the same instruction, where the timetable has both. Sends are ahead of
// receives by some words, no more than queues hold: so no cell waits in a ring for others.
Program stream_phase(CellProcess& cell, PhasedConnections& connections, ConsetShared& shared) {
  const std::uint64_t word = shared.plan.schedule.clocks_per_word;
  WordCursor sends(shared.plan, connections.sends(), 0);
  WordCursor receives(shared.plan, connections.receives(), shared.parameters.lead);
  while (!sends.done() || !receives.done()) {
    const bool puts = !sends.done() && (receives.done() || sends.due() < receives.due() + word);
    const bool takes = !receives.done() && (sends.done() || receives.due() < sends.due() + word);
    if (puts && sends.at_begin()) {
      co_await cell.compute(shared.parameters.use_clocks);
      co_await connections.use_to_send(sends.end());
    }
    if (takes && receives.at_begin()) {
      co_await cell.compute(shared.parameters.use_clocks);
      co_await connections.use_to_receive(receives.end());
    }
    port::LongWord both;
    both.reads[data_gate] = takes;
    if (puts) both.writes[data_gate] = connection_word(sends.end().connection, sends.number());
    const auto words = co_await cell.long_word(both);
    if (takes) {
      require_data(words[data_gate]);
      shared.check->take(receives.end().connection, receives.number(), words[data_gate].value);
      receives.advance();
    }
    if (puts) sends.advance();
  }
}

// Gathered, sent; received, added where it goes: one after the other.
Program use_checked_elements(CellProcess& cell, PhasedConnections& connections,
                             ConsetShared& shared) {
  const std::uint64_t around = shared.parameters.element_clocks - 1;
  const CheckedElements::Clocks clocks{around, around};
  CheckedElements elements(cell, clocks, *shared.check);
  co_await use_elements(connections, shared.plan, shared.parameters.lead, elements);
}

/// Where the words of a phase lie in memory.
struct SpoolBuffers {
  std::uint32_t from = 0;  ///< Of those to be sent.
  std::uint32_t to = 0;    ///< Of those that come.
};

std::uint32_t bytes_of(const ConnectionPlan& plan, std::size_t connection) {
  return static_cast<std::uint32_t>(plan.schedule.set.connections[connection].words) * word_bytes;
}

std::uint32_t bytes_of(const ConnectionPlan& plan, const std::vector<ConnectionEnd>& ends) {
  std::uint32_t bytes = 0;
  for (const ConnectionEnd& end : ends) bytes += bytes_of(plan, end.connection);
  return bytes;
}

Program spool(CellProcess& cell, unsigned gate, SpoolDirection direction, const ConnectionEnd& end,
              std::uint32_t& address, ConsetShared& shared) {
  SpoolSettings settings;
  settings.direction = direction;
  settings.channel = end.input;
  settings.address = address;
  address += bytes_of(shared.plan, end.connection);
  settings.limit = address;
  settings.words =
      static_cast<std::uint32_t>(shared.plan.schedule.set.connections[end.connection].words);
  co_await cell.compute(shared.parameters.use_clocks);
  co_await cell.start_spool(gate, settings);
}

void preset_words(const CellProcess& cell, const std::vector<ConnectionEnd>& sends,
                  std::uint32_t address, const ConnectionPlan& plan) {
  std::vector<std::uint32_t> words;
  for (const ConnectionEnd& end : sends) {
    const std::uint64_t count = plan.schedule.set.connections[end.connection].words;
    for (std::uint64_t i = 0; i < count; ++i) {
      words.push_back(connection_word(end.connection, i));
    }
  }
  cell.cell().core->memory().preset(address, words);
}

// A spooling gate sends and another one receives, each one connection after the other.
Program spool_phase(CellProcess& cell, PhasedConnections& connections, SpoolBuffers buffers,
                    ConsetShared& shared) {
  const std::vector<ConnectionEnd>& sends = connections.sends();
  const std::vector<ConnectionEnd>& receives = connections.receives();
  preset_words(cell, sends, buffers.from, shared.plan);
  std::size_t sent = 0;
  std::size_t received = 0;
  std::uint32_t check_at = buffers.to;
  if (!sends.empty()) {
    co_await spool(cell, sending_spool, SpoolDirection::from_memory, sends[0], buffers.from,
                   shared);
  }
  if (!receives.empty()) {
    co_await spool(cell, receiving_spool, SpoolDirection::to_memory, receives[0], buffers.to,
                   shared);
  }
  while (sent < sends.size() || received < receives.size()) {
    const AgentStatus status = co_await cell.await_event(events(AgentEvent::spool_end));
    if (status.channel == sending_spool) {
      if (++sent == sends.size()) continue;
      co_await spool(cell, sending_spool, SpoolDirection::from_memory, sends[sent], buffers.from,
                     shared);
      continue;
    }
    const std::size_t connection = receives[received].connection;
    const std::uint64_t count = shared.plan.schedule.set.connections[connection].words;
    for (std::uint64_t i = 0; i < count; ++i, check_at += word_bytes) {
      shared.check->take(connection, i, cell.cell().core->memory().peek(check_at));
    }
    if (++received == receives.size()) continue;
    co_await spool(cell, receiving_spool, SpoolDirection::to_memory, receives[received], buffers.to,
                   shared);
  }
}

Program transfer(CellProcess& cell, PhasedConnections& connections, SpoolBuffers buffers,
                 ConsetShared& shared) {
  switch (shared.parameters.mode) {
    case ConsetMode::streaming: co_await stream_phase(cell, connections, shared); break;
    case ConsetMode::systolic: co_await use_checked_elements(cell, connections, shared); break;
    case ConsetMode::spooling: co_await spool_phase(cell, connections, buffers, shared); break;
  }
}

// The communication context switch of section 4.2.
Program instantiate_phase(CellProcess& cell, PhasedConnections& connections, std::size_t phase,
                          ConsetShared& shared) {
  const ConsetParameters& parameters = shared.parameters;
  if (parameters.barriers != ConsetBarriers::none) {
    const Time called = cell.now();
    co_await connections.synchronize();
    if (phase == 0) shared.barrier = std::max(shared.barrier, cell.now() - called);
  }
  if (parameters.late_clocks > 0 && cell.cell().address == parameters.late_cell) {
    co_await cell.compute(parameters.late_clocks);
  }
  if (shared.transfers) require_none_passing(cell, phase, shared);
  const Time begin = cell.now();
  co_await connections.load_phase(phase);
  shared.load = std::max(shared.load, cell.now() - begin);
}

Program run_phases(CellProcess& cell, SpoolBuffers buffers, ConsetShared& shared) {
  const ConsetParameters& parameters = shared.parameters;
  const SwitchClocks clocks{parameters.barrier_word, parameters.begin_phase};
  PhasedConnections connections(cell, shared.plan, clocks, 0);
  co_await connections.open();
  shared.begin = std::min(shared.begin, cell.now());
  const std::size_t phases = shared.plan.linkages.phases.size();
  for (std::size_t phase = 0; phase < phases; ++phase) {
    co_await instantiate_phase(cell, connections, phase, shared);
    if (shared.transfers) {
      co_await transfer_whole(cell, connections, phase, shared);
    } else {
      co_await transfer(cell, connections, buffers, shared);
    }
    const bool waits = parameters.barriers == ConsetBarriers::each_phase ||
                       (parameters.barriers == ConsetBarriers::switches && phase + 1 == phases);
    if (waits) co_await connections.synchronize();
  }
  shared.end = std::max(shared.end, cell.now());
}

// Room for the registers of all phases and, where it spools, for the words of any one.
SpoolBuffers buffers_of(const ConnectionPlan& plan, const CellView& cell,
                        const ConsetShared& shared, const Platform& platform) {
  const std::uint32_t registers = PhasedConnections::bytes(plan, cell.address);
  SpoolBuffers buffers{(registers + 7) / 8 * 8, 0};
  std::uint32_t most_sent = 0;
  std::uint32_t most_received = 0;
  if (shared.parameters.mode == ConsetMode::spooling) {
    for (const auto& phase : plan.linkages.phases) {
      most_sent = std::max(most_sent, bytes_of(plan, phase[cell.address].sends));
      most_received = std::max(most_received, bytes_of(plan, phase[cell.address].receives));
    }
  }
  buffers.to = buffers.from + (most_sent + 7) / 8 * 8;
  const std::uint64_t needed = std::uint64_t{buffers.to} + most_received;
  const unsigned there = iwarp_parameters(platform, cell.component).memory_bytes;
  if (needed <= there) return buffers;
  throw InputError(
      platform.workload.place,
      fmt::format("{} bytes of phases and words in '{}', which has {}", needed, cell.name, there),
      "expected cells with more memory, or fewer words");
}

}  // namespace

Conset::Conset(System& system, const ConsetParameters& parameters)
    : Workload(system), clock_(cells_of(system).front().clock) {
  shared_.parameters = parameters;
  shared_.plan = ConsetPlanner(platform(), *platform().workload.parameters, parameters).plan();
  shared_.check.emplace(shared_.plan.schedule.set);
  if (parameters.transfers == TransferLevel::message) {
    const conset::CellGraph graph(platform(), true, platform().workload.place);
    shared_.transfers.emplace(system.wheel(), transfer_network(platform(), graph));
  }
  for (const CellView& cell : cells_of(system)) {
    const SpoolBuffers buffers = buffers_of(shared_.plan, cell, shared_, platform());
    start_on_cells().start(cell, run_phases, buffers, std::ref(shared_));
  }
}

ReportedValues Conset::report(Time now) const {
  require_all_ended(cell_processes(), "cells", "the schedule", now);
  return figures();
}

ReportedValues Conset::figures() const {
  const Time taken = shared_.end > shared_.begin ? shared_.end - shared_.begin : 0;
  const auto clocks = [this](Time time) { return static_cast<double>(time / clock_); };
  const auto words = static_cast<double>(shared_.check ? shared_.check->words() : 0);
  const double bytes = words * word_bytes;
  const double microseconds = static_cast<double>(taken) / static_cast<double>(microsecond);
  ReportedValues values{
      reported::count("phases", static_cast<double>(shared_.plan.schedule.phases.size())),
      reported::count("words received", words),
      reported::single("clocks", clocks(taken)),
      reported::single("clocks of a barrier", clocks(shared_.barrier)),
      reported::single("clocks of a phase's begin", clocks(shared_.load)),
      reported::single("predicted clocks",
                       static_cast<double>(conset::predicted_clocks(shared_.plan.schedule))),
      reported::single("least clocks",
                       static_cast<double>(conset::least_clocks(shared_.plan.schedule))),
      reported::single("aggregate bandwidth", taken == 0 ? 0 : bytes / microseconds,
                       Unit::megabytes_per_second)};
  if (shared_.transfers) {
    const ReportedValues whole = figures_of(*shared_.transfers, taken);
    values.insert(values.end(), whole.begin(), whole.end());
  }
  return values;
}

}  // namespace weft
