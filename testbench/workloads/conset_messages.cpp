#include "testbench/workloads/conset_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "hw/iwarp/word.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/workloads/connection_words.hpp"
#include "testbench/workloads/conset_plan.hpp"
#include "testbench/workloads/whole_transfers.hpp"

namespace weft {
namespace {

using MessagesShared = ConsetMessages::Shared;

/// Where the words of messages lie in the memory of a cell.
struct MessageBuffers {
  std::uint32_t bytes = 0;    // of a message, at most
  std::uint32_t to = 0;       // where one that comes is put; `spooling`
  std::uint32_t context = 0;  // of CellMessages
  std::uint64_t end = 0;      // if it is more than the cell has, the others mean nothing
};

void put_words(const CellProcess& cell, std::size_t connection, std::uint32_t words,
               std::uint32_t address) {
  std::vector<std::uint32_t> values;
  values.reserve(words);
  for (std::uint32_t i = 0; i < words; ++i) values.push_back(connection_word(connection, i));
  cell.cell().core->memory().preset(address, values);
}

MessageSettings settings_of(const MessageBuffers& buffers,
                            const ConsetMessagesParameters& parameters, Transfers* transfers) {
  const bool spools = parameters.mode == MessageMode::spooling;
  return {.clocks = clocks_of_overhead(parameters.overhead),
          .receive = spools ? MessageReceive::spooled : MessageReceive::by_word,
          .buffer = buffers.to,
          .bytes = buffers.bytes,
          .wait = parameters.wait,
          .context = buffers.context,
          .transfers = transfers};
}

// One message over a bus lies where the one before it lay.
Program exchange_messages(CellProcess& cell, MessageBuffers buffers, MessagesShared& shared) {
  const std::vector<PlannedMessage>& sends = shared.plan.sends[cell.cell().address];
  const std::size_t receives = shared.plan.receives[cell.cell().address];
  Transfers* const transfers = shared.transfers ? &*shared.transfers : nullptr;
  CellMessages messages(cell, settings_of(buffers, shared.parameters, transfers));
  std::size_t sent = 0;
  std::size_t received = 0;
  const auto may_send = [&] {
    return sent < sends.size() && messages.can_send(sends[sent].way.bus) &&
           received >= sends[sent].after;
  };
  while (sent < sends.size() || received < receives || !messages.idle()) {
    if (may_send()) {
      const PlannedMessage& next = sends[sent];
      const bool one = shared.parameters.wait == MessageWait::program;
      const std::uint32_t address = one ? 0 : index_of(next.way.bus) * buffers.bytes;
      const std::uint64_t words = shared.plan.set.connections[next.connection].words;
      put_words(cell, next.connection, static_cast<std::uint32_t>(words), address);
      co_await send_planned(messages, next, address, shared.exchange);
      ++sent;
    }
    if (transfers != nullptr && !may_send()) {
      co_await messages.progress_or_wait(idle_clocks);
    } else {
      co_await messages.progress(idle_clocks);
    }
    if (!messages.arrived()) continue;
    const std::size_t connection =
        shared.under_way->received(*messages.arrived(), cell.cell().address);
    for (std::uint32_t i = 0; i < messages.arrived()->words; ++i) {
      shared.check->take(connection, i,
                         cell.cell().core->memory().peek(buffers.to + i * word_bytes));
    }
    messages.take();
    ++received;
    shared.exchange.last_receive = std::max(shared.exchange.last_receive, cell.now());
  }
}

Program exchange_checked_elements(CellProcess& cell, MessageBuffers buffers,
                                  MessagesShared& shared) {
  const CheckedElements::Clocks clocks{shared.parameters.copy_clocks - 1,
                                       shared.parameters.element_clocks - 1};
  CheckedElements elements(cell, clocks, *shared.check);
  CellMessages messages(cell, settings_of(buffers, shared.parameters, nullptr));
  co_await exchange_elements(cell, messages, 0, shared.exchange, elements);
}

MessageCosts costs_of(const ConsetMessagesParameters& parameters) {
  MessageCosts costs;
  costs.overhead = parameters.overhead;
  if (parameters.mode == MessageMode::spooling) return costs;
  return {parameters.overhead, static_cast<unsigned>(parameters.copy_clocks),
          static_cast<unsigned>(parameters.element_clocks), false};
}

// From address 0 on lie those that are sent: of `spooling` one over each bus, or one alone.
MessageBuffers buffers_of(const MessagesShared& shared, unsigned address) {
  const ConsetMessagesParameters& parameters = shared.parameters;
  std::uint64_t bytes = 0;
  std::uint64_t to = 0;
  if (parameters.mode == MessageMode::spooling) {
    bytes = (std::uint64_t{shared.plan.largest} + 1) / 2 * 2 * word_bytes;
    to = (parameters.wait == MessageWait::agent ? bus_count : 1) * bytes;
  } else {
    to = bytes_of_elements(shared.plan, address);
  }
  const std::uint64_t context = to + bytes;
  return {static_cast<std::uint32_t>(bytes), static_cast<std::uint32_t>(to),
          static_cast<std::uint32_t>(context), context + word_bytes};
}

}  // namespace

ConsetMessages::ConsetMessages(System& system, const ConsetMessagesParameters& parameters)
    : Workload(system), clock_(cells_of(system).front().clock) {
  shared_.parameters = parameters;
  const conset::CellGraph graph(platform(), true, platform().workload.place);
  shared_.plan = plan_messages(
      platform(), graph,
      read_workload_connections(platform(), *platform().workload.parameters, parameters, graph),
      parameters.order);
  shared_.check.emplace(shared_.plan.set);
  shared_.under_way.emplace(shared_.plan.set);
  if (parameters.transfers == TransferLevel::message) {
    shared_.transfers.emplace(system.wheel(), transfer_network(platform(), graph));
  }
  shared_.exchange = {&shared_.plan, &*shared_.under_way};
  for (const CellView& cell : cells_of(system)) {
    const unsigned there = iwarp_parameters(platform(), cell.component).memory_bytes;
    const MessageBuffers buffers = buffers_of(shared_, cell.address);
    if (buffers.end > there) {
      throw InputError(
          platform().workload.place,
          fmt::format("{} bytes of messages in '{}', which has {}", buffers.end, cell.name, there),
          parameters.mode == MessageMode::spooling
              ? "expected room for one to be sent and one that comes"
              : "expected room for all that it sends");
    }
    const bool spools = parameters.mode == MessageMode::spooling;
    start_on_cells().start(cell, spools ? exchange_messages : exchange_checked_elements, buffers,
                           std::ref(shared_));
  }
}

ReportedValues ConsetMessages::report(Time now) const {
  require_all_ended(cell_processes(), "cells", "the exchange of messages", now);
  return figures();
}

ReportedValues ConsetMessages::figures() const {
  const auto cells = static_cast<unsigned>(shared_.plan.sends.size());
  const auto words = static_cast<double>(shared_.check ? shared_.check->words() : 0);
  const double bytes = words * word_bytes;
  const double microseconds =
      static_cast<double>(shared_.exchange.last_receive) / static_cast<double>(microsecond);
  ReportedValues values{
      reported::count("words received", words),
      reported::single("clocks", static_cast<double>(shared_.exchange.last_receive / clock_)),
      reported::single("predicted clocks",
                       static_cast<double>(predicted_message_clocks(shared_.plan.set, cells,
                                                                    costs_of(shared_.parameters)))),
      reported::single("aggregate bandwidth",
                       shared_.exchange.last_receive == 0 ? 0 : bytes / microseconds,
                       Unit::megabytes_per_second)};
  if (shared_.transfers) {
    const ReportedValues whole = figures_of(*shared_.transfers, shared_.exchange.last_receive);
    values.insert(values.end(), whole.begin(), whole.end());
  }
  return values;
}

}  // namespace weft
