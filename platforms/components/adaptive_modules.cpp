#include <memory>
#include <vector>

#include "platforms/components/components.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/protocols/dslink.hpp"
#include "platforms/routing/profitable_links.hpp"
#include "tlm/adaptive/adaptive_router.hpp"

namespace weft {
namespace {

template <class Router, class Parameters>
std::unique_ptr<ComponentInstance> make_router(const MakeContext& context) {
  std::vector<Time> bit_times;
  for (const DsLinkParameters& link : context.links.by_port) bit_times.push_back(link.bit_time);
  const auto& profitable = context.shared.get<ProfitableLinks>(context.platform);
  auto made = std::make_unique<LinkedInstance<Router, PacketEnd>>(
      context.name, context.component().parameters->to_struct<Parameters>(), bit_times,
      profitable.place(context.index), context.seed, context.wheel);
  context.show<AdaptiveCore>(made->module().core());
  context.show<ObservedSwitch>(made->module().core());
  context.show<PortWaits>(made->module().core());
  context.show<LaterEvents>(made->module().core());
  context.show<LosesPackets>(made->module().core());
  return made;
}

}  // namespace

ComponentModules chaos_router_modules() {
  return {{{Level::packet, make_router<ChaosRouter, ChaosParameters>}}, {}};
}

ComponentModules forced_router_modules() {
  return {{{Level::packet, make_router<ForcedRouter, ForcedParameters>}}, {}};
}

}  // namespace weft
