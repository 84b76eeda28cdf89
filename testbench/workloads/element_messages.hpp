// Words of connections as messages, gathered and scattered element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>

#include "testbench/programs/cell_messages.hpp"
#include "testbench/workloads/element_work.hpp"
#include "testbench/workloads/message_plan.hpp"

namespace weft {

/// Connections whose messages are under way: those between two cells come in the order in which
/// they were sent.
class MessagesUnderWay {
 public:
  /// The set must outlive it.
  explicit MessagesUnderWay(const conset::ConnectionSet& set) : set_(&set) {}

  void sent(std::size_t connection);
  /// The connection of a message that comes in at cell `to`. Throws std::runtime_error for one that
  /// was not sent, or has another length.
  std::size_t received(const IncomingMessage& message, unsigned to);

 private:
  const conset::ConnectionSet* set_;
  std::map<std::pair<unsigned, unsigned>, std::deque<std::size_t>> under_way_;
};

inline constexpr std::uint64_t idle_clocks = 8;  ///< Until a cell with nothing to do looks again.

/// What the cells of an exchange have in common.
struct MessageExchange {
  const MessagePlan* plan = nullptr;
  MessagesUnderWay* under_way = nullptr;
  Time last_receive = 0;  ///< Its end, ps.
};

/// Sends a message of the plan that lies at `address`.
Program send_planned(CellMessages& messages, const PlannedMessage& planned, std::uint32_t address,
                     MessageExchange& exchange);

/// The message that has begun to come (CellMessages::arriving), word by word, and its connection.
Program scatter_message(CellProcess& cell, CellMessages& messages, MessageExchange& exchange,
                        ElementWork& work, std::size_t& connection);

/// Bytes of memory that a cell needs for all that it sends.
std::uint64_t bytes_of_elements(const MessagePlan& plan, unsigned cell);

/// All messages of the plan that this cell sends and receives (Feldmann et al. 1993, section 5.2):
/// each is gathered into a buffer of its own, from `buffers` on, and spooled from there, so that
/// the next need not wait for it; each is received word by word as by connections. Messages of
/// connections beyond those of the plan may come, too: their words are scattered, and not counted.
Program exchange_elements(CellProcess& cell, CellMessages& messages, std::uint32_t buffers,
                          MessageExchange& exchange, ElementWork& work);

}  // namespace weft
