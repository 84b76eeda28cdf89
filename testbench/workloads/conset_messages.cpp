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

void check_word(std::size_t connection, std::uint32_t number, std::uint32_t value,
                MessagesShared& shared) {
  const std::uint32_t expected = connection_word(connection, number);
  if (value != expected) {
    throw std::runtime_error(fmt::format("word {} of connection '{}' came in as {:#x}, not {:#x}",
                                         number, shared.plan.set.connections[connection].name,
                                         value, expected));
  }
  ++shared.words;
}

// The connection of a message that has come, or comes.
std::size_t connection_of(const CellProcess& cell, const IncomingMessage& message,
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
  return connection;
}

// Its words have to stay at `address` until they have been sent.
Program send_next(CellProcess& cell, CellMessages& messages, const PlannedMessage& planned,
                  std::uint32_t address, MessagesShared& shared) {
  const conset::Connection& asked = shared.plan.set.connections[planned.connection];
  const auto words = static_cast<std::uint32_t>(asked.words);
  put_words(cell, planned.connection, words, address);
  shared.under_way[{asked.from, asked.to}].push_back(planned.connection);
  OutgoingMessage message;
  message.to = asked.to;
  message.way = planned.way;
  message.address = address;
  message.words = words;
  co_await messages.send(message);
}

MessageSettings settings_of(const MessageBuffers& buffers,
                            const ConsetMessagesParameters& parameters) {
  const bool spools = parameters.mode == MessageMode::spooling;
  return {.clocks = clocks_of_overhead(parameters.overhead),
          .receive = spools ? MessageReceive::spooled : MessageReceive::by_word,
          .buffer = buffers.to,
          .bytes = buffers.bytes,
          .wait = parameters.wait,
          .context = buffers.context};
}

// One message over a bus lies where the one before it lay.
Program exchange_messages(CellProcess& cell, MessageBuffers buffers, MessagesShared& shared) {
  const std::vector<PlannedMessage>& sends = shared.plan.sends[cell.cell().address];
  const std::size_t receives = shared.plan.receives[cell.cell().address];
  CellMessages messages(cell, settings_of(buffers, shared.parameters));
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
      co_await send_next(cell, messages, next, one ? 0 : index_of(next.way.bus) * buffers.bytes,
                         shared);
      ++sent;
    }
    co_await messages.progress(idle_clocks);
    if (!messages.arrived()) continue;
    const std::size_t connection = connection_of(cell, *messages.arrived(), shared);
    for (std::uint32_t i = 0; i < messages.arrived()->words; ++i) {
      check_word(connection, i, cell.cell().core->memory().peek(buffers.to + i * word_bytes),
                 shared);
    }
    messages.take();
    ++received;
    shared.end = std::max(shared.end, cell.now());
  }
}

Program receive_elements(CellProcess& cell, CellMessages& messages, MessagesShared& shared) {
  const IncomingMessage message = messages.coming();
  const std::size_t connection = connection_of(cell, message, shared);
  for (std::uint32_t i = 0; i < message.words; ++i) {
    std::uint32_t value = 0;
    co_await messages.receive_word(value);
    check_word(connection, i, value, shared);
    co_await cell.compute(shared.parameters.element_clocks - 1);
  }
  co_await messages.end_receive();
}

// Each message has a buffer of its own, into which it is copied; so the next need not wait for it.
Program exchange_elements(CellProcess& cell, MessageBuffers buffers, MessagesShared& shared) {
  const std::vector<PlannedMessage>& sends = shared.plan.sends[cell.cell().address];
  const std::size_t receives = shared.plan.receives[cell.cell().address];
  CellMessages messages(cell, settings_of(buffers, shared.parameters));
  std::uint32_t address = 0;
  std::size_t sent = 0;
  std::size_t received = 0;
  const auto may_send = [&] { return sent < sends.size() && received >= sends[sent].after; };
  while (sent < sends.size() || received < receives || !messages.idle()) {
    if (may_send()) {
      const std::uint64_t words = shared.plan.set.connections[sends[sent].connection].words;
      const std::uint64_t copied = shared.parameters.copy_clocks * words;
      if (copied > 0) co_await cell.compute(copied);
      co_await send_next(cell, messages, sends[sent], address, shared);
      address += static_cast<std::uint32_t>(words) * word_bytes;
      ++sent;
    }
    co_await messages.progress(may_send() ? 1 : idle_clocks);
    if (!messages.arriving()) continue;
    co_await receive_elements(cell, messages, shared);
    ++received;
    shared.end = std::max(shared.end, cell.now());
  }
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
    for (const PlannedMessage& one : shared.plan.sends[address]) {
      to += shared.plan.set.connections[one.connection].words * word_bytes;
    }
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
  shared_.plan =
      plan_messages(platform(), graph,
                    read_workload_connections(platform(), *platform().workload.parameters,
                                              parameters.words, graph),
                    parameters.order);
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
    start_on_cells().start(cell, spools ? exchange_messages : exchange_elements, buffers,
                           std::ref(shared_));
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
                               shared_.plan.set, cells, costs_of(shared_.parameters)))),
          reported::single("aggregate bandwidth", shared_.end == 0 ? 0 : bytes / microseconds,
                           Unit::megabytes_per_second)};
}

}  // namespace weft
