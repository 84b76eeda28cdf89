// The match CAM: which begin markers are for this cell, and of which events its program is told.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/event_registers.hpp"
#include "hw/iwarp/header_word.hpp"

namespace weft {

/// What an entry that matches means.
enum class MatchAction : std::uint8_t {
  here,   ///< The cell is named: destination, corner, or a message for it.
  guard,  ///< The pathway has come back to where it began: a Flying Dutchman.
};

struct MatchEntry {
  std::uint32_t value = 0;
  std::uint32_t mask = 0;  ///< Bits that are compared.
  bool pathways = true;    ///< Compared with pathway begin markers.
  bool messages = true;    ///< Compared with message begin markers.
  MatchAction action = MatchAction::here;
};

/// Content-addressable memory that the computation agent loads (section 6.1.4). All entries are
/// compared at once; the matching one with the lowest number decides.
///
/// A row more for each kind of event has the channels of which the computation agent is told
/// (section 7.3). It is compared with a kind and a channel, at the head of every queue at once, and
/// takes no port. Ends of messages and application markers are chosen for each channel, all other
/// kinds for all channels or none (section 7.3 leaves open which are which: ours).
class MatchCam {
 public:
  /// Loaded as the run-time system does at initialisation: entry 0 names the cell, entry 1 guards
  /// against its own headers; of events that are chosen for all channels it is told.
  MatchCam(unsigned entries, unsigned address) : entries_(entries) {
    for (unsigned kind = 0; kind < event_count; ++kind) {
      told_[kind] = by_channel(static_cast<AgentEvent>(kind)) ? 0 : ~ChannelSet{0};
    }
    entries_[0] = MatchEntry{address, address_mask, true, true, MatchAction::here};
    entries_[1] = MatchEntry{address << origin_shift, address_mask << origin_shift, true, false,
                             MatchAction::guard};
  }

  void load(unsigned number, const MatchEntry& entry) { entries_[number] = entry; }
  void clear(unsigned number) { entries_[number].reset(); }

  static constexpr bool by_channel(AgentEvent event) {
    return event == AgentEvent::message_end || event == AgentEvent::application;
  }
  /// Of a kind that is not chosen by channel, any channel means all.
  void tell_of(AgentEvent event, ChannelSet channels) {
    told_[static_cast<unsigned>(event)] =
        by_channel(event) || channels == 0 ? channels : ~ChannelSet{0};
  }
  bool tells_of(AgentEvent event, unsigned channel) const {
    return (told_[static_cast<unsigned>(event)] & bit(channel)) != 0;
  }

  std::optional<MatchAction> match_pathway(std::uint32_t data) const {
    return match(data, &MatchEntry::pathways);
  }
  std::optional<MatchAction> match_message(std::uint32_t data) const {
    return match(data, &MatchEntry::messages);
  }

 private:
  std::optional<MatchAction> match(std::uint32_t data, bool MatchEntry::*kind) const {
    for (const std::optional<MatchEntry>& entry : entries_) {
      if (entry && *entry.*kind && ((data ^ entry->value) & entry->mask) == 0) {
        return entry->action;
      }
    }
    return std::nullopt;
  }

  std::vector<std::optional<MatchEntry>> entries_;
  std::array<ChannelSet, event_count> told_{};
};

}  // namespace weft
