// What is at the head of chains of control units.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw/c104/control_port.hpp"
#include "hw/common/cycle_driver.hpp"
#include "hw/common/later_events.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// Parameters of a control host.
struct ControlHostParameters {
  unsigned links = 1;
  Time clock = 10 * nanosecond;
  Time time_out = millisecond;  ///< Of the wait for an answer.
};

/// A control process: hears of what comes in by the links of a ControlHost. It may send from within
/// these.
class ControlHostClient {
 public:
  /// An empty packet, the acknowledgement of the message that was sent to this label.
  virtual void acknowledged(unsigned port, std::uint8_t label, Time now) = 0;
  /// A message, which the host acknowledges.
  virtual void message(unsigned port, std::uint8_t label, const std::vector<std::uint8_t>& bytes,
                       Time now) = 0;
  /// What ControlHost::wake_at was asked for.
  virtual void woken(Time now) = 0;

 protected:
  ~ControlHostClient() = default;
};

/// The hardware of a control process: links with a chain of control units (ControlUnit) at each,
/// and virtual channels by their labels. Works at the edges of its clock with what came before
/// them.
class ControlHost final : public LinkClient, public LaterEvents {
 public:
  ControlHost(const ControlHostParameters& parameters, CycleDriver& driver)
      : parameters_(parameters), driver_(&driver), chains_(parameters.links) {}

  void attach(unsigned port, LinkService& link) { chains_[port].port.attach(link); }
  /// To be called once, before the run; without one all that comes in is taken and forgotten.
  void serve(ControlHostClient& client) { client_ = &client; }
  const ControlHostParameters& parameters() const { return parameters_; }

  /// Sends a message; in a run or, with 0, before it.
  void send(unsigned port, std::uint8_t label, const std::vector<std::uint8_t>& bytes, Time now) {
    chains_[port].port.put_packet(label, bytes, now);
  }
  /// Calls `woken` at the first edge that is not before `time`; the last request counts, and
  /// `never` takes it back.
  void wake_at(Time time);

  /// Called by the CycleDriver.
  void evaluate(Time now);

  void receive(unsigned port, Token token, const PacketTag& tag, Time now) override;
  bool transmit(unsigned port, Token& token, PacketTag& tag, Time now) override {
    return chains_[port].port.transmit(token, tag, now);
  }
  Time next_token(unsigned port) const override { return chains_[port].port.next_token(); }
  void link_changed(unsigned port, Time now) override;
  bool expects_event(Time now) const override { return wake_ != never && wake_ > now; }

 private:
  struct Chain {
    ControlPort port;
    std::vector<std::uint8_t> packet;  // that is coming in
  };

  void take_packets(unsigned port, Time now);

  ControlHostParameters parameters_;
  CycleDriver* driver_;
  std::deque<Chain> chains_;
  ControlHostClient* client_ = nullptr;
  Time wake_ = never;
};

}  // namespace weft
