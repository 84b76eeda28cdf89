// Parameters of the packet chip of a hypercube.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// What carries messages.
enum class HypercubeTransport : std::uint8_t {
  packets,      ///< In packets (sections 4 and 5).
  wormhole,     ///< Whole, on a fixed route, through stages of some bytes.
  cut_through,  ///< Whole, stored where they cannot go on.
  datagram,     ///< Whole, stored at each node.
  circuit,      ///< Whole, once all links of its way are its own.
};

constexpr bool carries_whole_messages(HypercubeTransport transport) {
  return transport != HypercubeTransport::packets;
}

/// How the steps of a message are found.
enum class HypercubeRouting : std::uint8_t {
  quasi_adaptive,  ///< Of packets: the first step to the shortest queue of those that bring it
                   ///< closer (section 5.1), all others as of the fixed route.
  fixed,           ///< Those of the fixed route.
  adaptive,        ///< Of datagrams and circuits: each to the shortest queue (section 3).
};

/// What a message waits for that is routed by `adaptive`. The paper leaves it open.
enum class HypercubeAdaptiveWait : std::uint8_t {
  shortest_queue,  ///< The link that it has chosen when it came to the node, as in section 5.1.
  any_link,        ///< The first that it gets of those that bring it closer.
  free_or_fixed,   ///< One that is free when it comes, the lowest; if none is, the fixed route's.
};

/// How messages leave the memory of their node. The paper leaves it open.
enum class HypercubeInjection : std::uint8_t {
  each_port,    ///< Those for different links on their own.
  in_sequence,  ///< One after the other: the next when the tail of the last has left the node, or
                ///< its last packet has got a buffer.
};

/// Which of the messages that wait for an output goes first, of those that are carried whole.
enum class HypercubePrecedence : std::uint8_t {
  arrival,   ///< In transit before those of the node; of each the first that came.
  creation,  ///< The first that was created; circuits give way to it (section 3).
};

/// What a link carries at a time.
enum class HypercubeLinks : std::uint8_t {
  bidirectional,   ///< A packet in each direction; they do not interfere.
  unidirectional,  ///< One packet, in one direction or the other.
};

/// When the ticks of arbitration are spent.
enum class HypercubeArbitration : std::uint8_t {
  paid,    ///< After the packet is in and the link is free: 44 ticks a packet.
  hidden,  ///< While the packet still comes in and the link still sends: 40 ticks a packet.
};

/// When a packet goes on from a node between its source and its destination. Section 4 can be read
/// in both ways.
enum class HypercubeForwarding : std::uint8_t {
  stored,       ///< When all of it is there.
  cut_through,  ///< When its header is there. Where it cannot go on, it is stored.
};

/// How messages between one pair of nodes, which may take different first steps and then overtake
/// each other, are kept apart at their destination. The paper leaves it open.
enum class HypercubePairOrder : std::uint8_t {
  tagged,     ///< Their first step stands in spare bits of the header.
  same_step,  ///< All take the step that the first of them took; headers are as in section 5.3.
  none,       ///< Not at all: they mix.
};

/// What all links of a cube are (section 6).
struct HypercubeLinkParameters {
  unsigned byte_ticks = 2;  ///< That a byte takes, 1 or more.
  HypercubeLinks direction = HypercubeLinks::bidirectional;
  /// That come back over a unidirectional link for each message carried whole, before anything else
  /// goes over it (section 3, which names no number); 0: none.
  unsigned acknowledgement_bytes = 0;

  bool operator==(const HypercubeLinkParameters&) const = default;
};

/// Parameters of a packet chip (sections 5 and 6), for which precedence does not count, or of a
/// switch for whole messages (section 3), for which buffers, the forwarding of packets, the order
/// of pairs and the rule do not; with it all routing is fixed that is not adaptive. Ticks are those
/// of the paper, edges of the chip's clock.
struct HypercubeChipParameters {
  unsigned degree = 14;  ///< Of the cube: links of the chip, 1..14.
  HypercubeTransport transport = HypercubeTransport::packets;
  unsigned buffers = 16;           ///< Packets that each output port holds, 1 or more.
  Time tick = 100 * nanosecond;    ///< ps; the paper names no time.
  unsigned byte_ticks = 2;         ///< That a byte takes on a link, 1 or more.
  unsigned arbitration_ticks = 4;  ///< From a packet asking to its first byte, 3 or more.
  HypercubeArbitration arbitration = HypercubeArbitration::paid;
  HypercubeForwarding forwarding = HypercubeForwarding::stored;  ///< Of packets.
  HypercubeLinks links = HypercubeLinks::bidirectional;
  unsigned acknowledgement_bytes = 0;  ///< See HypercubeLinkParameters.
  HypercubeRouting routing = HypercubeRouting::quasi_adaptive;
  HypercubeAdaptiveWait adaptive_wait = HypercubeAdaptiveWait::shortest_queue;
  /// That the choice of an `adaptive` step takes: from when the destination is known, with
  /// `any_link` from when a link is free; the paper names none. 0: as quick as a fixed step.
  unsigned decision_ticks = 0;
  /// Of the header of a message carried whole: a node knows its next link once it has so many
  /// bytes, 1 to 10, and has a stage of as many for a wormhole. The paper names none.
  unsigned route_bytes = 1;
  HypercubePrecedence precedence = HypercubePrecedence::arrival;
  HypercubeInjection injection = HypercubeInjection::each_port;
  HypercubePairOrder pair_order = HypercubePairOrder::tagged;
  /// Section 5.2: of a port's buffers one at least is free or holds a packet that is not contrary.
  bool contrary_rule = true;

  /// A co-processor carries the messages of programs (section 2.1), with packets alone; else
  /// messages are given to the chip as they are, without the node's memory.
  bool coprocessor = false;
  std::uint32_t memory_bytes = 1U << 19U;         ///< Of the node, a multiple of 16.
  std::uint32_t system_buffer_bytes = 1U << 16U;  ///< Of those, the last ones: for messages.
  unsigned comparators = 0;       ///< Entries of the cache of section 4; 0: as many as `degree`.
  unsigned move_ticks = 2;        ///< To move a word of 4 bytes in memory, 1 or more.
  unsigned access_ticks = 1;      ///< Of the CPU to a word in memory, or an instruction, 1 or more.
  unsigned exception_ticks = 10;  ///< From an overrun exception to the retry, 1 or more.

  /// By how much arbitration begins before a packet or message and its link are ready, ps.
  Time lead() const {
    return arbitration == HypercubeArbitration::hidden ? arbitration_ticks * tick : 0;
  }
};

}  // namespace weft
