#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/t9000/t9000.hpp"
#include "platforms/checks/placed_component.hpp"
#include "platforms/components/components.hpp"
#include "platforms/components/control_links.hpp"
#include "platforms/components/control_modules.hpp"
#include "platforms/components/t9000_parameters.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "platforms/processors.hpp"
#include "platforms/protocols/dslink.hpp"
#include "rtl/common/own_models.hpp"
#include "rtl/t9000/t9000.hpp"
#include "tlm/t9000/packet_t9000.hpp"
#include "tlm/t9000/stream_t9000.hpp"
#include "tlm/t9000/t9000.hpp"

namespace weft {
namespace {

// They are silent from the begin of the run on.
template <class Module>
ControlledProcessor::Links links_by_command(Module& module) {
  const unsigned links = module.core().parameters().links;
  for (unsigned link = 0; link < links; ++link) module.link(link).hold();
  ControlledProcessor::Links by_command;
  by_command.start = [&module](unsigned link, Time now) {
    module.link(link).restart();
    module.core().evaluate_at(edge_after(now, module.core().parameters().clock));
  };
  by_command.halt = [&module](unsigned link, Time now) {
    LinkCore& end = module.link(link).core();
    if (end.started()) end.halt(now);
  };
  by_command.status = [&module](unsigned link) -> SwitchLinkStatus {
    const LinkCore& end = module.link(link).core();
    return {end.state(), end.error_flag(), end.credit()};
  };
  return by_command;
}

// Its programs begin when a control unit, if it has one, lets them.
template <class Module>
void show_controlled_processor(const MakeContext& context, Module& module) {
  if (!control_unit_of(context.platform, context.index)) return;
  ControlledProcessor held{&module.core(), {}};
  if constexpr (requires { module.link(0).core().error_flag(); }) {
    held.stopped_by = [&module](unsigned link, Time now) {
      const LinkCore& end = module.link(link).core();
      return end.down(now) ? end.error_flag() : LinkError::none;
    };
  }
  if constexpr (requires { module.link(0).hold(), module.link(0).core().error_flag(); }) {
    if (starts_links(context.platform, context.index)) held.links = links_by_command(module);
  }
  context.shared.get<ControlledProcessors>().by_component[context.index] = std::move(held);
}

// `rest` are the arguments of the module behind its links.
template <class Module, class End, class... Rest>
std::unique_ptr<LinkedInstance<Module, End>> make_processor(const MakeContext& context,
                                                            Rest&&... rest) {
  const auto number = static_cast<unsigned>(*processor_of(context.platform, context.index));
  auto made = std::make_unique<LinkedInstance<Module, End>>(
      context.name, t9000_parameters(context.platform, context.index), number,
      context.links.at_least_one(), std::forward<Rest>(rest)...);
  context.show(made->module().core());
  context.show<LaterEvents>(made->module().core());
  context.show<LosesPackets>(made->module().core());
  context.show(made->module().reports());
  show_controlled_processor(context, made->module());
  return made;
}

/// What there is of RTL of a link, by type of processor.
struct RtlLinks {
  std::map<const ComponentType*, std::optional<rtl::RtlTraits>> known;

  const std::optional<rtl::RtlTraits>& of(const Component& component) {
    const auto [found, is_new] = known.emplace(component.type, std::nullopt);
    if (!is_new) return found->second;
    if (const auto model = make_rtl_dslink(component)) found->second = model->traits();
    return found->second;
  }
};

void check_rtl_processor(const PlacedComponent& placed) {
  const Component& component = placed.component();
  if (component.level != Level::rtl) return;
  const std::optional<rtl::RtlTraits>& traits = placed.shared.get<RtlLinks>().of(component);
  const std::string fault =
      traits ? rtl::find_rtl_fault(t9000_parameters(placed.platform, placed.index),
                                   placed.links.at_least_one(), beside_wires_of(component), *traits)
             : rtl::why_no_models();
  if (fault.empty()) return;
  throw InputError(component.place, "a t9000 at rtl whose links the RTL cannot be: " + fault);
}

std::unique_ptr<ComponentInstance> make_rtl_processor(const MakeContext& context) {
  const unsigned links = t9000_parameters(context.platform, context.index).links;
  std::vector<std::unique_ptr<rtl::DsLinkModel>> models;
  for (unsigned port = 0; port < links; ++port) {
    models.push_back(make_rtl_dslink(context.component()));
  }
  auto made = make_processor<rtl::T9000, WireEnd>(context, context.seed, std::move(models),
                                                  beside_wires_of(context.component()));
  for (unsigned port = 0; port < links; ++port) {
    context.show_rtl(fmt::format("rtl.link[{}].ds", port), made->module().link(port));
  }
  return made;
}

std::unique_ptr<ComponentInstance> make_signal_processor(const MakeContext& context) {
  return make_processor<T9000, WireEnd>(context, context.seed);
}

std::unique_ptr<ComponentInstance> make_token_processor(const MakeContext& context) {
  return make_processor<token::T9000, TokenEnd>(context, context.seed, context.wheel);
}

std::unique_ptr<ComponentInstance> make_stream_processor(const MakeContext& context) {
  return make_processor<stream::T9000, StreamEnd>(context, context.wheel);
}

std::unique_ptr<ComponentInstance> make_packet_processor(const MakeContext& context) {
  return make_processor<packet::T9000, PacketEnd>(context, context.wheel);
}

}  // namespace

ComponentModules t9000_modules() {
  return {{{Level::rtl, make_rtl_processor},
           {Level::signal, make_signal_processor},
           {Level::token, make_token_processor},
           {Level::stream, make_stream_processor},
           {Level::packet, make_packet_processor}},
          check_rtl_processor};
}

}  // namespace weft
