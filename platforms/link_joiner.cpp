#include "platforms/link_joiner.hpp"

#include <stdexcept>

#include "tlm/packet/packet_transactor.hpp"
#include "tlm/protocol/link_transactor.hpp"

namespace weft {

namespace {

template <class End>
LinkView view_of(End& end) {
  LinkView view;
  view.core = &end.core();
  view.tokens = &end.tokens;
  view.states = &end.states;
  view.counters = &end.core().counters();
  view.bit_time = end.core().parameters().bit_time;
  return view;
}

LinkView view_of(rtl::LinkPins& end) {
  LinkView view;
  view.pins = &end;
  view.tokens = &end.tokens;
  view.states = &end.states;
  view.counters = &end.counters();
  view.bit_time = end.bit_time();
  return view;
}

template <class End>
LinkView view_of(End& end, const WirePair& driven) {
  LinkView view = view_of(end);
  view.d = &driven.d;
  view.s = &driven.s;
  return view;
}

// Of whole packets.
template <class Port>
LinkView view_of_port(Port& end) {
  LinkView view;
  view.counters = &end.counters();
  view.bit_time = end.bit_time();
  return view;
}

LinkView view_of(PacketPort& end) { return view_of_port(end); }
LinkView view_of(StreamPort& end) { return view_of_port(end); }

template <class One, class Other>
void bind_calls(One& a, Other& b) {
  a.out.bind(b.in);
  b.out.bind(a.in);
}

}  // namespace

LinkJoiner::Views LinkJoiner::join(const EndModule& from, const EndModule& to,
                                   const DsLinkParameters& parameters, std::uint64_t seed) {
  parameters_ = parameters;
  seed_ = seed;
  return std::visit([this](auto* a, auto* b) { return join_ends(*a, *b); }, from, to);
}

template <class One, class Other>
LinkJoiner::Views LinkJoiner::join_by_wires(One& from, Other& to) {
  LinkWires& wires = new_wires();
  wires.join(from, to);
  return {view_of(from, wires.forth), view_of(to, wires.back)};
}

template <class End>
LinkJoiner::Views LinkJoiner::join_by_transactor(End& from, token::DsLink& to) {
  auto& transactor = keep(std::make_unique<LinkTransactor>(
      sc_core::sc_gen_unique_name("~transactor"), to.core().parameters()));
  LinkWires& wires = new_wires();
  wires.join(from, transactor);
  bind_calls(to, transactor);
  return {view_of(from, wires.forth), view_of(to)};
}

LinkJoiner::Views LinkJoiner::join_ends(DsLink& from, DsLink& to) {
  return join_by_wires(from, to);
}
LinkJoiner::Views LinkJoiner::join_ends(rtl::LinkPins& from, rtl::LinkPins& to) {
  return join_by_wires(from, to);
}
LinkJoiner::Views LinkJoiner::join_ends(rtl::LinkPins& from, DsLink& to) {
  return join_by_wires(from, to);
}
LinkJoiner::Views LinkJoiner::join_ends(DsLink& from, token::DsLink& to) {
  return join_by_transactor(from, to);
}
LinkJoiner::Views LinkJoiner::join_ends(rtl::LinkPins& from, token::DsLink& to) {
  return join_by_transactor(from, to);
}

LinkJoiner::Views LinkJoiner::join_ends(token::DsLink& from, token::DsLink& to) {
  bind_calls(from, to);
  return {view_of(from), view_of(to)};
}

LinkJoiner::Views LinkJoiner::join_ends(PacketPort& from, PacketPort& to) {
  bind_calls(from, to);
  return {view_of(from), view_of(to)};
}

LinkJoiner::Views LinkJoiner::join_ends(StreamPort& from, StreamPort& to) {
  bind_calls(from, to);
  return {view_of(from), view_of(to)};
}

template <class End>
LinkJoiner::Views LinkJoiner::join_ends(End&, StreamPort&) {
  throw std::logic_error("a link between level stream and another");
}

template <class End>
LinkJoiner::Views LinkJoiner::join_ends(End& from, PacketPort& to) {
  auto& transactor =
      keep(std::make_unique<PacketTransactor>(sc_core::sc_gen_unique_name("~packet_transactor"),
                                              parameters_, header_bytes_, seed_, *wheel_));
  bind_calls(transactor.packets, to);
  return join_ends(from, transactor.link);
}

// The lower level comes first.
template <class From, class To>
LinkJoiner::Views LinkJoiner::join_ends(From& from, To& to) {
  auto [of_to, of_from] = join_ends(to, from);
  return {of_from, of_to};
}

template <class Module>
Module& LinkJoiner::keep(std::unique_ptr<Module> module) {
  Module& kept = *module;
  transactors_.push_back(std::move(module));
  return kept;
}

LinkWires& LinkJoiner::new_wires() {
  wires_.push_back(std::make_unique<LinkWires>());
  return *wires_.back();
}

}  // namespace weft
