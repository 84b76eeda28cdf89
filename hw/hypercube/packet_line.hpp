// What a packet chip says over a link.
#pragma once

#include "hw/common/time.hpp"
#include "hw/hypercube/packet.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

/// What an output port asks the far end of its link for: a buffer of one of these ports there, or
/// its node's memory (bit `degree`), or for one of all that a broadcast goes on by (`degree` + 1).
struct HypercubeRequest {
  StepSet wanted = 0;
  unsigned first = 0;  ///< The one of the packet that has waited longest.
};

/// A chip's end of a link: what it says to the far end.
class HypercubeLine {
 public:
  /// Some packet can go. Said again when there is more to choose from; holds until it is granted.
  virtual void request(HypercubeRequest request, Time now) = 0;
  /// The far end is to send the packet that needs `next` here: a port, or a bit of HypercubeRequest
  /// above those of ports.
  virtual void grant(unsigned next, Time now) = 0;
  /// A packet begins at `begin`, which may be ticks ahead. Of a joined core, all lines of a tick
  /// are told together; they are fetched from memory as far as 160 bytes behind their address,
  /// where what this uses should stand.
  virtual void send(const HypercubePacket& packet, Time begin) = 0;
  /// The packet that was sent last, of which not all was known then, with more of its data: each
  /// byte before it is to be on the link.
  virtual void send_more(const HypercubePacket& /*packet*/) {}

 protected:
  ~HypercubeLine() = default;
};

}  // namespace weft
