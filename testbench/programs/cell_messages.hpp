// Messages of coroutines on iWarp cells, as the library in assembly has them.
#pragma once

#include <cstdint>
#include <optional>

#include "platforms/pathways/pathway_planner.hpp"
#include "testbench/programs/cell_process.hpp"

namespace weft {

/// Clocks of integer instructions around the operations on other agents: those of
/// `library/message_passing.s`, counted one by one, a clock each (a test counts them). What a
/// spooling gate steals comes on top, there and here.
struct MessageClocks {
  std::uint64_t queue = 31;    ///< Puts a message into the queue; arguments and call included.
  std::uint64_t begin = 27;    ///< Looks up a route and begins a message; without corners.
  std::uint64_t begun = 10;    ///< Behind the start of the spooling gate.
  std::uint64_t corner = 5;    ///< Each further word of the header.
  std::uint64_t trailer = 19;  ///< Looks for room, and ends a message.
  std::uint64_t arrival = 15;  ///< Finds the buffer of a message that has come.
  std::uint64_t arrived = 3;   ///< Behind the start of the spooling gate.
  std::uint64_t end = 24;      ///< Tells that it is whole.
};

/// Clocks of a send and of a receive that have this many instructions each (Feldmann et al. 1993,
/// 4.3.1: 400), at the places where the library has its own and in their proportion. 100 at least.
MessageClocks clocks_of_overhead(std::uint64_t overhead);

/// A message that waits to be sent, words of this cell's memory.
struct OutgoingMessage {
  unsigned to = 0;  ///< Address.
  Pathway way;      ///< At most `CellMessages::most_header` words.
  std::uint32_t address = 0;
  std::uint32_t words = 0;  ///< One or more.
};

/// A message that is in memory.
struct IncomingMessage {
  unsigned from = 0;  ///< Address.
  std::uint32_t words = 0;
};

/// The protocol of `platforms/programs/library/message_passing.s` (Feldmann et al. 1993, 4.3): a
/// message has a pathway to itself, its sender's memory is the buffer, and both ends spool. A cell
/// of either kind understands the other's messages.
///
/// It never waits for the network, so that cells do not wait for each other in a ring: a trailer
/// that finds no room, or a message that finds no channel, is left to the next `progress`. Takes
/// the first two own channels, input gate 0, spooling gates 0 and 1, and the events pathway_begin
/// and spool_end.
class CellMessages {
 public:
  /// As many as the queue of a channel takes with what stands behind them.
  static constexpr std::size_t most_header = 4;

  /// A message that comes is put at `buffer`, of so many bytes; both are multiples of 4.
  CellMessages(CellProcess& cell, std::uint32_t buffer, std::uint32_t bytes,
               const MessageClocks& clocks = {});

  /// Nothing is to be sent any more, and nothing comes in.
  bool idle() const { return !waiting_ && stage_ == Stage::none && !comes_in_; }
  /// The words of the message before have left memory: another one may be sent.
  bool can_send() const { return !waiting_ && stage_ != Stage::spools; }
  /// Puts a message into the queue. Only when it can. Throws std::runtime_error for a header that
  /// is too long.
  Program send(OutgoingMessage message);
  /// One step of what is under way: sends on, or serves one event. Without either it takes `idle`
  /// clocks.
  Program progress(std::uint64_t idle);

  /// The message in the buffer, until `take`.
  const std::optional<IncomingMessage>& arrived() const { return arrived_; }
  /// The buffer is free again.
  void take() { arrived_.reset(); }

 private:
  enum class Stage : std::uint8_t { none, spools, trailer };

  Program send_trailer();
  Program begin_message();
  Program accept(unsigned channel);
  Program finish();
  EventSet served() const;

  CellProcess* cell_;
  MessageClocks clocks_;
  std::uint32_t buffer_;
  std::uint32_t limit_;
  std::optional<OutgoingMessage> waiting_;
  Stage stage_ = Stage::none;  // of the message under way
  unsigned own_ = 0;           // number of the own channel of the next message, 0 or 1
  bool comes_in_ = false;
  IncomingMessage coming_;
  std::optional<IncomingMessage> arrived_;
};

}  // namespace weft
