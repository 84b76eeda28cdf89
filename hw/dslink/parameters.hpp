// Parameters of one DS-Link end.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/time.hpp"

namespace weft {

/// Start-up and error behaviour of a link end (facts.md, DS-Link).
enum class LinkForm : std::uint8_t {
  ieee1355,   ///< T9000 form: sends at once, halts on an error, restarts by command.
  spacewire,  ///< ECSS-E-ST-50-12C form: exchange of silence, restarts by itself.
};

/// Parameters of a DS-Link end. Times in ps. Defaults: 100 Mbit/s, start-up at 10 Mbit/s.
struct DsLinkParameters {
  Time bit_time = 10 * nanosecond;           ///< One bit in the Run state.
  Time startup_bit_time = 100 * nanosecond;  ///< One bit before the Run state.
  LinkForm form = LinkForm::ieee1355;
  unsigned max_credit = 56;    ///< Most tokens that may be outstanding; 8..56 in SpaceWire.
  unsigned input_buffer = 32;  ///< Tokens of input buffer at a T9000 or an endpoint, 8 or more.
  bool await_null = false;     ///< ieee1355: send FCTs only after a NUL was received.
  Time disconnect_timeout = 850 * nanosecond;
  Time error_reset = 6'400 * nanosecond;  ///< Silence after a reset or a restart.
  Time error_wait = 12'800 * nanosecond;  ///< SpaceWire: receiver on, transmitter still silent.
  Time connect_timeout = 12'800 * nanosecond;  ///< SpaceWire: limit on Started and Connecting.
  /// SpaceWire: an end leaves Ready only when it has received a NUL (AutoStart without LinkStart);
  /// else it does at once (LinkStart).
  bool auto_start = false;
  /// SpaceWire: the end is disabled (LinkDisable) from the one time until the other, a start-up bit
  /// or more: it does not leave Ready, and Run it leaves for ErrorReset, without an error. Both 0:
  /// it never is.
  Time disable_at = 0;
  Time enable_at = 0;
  /// SpaceWire: the end is master of time. At each multiple of this it has a time-code to send, in
  /// Run; their times count up from 1, modulo 64. 0 for none.
  Time time_code_interval = 0;
  Time auto_restart = 0;    ///< ieee1355: restart this long after a halt; 0 waits for a command.
  Time error_at = 0;        ///< Invert one transmitted bit at this time; 0 for none.
  Time error_interval = 0;  ///< Mean time between further inverted bits (exponential); 0 for none.
  /// The cable is cut at the ends that transmit: no edge from this time on arrives. At 0 the end is
  /// never started, as one that leads nowhere.
  Time cut_at = never;
  /// Of the cable that leads to this end: how long D takes through it, and how much later S comes.
  Time delay = 0;
  Time skew = 0;

  /// LinkDisable, as it was just before `now`.
  bool disabled_before(Time now) const { return disable_at < now && now <= enable_at; }
  /// LinkDisable, from `now` on.
  bool disabled_after(Time now) const { return disable_at <= now && now < enable_at; }
  bool time_codes() const { return form == LinkForm::spacewire; }
  bool injects_errors() const { return error_at != 0 || error_interval != 0; }
  /// It takes time to get to this end.
  bool has_cable() const { return delay != 0 || skew != 0; }
  /// When the last edge of a cable that is cut is here, at the latest.
  Time cut_arrives() const { return cut_at == never ? never : cut_at + delay + skew; }

  friend bool operator==(const DsLinkParameters&, const DsLinkParameters&) = default;
};

/// Of the link at `port`: `links` has one of each, or fewer and the first is that of all others.
inline const DsLinkParameters& of_port(const std::vector<DsLinkParameters>& links, unsigned port) {
  return port < links.size() ? links[port] : links.front();
}

/// When S falls on a line that was stopped at `stopped`; D follows one start-up bit time later.
constexpr Time rest_after_stop(Time stopped, const DsLinkParameters& parameters) {
  return stopped + 2 * parameters.disconnect_timeout;
}

}  // namespace weft
