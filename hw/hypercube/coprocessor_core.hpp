// The communication co-processor of a hypercube node.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/hypercube/block_works.hpp"
#include "hw/hypercube/comparator_cache.hpp"
#include "hw/hypercube/header_block.hpp"
#include "hw/hypercube/message_packets.hpp"
#include "hw/hypercube/node_memory.hpp"
#include "hw/hypercube/packet_chip_core.hpp"
#include "hw/hypercube/system_buffers.hpp"
#include "hw/hypercube/wait_list.hpp"
#include "hw/memory/block_port.hpp"
#include "hw/memory/memory_contents.hpp"

namespace weft {

/// The instructions of section 2.1.
enum class HypercubeInstruction : std::uint8_t {
  send,
  receive,
  broadcast,
  broadcast_to_neighbours,
  release,
};

/// "send", "broadcast to neighbours", ...
std::string_view name_of(HypercubeInstruction instruction);

/// What of the cube is there, as software has told the co-processor.
struct HypercubeSurroundings {
  unsigned nodes = 0;     ///< Those with numbers below it are.
  StepSet links = 0;      ///< Of this node.
  bool complete = false;  ///< All nodes and links of a cube of the chip's degree.

  static HypercubeSurroundings whole_cube(unsigned degree) {
    return {1u << degree, step_bit(degree) - 1, true};
  }
};

/// The node's CPU, as far as the co-processor tells it anything.
class HypercubeCpu {
 public:
  /// A completion flag has been written.
  virtual void flag_written(std::uint32_t block, Time now) = 0;
  /// A message that no receive awaited, for which there was no system buffer: it is gone.
  virtual void message_lost(unsigned source, std::uint32_t bytes) = 0;
  /// It will do something by itself.
  virtual bool busy() const { return false; }
  /// What its program waits for, for the watchdog; empty if it does not.
  virtual std::string waits() const { return {}; }

 protected:
  ~HypercubeCpu() = default;
};

struct HypercubeCoprocessorCounters {
  std::array<std::uint64_t, 5> instructions{};  ///< By HypercubeInstruction.
  std::uint64_t faults = 0;              ///< Instructions that were refused, or ended by a fault.
  std::uint64_t bytes_from_memory = 0;   ///< Data read for packets.
  std::uint64_t bytes_into_memory = 0;   ///< Data of packets written.
  std::uint64_t bytes_moved = 0;         ///< From system buffers to those of receives.
  std::uint64_t messages_received = 0;   ///< With a completion flag of 3.
  std::uint64_t messages_unchecked = 0;  ///< Of those, whose overruns nothing watched for.
  std::uint64_t messages_lost = 0;
  std::uint64_t most_bytes_waiting = 0;  ///< Data that had come, and that no memory had taken yet.
};

/// The co-processor of section 2.1, on a packet chip. An instruction points to a header block in
/// node memory; all that the co-processor knows of it stands there, and blocks that wait are linked
/// there. It writes completion flags: 1 when a message has begun, 3 when it is complete, and why
/// not (header_block.hpp).
///
/// - A *send* waits in the list of the port that the chip chooses for it, until its first packet is
///   in a buffer of the chip; then it is in progress, and complete when its last one is: its bytes
///   have left memory.
/// - A *receive* waits until a message of its source and type begins to arrive; messages go to the
///   receive that came first. One that nobody waits for is written to a system buffer, and claimed
///   by the next receive that it fits: with a null pointer the receive gets that buffer, else the
///   message is moved when all of it is there, `move_ticks` a word, one message after the other.
/// - *In progress* is a receive only if an entry of the comparator cache follows it: one is taken
///   when the message has begun and its receive is there, unless that wants none or the message is
///   to be moved. Without an entry the flag is written at the end only.
/// - *Broadcasts* are sent one after the other, see HypercubeChipCore::broadcast.
///
/// The node's memory may lie beside it (lie_in). Then the data of packets are read from there
/// before they get a buffer, what arrives and what is moved goes there, and counts when it has; a
/// port reads one packet ahead. So do blocks, lists and flags (HypercubeBlockWorks): the block of
/// an instruction is read before it is carried out, and those of the receives that wait, one after
/// the other, before a message has its place; a flag is written when its word is.
///
/// Instructions and accesses of the CPU at a tick come before what the chip does at that tick. What
/// the paper leaves open and is chosen here stands in docs/components/hypercube.md.
class HypercubeCoprocessor final : private HypercubeNode {
 public:
  /// See HypercubeChipCore for what is thrown.
  HypercubeCoprocessor(const HypercubeChipParameters& parameters, unsigned node,
                       const HypercubeSurroundings& surroundings, CycleDriver& driver);

