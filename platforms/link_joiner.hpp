// Binds the two ends of a link, whatever their levels.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <systemc>

#include "hw/common/observer_port.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_events.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/dslink/parameters.hpp"
#include "rtl/dslink/link_pins.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/packet/packet_port.hpp"
#include "tlm/stream/stream_port.hpp"

namespace weft {

/// A link end: at `rtl`, at `signal`, at `token`, at `packet`, at `stream`.
using EndModule = std::variant<rtl::LinkPins*, DsLink*, token::DsLink*, PacketPort*, StreamPort*>;

/// What observers can see of a link end. At `rtl` there are `pins` and no `core`. Between two ends
/// at `packet` level, or at `stream`, there are no tokens and no states: `core`, `tokens` and
/// `states` are null. Where a link leads from there to another level, they are those of the
/// transactor's DS-Link, which stands for this end.
struct LinkView {
  LinkCore* core = nullptr;
  const rtl::LinkPins* pins = nullptr;
  ObserverPort<TokenEvent>* tokens = nullptr;  ///< What this end transmits.
  ObserverPort<LinkStateEvent>* states = nullptr;
  const LinkCounters* counters = nullptr;       ///< Of what it has transmitted; never null.
  Time bit_time = 0;                            ///< Of its transmitter in the Run state.
  const sc_core::sc_signal<bool>* d = nullptr;  ///< Its D wire; null without wires.
  const sc_core::sc_signal<bool>* s = nullptr;
};

/// Joins ends and keeps the wires and transactors between them:
///
/// |             | rtl or signal  | token              | packet                               |
/// |-------------|----------------|--------------------|--------------------------------------|
/// | rtl, signal | wires          | wires, transactor  | wires and two transactors            |
/// | token       |                | calls              | packet transactor                    |
/// | packet      |                |                    | calls                                |
///
/// An end at `stream` joins another one alone (check_stream_level), by calls.
class LinkJoiner {
 public:
  /// `header_bytes` of the packets of the platform.
  LinkJoiner(unsigned header_bytes, Wheel& wheel) : header_bytes_(header_bytes), wheel_(&wheel) {}

  /// `parameters` of the link; `seed` of the bit errors of a packet transactor's end. The views of
  /// both ends, in the order of the arguments.
  std::pair<LinkView, LinkView> join(const EndModule& from, const EndModule& to,
                                     const DsLinkParameters& parameters, std::uint64_t seed);

 private:
  using Views = std::pair<LinkView, LinkView>;

  Views join_ends(DsLink& from, DsLink& to);
  Views join_ends(DsLink& from, token::DsLink& to);
  Views join_ends(rtl::LinkPins& from, rtl::LinkPins& to);
  Views join_ends(rtl::LinkPins& from, DsLink& to);
  Views join_ends(rtl::LinkPins& from, token::DsLink& to);
  template <class One, class Other>
  Views join_by_wires(One& from, Other& to);
  template <class End>
  Views join_by_transactor(End& from, token::DsLink& to);
  Views join_ends(token::DsLink& from, token::DsLink& to);
  Views join_ends(PacketPort& from, PacketPort& to);
  Views join_ends(StreamPort& from, StreamPort& to);
  template <class End>
  Views join_ends(End& from, PacketPort& to);
  template <class End>
  Views join_ends(End& from, StreamPort& to);
  template <class From, class To>
  Views join_ends(From& from, To& to);

  template <class Module>
  Module& keep(std::unique_ptr<Module> module);
  LinkWires& new_wires();

  unsigned header_bytes_;
  Wheel* wheel_;
  DsLinkParameters parameters_;  // of the link that is being joined
  std::uint64_t seed_ = 0;
  std::vector<std::unique_ptr<sc_core::sc_module>> transactors_;
  std::vector<std::unique_ptr<LinkWires>> wires_;
};

}  // namespace weft
