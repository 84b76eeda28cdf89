#include "platforms/checks/rtl_level.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "platforms/components/parameter_check.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/plugins/rtl_blocks.hpp"
#include "rtl/c104/c104.hpp"
#include "rtl/c104/c104_models.hpp"
#include "rtl/common/own_models.hpp"
#include "rtl/iwarp/agent_port.hpp"
#include "rtl/t9000/t9000.hpp"

namespace weft {
namespace {

/// The switches and processors of a platform that are RTL.
class RtlOnLinks {
 public:
  explicit RtlOnLinks(const Platform& platform)
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
      if (!at_rtl(i)) continue;
      if (is_c104(platform_->components[i])) check_switch(i);
      if (is_t9000(platform_->components[i])) check_processor(i);
    }
  }

 private:
  bool at_rtl(std::size_t component) const {
    return platform_->components[component].level == Level::rtl;
  }

  void check_switch(std::size_t index) {
    const Component& component = platform_->components[index];
    if (!platform_->rewrites.empty()) {
      throw InputError(component.place,
                       "a switch at rtl on a platform whose tables a fault rewrites",
                       "expected signal or token");
    }
    C104Parameters parameters = c104_parameters(*platform_, index);
    for (unsigned port = 0; port < parameters.links; ++port) {
      parameters.per_link[port].connected = links_[index].count(port) != 0;
    }
    parameters.links = rtl::links_in_use(parameters);
    parameters.per_link.resize(parameters.links);
    const std::string fault = rtl::find_rtl_fault(parameters, parameters_of_links(index),
                                                  most_links(component, parameters.links));
    if (fault.empty()) return;
    throw InputError(component.place, "a switch at rtl that the RTL cannot be: " + fault);
  }

  void check_processor(std::size_t index) {
    const Component& component = platform_->components[index];
    const auto [known, is_new] = has_link_.emplace(component.type, false);
    if (is_new) known->second = make_rtl_dslink(component) != nullptr;
    const std::string fault =
        known->second
            ? rtl::find_rtl_fault(t9000_parameters(*platform_, index), parameters_of_links(index))
            : rtl::why_no_models();
    if (fault.empty()) return;
    throw InputError(component.place, "a t9000 at rtl whose links the RTL cannot be: " + fault);
  }

  // Of the links that are connected, or of one.
  std::vector<DsLinkParameters> parameters_of_links(std::size_t component) const {
    std::vector<DsLinkParameters> all;
    for (const auto& [port, parameters] : links_[component]) all.push_back(parameters);
    if (all.empty()) all.emplace_back();
    return all;
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
  std::map<const ComponentType*, bool> has_link_;  // there is RTL of a T9000's link
};

void check_cells(const Platform& platform) {
  for (const Cell& cell : platform.cells) {
    const Component& component = platform.components[cell.component];
    if (component.level != Level::rtl) continue;
    check_at_place(*component.parameters, [&platform, &cell] {
      rtl::check_rtl_parameters(iwarp_parameters(platform, cell.component));
    });
  }
}

}  // namespace

void check_rtl_level(const Platform& platform) {
  RtlOnLinks(platform).check();
  check_cells(platform);
}

}  // namespace weft
