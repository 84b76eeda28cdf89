#include <deque>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hw/hypercube/chip_module.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/protocols/hypercube_link.hpp"
#include "tlm/hypercube/chip_node.hpp"
#include "tlm/hypercube/message_node.hpp"

namespace weft {
namespace {

/// The ticks of the chips of a system, by their times.
class SharedTicks {
 public:
  HypercubeChipTicks& of(const HypercubeChipParameters& parameters, Wheel& wheel) {
    auto& ticks = ticks_[HypercubeChipTimes(parameters)];
    if (!ticks) ticks = std::make_unique<HypercubeChipTicks>(wheel, parameters);
    return *ticks;
  }

 private:
  std::map<HypercubeChipTimes, std::unique_ptr<HypercubeChipTicks>> ticks_;
};

std::unique_ptr<ComponentInstance> make_packet_node(const MakeContext& context) {
  const HypercubeChipParameters parameters = hypercube_parameters(context.platform, context.index);
  auto made = std::make_unique<LinkedInstance<HypercubePacketNode, HypercubeEnd>>(
      context.name, parameters, *hypercube_node_of(context.platform, context.index),
      context.shared.get<SharedTicks>().of(parameters, context.wheel));
  context.show<HypercubeMessages>(made->module().served());
  context.show<const HypercubeChipCore>(made->module().core());
  return made;
}

// Asked once for all nodes.
struct WholeCube {
  explicit WholeCube(const Platform& platform) : is_there(hypercube_is_whole(platform)) {}
  bool is_there;
};

HypercubeSurroundings surroundings_of(const MakeContext& context) {
  return {static_cast<unsigned>(hypercube_nodes_of(context.platform).size()),
          static_cast<StepSet>(context.links.ports),
          context.shared.get<WholeCube>(context.platform).is_there};
}

std::unique_ptr<ComponentInstance> make_coprocessor_node(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<HypercubeCoprocessorNode, HypercubeEnd>>(
      context.name, hypercube_parameters(context.platform, context.index),
      *hypercube_node_of(context.platform, context.index), context.wheel, surroundings_of(context));
  context.show<HypercubeCoprocessor>(made->module().served());
  context.show<const HypercubeChipCore>(made->module().core());
  return made;
}

/// What observers see of a link on lines.
struct LineReports final : HypercubeLinkReports, HypercubeLinkObserver {
  void carries(const HypercubePacket& packet, Time begin, Time end) override {
    report(packet, begin, end);
  }
};

/// A chip on lines, with them.
template <class Module>
class LineNode final : public ComponentInstance {
 public:
  template <class... More>
  LineNode(const MakeContext& context, const HypercubeChipParameters& parameters, More&&... more)
      : module_(context.name, parameters, *hypercube_node_of(context.platform, context.index),
                std::forward<More>(more)...),
        tick_(parameters.tick) {
    for (unsigned port = 0; port < parameters.degree; ++port) {
      module_.end(port).tell(&reports_.emplace_back());
    }
    context.show<const HypercubeChipCore>(module_.core());
  }

  Module& module() { return module_; }
  std::any port(unsigned number, Side) override {
    return HypercubeLineEndView{&module_.link(number), HypercubeEnd::view_of(reports_[number]),
                                &module_.core().parameters()};
  }
  void share(SharedParts& shared) override {
    module_.clock(shared.get<HypercubeClocks>().of(tick_));
  }

 private:
  std::deque<LineReports> reports_;  // by port
  Module module_;
  Time tick_;
};

std::unique_ptr<ComponentInstance> make_line_node(const MakeContext& context) {
  const HypercubeChipParameters parameters = hypercube_parameters(context.platform, context.index);
  if (parameters.coprocessor) {
    auto made = std::make_unique<LineNode<HypercubeCoprocessorModule>>(context, parameters,
                                                                       surroundings_of(context));
    context.show<HypercubeCoprocessor>(made->module().served());
    return made;
  }
  auto made = std::make_unique<LineNode<HypercubePacketModule>>(context, parameters);
  context.show<HypercubeMessages>(made->module().served());
  return made;
}

// A node at `packet` is told of a packet from lines when all of it is there.
void check_node_beside_lines(const PlacedComponent& placed) {
  const Component& node = placed.component();
  const bool hidden = node.parameters->choice("arbitration") == "hidden";
  if (!hidden && node.parameters->choice("forwarding") == "stored") return;
  const std::string needs = hidden ? "arbitration" : "forwarding";
  const auto& nodes = hypercube_nodes_of(placed.platform);
  const unsigned number = *hypercube_node_of(placed.platform, placed.index);
  for (unsigned port = 0; port < placed.links.by_port.size(); ++port) {
    if (!placed.links.has(port)) continue;
    const Component& far = placed.platform.components[nodes[hypercube_neighbour(number, port)]];
    if (far.level != Level::signal) continue;
    throw InputError(
        node.parameters->place(needs),
        fmt::format("{} {} at '{}', at level packet beside '{}' at signal",
                    node.parameters->choice(needs), needs, node.name, far.name),
        fmt::format("expected `{}: {}`, or one level for both", needs, hidden ? "paid" : "stored"));
  }
}

// Whole messages have no lines.
void check_level_of_node(const PlacedComponent& placed) {
  const Component& node = placed.component();
  if (node.level == Level::packet) {
    check_node_beside_lines(placed);
    return;
  }
  const std::string& transport = node.parameters->choice("transport");
  if (transport == "packets") return;
  throw InputError(
      node.parameters->place("transport"),
      fmt::format("the transport {} at '{}', at level {}", transport, node.name,
                  name_of(node.level)),
      "expected packets, or `level: packet`: messages that are carried whole have no lines");
}

std::unique_ptr<ComponentInstance> make_message_node(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<HypercubeMessageNode, HypercubeEnd>>(
      context.name, hypercube_parameters(context.platform, context.index),
      *hypercube_node_of(context.platform, context.index), context.wheel);
  context.show<HypercubeMessages>(made->module().messages());
  return made;
}

std::unique_ptr<ComponentInstance> make_node(const MakeContext& context) {
  const HypercubeChipParameters parameters = hypercube_parameters(context.platform, context.index);
  if (parameters.coprocessor) return make_coprocessor_node(context);
  return carries_whole_messages(parameters.transport) ? make_message_node(context)
                                                      : make_packet_node(context);
}

}  // namespace

ComponentModules hypercube_node_modules() {
  return {{{Level::signal, make_line_node}, {Level::packet, make_node}}, check_level_of_node};
}

}  // namespace weft
