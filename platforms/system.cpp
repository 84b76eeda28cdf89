#include "platforms/system.hpp"

#include <functional>
#include <string_view>
#include <type_traits>

#include "hw/c104/c104.hpp"
#include "hw/common/random.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/t9000/t9000.hpp"
#include "tlm/c104/c104.hpp"
#include "tlm/dslink/ds_link.hpp"
#include "tlm/protocol/link_transactor.hpp"
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

/// A link end at one of the two levels.
struct EndModule {
  DsLink* wires = nullptr;
  token::DsLink* calls = nullptr;
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
  std::vector<std::unique_ptr<sc_core::sc_module>> modules;  // components and transactors
  std::vector<std::unique_ptr<Scope>> scopes;
  std::vector<std::unique_ptr<LinkWires>> wires;
  std::vector<std::vector<EndModule>> ends;                    // by component and port
  std::vector<std::vector<DsLinkParameters>> link_parameters;  // likewise
  std::vector<std::uint64_t> connected;                        // by component, a bit for each port

  template <class Module>
  Module& keep(std::unique_ptr<Module> module) {
    Module& kept = *module;
    modules.push_back(std::move(module));
    return kept;
  }
  template <class Module>
  void note_ends(Module& module, std::size_t component, unsigned links) {
    ends[component].resize(links);
    for (unsigned port = 0; port < links; ++port) {
      if (!is_connected(component, port)) continue;
      EndModule& end = ends[component][port];
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(module.link(port))>, DsLink>) {
        end.wires = &module.link(port);
      } else {
        end.calls = &module.link(port);
      }
    }
  }
  bool is_connected(std::size_t component, unsigned port) const {
    return (connected[component] >> port & 1) != 0;
  }
  LinkWires& new_wires() {
    wires.push_back(std::make_unique<LinkWires>());
    return *wires.back();
  }
  void join(const EndModule& a, const EndModule& b);
  void join_levels(DsLink& wires_end, token::DsLink& calls_end);
};

void System::Parts::join(const EndModule& a, const EndModule& b) {
  if (a.calls != nullptr && b.calls != nullptr) {
    a.calls->out.bind(b.calls->in);
    b.calls->out.bind(a.calls->in);
  } else if (a.wires != nullptr && b.wires != nullptr) {
    new_wires().join(*a.wires, *b.wires);
  } else if (a.wires != nullptr) {
    join_levels(*a.wires, *b.calls);
  } else {
    join_levels(*b.wires, *a.calls);
  }
}

void System::Parts::join_levels(DsLink& wires_end, token::DsLink& calls_end) {
  auto& transactor = keep(std::make_unique<LinkTransactor>(
      sc_core::sc_gen_unique_name("transactor"), calls_end.core().parameters()));
  new_wires().join(wires_end, transactor);
  calls_end.out.bind(transactor.in);
  transactor.out.bind(calls_end.in);
}

System::System(sc_core::sc_module_name name, const Platform& platform)
    : sc_module(name), platform_(&platform), engine_("engine"), parts_(std::make_unique<Parts>()) {
  make_components();
  make_links();
  parts_->ends = {};
  parts_->link_parameters = {};
}

System::~System() = default;

void System::make_components() {
  const auto& components = platform_->components;
  parts_->ends.resize(components.size());
  parts_->link_parameters.resize(components.size());
  parts_->connected.resize(components.size());
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
  const std::string name = leaf_of(component.name);
  const std::uint64_t seed = component_seed(platform_->seed, component.name);
  auto& links = parts_->link_parameters[index];
  if (links.empty()) links.emplace_back();
  const auto processor = platform_->processor_of(index);
  if (processor) {
    const T9000Parameters parameters = t9000_parameters(*platform_, index);
    const auto number = static_cast<unsigned>(*processor);
    if (component.level == Level::signal) {
      auto& module =
          parts_->keep(std::make_unique<T9000>(name.c_str(), parameters, number, links, seed));
      processors_[*processor] = &module.core();
      reports_[*processor] = &module.reports();
      parts_->note_ends(module, index, parameters.links);
    } else {
      auto& module = parts_->keep(
          std::make_unique<token::T9000>(name.c_str(), parameters, number, links, seed, wheel()));
      processors_[*processor] = &module.core();
      reports_[*processor] = &module.reports();
      parts_->note_ends(module, index, parameters.links);
    }
    return;
  }
  C104Parameters parameters = c104_parameters(*platform_, index);
  for (unsigned port = 0; port < parameters.links; ++port) {
    parameters.per_link[port].connected = parts_->is_connected(index, port);
  }
  if (component.level == Level::signal) {
    auto& module = parts_->keep(std::make_unique<C104>(name.c_str(), parameters, links, seed));
    routers_[index] = &module.core();
    parts_->note_ends(module, index, parameters.links);
  } else {
    auto& module =
        parts_->keep(std::make_unique<token::C104>(name.c_str(), parameters, links, seed, wheel()));
    routers_[index] = &module.core();
    parts_->note_ends(module, index, parameters.links);
  }
}

void System::make_links() {
  probes_.reserve(2 * platform_->links.size());
  const auto probe = [this](const LinkEnd& where, const EndModule& end) {
    LinkProbe result;
    result.name =
        platform_->components[where.component].name + ".link" + std::to_string(where.port);
    result.where = where;
    if (end.wires != nullptr) {
      result.core = &end.wires->core();
      result.tokens = &end.wires->tokens;
      result.states = &end.wires->states;
    } else {
      result.core = &end.calls->core();
      result.tokens = &end.calls->tokens;
      result.states = &end.calls->states;
    }
    return result;
  };
  for (const LinkSpec& link : platform_->links) {
    const EndModule& from = parts_->ends[link.from.component].at(link.from.port);
    const EndModule& to = parts_->ends[link.to.component].at(link.to.port);
    parts_->join(from, to);
    LinkProbe from_probe = probe(link.from, from);
    LinkProbe to_probe = probe(link.to, to);
    if (from.wires != nullptr || to.wires != nullptr) {
      // `join` begins at the end of the link that has wires, at `from` if both have.
      const LinkWires& wires = *parts_->wires.back();
      const auto show = [](const WirePair& pair, LinkProbe& end) {
        end.d = &pair.d;
        end.s = &pair.s;
      };
      if (from.wires != nullptr) show(wires.forth, from_probe);
      if (to.wires != nullptr) show(from.wires != nullptr ? wires.back : wires.forth, to_probe);
    }
    probes_.push_back(std::move(from_probe));
    probes_.push_back(std::move(to_probe));
  }
}

}  // namespace weft
