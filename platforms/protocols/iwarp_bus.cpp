#include "platforms/protocols/iwarp_bus.hpp"

#include <fmt/format.h>

#include <string>

#include "platforms/netlist/input_error.hpp"
#include "platforms/protocols/protocols.hpp"
#include "tlm/protocol/word_transactor.hpp"

namespace weft {
namespace {

const std::string bus_protocol = "iwarp_bus";

sc_core::sc_clock& bus_clock(const BusEnd& end, JoinContext& context) {
  return context.shared.get<BusClocks>().of(end.clock);
}

// The lines that an output drives.
void drive(LineOutput& from, BusWires& wires, JoinContext&) { (*from.pins)(wires); }

void drive(WordOutput& from, BusWires& wires, JoinContext& context) {
  auto& transactor = context.make<WordToPins>(sc_core::sc_gen_unique_name("~to_pins"));
  transactor.clock(bus_clock(from, context));
  transactor.out(wires);
  from.socket->bind(transactor.in);
}

void receive(LineInput& to, BusWires& wires, JoinContext&) { (*to.pins)(wires); }

void receive(WordInput& to, BusWires& wires, JoinContext& context) {
  auto& transactor = context.make<PinsToWord>(sc_core::sc_gen_unique_name("~to_word"));
  transactor.clock(bus_clock(to, context));
  transactor.in(wires);
  transactor.out.bind(*to.socket);
}

void require_cuts(const BusEnd& end, const LinkEnd& where, const Platform& platform) {
  if (end.communication != nullptr) return;
  const Component& component = platform.components[where.component];
  throw InputError(
      component.place,
      fmt::format("a fault of a bus of '{}', a {}", component.name, component.type->name),
      "expected faults of busses between cells");
}

// Both ends are told of a cut.
JoinedViews joined(const BusOutput& from, const BusInput& to, const BusWires* lines,
                   const Joint& joint, const JoinContext& context) {
  if (joint.cut_at != never) {
    require_cuts(from, joint.from, context.platform);
    require_cuts(to, joint.to, context.platform);
    from.communication->cut_output(static_cast<Bus>(joint.from.port), joint.cut_at);
    to.communication->cut_input(static_cast<Bus>(joint.to.port), joint.cut_at);
  }
  return {{}, {}, {from.words, to.dequeues, lines, 2 * from.clock}};
}

template <class From, class To>
JoinedViews join_by_lines(From& from, To& to, const Joint& joint, JoinContext& context) {
  auto& wires = context.make<BusWires>();
  drive(from, wires, context);
  receive(to, wires, context);
  return joined(from, to, &wires, joint, context);
}

JoinedViews join_by_calls(WordOutput& from, WordInput& to, const Joint& joint,
                          JoinContext& context) {
  from.socket->bind(*to.socket);
  return joined(from, to, nullptr, joint, context);
}

}  // namespace

sc_core::sc_clock& BusClocks::of(Time cell_clock) {
  auto& made = clocks_[cell_clock];
  if (!made) {
    const std::string name = fmt::format("~bus_clock{}", clocks_.size());
    made = std::make_unique<sc_core::sc_clock>(name.c_str(),
                                               sc_core::sc_time::from_value(cell_clock / 2));
  }
  return *made;
}

void add_iwarp_bus(JoinTable& table) {
  for (const Level lines : {Level::rtl, Level::signal}) {
    table.add(bus_protocol, lines, Level::rtl, join_by_lines<LineOutput, LineInput>);
    table.add(bus_protocol, lines, Level::signal, join_by_lines<LineOutput, LineInput>);
    table.add(bus_protocol, lines, Level::word, join_by_lines<LineOutput, WordInput>);
    table.add(bus_protocol, Level::word, lines, join_by_lines<WordOutput, LineInput>);
  }
  table.add(bus_protocol, Level::word, Level::word, join_by_calls);
}

}  // namespace weft
