// The status registers through which the communication agent tells of events.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// What the computation agent can be told of (section 7.3); from flying_dutchman on ours.
enum class AgentEvent : std::uint8_t {
  pathway_begin,      ///< A pathway for this cell.
  pathway_end,        ///< It ends: its end marker is at the head of the queue.
  message_begin,      ///< A message for this cell.
  message_end,        ///< An end marker of a message is at the head of a queue.
  application,        ///< An application marker is.
  flying_dutchman,    ///< A header came back to where it began; it is thrown away.
  end_of_array,       ///< A header wants to go on where no channel leads; it is thrown away.
  unclaimed_message,  ///< A message came to the end of its pathway and is for another cell.
  stray_word,         ///< A word outside a pathway, or beyond a full queue; it is thrown away.
  spool_end,          ///< A spooling gate has moved all its words; `channel` is its number.
  spool_error,        ///< A spooling gate would pass its limit, or there is no memory.
};

inline constexpr unsigned event_count = 11;

constexpr const char* name_of(AgentEvent event) {
  switch (event) {
    case AgentEvent::pathway_begin: return "pathway_begin";
    case AgentEvent::pathway_end: return "pathway_end";
    case AgentEvent::message_begin: return "message_begin";
    case AgentEvent::message_end: return "message_end";
    case AgentEvent::application: return "application";
    case AgentEvent::flying_dutchman: return "flying_dutchman";
    case AgentEvent::end_of_array: return "end_of_array";
    case AgentEvent::unclaimed_message: return "unclaimed_message";
    case AgentEvent::stray_word: return "stray_word";
    case AgentEvent::spool_end: return "spool_end";
    case AgentEvent::spool_error: return "spool_error";
  }
  return "";
}

/// A set of kinds of events, one bit each.
using EventSet = std::uint16_t;

template <class... Events>
constexpr EventSet events(Events... kinds) {
  return static_cast<EventSet>(((1U << static_cast<unsigned>(kinds)) | ... | 0U));
}

/// An event as a program reads it.
struct AgentStatus {
  AgentEvent event = AgentEvent::pathway_begin;
  unsigned channel = 0;  ///< Logical input channel, or spooling gate.
};

/// One status register a kind, with a bit for each logical input channel. What is posted at a clock
/// can be seen at the next one. What is posted the match CAM tells: MatchCam::tells_of.
class EventRegisters {
 public:
  void post(AgentEvent event, unsigned channel) {
    posted_[static_cast<unsigned>(event)] |= bit(channel);
    fresh_ = true;
  }

  /// Something was posted that cannot be seen yet.
  bool fresh() const { return fresh_; }
  /// Of this kind.
  bool fresh(AgentEvent event) const { return posted_[static_cast<unsigned>(event)] != 0; }
  /// A clock has passed. True if an event can be seen that could not before.
  bool clock() {
    if (!fresh_) return false;
    fresh_ = false;
    for (unsigned kind = 0; kind < event_count; ++kind) {
      visible_[kind] |= posted_[kind];
      if (posted_[kind] != 0) pending_ |= static_cast<EventSet>(1U << kind);
      posted_[kind] = 0;
    }
    return true;
  }

  /// Kinds of which an event can be seen.
  EventSet pending() const { return pending_; }

  ChannelSet status(AgentEvent event) const { return visible_[static_cast<unsigned>(event)]; }
  /// The first event of these kinds that can be seen; it is then cleared.
  std::optional<AgentStatus> take(EventSet kinds) {
    if ((kinds & pending_) == 0) return std::nullopt;
    for (unsigned kind = 0; kind < event_count; ++kind) {
      if ((kinds >> kind & 1) == 0 || visible_[kind] == 0) continue;
      const auto channel = static_cast<unsigned>(std::countr_zero(visible_[kind]));
      visible_[kind] &= visible_[kind] - 1;
      if (visible_[kind] == 0) pending_ &= static_cast<EventSet>(~(1U << kind));
      return AgentStatus{static_cast<AgentEvent>(kind), channel};
    }
    return std::nullopt;
  }

 private:
  EventSet pending_ = 0;
  bool fresh_ = false;
  std::array<ChannelSet, event_count> posted_{};
  std::array<ChannelSet, event_count> visible_{};
};

}  // namespace weft
