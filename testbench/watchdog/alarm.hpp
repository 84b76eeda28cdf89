// What a run must not keep to itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// What went wrong in a run, or may have.
struct Alarm {
  enum class Kind : std::uint8_t {
    link_not_running,  ///< A link is not in the Run state at the end.
    nothing_arrived,   ///< Messages were sent, and none has arrived.
    nothing_measured,  ///< Nothing came to its end from the end of the warm-up on.
    packets_lost,      ///< Packets or messages were thrown away.
    lost_on_links,  ///< Packets, or parts of them, have left one end and not come in at the other.
    program_stalled,  ///< A program has not gone on for long.
    standstill,       ///< Packets or programs stand still for ever; this ended the run.
    error_unseen,     ///< What no program has noticed, and should have.
    protocol_broken,  ///< A link has broken its protocol.
    stopped,          ///< A program, or RTL, ended the run with an error.
    no_result,        ///< The workload has not come to its end, or its result is wrong.
  };

  Kind kind = Kind::link_not_running;
  std::string where;        ///< Component, link or program; empty for all of the platform.
  std::string text;         ///< What it is, where and how often, in words; may have lines.
  std::uint64_t count = 0;  ///< How often; 0 where that is no question.
  /// The results are not those of the platform as it was described: nothing in it asks for this.
  bool failure = false;
};

/// "link not running".
std::string_view name_of(Alarm::Kind kind);

using Alarms = std::vector<Alarm>;

bool any_failure(const Alarms& alarms);
/// The lines of those that are failures, or of the others; of many of a kind the first ones.
std::vector<std::string> lines_of(const Alarms& alarms, bool failures);

}  // namespace weft
