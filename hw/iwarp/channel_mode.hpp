// What a communication agent does with the words of a logical input channel.
#pragma once

#include <cstdint>

namespace weft {

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

}  // namespace weft
