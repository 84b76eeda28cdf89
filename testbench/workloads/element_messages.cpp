#include "testbench/workloads/element_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hw/iwarp/word.hpp"

namespace weft {
namespace {

Program gather_message(CellProcess& cell, CellMessages& messages, std::size_t connection,
                       std::uint64_t words, std::uint32_t address, ElementWork& work) {
  for (std::uint64_t i = 0; i < words; ++i, address += word_bytes) {
    co_await messages.send_in_background();
    std::uint32_t value = 0;
    co_await work.gather(connection, i, value);
    co_await cell.store(address, value);
  }
}

bool may_send(const std::vector<PlannedMessage>& sends, std::size_t sent, std::size_t received) {
  return sent < sends.size() && received >= sends[sent].after;
}

}  // namespace

Program scatter_message(CellProcess& cell, CellMessages& messages, MessageExchange& exchange,
                        ElementWork& work, std::size_t& connection) {
  const IncomingMessage message = messages.coming();
  connection = exchange.under_way->received(message, cell.cell().address);
  for (std::uint32_t i = 0; i < message.words; ++i) {
    std::uint32_t value = 0;
    co_await messages.receive_word(value);
    co_await work.scatter(connection, i, value);
  }
  co_await messages.end_receive();
}

void MessagesUnderWay::sent(std::size_t connection) {
  const conset::Connection& asked = set_->connections[connection];
  under_way_[{asked.from, asked.to}].push_back(connection);
}

std::size_t MessagesUnderWay::received(const IncomingMessage& message, unsigned to) {
  std::deque<std::size_t>& sent = under_way_[{message.from, to}];
  if (sent.empty()) {
    throw std::runtime_error(
        fmt::format("a message came in from cell {}, which has sent none", message.from));
  }
  const std::size_t connection = sent.front();
  sent.pop_front();
  const conset::Connection& asked = set_->connections[connection];
  if (message.words != asked.words) {
    throw std::runtime_error(
        fmt::format("the message of connection '{}' came in with {} words, and has {}", asked.name,
                    message.words, asked.words));
  }
  return connection;
}

Program send_planned(CellMessages& messages, const PlannedMessage& planned, std::uint32_t address,
                     MessageExchange& exchange) {
  const conset::Connection& asked = exchange.plan->set.connections[planned.connection];
  exchange.under_way->sent(planned.connection);
  OutgoingMessage message;
  message.to = asked.to;
  message.way = planned.way;
  message.address = address;
  message.words = static_cast<std::uint32_t>(asked.words);
  co_await messages.send(message);
}

std::uint64_t bytes_of_elements(const MessagePlan& plan, unsigned cell) {
  std::uint64_t bytes = 0;
  for (const PlannedMessage& one : plan.sends[cell]) {
    bytes += plan.set.connections[one.connection].words * word_bytes;
  }
  return bytes;
}

Program exchange_elements(CellProcess& cell, CellMessages& messages, std::uint32_t buffers,
                          MessageExchange& exchange, ElementWork& work) {
  const std::vector<PlannedMessage>& sends = exchange.plan->sends[cell.cell().address];
  const std::size_t receives = exchange.plan->receives[cell.cell().address];
  std::size_t sent = 0;
  std::size_t received = 0;
  while (sent < sends.size() || received < receives || !messages.idle()) {
    if (may_send(sends, sent, received)) {
      const std::size_t connection = sends[sent].connection;
      const std::uint64_t words = exchange.plan->set.connections[connection].words;
      co_await gather_message(cell, messages, connection, words, buffers, work);
      co_await send_planned(messages, sends[sent], buffers, exchange);
      buffers += static_cast<std::uint32_t>(words) * word_bytes;
      ++sent;
    }
    co_await messages.progress(may_send(sends, sent, received) ? 1 : idle_clocks);
    if (!messages.arriving()) continue;
    std::size_t connection = 0;
    co_await scatter_message(cell, messages, exchange, work, connection);
    if (connection >= exchange.plan->set.connections.size()) continue;
    ++received;
    exchange.last_receive = std::max(exchange.last_receive, cell.now());
  }
}

}  // namespace weft
