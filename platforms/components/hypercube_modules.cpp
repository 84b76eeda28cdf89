#include <memory>

#include "platforms/components/components.hpp"
#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/protocols/hypercube_link.hpp"
#include "tlm/hypercube/message_node.hpp"
#include "tlm/hypercube/packet_node.hpp"

namespace weft {
namespace {

std::unique_ptr<ComponentInstance> make_packet_node(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<HypercubePacketNode, HypercubeEnd>>(
      context.name, hypercube_parameters(context.platform, context.index),
      *hypercube_node_of(context.platform, context.index), context.wheel);
  context.show<HypercubeMessages>(made->module().messages());
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
  const bool whole =
      carries_whole_messages(hypercube_parameters(context.platform, context.index).transport);
  return whole ? make_message_node(context) : make_packet_node(context);
}

}  // namespace

ComponentModules hypercube_node_modules() { return {{{Level::packet, make_node}}, {}}; }

}  // namespace weft
