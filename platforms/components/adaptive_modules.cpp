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
std::unique_ptr<ComponentInstance> make_router(const MakeContext& context,
                                               const Parameters& parameters) {
  std::vector<Time> bit_times;
  for (const DsLinkParameters& link : context.links.by_port) bit_times.push_back(link.bit_time);
  const auto& profitable = context.shared.get<ProfitableLinks>(context.platform);
  auto made = std::make_unique<LinkedInstance<Router, PacketEnd>>(
      context.name, parameters, bit_times, profitable.place(context.index), context.seed,
      context.wheel);
  context.show<AdaptiveCore>(made->module().core());
  return made;
}

std::unique_ptr<ComponentInstance> make_chaos_router(const MakeContext& context) {
  return make_router<ChaosRouter>(context, chaos_parameters(context.platform, context.index));
}

std::unique_ptr<ComponentInstance> make_forced_router(const MakeContext& context) {
  return make_router<ForcedRouter>(context,
                                   context.component().parameters->to_struct<ForcedParameters>());
}

}  // namespace

ComponentModules chaos_router_modules() { return {{{Level::packet, make_chaos_router}}, {}}; }

ComponentModules forced_router_modules() { return {{{Level::packet, make_forced_router}}, {}}; }

}  // namespace weft
