#include "platforms/checks/rtl_level.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "platforms/components/fault.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"
#include "rtl/iwarp/agent_port.hpp"

namespace weft {
namespace {

/// The switches of a platform that are RTL.
class RtlSwitches {
 public:
  explicit RtlSwitches(const Platform& platform)
      : platform_(&platform), links_(platform.components.size()) {
    for (const LinkSpec& link : platform.links) {
      const bool any = at_rtl(link.from.component) || at_rtl(link.to.component);
      if (!any) continue;
      const DsLinkParameters parameters = dslink_parameters(link);
      for (const LinkEnd& end : {link.from, link.to}) {
        links_[end.component].emplace(end.port, parameters);
      }
    }
  }

  void check() {
    for (std::size_t i = 0; i < platform_->components.size(); ++i) {
      if (at_rtl(i) && is_c104(platform_->components[i])) check(i);
    }
  }

 private:
  bool at_rtl(std::size_t component) const {
    return platform_->components[component].level == Level::rtl;
  }

  void check(std::size_t index) {
    const Component& component = platform_->components[index];
    if (!platform_->rewrites.empty()) {
      throw InputError(component.place,
                       "a switch at rtl on a platform whose tables a fault rewrites",
                       "expected signal or token");
    }
    C104Parameters parameters = c104_parameters(*platform_, index);
    std::vector<DsLinkParameters> links;
    for (unsigned port = 0; port < parameters.links; ++port) {
      const auto link = links_[index].find(port);
      parameters.per_link[port].connected = link != links_[index].end();
      if (link != links_[index].end()) links.push_back(link->second);
    }
    if (links.empty()) links.emplace_back();
    parameters.links = rtl::links_in_use(parameters);
    parameters.per_link.resize(parameters.links);
    const std::string fault =
        rtl::find_rtl_fault(parameters, links, most_links(component, parameters.links));
    if (fault.empty()) return;
    throw InputError(component.place, "a switch at rtl that the RTL cannot be: " + fault);
  }

  // Links of the RTL that is taken for so many.
  unsigned most_links(const Component& component, unsigned links) {
    const auto [known, is_new] = most_links_.emplace(std::pair(component.type, links), 0);
    if (is_new) {
      const auto model = make_rtl_c104(component, links);
      known->second = model != nullptr ? model->links() : rtl::most_c104_links();
    }
    return known->second;
  }

  const Platform* platform_;
  std::vector<std::map<unsigned, DsLinkParameters>> links_;  // by component and port
  std::map<std::pair<const ComponentType*, unsigned>, unsigned> most_links_;
};

void check_cells(const Platform& platform) {
  for (const Cell& cell : platform.cells) {
    const Component& component = platform.components[cell.component];
    if (component.level != Level::rtl) continue;
    const std::string fault = rtl::find_rtl_fault(iwarp_parameters(platform, cell.component));
    if (fault.empty()) continue;
    refuse(*component.parameters, "a cell at rtl that the RTL cannot be: " + fault);
  }
}

}  // namespace

void check_rtl_level(const Platform& platform) {
  RtlSwitches(platform).check();
  check_cells(platform);
}

}  // namespace weft
