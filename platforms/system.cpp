#include "platforms/system.hpp"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "hw/common/random.hpp"
#include "platforms/protocols/protocols.hpp"
#include "platforms/resolve/link_ends.hpp"

namespace weft {

namespace {

std::string_view scope_of(std::string_view name) {
  const auto dot = name.find('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(0, dot);
}

std::string leaf_of(const std::string& name) {
  const auto dot = name.find('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

}  // namespace

/// A level of the hierarchy that only holds others ("node[3,2]").
class System::Scope : public sc_core::sc_module {
 public:
  Scope(sc_core::sc_module_name name, const std::function<void()>& make_children)
      : sc_module(name) {
    make_children();
  }
};

System::System(sc_core::sc_module_name name, const Platform& platform)
    : sc_module(name), platform_(&platform), engine_("~engine") {
  const std::vector<ConnectedLinks> links = connected_links(platform);
  make_components(links);
  for (const auto& instance : instances_) instance->share(shared_);
  join_links(links);
}

// SystemC looks for an object that goes from the last one on: the last that was made goes first.
System::~System() {
  const auto clear = [](auto& made) {
    while (!made.empty()) made.pop_back();
  };
  clear(between_);
  clear(scopes_);
  clear(instances_);
}

void System::make_components(const std::vector<ConnectedLinks>& links) {
  const auto& components = platform_->components;
  instances_.reserve(components.size());
  for (std::size_t first = 0; first < components.size();) {
    const std::string_view scope = scope_of(components[first].name);
    std::size_t last = first + 1;
    if (scope.empty()) {
      make_component(first, links[first]);
    } else {
      while (last < components.size() && scope_of(components[last].name) == scope) ++last;
      scopes_.push_back(std::make_unique<Scope>(std::string(scope).c_str(), [&, first, last] {
        for (std::size_t i = first; i < last; ++i) make_component(i, links[i]);
      }));
    }
    first = last;
  }
}

void System::make_component(std::size_t index, const ConnectedLinks& links) {
  const Component& component = platform_->components[index];
  const auto& factories = component.type->modules.factories;
  const auto factory = factories.find(component.level);
  if (factory == factories.end()) {
    throw std::logic_error(fmt::format("no module of the type {} at level {}", component.type->name,
                                       name_of(component.level)));
  }
  const std::string leaf = leaf_of(component.name);
  instances_.push_back(factory->second(MakeContext{*platform_, index, leaf.c_str(),
                                                   component_seed(platform_->seed, component.name),
                                                   links, wheel(), views_, shared_, rtl_probes_}));
}

void System::join_links(const std::vector<ConnectedLinks>& links) {
  JoinContext context{*platform_, wheel(), shared_, between_};
  const auto join = [&](const Joint& joint) {
    return join_table().join(instances_[joint.from.component]->port(joint.from.port, Side::from),
                             instances_[joint.to.component]->port(joint.to.port, Side::to), joint,
                             context);
  };
  link_probes_.reserve(2 * platform_->links.size());
  for (const LinkSpec& link : platform_->links) {
    const DsLinkParameters& parameters = links[link.from.component].by_port[link.from.port];
    const JoinedViews views = join(
        {link.from, link.to, parameters, links[link.to.component].by_port[link.to.port],
         component_seed(platform_->seed, port_name(*platform_, link.from)), parameters.cut_at});
    link_probes_.push_back({views.from, platform_, link.from});
    link_probes_.push_back({views.to, platform_, link.to});
  }
  for (const BusSpec& bus : platform_->busses) {
    BusProbe& probe = bus_probes_.emplace_back();
    probe.name = port_name(*platform_, bus.from);
    if (bus.cut_at == 0) continue;  // it is not there
    static_cast<BusView&>(probe) = join({bus.from, bus.to, {}, {}, 0, bus.cut_at}).bus;
  }
}

}  // namespace weft
