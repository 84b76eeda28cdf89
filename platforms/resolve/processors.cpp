#include "platforms/resolve/processors.hpp"

#include <algorithm>
#include <utility>

#include "platforms/processors.hpp"
#include "platforms/routing/connections.hpp"

namespace weft {
namespace {

class ProcessorList {
 public:
  ProcessorList(Platform& platform, const Network* network)
      : platform_(&platform),
        processors_(&platform.parts.edit<Processors>()),
        network_(network),
        connections_(platform) {
    made_.assign(platform.components.size(), false);
    reached_.assign(platform.components.size(), false);
    if (network == nullptr) return;
    parts_ = parts_of(*network->topology);
    for (const std::size_t router : network->router_components) made_[router] = true;
    for (const auto& processors : network->processor_components) {
      for (const std::size_t processor : processors) made_[processor] = true;
    }
  }

  std::multimap<std::size_t, Attachment> make() {
    if (network_ != nullptr) {
      for (const std::size_t router : network_->routing->label_order()) add_router(router);
    }
    for (std::size_t i = 0; i < platform_->components.size(); ++i) {
      if (platform_->components[i].is(Part::processor) && !made_[i] && !reached_[i]) add(i, {});
    }
    return std::move(attachments_);
  }

 private:
  void add(std::size_t component, std::vector<unsigned> coordinates) {
    Processor processor;
    processor.component = component;
    processor.coordinates = std::move(coordinates);
    processor.links = connections_.ports(component);
    processors_->index.emplace(component, processors_->list.size());
    processors_->list.push_back(std::move(processor));
  }

  void add_router(std::size_t router) {
    const auto& processors = network_->processor_components[router];
    for (unsigned i = 0; i < processors.size(); ++i) {
      attachments_.emplace(
          processors_->list.size(),
          Attachment{router, {network_->processor_link(router, i), network_->node_width}});
      add(processors[i], network_->topology->routers[router].coordinates);
    }
    const std::size_t component = network_->router_components[router];
    for (unsigned port = 0; port < connections_.ports(component); ++port) {
      const auto far = connections_.far_end({component, port});
      if (!far || made_[far->component]) continue;
      if (platform_->components[far->component].is(Part::processor)) {
        attach(router, far->component, exit_to(component, port, far->component));
      } else if (!reached_[far->component]) {
        attach_behind(router, far->component, exit_to(component, port, far->component));
      }
    }
  }

  // The consecutive links from `port` on that lead to the same component.
  HuntGroup exit_to(std::size_t router, unsigned port, std::size_t component) const {
    HuntGroup group{port, 0};
    for (auto far = connections_.far_end({router, port}); far && far->component == component;
         far = connections_.far_end({router, port + group.size})) {
      ++group.size;
    }
    return group;
  }

  // A T9000 by hand, unless it hangs on this part of the network already.
  void attach(std::size_t router, std::size_t component, HuntGroup exit) {
    if (!reached_[component]) add(component, {});
    reached_[component] = true;
    const std::size_t processor = processors_->index.at(component);
    const auto [first, last] = attachments_.equal_range(processor);
    const bool attached = std::any_of(
        first, last, [&](const auto& one) { return parts_[one.second.router] == parts_[router]; });
    if (!attached) attachments_.emplace(processor, Attachment{router, exit});
  }

  // All T9000s by hand that are reached from `first` through C104s by hand.
  void attach_behind(std::size_t router, std::size_t first, HuntGroup exit) {
    std::vector<std::size_t> open{first};
    reached_[first] = true;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::size_t component = open[i];
      if (platform_->components[component].is(Part::processor)) {
        attach(router, component, exit);
        continue;
      }
      if (!platform_->components[component].is(Part::table_router)) continue;
      for (unsigned port = 0; port < connections_.ports(component); ++port) {
        const auto far = connections_.far_end({component, port});
        if (!far || made_[far->component] || reached_[far->component]) continue;
        if (!platform_->components[far->component].is(Part::processor))
          reached_[far->component] = true;
        open.push_back(far->component);
      }
    }
  }

  const Platform* platform_;
  Processors* processors_;
  const Network* network_;
  Connections connections_;
  std::vector<std::size_t> parts_;  // of the network, by router
  std::vector<bool> made_;          // by component, routers of the network and their processors
  std::vector<bool> reached_;       // of all others
  std::multimap<std::size_t, Attachment> attachments_;
};

}  // namespace

std::multimap<std::size_t, Attachment> list_processors(Platform& platform, const Network* network) {
  return ProcessorList(platform, network).make();
}

}  // namespace weft
