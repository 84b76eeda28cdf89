#include "platforms/protocols/hypercube_link.hpp"

#include <fmt/format.h>

#include <string>

#include "platforms/protocols/protocols.hpp"
#include "tlm/hypercube/line_transactor.hpp"

namespace weft {
namespace {

JoinedViews join_nodes(HypercubeEnd& from, HypercubeEnd& to, const Joint&, JoinContext&) {
  from.link->out.bind(to.link->in);
  to.link->out.bind(from.link->in);
  return {from.view, to.view, {}};
}

// Both directions of a link, with their waves.
void join_by_hypercube_wires(HypercubeLinkPins& from, HypercubeLinkPins& to, const Joint& joint,
                             JoinContext& context) {
  auto& forth = context.make<HypercubeWires>();
  auto& back = context.make<HypercubeWires>();
  from.bind_out(forth);
  to.bind_in(forth);
  to.bind_out(back);
  from.bind_in(back);
  auto& lines = context.shared.get<HypercubeLines>().all;
  lines.push_back({joint.from, &forth});
  lines.push_back({joint.to, &back});
}

JoinedViews join_by_hypercube_lines(HypercubeLineEndView& from, HypercubeLineEndView& to,
                                    const Joint& joint, JoinContext& context) {
  join_by_hypercube_wires(*from.pins, *to.pins, joint, context);
  return {from.view, to.view, {}};
}

HypercubeLineTransactor& transactor_between(HypercubeEnd& calls, const HypercubeLineEndView& lines,
                                            JoinContext& context) {
  auto& transactor = context.make<HypercubeLineTransactor>(
      sc_core::sc_gen_unique_name("~to_lines"), lines.chip->tick, lines.chip->byte_ticks);
  calls.link->out.bind(transactor.from_calls);
  transactor.to_calls.bind(calls.link->in);
  return transactor;
}

JoinedViews join_calls_to_lines(HypercubeEnd& from, HypercubeLineEndView& to, const Joint& joint,
                                JoinContext& context) {
  join_by_hypercube_wires(transactor_between(from, to, context).lines, *to.pins, joint, context);
  return {from.view, to.view, {}};
}

JoinedViews join_lines_to_calls(HypercubeLineEndView& from, HypercubeEnd& to, const Joint& joint,
                                JoinContext& context) {
  join_by_hypercube_wires(*from.pins, transactor_between(to, from, context).lines, joint, context);
  return {from.view, to.view, {}};
}

}  // namespace

sc_core::sc_clock& HypercubeClocks::of(Time tick) {
  auto& made = clocks_[tick];
  if (!made) {
    const std::string name = fmt::format("~hypercube_clock{}", clocks_.size());
    made = std::make_unique<sc_core::sc_clock>(name.c_str(), sc_core::sc_time::from_value(tick));
  }
  return *made;
}

void add_hypercube_link(JoinTable& table) {
  table.add("hypercube_link", Level::packet, Level::packet, join_nodes);
  table.add("hypercube_link", Level::signal, Level::signal, join_by_hypercube_lines);
  table.add("hypercube_link", Level::packet, Level::signal, join_calls_to_lines);
  table.add("hypercube_link", Level::signal, Level::packet, join_lines_to_calls);
}

}  // namespace weft
