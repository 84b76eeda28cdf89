// What a switch tells observers of packets on their way through it.
#pragma once

#include <cstdint>

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"

namespace weft {

/// Why a packet that has asked for an output of a switch does not get one.
enum class WaitCause : std::uint8_t {
  output_busy,  ///< All that it can take belong to other packets.
  no_room,      ///< One is free, but the far end has no room, or it is the turn of another packet.
  link_down,    ///< All links that it can take are down.
};

constexpr const char* name_of(WaitCause cause) {
  switch (cause) {
    case WaitCause::output_busy: return "output_busy";
    case WaitCause::no_room: return "no_room";
    case WaitCause::link_down: return "link_down";
  }
  return "";
}

/// A packet begins to wait at an input, until its PacketHopEvent.
struct PacketWaitEvent {
  Time time = 0;  ///< When it asked, ps.
  PacketTag tag;
  unsigned input = 0;
  unsigned output = 0;  ///< The first that it can take.
  WaitCause cause = WaitCause::output_busy;
  PacketTrace holder;  ///< Of the packet that has this output; without an id if none has.
};

/// A packet has got an output.
struct PacketHopEvent {
  Time time = 0;  ///< ps
  PacketTag tag;
  unsigned input = 0;
  unsigned output = 0;
  Time asked = 0;  ///< When it could have got one, had none been in its way, ps.
};

/// Hears of packets in a switch.
class SwitchObserver {
 public:
  virtual void hops(const PacketHopEvent& event) = 0;
  virtual void waits(const PacketWaitEvent& event) = 0;

 protected:
  ~SwitchObserver() = default;
};

/// A switch, to its observer; it tells nobody at first.
class ObservedSwitch {
 public:
  /// Null for nobody.
  void observe(SwitchObserver* observer) { observer_ = observer; }
  /// Becomes false once somebody wants to hear of packets too that got an output at once.
  bool& only_late_hops() { return only_late_hops_; }
  /// Becomes false once somebody wants to hear of packets that begin to wait.
  bool& no_waits() { return no_waits_; }

 protected:
  ObservedSwitch() = default;
  ~ObservedSwitch() = default;

  SwitchObserver* observer() const { return observer_; }
  /// The observer wants to hear of a packet that has got now what it asked for at `asked`.
  bool hears_of_hop(Time asked, Time now) const {
    return observer_ != nullptr && (now > asked || !only_late_hops_);
  }
  bool hears_of_waits() const { return observer_ != nullptr && !no_waits_; }

 private:
  SwitchObserver* observer_ = nullptr;
  bool only_late_hops_ = true;
  bool no_waits_ = true;
};

}  // namespace weft