  /// Its memory is that one; `memory` and `contents` live as long. To be called before the start.
  /// The answers of `memory` come by memory_answers, all of them. Throws ParameterError.
  void lie_in(const MemoryPortParameters& parameters, MemoryDevice& memory,
              MemoryContents& contents);
  /// See BlockPort::answer.
  void memory_answers(unsigned slot, Time at);

  HypercubeChipCore& chip() { return chip_; }
  const HypercubeChipCore& chip() const { return chip_; }
  /// Called by the CycleDriver, at ticks; gives the time of the next call, `never` if it is not
  /// known.
  Time evaluate(Time now);

  /// An instruction, at a tick; `operand` is the address of a header block, of a release that of a
  /// buffer. What it gives is the exception that the CPU gets, of an instruction without a flag.
  HypercubeFault execute(HypercubeInstruction instruction, std::uint32_t operand, Time now);
  /// A request of the CPU for these bytes raises the overrun exception.
  bool overrun(std::uint32_t address, std::uint32_t bytes) const {
    return comparators_.overrun(address, bytes);
  }

  /// Who is told from now on.
  void tell(HypercubeCpu& cpu) { cpu_ = &cpu; }
  const HypercubeCpu* cpu() const { return cpu_; }
  HypercubeMemory& memory() { return memory_; }
  const HypercubeMemory& memory() const { return memory_; }
  /// What lies below is the user's.
  std::uint32_t system_space() const { return system_.begin(); }
  const HypercubeSystemBuffers& system_buffers() const { return system_; }
  /// Blocks of sends that wait for a port; with the degree of the cube, of broadcasts.
  const HypercubeWaitList& sends(unsigned port) const { return sends_[port]; }
  /// Blocks of receives that wait for a message.
  const HypercubeWaitList& receives() const { return receives_; }
  const HypercubeCoprocessorCounters& counters() const { return counters_; }
  /// It will do nothing by itself: nothing is to be sent, arrives or is moved.
  bool idle() const;

 private:
  /// A send or broadcast whose bytes have not all left memory.
  struct Outgoing {
    std::uint32_t block = 0;
    std::uint32_t address = 0;
    std::uint32_t length = 0;
    std::uint16_t type = 0;
    unsigned list = 0;
    // Of a memory beside it:
    std::uint32_t asked = 0;              // packets that were asked for
    std::vector<std::uint8_t> part = {};  // of the last of them, once it is there
  };

  /// A message that has begun to arrive and is not done with.
  struct Incoming {
    std::uint16_t source = 0;
    std::uint16_t type = 0;
    std::uint32_t length = 0;
    std::uint32_t here = 0;     // bytes
    std::uint32_t address = 0;  // of its first byte; 0: it is thrown away
    std::uint32_t dropped = 0;  // system buffer that a memory beside it may still write it to
    std::uint32_t block = 0;    // of its receive; 0: there is none yet
    std::uint32_t target = 0;   // where it is to be moved to; 0: it stays
    std::optional<unsigned> comparator;
    // Until its receive has been looked for, in a memory beside it:
    struct Piece {
      std::uint32_t offset = 0;
      std::vector<std::uint8_t> bytes = {};
    };
    bool looked_for = false;
    std::vector<Piece> early = {};

    bool whole() const { return here == length; }
  };
  using IncomingList = std::list<Incoming>;  // in the order in which they began

  /// A message on its way from a system buffer to that of its receive.
  struct Move {
    IncomingList::iterator message;
    Time end = 0;  // in a memory beside it, the tick at which it begins
  };

