// The ends of a DS-Link at each level.
#pragma once

#include <systemc>

#include "hw/dslink/ds_link.hpp"
#include "platforms/link_view.hpp"
#include "rtl/dslink/link_pins.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/packet/packet_port.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft {

/// The two ends of a DS-Link are joined by
///
/// |             | rtl or signal  | token              | packet                               |
/// |-------------|----------------|--------------------|--------------------------------------|
/// | rtl, signal | wires          | wires, transactor  | wires and two transactors            |
/// | token       |                | calls              | packet transactor                    |
/// | packet      |                |                    | calls                                |
///
/// An end at `stream` joins another one alone (check_levels), by calls. Where it takes time to get
/// to an end (DsLinkParameters::has_cable) a cable of its level is in between, or of wires where
/// there are any.

/// An end at `rtl` and `signal`: the ports of weft::DsLink.
struct WireEnd {
  explicit WireEnd(DsLink& link);
  explicit WireEnd(rtl::LinkPins& link);

  sc_core::sc_port_b<sc_core::sc_signal_in_if<bool>>& d_in;
  sc_core::sc_port_b<sc_core::sc_signal_in_if<bool>>& s_in;
  sc_core::sc_port_b<sc_core::sc_signal_inout_if<bool>>& d_out;
  sc_core::sc_port_b<sc_core::sc_signal_inout_if<bool>>& s_out;
  DsLink::TagIn& tag_in;
  DsLink::TagOut& tag_out;
  DsLinkParameters parameters;
  LinkView view;
};

/// At `token`.
struct TokenEnd {
  explicit TokenEnd(token::DsLink& link);

  LinkOutput& out;
  LinkInput& in;
  DsLinkParameters parameters;
  LinkView view;
};

/// At `packet` and at `stream`; of different types, as nothing joins them.
template <class Port>
struct PacketSocketEnd {
  explicit PacketSocketEnd(Port& end) : port(end), out(end.out), in(end.in) {
    view.packets = &end.packets;
    view.later = &end;
    view.counters = &end.counters();
    view.bit_time = end.bit_time();
    if constexpr (requires { end.lost(); }) view.lost = &end.lost();
  }

  Port& port;
  PacketOutput& out;
  PacketInput& in;
  LinkView view;
};

using PacketEnd = PacketSocketEnd<PacketPort>;
using StreamEnd = PacketSocketEnd<StreamPort>;

}  // namespace weft
