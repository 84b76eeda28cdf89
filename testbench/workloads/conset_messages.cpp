#include "testbench/workloads/conset_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "hw/iwarp/word.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/workloads/connection_words.hpp"
#include "testbench/workloads/conset_plan.hpp"

namespace weft {
namespace {

using MessagesShared = ConsetMessages::Shared;

constexpr std::uint64_t idle_clocks = 8;  // until a program that has nothing to do looks again

/// Where the words of messages lie in the memory of a cell.
struct MessageBuffers {
  std::uint32_t from = 0;   // of the one that is sent
  std::uint32_t to = 0;     // of the one that comes
  std::uint32_t bytes = 0;  // of each at most
};

void put_words(const CellProcess& cell, std::size_t connection, std::uint32_t words,
               std::uint32_t address) {
  std::vector<std::uint32_t> values;
  values.reserve(words);
  for (std::uint32_t i = 0; i < words; ++i) values.push_back(connection_word(connection, i));
  cell.cell().core->memory().preset(address, values);
}

void check_message(const CellProcess& cell, const IncomingMessage& message, std::uint32_t address,
                   MessagesShared& shared) {
  std::deque<std::size_t>& sent = shared.under_way[{message.from, cell.cell().address}];
  if (sent.empty()) {
    throw std::runtime_error(
        fmt::format("a message came in from cell {}, which has sent none", message.from));
  }
  const std::size_t connection = sent.front();
  sent.pop_front();
  const conset::Connection& asked = shared.plan.set.connections[connection];
  if (message.words != asked.words) {
    throw std::runtime_error(
        fmt::format("the message of connection '{}' came in with {} words, and has {}", asked.name,
                    message.words, asked.words));
  }
  for (std::uint32_t i = 0; i < message.words; ++i) {
    const std::uint32_t value = cell.cell().core->memory().peek(address + i * word_bytes);
    const std::uint32_t expected = connection_word(connection, i);
    if (value == expected) continue;
    throw std::runtime_error(fmt::format("word {} of connection '{}' came in as {:#x}, not {:#x}",
                                         i, asked.name, value, expected));
  }
  shared.words += message.words;
}

// The words of the message before have left memory.
Program send_next(CellProcess& cell, CellMessages& messages, const PlannedMessage& planned,
                  std::uint32_t address, MessagesShared& shared) {
  const conset::Connection& asked = shared.plan.set.connections[planned.connection];
  const auto words = static_cast<std::uint32_t>(asked.words);
  const std::uint64_t copied = shared.parameters.copy_clocks * words;
  if (copied > 0) co_await cell.compute(copied);
  put_words(cell, planned.connection, words, address);
  shared.under_way[{asked.from, asked.to}].push_back(planned.connection);
  OutgoingMessage message;
  message.to = asked.to;
  message.way = planned.way;
  message.address = address;
  message.words = words;
  co_await messages.send(message);
}

Program exchange_messages(CellProcess& cell, MessageBuffers buffers, MessagesShared& shared) {
  const std::vector<PlannedMessage>& sends = shared.plan.sends[cell.cell().address];
  const std::size_t receives = shared.plan.receives[cell.cell().address];
  const MessageClocks clocks = clocks_of_overhead(shared.parameters.overhead);
  CellMessages messages(cell, buffers.to, buffers.bytes, clocks);
  std::size_t sent = 0;
  std::size_t received = 0;
  while (sent < sends.size() || received < receives || !messages.idle()) {
    if (sent < sends.size() && messages.can_send() && received >= sends[sent].after) {
      co_await send_next(cell, messages, sends[sent], buffers.from, shared);
      ++sent;
    }
    co_await messages.progress(idle_clocks);
    if (!messages.arrived()) continue;
    const std::uint64_t used = shared.parameters.element_clocks * messages.arrived()->words;
    check_message(cell, *messages.arrived(), buffers.to, shared);
    if (used > 0) co_await cell.compute(used);
    messages.take();
    ++received;
    shared.end = std::max(shared.end, cell.now());
  }
}

}  // namespace

ConsetMessages::ConsetMessages(System& system, const ConsetMessagesParameters& parameters)
    : Workload(system), clock_(cells_of(system).front().clock) {
  shared_.parameters = parameters;
  const conset::CellGraph graph(platform(), true, platform().workload.place);
  shared_.plan =
      plan_messages(platform(), graph,
                    read_workload_connections(platform(), *platform().workload.parameters,
                                              parameters.words, graph),
                    parameters.order);
  MessageBuffers buffers;
  buffers.bytes = (shared_.plan.largest + 1) / 2 * 2 * word_bytes;
  buffers.to = buffers.bytes;
  for (const CellView& cell : cells_of(system)) {
    const unsigned there = iwarp_parameters(platform(), cell.component).memory_bytes;
    if (2 * buffers.bytes > there) {
      throw InputError(platform().workload.place,
                       fmt::format("messages of {} words; '{}' has {} bytes of memory",
                                   shared_.plan.largest, cell.name, there),
                       "expected room for one to be sent and one that comes");
    }
    start_on_cells().start(cell, exchange_messages, buffers, std::ref(shared_));
  }
}

ReportedValues ConsetMessages::report(Time now) const {
  require_all_ended(cell_processes(), "cells", "the exchange of messages", now);
  return figures();
}

ReportedValues ConsetMessages::figures() const {
  const auto cells = static_cast<unsigned>(shared_.plan.sends.size());
  const double bytes = static_cast<double>(shared_.words) * word_bytes;
  const double microseconds = static_cast<double>(shared_.end) / static_cast<double>(microsecond);
  return {reported::count("words received", static_cast<double>(shared_.words)),
          reported::single("clocks", static_cast<double>(shared_.end / clock_)),
          reported::single("predicted clocks",
                           static_cast<double>(predicted_message_clocks(
                               shared_.plan.set, cells, shared_.parameters.overhead))),
          reported::single("aggregate bandwidth", shared_.end == 0 ? 0 : bytes / microseconds,
                           Unit::megabytes_per_second)};
}

}  // namespace weft
