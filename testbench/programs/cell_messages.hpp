// Messages of coroutines on iWarp cells, as the library in assembly has them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "platforms/pathways/pathway_planner.hpp"
#include "testbench/programs/cell_process.hpp"
#include "tlm/iwarp/transfers.hpp"

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

  // requests; their words of memory apart, which are operations
  std::uint64_t write = 3;           ///< What `queue` is more of a request to write.
  std::uint64_t write_arrival = 19;  ///< Finds the place of what is to be written here.
  std::uint64_t write_end = 28;      ///< Counts it.
  std::uint64_t read = 42;           ///< Puts a request to read into the queue.
  std::uint64_t read_arrival = 12;   ///< Finds the place of a request to read.
  std::uint64_t read_end = 35;       ///< Puts the answer into the queue.
  std::uint64_t reply_end = 27;      ///< Counts an answer.
};

/// Clocks of a send and of a receive that have this many instructions each (Feldmann et al. 1993,
/// 4.3.1: 400), at the places where the library has its own and in their proportion. 100 at least.
MessageClocks clocks_of_overhead(std::uint64_t overhead);

/// What a cell does with a message that comes, by its header.
enum class MessageKind : std::uint8_t {
  message,  ///< Puts it into its buffer.
  write,    ///< Writes it to the address that it names.
  read,     ///< Sends words of its memory back: three words, address, number, address over there.
  reply,    ///< As `write`: the answer to `read`.
};

/// A message that waits to be sent, words of this cell's memory.
struct OutgoingMessage {
  unsigned to = 0;  ///< Address.
  Pathway way;      ///< At most `CellMessages::most_header` words.
  std::uint32_t address = 0;
  std::uint32_t words = 0;  ///< One or more.
  MessageKind kind = MessageKind::message;
  std::uint32_t argument = 0;  ///< Address over there, of those that are written.
};

/// Words of another cell that are to be read. Addresses are multiples of 4.
struct ReadRequest {
  unsigned from = 0;        ///< Address of the cell.
  std::uint32_t there = 0;  ///< Address in its memory.
  std::uint32_t words = 0;  ///< One or more.
  std::uint32_t here = 0;   ///< Address in this cell's.
};

/// A message that is in memory.
struct IncomingMessage {
  unsigned from = 0;  ///< Address.
  std::uint32_t words = 0;
};

/// What waits where no channel is free for a message that begins.
enum class MessageWait : std::uint8_t {
  /// The program, as the library in assembly: it asks once, and again at the next `progress`. Two
  /// own channels take turns.
  program,
  /// The communication agent: the message stands in an own channel that waits for an output channel
  /// as one of a bus does at an intermediate cell, by a request in its context register. Four own
  /// channels, one for each bus, so that a message over another bus need not wait.
  agent,
};

/// How the words of a message that comes leave its channel.
enum class MessageReceive : std::uint8_t {
  spooled,  ///< Into a buffer.
  by_word,  ///< By the gate, as the program reads them.
};

/// How a cell serves the requests of others, and has its own served.
struct RequestSettings {
  static constexpr std::uint32_t bytes = 24;
  std::uint32_t memory = 0;  ///< So many bytes: what is asked of this cell, and what it asks.
  std::function<Pathway(unsigned to)> way;  ///< To a cell by its address.
};

/// How a cell sends and receives. Addresses and bytes are multiples of 4.
struct MessageSettings {
  MessageClocks clocks{};
  MessageReceive receive = MessageReceive::spooled;
  std::uint32_t buffer = 0;  ///< Of a message that comes; `spooled`.
  std::uint32_t bytes = 0;   ///< Of the buffer.
  MessageWait wait = MessageWait::program;
  std::uint32_t context = 0;                  ///< A word of memory for a context register; `agent`.
  std::optional<RequestSettings> requests{};  ///< With `spooled` only.
  /// If not null, these carry the words of messages, between header and trailer; `spooled`, without
  /// requests.
  Transfers* transfers = nullptr;
};

