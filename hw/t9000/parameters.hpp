// Parameters of a T9000: virtual channel processor, links and processor.
#pragma once

#include <cstdint>

#include "hw/common/addressing.hpp"
#include "hw/common/contention.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Which DS-Link of the fat link takes a packet.
enum class LinkChoice : std::uint8_t {
  /// A queue local to each link, of data and of acknowledgements (thesis 3.1.1.1), and a link for
  /// each virtual channel that does not change: its number at the sender modulo the links that lead
  /// somewhere. How channels are dealt to links was not found [NF].
  by_channel,
  any_free,  ///< One queue for all links; the first that is free takes the next packet.
};

/// What lets the receiver queue the acknowledgement of a data packet.
enum class AcknowledgeOn : std::uint8_t {
  header,       ///< Its header is in (thesis 3.1.1.1).
  first_token,  ///< The token after the header is in: tells data from an empty acknowledgement.
  end,          ///< All of it is in.
  /// There is none: packets go out one after the other, as those of a traffic generator. A packet
  /// counts as acknowledged when its end is being transmitted, and a receiver keeps all that comes
  /// in. Both ends of a channel have to have it (facts.md, Macrame testbed).
  nothing,
};

/// When an acknowledgement counts at the sender.
enum class AcknowledgedOn : std::uint8_t {
  end,     ///< Its end is in, which tells it from a data packet.
  header,  ///< Its header is in (the thesis' simulator; by the tag).
};

/// What a process needs the processor for.
enum class Scheduling : std::uint8_t {
  /// To compute (thesis 4.1.3): what it does without computing, as sending and receiving, it does
  /// at once, whatever else computes.
  computations,
  /// For all that it does, as on a transputer: one that has waited stands in the queue of its
  /// priority, and has the processor from then on until it waits again (facts.md, T9000).
  processes,
};

/// Parameters of a T9000. Times in ps.
struct T9000Parameters {
  static constexpr unsigned most_links = 4;
  unsigned links = most_links;     ///< DS-Links of the fat link, 1..4.
  unsigned header_bytes = 1;       ///< 1 or 2.
  std::uint32_t min_header = 0;    ///< First header of this processor's virtual channels.
  std::uint32_t max_header = 255;  ///< Last one.
  Addressing addressing = Addressing::channel;
  LinkChoice link_choice = LinkChoice::by_channel;
  AcknowledgeOn acknowledge_on = AcknowledgeOn::header;
  AcknowledgedOn acknowledged_on = AcknowledgedOn::end;
  bool acknowledgement_priority = true;  ///< Acknowledgements before data at a link.
  Time acknowledgement_delay = 0;        ///< Time of the virtual channel processor for one of them.
  /// Of the virtual channel processor, for each packet, which it puts together once its link is
  /// free; and of the processor, for each message that a process begins and for each process that
  /// it wakes for a message that came in or was acknowledged. Each of the two does one of them at a
  /// time; what processes compute goes on beside it.
  Time service_time = 0;
  unsigned packet_bytes = 32;    ///< Most data bytes of a packet.
  unsigned receive_buffer = 0;   ///< Messages a virtual channel accepts before a receive.
  Time clock = 10 * nanosecond;  ///< Period of the virtual channel processor's clock.
  unsigned event_clocks = 1;     ///< Edges of it from a change of EventIn to where that counts.
  Contention contention = Contention::full;  ///< Other than full at `packet` level only.
  Scheduling scheduling = Scheduling::computations;
  /// A process of low priority that computes for so long goes behind the others; 0: none does.
  Time time_slice = 0;
  Time switch_time = 0;     ///< Of the processor, to take up a process.
  Time interrupt_time = 0;  ///< The same, one of high priority while one of low priority computes.
  Time high_tick = 1 * microsecond;  ///< Of the timer that processes of high priority read.
  Time low_tick = 64 * microsecond;  ///< Of that of low priority.
};

}  // namespace weft
