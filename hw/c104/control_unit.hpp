// The control unit of a C104 or a T9000: what is behind its control links.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/c104/control_message.hpp"
#include "hw/c104/control_port.hpp"
#include "hw/c104/control_target.hpp"
#include "hw/common/cycle_driver.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// Parameters of a control unit.
struct ControlUnitParameters {
  Time clock = 10 * nanosecond;  ///< Of the unit; 2 ps or more [NF].
};

/// Does to its device what commands say that come in by CLINK0, and passes on what is for others:
/// from CLINK0 to CLINK1, and back. So control units are chained, one behind the other (facts.md
/// C104 [M]).
///
/// Each has a virtual channel to the control process, by packets as those of a T9000: a header of
/// one byte, at most 32 of a message, each packet acknowledged by an empty one before the next is
/// sent. The first packet to a unit that has no label gives it one, its header; it must be a
/// `start`, with the header of what comes back. What has another header goes on to CLINK1. A
/// command is acknowledged when it has been carried out, and answered by a handshake.
///
/// A link of the device that an error has stopped is told, one at a time: the next one when this
/// one was acknowledged by a `recover`.
///
/// The device begins as after a `reset` (ControlTarget).
class ControlUnit final : public LinkClient {
 public:
  static constexpr unsigned clink0 = 0;
  static constexpr unsigned clink1 = 1;
  static constexpr std::size_t most_bytes = 32;  ///< Of a message.

  struct Counters {
    std::uint64_t commands = 0;  ///< Carried out.
    std::uint64_t refused = 0;   ///< Answered by another status than `done`.
    std::uint64_t dropped = 0;   ///< Packets that nobody could take.
  };

  ControlUnit(const ControlUnitParameters& parameters, CycleDriver& driver)
      : clock_(parameters.clock), driver_(&driver) {}

  /// To be called for both ports.
  void attach(unsigned port, LinkService& link) { ports_[port].attach(link); }
  /// The device that it belongs to, which must outlive it; before the run.
  void control(ControlTarget& of_unit);

  /// Called by the CycleDriver.
  void evaluate(Time now);

  void receive(unsigned port, Token token, const PacketTag& tag, Time now) override;
  bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) override;
  Time next_token(unsigned port) const override { return ports_[port].next_token(); }
  void link_changed(unsigned port, Time now) override;

  /// It was given a label.
  bool started() const { return label_.has_value(); }
  const Counters& counters() const { return counters_; }

 private:
  /// What becomes of the packet that is coming in.
  enum class Way : std::uint8_t { header, own, forward, drop };

  void ask(Time time);
  void ask_next(Time now) { ask(edge_after(now, clock_)); }
  void step(Time now);
  bool move(unsigned port, Time now);
  bool read_header(unsigned port, Time now);
  bool read_own(Time now);
  bool pass_on(unsigned port, Time now);
  bool execute(Time now);
  ControlAnswer carry_out(const ControlRequest& request, Time now);
  void answer(const ControlAnswer& answer, Time now);
  void write(Time now);
  bool tell_error(Time now);
  /// It is for the unit itself.
  static bool is_own(ControlCommand command) {
    return command == ControlCommand::start || command == ControlCommand::recover;
  }
  bool may_send() const { return !unacknowledged_ && !passing_up_; }

  Time clock_;
  CycleDriver* driver_;
  ControlTarget* target_ = nullptr;
  std::array<ControlPort, 2> ports_;
  std::array<Way, 2> ways_{Way::header, Way::header};
  bool passing_up_ = false;  // a packet is in the middle of going on to CLINK0
  std::optional<std::uint8_t> label_;
  std::uint8_t header_ = 0;  // of the command in `command_`
  std::uint8_t return_header_ = 0;
  std::vector<std::uint8_t> command_;
  bool has_command_ = false;     // all of it is there
  bool unacknowledged_ = false;  // a message was sent
  std::uint64_t changed_ = 0;    // links, a bit each, that may be in error
  bool error_told_ = false;      // and not recovered
  ControlRequest pending_;       // is written at `write_at_`
  Time write_at_ = never;
  Time next_edge_ = never;  // at which there is something to do
  Counters counters_;
};

}  // namespace weft