/// The protocol of `platforms/programs/library/message_passing.s` (Feldmann et al. 1993, 4.3): a
/// message has a pathway to itself, its sender's memory is the buffer, and its sender spools it. A
/// cell of either kind understands the other's messages.
///
/// Requests of other cells, to write or to read memory here, are served by `progress` too. Where
/// they are, a message that finds the one before it in the buffer waits, and all others behind it;
/// where they are not, one that comes ends the run.
///
/// It never waits for the network, so that cells do not wait for each other in a ring: a trailer
/// that finds no room, or a message that finds no channel, is left to the next `progress` or to the
/// agent. Takes the first two own channels or four, as many spooling gates as can send at a time
/// and one more, from gate 0 on, input gate 0, and the events pathway_begin and spool_end.
class CellMessages {
 public:
  /// As many as the queue of a channel takes with what stands behind them.
  static constexpr std::size_t most_header = 4;

  /// Throws std::invalid_argument for requests to a cell that receives word by word.
  CellMessages(CellProcess& cell, const MessageSettings& settings);
  /// A message that comes is put at `buffer`, of so many bytes; both are multiples of 4.
  CellMessages(CellProcess& cell, std::uint32_t buffer, std::uint32_t bytes)
      : CellMessages(cell, MessageSettings{.buffer = buffer, .bytes = bytes}) {}

  /// Nothing is to be sent any more, and nothing comes in.
  bool idle() const;
  /// The words of all messages before have left memory. Where the agent waits, of those over the
  /// same bus.
  bool can_send(Bus bus = Bus::x_right) const;
  /// Puts a message into the queue, behind those that wait. Its words stay in memory until it has
  /// been sent. Throws std::runtime_error for a header that is too long.
  Program send(OutgoingMessage message);
  /// Puts a request into the queue, as `send`: these words go to the address `there` of its cell.
  Program write_remote(OutgoingMessage message, std::uint32_t there);
  /// Reads words of another cell, and waits for them. Throws std::logic_error without `requests`.
  Program read_remote(ReadRequest request);
  /// Requests to write here that are done.
  std::uint32_t writes() const { return writes_; }
  /// One step of what is under way: sends on, or serves one event. Without either it takes `idle`
  /// clocks.
  Program progress(std::uint64_t idle);
  /// The same, but waits for an event where nothing else can go on.
  Program progress_or_wait(std::uint64_t idle);

  /// The message in the buffer, until `take`.
  const std::optional<IncomingMessage>& arrived() const { return arrived_; }
  /// The buffer is free again.
  void take() { arrived_.reset(); }

  /// `by_word`: a message has begun to come, until `end_receive`.
  bool arriving() const { return comes_in_ && settings_.receive == MessageReceive::by_word; }
  const IncomingMessage& coming() const { return coming_; }
  /// Its next word, of as many as it has. What is sent in the background goes on while it waits.
  Program receive_word(std::uint32_t& value);
  /// Behind its last word. Waits likewise for its trailer, which its sender's program sends.
  Program end_receive();
  /// What is sent in the background goes on: for a program that does something else meanwhile.
  Program send_in_background();

 private:
  enum class Stage : std::uint8_t { none, spools, trailer };
  /// A message under way, spooled by the gate of the lane's number.
  struct Lane {
    Stage stage = Stage::none;
    unsigned own = 0;   // channel of the message
    unsigned next = 0;  // channel of the one behind it
  };

  unsigned lane_of(const OutgoingMessage& message) const;
  Program send_on();
  Program await_word();
  Program send_trailer(Lane& lane);
  Program begin_message(const OutgoingMessage& message, bool& begun);
  Program ask(unsigned own, const Pathway& way, bool& granted);
  void enqueue(OutgoingMessage message);
  Program accept(unsigned channel);
  Program accept_message(unsigned channel);
  Program accept_request(unsigned channel, std::uint32_t argument);
  Program start_receive(unsigned channel, std::uint32_t address, std::uint32_t bytes);
  Program finish();
  Program answer();
  Program serve();
  Program send_whole(const OutgoingMessage& message, unsigned gate);
  void receive_whole();
  bool trailer_is_due() const;
  bool may_send_on() const;
  EventSet served() const;

  CellProcess* cell_;
  MessageSettings settings_;
  std::deque<OutgoingMessage> waiting_;
  std::vector<Lane> lanes_;  // one, or one for each bus
  bool comes_in_ = false;
  MessageKind kind_ = MessageKind::message;  // of what comes in
  IncomingMessage coming_;
  unsigned comes_by_ = 0;         // its channel
  std::optional<unsigned> held_;  // the channel of a message that waits for the buffer
  std::optional<IncomingMessage> arrived_;
  std::uint32_t writes_ = 0;
  std::uint32_t replies_ = 0;
};

}  // namespace weft
