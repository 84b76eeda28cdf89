// How the logical channels of an iWarp cell are forwarded.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/crossbar.hpp"

namespace weft {

/// What is done with the words of a logical input channel.
enum class ChannelMode : std::uint8_t {
  idle,        ///< Fed by a bus, and no pathway uses it.
  routing,     ///< Waits for an output channel.
  linked,      ///< Goes to an output channel through the crossbar.
  here,        ///< For this cell: a gate reads it.
  discarding,  ///< Thrown away to the end of the pathway.
  own,         ///< The cell's own, and not linked.
};

inline constexpr unsigned mode_count = 6;

constexpr const char* name_of(ChannelMode mode) {
  switch (mode) {
    case ChannelMode::idle: return "idle";
    case ChannelMode::routing: return "routing";
    case ChannelMode::linked: return "linked";
    case ChannelMode::here: return "here";
    case ChannelMode::discarding: return "discarding";
    case ChannelMode::own: return "own";
  }
  return "";
}

/// How a channel is forwarded: what a communication context is made of.
struct ChannelState {
  ChannelMode mode = ChannelMode::idle;
  int output = Crossbar::none;          ///< Linked to.
  int default_output = Crossbar::none;  ///< Of a joint cell.

  friend bool operator==(const ChannelState&, const ChannelState&) = default;
};

/// All of it (Feldmann et al. 1993, section 4.2). Words in the queues are no part of it.
struct ForwardingState {
  std::vector<ChannelState> channels;  ///< Of the logical input channels.
  ChannelSet reserved = 0;             ///< Logical output channels that pathways hold.

  friend bool operator==(const ForwardingState&, const ForwardingState&) = default;
};

}  // namespace weft
