#include "platforms/protocols/memory_socket.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/protocols/protocols.hpp"
#include "platforms/resolve/link_ends.hpp"
#include "tlm/memory/base_protocol_checker.hpp"

namespace weft {
namespace {

/// What observers of links see where there are neither tokens nor packets of a network.
LinkView nothing_to_see(JoinContext& context) {
  LinkView view;
  view.counters = &context.shared.get<LinkCounters>();
  return view;
}

JoinedViews join_memory(MemoryEnd& from, MemoryEnd& to, const Joint& joint, JoinContext& context) {
  const std::string from_name = port_name(context.platform, joint.from);
  const std::string to_name = port_name(context.platform, joint.to);
  if ((from.initiator == nullptr) == (to.initiator == nullptr)) {
    throw InputError(
        context.platform.components[joint.from.component].place,
        fmt::format("'{}' and '{}', which are both {} of memory, by a memory_socket", from_name,
                    to_name, from.initiator == nullptr ? "targets" : "initiators"),
        "expected a node at one end and a memory at the other");
  }
  MemoryEnd::Initiator& initiator = from.initiator == nullptr ? *to.initiator : *from.initiator;
  MemoryEnd::Target& target = from.initiator == nullptr ? *from.target : *to.target;
  auto& checker = context.make<BaseProtocolChecker>(sc_core::sc_gen_unique_name("~checker"),
                                                    fmt::format("{} - {}", from_name, to_name));
  initiator.bind(checker.target);
  checker.initiator.bind(target);
  context.shared.get<MemorySockets>().all.push_back(
      {from.initiator == nullptr ? joint.to : joint.from, &checker});
  const LinkView view = nothing_to_see(context);
  return {view, view, {}};
}

JoinedViews join_node_ports(NodeLinkEnd& from, NodeLinkEnd& to, const Joint&,
                            JoinContext& context) {
  from.node->lead_to(*to.node);
  to.node->lead_to(*from.node);
  const LinkView view = nothing_to_see(context);
  return {view, view, {}};
}

}  // namespace

void add_memory_socket(JoinTable& table) {
  table.add("memory_socket", Level::word, Level::word, join_memory);
}

void add_node_link(JoinTable& table) {
  table.add("node_link", Level::word, Level::word, join_node_ports);
}

}  // namespace weft
