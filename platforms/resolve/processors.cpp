#include "platforms/resolve/processors.hpp"

#include <utility>

#include "platforms/routing/connections.hpp"

namespace weft {
namespace {

class ProcessorList {
 public:
  ProcessorList(Platform& platform, const Network* network)
      : platform_(&platform), network_(network), connections_(platform) {
    if (network != nullptr) {
      for (const auto& processors : network->processor_components) by_network_ += processors.size();
      by_network_ += network->router_components.size();
    }
    reached_.assign(platform.components.size(), false);
  }

  std::map<std::size_t, Attachment> make() {
    if (network_ != nullptr) {
      for (const std::size_t router : network_->routing->label_order()) add_router(router);
    }
    for (std::size_t i = by_network_; i < platform_->components.size(); ++i) {
      if (is_t9000(platform_->components[i]) && !reached_[i]) add(i, {});
    }
    return std::move(attachments_);
  }

 private:
  void add(std::size_t component, std::vector<unsigned> coordinates) {
    Processor processor;
    processor.component = component;
    processor.coordinates = std::move(coordinates);
    processor.links = connections_.ports(component);
    platform_->processor_index.emplace(component, platform_->processors.size());
    platform_->processors.push_back(std::move(processor));
  }

  void add_router(std::size_t router) {
    const auto& processors = network_->processor_components[router];
    for (unsigned i = 0; i < processors.size(); ++i) {
      attachments_[platform_->processors.size()] = {
          router, {network_->processor_link(router, i), network_->node_width}};
      add(processors[i], network_->topology->routers[router].coordinates);
    }
    const std::size_t component = network_->router_components[router];
    for (unsigned port = 0; port < connections_.ports(component); ++port) {
      const auto far = connections_.far_end({component, port});
      if (!far || far->component < by_network_ || reached_[far->component]) continue;
      attach(router, far->component, exit_to(component, port, far->component));
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

  // All T9000s by hand that are reached from `first` through C104s by hand.
  void attach(std::size_t router, std::size_t first, HuntGroup exit) {
    std::vector<std::size_t> open{first};
    reached_[first] = true;
    for (std::size_t i = 0; i < open.size(); ++i) {
      const std::size_t component = open[i];
      if (is_t9000(platform_->components[component])) {
        attachments_[platform_->processors.size()] = {router, exit};
        add(component, {});
      }
      if (!is_c104(platform_->components[component])) continue;
      for (unsigned port = 0; port < connections_.ports(component); ++port) {
        const auto far = connections_.far_end({component, port});
        if (!far || far->component < by_network_ || reached_[far->component]) continue;
        reached_[far->component] = true;
        open.push_back(far->component);
      }
    }
  }

  Platform* platform_;
  const Network* network_;
  Connections connections_;
  std::size_t by_network_ = 0;  // components that the network made
  std::vector<bool> reached_;   // of those by hand
  std::map<std::size_t, Attachment> attachments_;
};

}  // namespace

std::map<std::size_t, Attachment> list_processors(Platform& platform, const Network* network) {
  return ProcessorList(platform, network).make();
}

}  // namespace weft