  // The user's bytes of an instruction that is not complete: nothing else may be written there.
  struct Open {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  HypercubePacketData packet_data(std::uint64_t message, std::uint32_t index, Time now) override;
  void arrived(const HypercubePacket& packet, unsigned port, Time now) override;
  void queued(std::uint64_t message, unsigned port, Time now) override;
  bool fetch(std::uint64_t message, std::uint32_t index) override;
  HypercubePacketData take_data(std::uint64_t message, std::uint32_t index);
  void store(IncomingList::iterator message, std::uint32_t offset,
             std::span<const std::uint8_t> bytes);
  void take(IncomingList::iterator message, std::uint32_t offset,
            std::span<const std::uint8_t> bytes, Time now);
  void taken(IncomingList::iterator message, std::uint32_t bytes, Time now);
  void move(IncomingList::iterator message);
  // At once, unless blocks lie in a memory beside it.
  template <class Reads, class Act>
  void at_blocks(Time from, Reads&& reads, Act&& act) {
    if (!works_) return act(from);
    works_->add(from, std::forward<Reads>(reads), std::forward<Act>(act));
  }
  std::vector<HypercubeBlockWorks::Bytes> block_of(HypercubeInstruction instruction,
                                                   std::uint32_t block) const;
  std::vector<HypercubeBlockWorks::Bytes> blocks_up_to_receive_of(const Incoming& message) const;
  void moved(IncomingList::iterator message, Time now);

  std::uint32_t field(std::uint32_t block, std::uint32_t offset) const {
    return memory_.word(block + offset);
  }
  void write_flag(std::uint32_t block, std::uint32_t flag, Time now);
  void complete(std::uint32_t block, HypercubeFault fault, Time now);
  HypercubeFault fault_of_block(std::uint32_t block) const;
  HypercubeFault fault_of_message(std::uint32_t block) const;
  HypercubeFault fault_of_receive(std::uint32_t block) const;
  bool overlaps(std::uint32_t begin, std::uint32_t end, std::uint32_t own_block) const;
  HypercubeFault neighbours_of(std::uint32_t block, StepSet& ports) const;

  void carry_out(HypercubeInstruction instruction, std::uint32_t block, Time now);
  HypercubeFault send(std::uint32_t block, Time now);
  HypercubeFault broadcast(std::uint32_t block, bool neighbours, Time now);
  HypercubeFault receive(std::uint32_t block, Time now);
  std::uint64_t open_outgoing(std::uint32_t block, unsigned list);

  std::uint32_t find_receive(const Incoming& message) const;
  bool fits(const Incoming& message, std::uint32_t block) const;
  void begin(IncomingList::iterator message, Time now);
  void find_place(IncomingList::iterator message, Time now);
  HypercubeFault claim(IncomingList::iterator message, std::uint32_t block, Time now);
  void drop(IncomingList::iterator message);
  void finish(IncomingList::iterator message, Time now);
  void finish_moves(Time now);

  HypercubeMemory memory_;
  std::optional<BlockPort> port_;             // to a memory beside it
  std::optional<HypercubeBlockWorks> works_;  // there
  std::uint64_t bytes_waiting_ = 0;           // to be written there
  bool fetches_ahead_ = true;
  HypercubeSystemBuffers system_;
  HypercubeComparators comparators_;
  HypercubeChipCore chip_;
  HypercubeSurroundings surroundings_;
  CycleDriver* driver_;
  HypercubeCpu* cpu_ = nullptr;
  std::vector<HypercubeWaitList> sends_;  // by port; broadcasts last
  HypercubeWaitList receives_;
  std::map<std::uint32_t, Open> open_;  // by block
  std::unordered_map<std::uint64_t, Outgoing> outgoing_;
  std::uint64_t next_outgoing_ = 0;
  HypercubeArrivals arrivals_;
  IncomingList messages_;
  std::map<std::pair<std::uint16_t, std::uint8_t>, IncomingList::iterator> arriving_;  // by piece
  std::deque<Move> moves_;
  HypercubeCoprocessorCounters counters_;
};

}  // namespace weft
