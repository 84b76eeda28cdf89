// What goes along with a packet beside its bits.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// What a processor sends in a packet.
enum class PacketKind : std::uint8_t {
  unknown,  ///< Nothing is told: the packet comes from third-party RTL.
  data,
  acknowledgement,
};

/// The out-of-band protocol: what cores need of a packet and its bits do not tell them. A packet
/// from third-party RTL comes without it, with the values below, and is handled by its bits.
struct OutOfBand {
  static constexpr std::uint32_t unknown_length = ~0U;

  /// ps; when its processor queued it, or was asked to begin its message (T9000Parameters::
  /// service_time) where the channel was idle. Its age, for Arbitration::oldest_first (thesis
  /// 4.2.4); with the first packet of a message, when that was sent.
  Time injected = 0;
  /// Virtual channel at the receiver, for Addressing::processor (thesis 3.5.3).
  std::uint32_t channel = 0;
  /// Of data, as it was sent; with `last` they tell a T9000 that a link error has cut the packet,
  /// and a buffer for whole packets how much room it needs.
  std::uint32_t bytes = unknown_length;
  std::uint16_t hops = 0;  ///< Routers passed so far, for Arbitration::hops_first (thesis 4.2.4).
  /// For the early acknowledgement (AcknowledgeOn::header, AcknowledgedOn::header; thesis 3.1.1.1)
  /// and the priority of acknowledgements in a C104 (thesis 4.2.4).
  PacketKind kind = PacketKind::unknown;
  bool last = false;  ///< It was sent as the end of its message.
  /// A program has said what its bytes are; of others only the length counts, and a receiver does
  /// not keep them. Saves time and memory of the simulation and decides nothing else.
  bool content = false;

  /// Its bytes may mean something to whoever receives it.
  constexpr bool has_content() const { return content || kind == PacketKind::unknown; }
  constexpr bool acknowledgement() const { return kind == PacketKind::acknowledgement; }

  friend constexpr bool operator==(const OutOfBand&, const OutOfBand&) = default;
};

/// What observers know a packet by, and where it has been. Hardware and its models fill it by the
/// functions; what is in it they never read (tests/structure).
struct PacketTrace {
  std::uint64_t id = 0;  ///< Unique in a run; 0 for a packet that nobody told of.
  /// ps; when a program gave its message to the processor. `never` for an acknowledgement.
  Time created = never;
  Time sent = never;    ///< ps; when its first bit left the processor.
  Time routed = never;  ///< ps; when it first left a router for another router.

  constexpr void leaves_processor(Time now) { sent = now; }
  /// For another router.
  constexpr void leaves_router(Time now) {
    if (routed == never) routed = now;
  }

  friend constexpr bool operator==(const PacketTrace&, const PacketTrace&) = default;
};

/// Both travel with the first header byte of a packet, at `signal` on a signal beside the wires.
struct PacketTag {
  OutOfBand protocol;
  PacketTrace trace;

  /// For what a model keeps to tell it observers later.
  constexpr const PacketTrace& for_observers() const { return trace; }

  friend constexpr bool operator==(const PacketTag&, const PacketTag&) = default;
};

}  // namespace weft
