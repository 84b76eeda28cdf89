// The connections of ConSet as messages between iWarp cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/conset/connection_set.hpp"
#include "testbench/programs/cell_messages.hpp"
#include "testbench/workloads/connection_check.hpp"
#include "testbench/workloads/connection_parameters.hpp"
#include "testbench/workloads/element_messages.hpp"
#include "testbench/workloads/message_plan.hpp"
#include "testbench/workloads/workload.hpp"
#include "tlm/iwarp/transfers.hpp"

namespace weft {

/// How words get into and out of messages (Feldmann et al. 1993, section 5).
enum class MessageMode : std::uint8_t {
  spooling,  ///< From memory to memory; a cell sends one message after the other.
  systolic,  ///< Copied into a buffer of its own, which is spooled; taken from the gate where it
             ///< comes, as ConSet takes it (5.2).
};

struct ConsetMessagesParameters : ConnectionParameters {
  MessageOrder order = MessageOrder::timetable;
  MessageWait wait = MessageWait::agent;
  MessageMode mode = MessageMode::spooling;
  std::uint64_t overhead = 400;  ///< Clocks of a send, and of a receive (4.3.1).
  /// Of each word, into the buffer that is sent; `systolic`. By the paper's predictions in table 6,
  /// which are 816 clocks for a send and a receive and 14 for a word sent and received, 10 of these
  /// at the receiver (5.2).
  std::uint64_t copy_clocks = 4;
  std::uint64_t element_clocks = 10;  ///< Of each word at the receiver; `systolic` (5.2).
};

/// Workload `conset_messages`: what `conset` does by connections, by messages (Feldmann et al.
/// 1993, section 4.3): a short-lived pathway for each, over a route that the sender chooses,
/// spooled from its memory (CellMessages). A cell sends in the background; it receives when its
/// plan says so. All words that come are compared with what was sent.
class ConsetMessages final : public Workload {
 public:
  /// What all programs of the run have in common.
  struct Shared {
    ConsetMessagesParameters parameters;
    MessagePlan plan;
    std::optional<ConnectionCheck> check{};  ///< Of what is received.
    std::optional<Transfers> transfers{};    ///< At TransferLevel::message.
    std::optional<MessagesUnderWay> under_way{};
    MessageExchange exchange{};
  };

  /// Throws InputError: connections that cannot be had, too little memory.
  ConsetMessages(System& system, const ConsetMessagesParameters& parameters);

  /// Throws std::runtime_error: not all messages have come.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(); }

 private:
  ReportedValues figures() const;

  Shared shared_;
  Time clock_ = 0;
};

}  // namespace weft
