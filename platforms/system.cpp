#include "platforms/system.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "hw/c104/c104.hpp"
#include "hw/common/random.hpp"
#include "hw/t9000/t9000.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "platforms/routing/profitable_links.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/t9000/t9000.hpp"
#include "tlm/adaptive/adaptive_router.hpp"
#include "tlm/c104/c104.hpp"
#include "tlm/c104/packet_c104.hpp"
#include "tlm/c104/stream_c104.hpp"
#include "tlm/t9000/packet_t9000.hpp"
#include "tlm/t9000/stream_t9000.hpp"
#include "tlm/t9000/t9000.hpp"

namespace weft {

namespace {

/// A level of the hierarchy that only holds others ("node[3,2]").
class Scope : public sc_core::sc_module {
 public:
  Scope(sc_core::sc_module_name name, const std::function<void()>& make_children)
      : sc_module(name) {
    make_children();
  }
};

std::string_view scope_of(std::string_view name) {
  const auto dot = name.find('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
}

std::string leaf_of(const std::string& name) {
  const auto dot = name.find('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

}  // namespace

struct System::Parts {
  Parts(const Platform& platform, Wheel& wheel) : joiner(platform.headers.header_bytes, wheel) {}

  std::vector<std::unique_ptr<sc_core::sc_module>> modules;  // components
  std::vector<std::unique_ptr<sc_core::sc_module>> scopes;
  LinkJoiner joiner;
  std::vector<std::vector<EndModule>> ends;                    // by component and port
  std::vector<std::vector<DsLinkParameters>> link_parameters;  // likewise
  std::vector<std::uint64_t> connected;                        // by component, a bit for each port
  std::vector<std::uint64_t> framed;          // likewise: an adaptive router is at the other end
  std::optional<ProfitableLinks> profitable;  // if there is an adaptive router

  template <class Module>
  Module& keep(std::unique_ptr<Module> module) {
    Module& kept = *module;
    modules.push_back(std::move(module));
    return kept;
  }
  // One entry serves for a component without a link.
  const std::vector<DsLinkParameters>& connected_links(std::size_t component) {
    auto& links = link_parameters[component];
    if (links.empty()) links.emplace_back();
    return links;
  }
  template <class Module>
  void note_ends(Module& module, std::size_t component, std::size_t links) {
    ends[component].resize(links);
    for (unsigned port = 0; port < links; ++port) {
      if (is_connected(component, port)) ends[component][port] = &module.link(port);
    }
  }
  bool is_connected(std::size_t component, unsigned port) const {
    return (connected[component] >> port & 1) != 0;
  }
  template <class Router, class Parameters>
  AdaptiveCore& make_adaptive(const Platform& platform, std::size_t index,
                              const Parameters& parameters, Wheel& wheel);
};

template <class Router, class Parameters>
AdaptiveCore& System::Parts::make_adaptive(const Platform& platform, std::size_t index,
                                           const Parameters& parameters, Wheel& wheel) {
  if (!profitable) profitable.emplace(platform);
  const Component& component = platform.components[index];
  std::vector<Time> bit_times;
  for (const DsLinkParameters& link : link_parameters[index]) bit_times.push_back(link.bit_time);
  auto& module = keep(std::make_unique<Router>(
      leaf_of(component.name).c_str(), parameters, bit_times, profitable->place(index),
      component_seed(platform.seed, component.name), wheel));
  note_ends(module, index, bit_times.size());
  return module.core();
}

System::System(sc_core::sc_module_name name, const Platform& platform)
    : sc_module(name),
      platform_(&platform),
      engine_("~engine"),
      parts_(std::make_unique<Parts>(platform, wheel())),
      cells_(platform, wheel()) {
  make_components();
  make_links();
  cells_.join();
  parts_->ends = {};
  parts_->link_parameters = {};
}

System::~System() = default;

void System::make_components() {
  const auto& components = platform_->components;
  parts_->ends.resize(components.size());
  parts_->link_parameters.resize(components.size());
  parts_->connected.resize(components.size());
  parts_->framed.resize(components.size());
  std::vector<Time> cut_at(platform_->links.size(), never);
  for (const FaultSpec& fault : platform_->faults) cut_at[fault.link] = fault.at;
  DsLinkParameters parameters;
  const ParameterValues* read = nullptr;  // links that are alike share theirs
  for (std::size_t index = 0; index < platform_->links.size(); ++index) {
    const LinkSpec& link = platform_->links[index];
    if (link.parameters.get() != read) parameters = dslink_parameters(link);
    read = link.parameters.get();
    parameters.cut_at = cut_at[index];
    for (const LinkEnd& end : {link.from, link.to}) {
      auto& of_component = parts_->link_parameters[end.component];
      if (of_component.size() <= end.port) of_component.resize(end.port + 1, parameters);
      of_component[end.port] = parameters;
      parts_->connected[end.component] |= std::uint64_t{1} << end.port;
      const LinkEnd& far = end == link.from ? link.to : link.from;
      if (is_adaptive_router(components[far.component])) {
        parts_->framed[end.component] |= std::uint64_t{1} << end.port;
      }
    }
  }
  processors_.resize(platform_->processors.size());
  reports_.resize(platform_->processors.size());
  for (std::size_t first = 0; first < components.size();) {
    const std::string_view scope = scope_of(components[first].name);
    std::size_t last = first + 1;
    if (scope.empty()) {
      make_component(first);
    } else {
      while (last < components.size() && scope_of(components[last].name) == scope) ++last;
      parts_->scopes.push_back(
          std::make_unique<Scope>(std::string(scope).c_str(), [this, first, last] {
            for (std::size_t i = first; i < last; ++i) make_component(i);
          }));
    }
    first = last;
  }
}

void System::make_component(std::size_t index) {
  const Component& component = platform_->components[index];
  if (is_t9000(component)) {
    make_processor(index);
  } else if (is_c104(component)) {
    make_c104(index);
  } else if (is_iwarp(component)) {
    rtl::RtlBlock* block = cells_.make(index, leaf_of(component.name));
    if (block != nullptr) rtl_probes_.push_back({component.name + ".rtl", block});
  } else if (component.type->name == "chaos_router") {
    adaptive_[index] = &parts_->make_adaptive<ChaosRouter>(
        *platform_, index, component.parameters->to_struct<ChaosParameters>(), wheel());
  } else if (component.type->name == "forced_router") {
    adaptive_[index] = &parts_->make_adaptive<ForcedRouter>(
        *platform_, index, component.parameters->to_struct<ForcedParameters>(), wheel());
  } else {
    throw std::logic_error(fmt::format("no module of the type {}", component.type->name));
  }
}

void System::make_processor(std::size_t index) {
  const Component& component = platform_->components[index];
  const std::string name = leaf_of(component.name);
  const std::uint64_t seed = component_seed(platform_->seed, component.name);
  const std::size_t processor = *platform_->processor_of(index);
  const T9000Parameters parameters = t9000_parameters(*platform_, index);
  const auto& links = parts_->connected_links(index);
  const auto note = [&](auto& module) {
    processors_[processor] = &module.core();
    reports_[processor] = &module.reports();
    parts_->note_ends(module, index, parameters.links);
  };
  const auto number = static_cast<unsigned>(processor);
  if (component.level == Level::rtl) {
    std::vector<std::unique_ptr<rtl::DsLinkModel>> models;
    for (unsigned port = 0; port < parameters.links; ++port) {
      models.push_back(make_rtl_dslink(component));
    }
    auto& module = parts_->keep(std::make_unique<rtl::T9000>(name.c_str(), parameters, number,
                                                             links, seed, std::move(models)));
    for (unsigned port = 0; port < parameters.links; ++port) {
      rtl_probes_.push_back(
          {fmt::format("{}.rtl.link[{}].ds", component.name, port), &module.link(port)});
    }
    note(module);
  } else if (component.level == Level::signal) {
    note(parts_->keep(std::make_unique<T9000>(name.c_str(), parameters, number, links, seed)));
  } else if (component.level == Level::packet) {
    note(parts_->keep(
        std::make_unique<packet::T9000>(name.c_str(), parameters, number, links, wheel())));
  } else if (component.level == Level::stream) {
    note(parts_->keep(
        std::make_unique<stream::T9000>(name.c_str(), parameters, number, links, wheel())));
  } else {
    note(parts_->keep(
        std::make_unique<token::T9000>(name.c_str(), parameters, number, links, seed, wheel())));
  }
}

void System::make_c104(std::size_t index) {
  const Component& component = platform_->components[index];
  const std::string name = leaf_of(component.name);
  const std::uint64_t seed = component_seed(platform_->seed, component.name);
  C104Parameters parameters = c104_parameters(*platform_, index);
  for (unsigned port = 0; port < parameters.links; ++port) {
    parameters.per_link[port].connected = parts_->is_connected(index, port);
  }
  const auto& links = parts_->connected_links(index);
  if (component.level == Level::packet) {
    auto& module = parts_->keep(std::make_unique<packet::C104>(
        name.c_str(), parameters, links, parts_->framed[index], seed, wheel()));
    return parts_->note_ends(module, index, parameters.links);
  }
  if (component.level == Level::stream) {
    auto& module = parts_->keep(
        std::make_unique<stream::C104>(name.c_str(), parameters, links, seed, wheel()));
    return parts_->note_ends(module, index, parameters.links);
  }
  if (component.level == Level::rtl) {
    parameters.links = rtl::links_in_use(parameters);
    parameters.per_link.resize(parameters.links);
    auto model = make_rtl_c104(component, parameters.links);
    auto& module = parts_->keep(
        std::make_unique<rtl::C104>(name.c_str(), std::move(model), parameters, links, seed));
    rtl_routers_[index] = &module;
    rtl_probes_.push_back({component.name + ".rtl", &module});
    return parts_->note_ends(module, index, parameters.links);
  }
  const auto note = [&](auto& module) {
    routers_[index] = &module.core();
    for (const TableRewrite& rewrite : platform_->rewrites) {
      const RouterTables& router = rewrite.routers.at(index);
      std::vector<IntervalTable> tables;
      for (const std::size_t table : router.table_of_link) {
        tables.emplace_back(router.tables[table].intervals);
      }
      module.core().policy().rewrite_tables(rewrite.at, std::move(tables));
    }
    parts_->note_ends(module, index, parameters.links);
  };
  if (component.level == Level::signal) {
    note(parts_->keep(std::make_unique<C104>(name.c_str(), parameters, links, seed)));
  } else {
    note(parts_->keep(
        std::make_unique<token::C104>(name.c_str(), parameters, links, seed, wheel())));
  }
}

void System::make_links() {
  probes_.reserve(2 * platform_->links.size());
  const auto add_probe = [this](const LinkEnd& where, const LinkView& view) {
    const std::string& component = platform_->components[where.component].name;
    probes_.push_back({view, fmt::format("{}.link{}", component, where.port), where});
  };
  for (const LinkSpec& link : platform_->links) {
    const std::string name =
        fmt::format("{}.link{}", platform_->components[link.from.component].name, link.from.port);
    const auto [from, to] =
        parts_->joiner.join(parts_->ends[link.from.component].at(link.from.port),
                            parts_->ends[link.to.component].at(link.to.port),
                            parts_->link_parameters[link.from.component][link.from.port],
                            component_seed(platform_->seed, name));
    add_probe(link.from, from);
    add_probe(link.to, to);
  }
}

}  // namespace weft
