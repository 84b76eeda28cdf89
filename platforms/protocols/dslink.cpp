#include "platforms/protocols/dslink.hpp"

#include <string>

#include "hw/dslink/link_wires.hpp"
#include "hw/dslink/wire_cable.hpp"
#include "platforms/processors.hpp"
#include "platforms/protocols/protocols.hpp"
#include "tlm/dslink/cable.hpp"
#include "tlm/packet/packet_cable.hpp"
#include "tlm/packet/packet_transactor.hpp"
#include "tlm/protocol/link_transactor.hpp"

namespace weft {
namespace {

const std::string dslink_protocol = "dslink";

template <class Link>
LinkView view_of_core(Link& link) {
  LinkView view;
  view.core = &link.core();
  view.tokens = &link.tokens;
  view.states = &link.states;
  view.counters = &link.core().counters();
  view.bit_time = link.core().parameters().bit_time;
  return view;
}

LinkView view_of_pins(rtl::LinkPins& pins) {
  LinkView view;
  view.pins = &pins;
  view.tokens = &pins.tokens;
  view.states = &pins.states;
  view.counters = &pins.counters();
  view.bit_time = pins.bit_time();
  return view;
}

LinkView view_of(const WireEnd& end, const WirePair& driven) {
  LinkView view = end.view;
  view.d = &driven.d;
  view.s = &driven.s;
  return view;
}

template <class One, class Other>
void bind_calls(One& one, Other& other) {
  one.out.bind(other.in);
  other.out.bind(one.in);
}

// `receiver` is that of `to`.
template <class From, class To>
void lead(WirePair& wires, From& from, To& to, const DsLinkParameters& receiver,
          JoinContext& context) {
  if (!receiver.has_cable()) return wires.connect(from, to);
  auto& cable = context.make<WireCable>(sc_core::sc_gen_unique_name("~cable"), receiver);
  wires.connect(from, cable);
  context.make<WirePair>().connect(cable, to);
}

void lead(TokenEnd& from, TokenEnd& to, JoinContext& context) {
  if (to.parameters.delay == 0) return from.out.bind(to.in);
  auto& cable = context.make<token::Cable>(sc_core::sc_gen_unique_name("~cable"),
                                           to.parameters.delay, context.wheel);
  from.out.bind(cable.in);
  cable.out.bind(to.in);
}

void lead(PacketEnd& from, PacketEnd& to, Time delay, Time delay_back, JoinContext& context) {
  if (delay == 0 && delay_back == 0) return from.out.bind(to.in);
  auto& cable = context.make<PacketCable>(sc_core::sc_gen_unique_name("~cable"), delay, delay_back,
                                          context.wheel);
  from.out.bind(cable.in);
  cable.out.bind(to.in);
}

JoinedViews join_wires(WireEnd& from, WireEnd& to, const Joint&, JoinContext& context) {
  auto& wires = context.make<LinkWires>();
  lead(wires.forth, from, to, to.parameters, context);
  lead(wires.back, to, from, from.parameters, context);
  return {view_of(from, wires.forth), view_of(to, wires.back), {}};
}

JoinedViews join_wires_to_token(WireEnd& from, TokenEnd& to, const Joint&, JoinContext& context) {
  auto& transactor =
      context.make<LinkTransactor>(sc_core::sc_gen_unique_name("~transactor"), to.parameters);
  auto& wires = context.make<LinkWires>();
  lead(wires.forth, from, transactor, to.parameters, context);
  lead(wires.back, transactor, from, from.parameters, context);
  bind_calls(to, transactor);
  return {view_of(from, wires.forth), to.view, {}};
}

JoinedViews join_tokens(TokenEnd& from, TokenEnd& to, const Joint&, JoinContext& context) {
  lead(from, to, context);
  lead(to, from, context);
  return {from.view, to.view, {}};
}

// Of two ends without tokens; where one has tokens its DS-Link or the transactor's sends them.
template <class End>
void send_time_codes(End& from, const Joint& joint, JoinContext& context) {
  const Time interval = joint.parameters.time_code_interval;
  if (interval != 0) from.port.send_time_codes(interval, context.wheel);
}

JoinedViews join_packets(PacketEnd& from, PacketEnd& to, const Joint& joint, JoinContext& context) {
  send_time_codes(from, joint, context);
  from.port.notice_silence_after(joint.parameters.disconnect_timeout, context.wheel);
  to.port.notice_silence_after(joint.far.disconnect_timeout, context.wheel);
  lead(from, to, joint.far.delay, joint.parameters.delay, context);
  lead(to, from, joint.parameters.delay, joint.far.delay, context);
  return {from.view, to.view, {}};
}

JoinedViews join_streams(StreamEnd& from, StreamEnd& to, const Joint& joint, JoinContext& context) {
  send_time_codes(from, joint, context);
  bind_calls(from, to);
  return {from.view, to.view, {}};
}

// The transactor's end at `token`, which stands for the one at `packet`.
TokenEnd token_end_of(PacketEnd& end, const Joint& joint, JoinContext& context) {
  const bool at_from = context.platform.components[joint.from.component].level == Level::packet;
  auto& transactor = context.make<PacketTransactor>(
      sc_core::sc_gen_unique_name("~packet_transactor"), at_from ? joint.parameters : joint.far,
      headers_of(context.platform).header_bytes, joint.seed, context.wheel);
  bind_calls(transactor.packets, end);
  return TokenEnd(transactor.link);
}

JoinedViews join_token_to_packet(TokenEnd& from, PacketEnd& to, const Joint& joint,
                                 JoinContext& context) {
  TokenEnd end = token_end_of(to, joint, context);
  return join_tokens(from, end, joint, context);
}

JoinedViews join_wires_to_packet(WireEnd& from, PacketEnd& to, const Joint& joint,
                                 JoinContext& context) {
  TokenEnd end = token_end_of(to, joint, context);
  return join_wires_to_token(from, end, joint, context);
}

}  // namespace

WireEnd::WireEnd(DsLink& link)
    : d_in(link.d_in),
      s_in(link.s_in),
      d_out(link.d_out),
      s_out(link.s_out),
      tag_in(link.tag_in),
      tag_out(link.tag_out),
      parameters(link.core().parameters()),
      view(view_of_core(link)) {}

WireEnd::WireEnd(rtl::LinkPins& link)
    : d_in(link.d_in),
      s_in(link.s_in),
      d_out(link.d_out),
      s_out(link.s_out),
      tag_in(link.tag_in),
      tag_out(link.tag_out),
      parameters(link.parameters()),
      view(view_of_pins(link)) {}

TokenEnd::TokenEnd(token::DsLink& link)
    : out(link.out), in(link.in), parameters(link.core().parameters()), view(view_of_core(link)) {}

void add_dslink(JoinTable& table) {
  for (const Level wires : {Level::rtl, Level::signal}) {
    table.add(dslink_protocol, wires, Level::rtl, join_wires);
    table.add(dslink_protocol, wires, Level::signal, join_wires);
    table.add_both_ways(dslink_protocol, wires, Level::token, join_wires_to_token);
    table.add_both_ways(dslink_protocol, wires, Level::packet, join_wires_to_packet);
  }
  table.add(dslink_protocol, Level::token, Level::token, join_tokens);
  table.add_both_ways(dslink_protocol, Level::token, Level::packet, join_token_to_packet);
  table.add(dslink_protocol, Level::packet, Level::packet, join_packets);
  table.add(dslink_protocol, Level::stream, Level::stream, join_streams);
}

}  // namespace weft
