#include "platforms/protocols/hypercube_link.hpp"

#include <fmt/format.h>

#include <string>

#include "platforms/protocols/protocols.hpp"

namespace weft {
namespace {

JoinedViews join_nodes(HypercubeEnd& from, HypercubeEnd& to, const Joint&, JoinContext&) {
  from.link->out.bind(to.link->in);
  to.link->out.bind(from.link->in);
  return {from.view, to.view, {}};
}

JoinedViews join_by_hypercube_lines(HypercubeLineEndView& from, HypercubeLineEndView& to,
                                    const Joint& joint, JoinContext& context) {
  auto& forth = context.make<HypercubeWires>();
  auto& back = context.make<HypercubeWires>();
  from.pins->bind_out(forth);
  to.pins->bind_in(forth);
  to.pins->bind_out(back);
  from.pins->bind_in(back);
  auto& lines = context.shared.get<HypercubeLines>().all;
  lines.push_back({joint.from, &forth});
  lines.push_back({joint.to, &back});
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
}

}  // namespace weft
