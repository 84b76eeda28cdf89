#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/c104/c104.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/components/c104_waits.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/control_modules.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "platforms/processors.hpp"
#include "platforms/protocols/dslink.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"
#include "tlm/c104/c104.hpp"
#include "tlm/c104/packet_c104.hpp"
#include "tlm/c104/stream_c104.hpp"

namespace weft {
namespace {

// `Place` is a MakeContext or a PlacedComponent.
template <class Place>
C104Parameters switch_parameters(const Place& place) {
  C104Parameters parameters = c104_parameters(place.platform, place.index);
  for (unsigned port = 0; port < parameters.links; ++port) {
    parameters.per_link[port].connected = place.links.has(port);
  }
  return parameters;
}

// One with a control unit keeps all links: its registers tell how many it has.
template <class Place>
C104Parameters rtl_parameters(const Place& place) {
  C104Parameters parameters = switch_parameters(place);
  if (control_unit_of(place.platform, place.index)) return parameters;
  parameters.links = rtl::links_in_use(parameters);
  parameters.per_link.resize(parameters.links);
  return parameters;
}

/// Links of the RTL that is taken for so many, by type.
struct RtlSizes {
  std::map<std::pair<const ComponentType*, unsigned>, unsigned> most_links;

  unsigned of(const Component& component, unsigned links) {
    const auto [known, is_new] = most_links.emplace(std::pair(component.type, links), 0);
    if (is_new) {
      const auto model = make_rtl_c104(component, links);
      known->second = model != nullptr ? model->links() : rtl::most_c104_links();
    }
    return known->second;
  }
};

void check_rtl_switch(const PlacedComponent& placed) {
  const Component& component = placed.component();
  if (component.level != Level::rtl) return;
  if (!rewrites_of(placed.platform).empty()) {
    throw InputError(component.place, "a switch at rtl on a platform whose tables a fault rewrites",
                     "expected signal or token");
  }
  if (headers_of(placed.platform).addressing == Addressing::processor &&
      beside_wires_of(component) == rtl::BesideWires::nothing) {
    throw InputError(component.place,
                     "a switch whose RTL is not made with OUT_OF_BAND, on a platform whose headers "
                     "name processors only: the channel is told beside the wires",
                     "expected `routing: {addressing: channel}`");
  }
  const C104Parameters parameters = rtl_parameters(placed);
  if (control_unit_of(placed.platform, placed.index)) {
    const auto model = make_rtl_c104(component, parameters.links);
    if (model != nullptr && !model->has_commands()) {
      throw InputError(component.place,
                       "control links of a switch whose RTL has no pins `held` and `stop`",
                       "expected RTL with them, or no control unit");
    }
  }
  const std::string fault =
      rtl::find_rtl_fault(parameters, placed.links.at_least_one(),
                          placed.shared.get<RtlSizes>().of(component, parameters.links));
  if (fault.empty()) return;
  throw InputError(component.place, "a switch at rtl that the RTL cannot be: " + fault);
}

template <class Waits>
void show_waits(const MakeContext& context, Waits& waits) {
  context.show<PortWaits>(waits);
  context.show<LaterEvents>(waits);
}

// Its registers; a control unit, if it has one, starts its links.
template <class Module>
void show_controlled(const MakeContext& context, Module& module, ControlledSwitch& made) {
  context.show(made);
  if (!control_unit_of(context.platform, context.index)) return;
  module.hold_links();
  context.shared.get<ControlledSwitches>().by_component[context.index] = &made;
}

/// A switch whose core is C++: with what faults will do to its tables.
template <class Module, class End>
class CoreSwitch final : public LinkedInstance<Module, End> {
 public:
  template <class... Arguments>
  explicit CoreSwitch(const MakeContext& context, Arguments&&... arguments)
      : LinkedInstance<Module, End>(context.name, switch_parameters(context),
                                    context.links.at_least_one(), context.seed,
                                    std::forward<Arguments>(arguments)...),
        waits_(this->module().core()) {
    C104Core& core = this->module().core();
    context.show(core);
    context.show(core.observed());
    context.show(core.losing());
    show_waits(context, waits_);
    show_controlled(context, this->module(), core);
    for (const TableRewrite& rewrite : rewrites_of(context.platform)) {
      const RouterTables& router = rewrite.routers.at(context.index);
      std::vector<IntervalTable> tables;
      for (const std::size_t table : router.table_of_link) {
        tables.push_back(router.tables[table].intervals);
      }
      core.policy_to_write().rewrite_tables(rewrite.at, std::move(tables));
    }
  }

 private:
  C104Waits waits_;
};

std::unique_ptr<ComponentInstance> make_rtl_switch(const MakeContext& context) {
  const C104Parameters parameters = rtl_parameters(context);
  auto model = make_rtl_c104(context.component(), parameters.links);
  auto made = std::make_unique<LinkedInstance<rtl::C104, WireEnd>>(
      context.name, std::move(model), parameters, context.links.at_least_one(), context.seed,
      beside_wires_of(context.component()));
  context.show(made->module());
  context.show(made->module().observed());
  context.show<LosesPackets>(made->module());
  show_controlled(context, made->module(), made->module());
  show_waits(context, made->module());
  context.show_rtl("rtl", made->module());
  return made;
}

std::unique_ptr<ComponentInstance> make_signal_switch(const MakeContext& context) {
  return std::make_unique<CoreSwitch<C104, WireEnd>>(context);
}

std::unique_ptr<ComponentInstance> make_token_switch(const MakeContext& context) {
  return std::make_unique<CoreSwitch<token::C104, TokenEnd>>(context, context.wheel);
}

std::unique_ptr<ComponentInstance> make_stream_switch(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<stream::C104, StreamEnd>>(
      context.name, switch_parameters(context), context.links.at_least_one(), context.seed,
      context.wheel);
  context.show(made->module().observed());
  context.show(made->module().losing());
  show_controlled(context, made->module(), made->module());
  show_waits(context, made->module());
  return made;
}

std::unique_ptr<ComponentInstance> make_packet_switch(const MakeContext& context) {
  auto made = std::make_unique<LinkedInstance<packet::C104, PacketEnd>>(
      context.name, switch_parameters(context), context.links.at_least_one(),
      context.links.far_by_frames, context.seed, context.wheel);
  context.show(made->module().observed());
  context.show(made->module().losing());
  show_controlled(context, made->module(), made->module());
  show_waits(context, made->module());
  return made;
}

}  // namespace

ComponentModules c104_modules() {
  return {{{Level::rtl, make_rtl_switch},
           {Level::signal, make_signal_switch},
           {Level::token, make_token_switch},
           {Level::stream, make_stream_switch},
           {Level::packet, make_packet_switch}},
          check_rtl_switch};
}

}  // namespace weft
