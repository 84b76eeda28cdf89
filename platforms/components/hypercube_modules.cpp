#include <memory>

#include "platforms/components/components.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/protocols/hypercube_link.hpp"
#include "tlm/hypercube/chip_node.hpp"
#include "tlm/hypercube/message_node.hpp"

namespace weft {
namespace {

std::unique_ptr<ComponentInstance> make_packet_node(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<HypercubePacketNode, HypercubeEnd>>(
      context.name, hypercube_parameters(context.platform, context.index),
      *hypercube_node_of(context.platform, context.index), context.wheel);
  context.show<HypercubeMessages>(made->module().served());
  context.show<const HypercubeChipCore>(made->module().core());
  return made;
}

// Asked once for all nodes.
struct WholeCube {
  explicit WholeCube(const Platform& platform) : is_there(hypercube_is_whole(platform)) {}
  bool is_there;
};

std::unique_ptr<ComponentInstance> make_coprocessor_node(const MakeContext& context) {
  const HypercubeSurroundings surroundings{
      static_cast<unsigned>(hypercube_nodes_of(context.platform).size()),
      static_cast<StepSet>(context.links.ports),
      context.shared.get<WholeCube>(context.platform).is_there};
  auto made = std::make_unique<LinkedInstance<HypercubeCoprocessorNode, HypercubeEnd>>(
      context.name, hypercube_parameters(context.platform, context.index),
      *hypercube_node_of(context.platform, context.index), context.wheel, surroundings);
  context.show<HypercubeCoprocessor>(made->module().served());
  context.show<const HypercubeChipCore>(made->module().core());
  return made;
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

ComponentModules hypercube_node_modules() { return {{{Level::packet, make_node}}, {}}; }

}  // namespace weft
