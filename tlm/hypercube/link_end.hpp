// A node's end of a link of a hypercube: its sockets, and what observers see of it.
#pragma once

#include <cstdint>
#include <string>

#include <systemc>

#include "hw/common/later_events.hpp"
#include "hw/common/packet_events.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/link_core.hpp"
#include "tlm/protocol/hypercube_protocol.hpp"

namespace weft {

/// Both directions of a link. Without a far end nothing comes of what is said there. It is no
/// module but a part of its node, whose children its sockets are, `link0_out`, `link0_in`: a large
/// cube has hundreds of thousands of ends.
class HypercubeLinkEnd : public LaterEvents, public HypercubeForward, public HypercubeBackward {
 public:
  HypercubeInitiatorSocket out;
  HypercubeTargetSocket in;
  PacketReports packets;  ///< What this end transmits, told as soon as it is known.

  /// To be made in the constructor of its node.
  explicit HypercubeLinkEnd(const std::string& name)
      : out((name + "_out").c_str()), in((name + "_in").c_str()) {
    out.bind(static_cast<HypercubeBackward&>(*this));
    in.bind(static_cast<HypercubeForward&>(*this));
  }
  HypercubeLinkEnd(const HypercubeLinkEnd&) = delete;
  HypercubeLinkEnd& operator=(const HypercubeLinkEnd&) = delete;

  /// What this end has begun to transmit: bytes as `data`, packets as `ends`, and how long they
  /// have the link.
  const LinkCounters& counters() const { return counters_; }
  /// What it transmits has not begun or ended, and it is known when it will.
  bool expects_event(Time now) const override { return busy_until_ >= now; }

 protected:
  bool connected() const { return out.size() != 0; }
  void tell_far(HypercubePayload& told, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    out->nb_transport_fw(told, phase, delay);
  }
  void answer_far(HypercubePayload& told, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    in->nb_transport_bw(told, phase, delay);
  }
  /// Counts what goes over the link from `begin` on, and reports it; observers know it by its
  /// nodes, the source in bits 16 to 31, the destination below.
  void report_begin(unsigned source, unsigned destination, Time begin);
  /// Likewise, when it is known when it has left the link, and how much of it has gone over it.
  void report_end(unsigned source, unsigned destination, Time begin, Time end, std::uint64_t bytes);
  /// Both, of what is known as it begins.
  void report(unsigned source, unsigned destination, Time begin, Time end, std::uint64_t bytes) {
    report_begin(source, destination, begin);
    report_end(source, destination, begin, end, bytes);
  }

 private:
  LinkCounters counters_;
  Time busy_until_ = 0;
};

}  // namespace weft
