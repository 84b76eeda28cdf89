// Which messages the cells of a connection set send, in which order, and over which routes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "testbench/programs/cell_messages.hpp"

namespace weft {

/// In which order a cell sends its messages.
enum class MessageOrder : std::uint8_t {
  timetable,  ///< That of the scheduler for connections, as if a step were one phase: a cell
              ///< receives what begins before a send by it before it sends.
  random,     ///< Drawn for each cell, which sends as soon as it can. Orderings hold.
  listed,     ///< As the connections stand there; a cell sends as soon as it can. Orderings hold.
};

/// A message, in the order of its sender.
struct PlannedMessage {
  std::size_t connection = 0;  ///< In ConnectionSet::connections.
  Pathway way;
  /// Messages that its sender has received before it sends this one. A receive is in the
  /// foreground (4.3).
  std::size_t after = 0;
};

struct MessagePlan {
  conset::ConnectionSet set;
  std::vector<std::vector<PlannedMessage>> sends;  ///< By address of their cell.
  std::vector<std::size_t> receives;               ///< Their number, by address.
  std::uint32_t largest = 0;                       ///< Words of a message.
};

/// Throws InputError at the platform's workload: no pool has a channel on every bus, or a cell has
/// too few channels of its own for messages that wait so.
void require_message_channels(const Platform& platform, MessageWait wait);

/// Of the paper's model (section 3.1), clocks.
struct MessageCosts {
  std::uint64_t overhead = 400;  ///< Of a send and of a receive.
  unsigned sent_word = 2;
  unsigned received_word = 2;
  bool at_once = true;  ///< Words are sent and received at the same time.
};

/// Orders are drawn from the platform's seed. Throws InputError:
/// an order in a circle, cells without a pathway between them in the pools that all busses have.
MessagePlan plan_messages(const Platform& platform, const conset::CellGraph& graph,
                          conset::ConnectionSet set, MessageOrder order);

/// By that model, at the cell with the most to do. What shares busses, and what waits for others,
/// takes longer; no simulation reads this.
std::uint64_t predicted_message_clocks(const conset::ConnectionSet& set, unsigned cells,
                                       const MessageCosts& costs);

}  // namespace weft
