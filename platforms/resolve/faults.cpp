#include "platforms/resolve/faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/ports.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/resolve/link_ends.hpp"

namespace weft {
namespace {

class FaultReader {
 public:
  explicit FaultReader(Platform& platform) : platform_(&platform) {}

  void read(const Node& item) {
    const Section fault(item, "a fault", {"link", "component", "at"});
    const Node* link = fault.find("link");
    const Node* component = fault.find("component");
    if ((link == nullptr) == (component == nullptr)) {
      throw InputError(item.place,
                       link == nullptr ? "a fault of nothing" : "a fault of a link and a component",
                       "expected `link: switch.link3`, or `component: switch`");
    }
    const Time at = read_at(fault.find("at"));
    if (link != nullptr) {
      add_link(*link, at);
    } else {
      add_component(*component, at);
    }
  }

  void finish() {
    for (const auto& [link, fault] : faults_) platform_->faults.push_back(fault);
  }

 private:
  Time read_at(const Node* node) const {
    if (node == nullptr) return 0;
    const Time at = read_time(*node, "at");
    if (at < platform_->run.duration) return at;
    throw InputError(node->place,
                     fmt::format("a fault at {} in a run of {}", time_text(at),
                                 time_text(platform_->run.duration)),
                     "expected an earlier one, or a longer run");
  }

  void add_link(const Node& node, Time at) {
    const auto [component, port] = read_port_name(*platform_, node, "a link");
    if (names_bus(component, port)) {
      return add_bus(node, component, std::string(port), at);
    }
    const std::size_t link = link_named(node, component, std::string(port));
    const auto [written, is_new] = written_.emplace(link, node.place);
    if (!is_new) {
      throw InputError(node.place, fmt::format("a second fault of the link {}", node.text),
                       fmt::format("expected one, it is at {}", written->second.text()));
    }
    add(link, at, node.place);
  }

  // A port that does not exist is one of those that there are.
  bool names_bus(std::size_t component, std::string_view port) const {
    const ComponentType& type = *platform_->components[component].type;
    if (const auto number = find_port(type, port)) return port_info(type, *number).one_way;
    return has_busses(type);
  }

  // An output bus.
  void add_bus(const Node& node, std::size_t component, const std::string& port, Time at) {
    std::vector<std::string> names;
    for (BusSpec& bus : platform_->busses) {
      if (bus.from.component != component) continue;
      names.push_back(port_name(*platform_->components[component].type, bus.from.port));
      if (names.back() != port) continue;
      const auto [written, is_new] = written_busses_.emplace(&bus, node.place);
      if (!is_new) {
        throw InputError(node.place, fmt::format("a second fault of the bus {}", node.text),
                         fmt::format("expected one, it is at {}", written->second.text()));
      }
      bus.cut_at = std::min(bus.cut_at, at);
      return;
    }
    unknown_name(node.place,
                 fmt::format("'{}' has no such output bus that leads anywhere",
                             platform_->components[component].name),
                 port, names);
  }

  // All busses from and to a component.
  bool cut_busses(std::size_t component, Time at) {
    bool found = false;
    for (BusSpec& bus : platform_->busses) {
      if (bus.from.component != component && bus.to.component != component) continue;
      bus.cut_at = std::min(bus.cut_at, at);
      found = true;
    }
    return found;
  }

  bool cut_links(std::size_t component, Time at, const Place& place) {
    bool found = false;
    for (std::size_t i = 0; i < platform_->links.size(); ++i) {
      const LinkSpec& link = platform_->links[i];
      if (link.from.component != component && link.to.component != component) continue;
      add(i, at, place);
      found = true;
    }
    return found;
  }

  std::size_t link_named(const Node& node, std::size_t component, const std::string& port) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < platform_->links.size(); ++i) {
      for (const LinkEnd& end : {platform_->links[i].from, platform_->links[i].to}) {
        if (end.component != component) continue;
        names.push_back(port_name(*platform_->components[component].type, end.port));
        if (names.back() == port) return i;
      }
    }
    const std::string& owner = platform_->components[component].name;
    if (names.empty()) {
      throw InputError(node.place, fmt::format("a fault of a link of '{}'", owner),
                       "it has no link that leads anywhere");
    }
    unknown_name(node.place, fmt::format("'{}' has no such link that leads anywhere", owner), port,
                 names);
  }

  void add_component(const Node& node, Time at) {
    const std::size_t component =
        component_named(*platform_, node, require_text(node, "component"));
    const bool busses = cut_busses(component, at);
    if (cut_links(component, at, node.place) || busses) return;
    const Component& owner = platform_->components[component];
    throw InputError(
        node.place, fmt::format("a fault of '{}'", owner.name),
        fmt::format("it has no {} that leads anywhere", has_busses(*owner.type) ? "bus" : "link"));
  }

  void add(std::size_t link, Time at, const Place& place) {
    const auto [known, is_new] = faults_.emplace(link, FaultSpec{link, at, place});
    if (!is_new && at < known->second.at) known->second = {link, at, place};
  }

  Platform* platform_;
  std::map<std::size_t, FaultSpec> faults_;  // by link
  std::map<std::size_t, Place> written_;     // links that are named as such
  std::map<const BusSpec*, Place> written_busses_;
};

}  // namespace

void read_faults(const Node& node, Platform& platform) {
  FaultReader reader(platform);
  for (const Node& item : require_list(node, "faults").items) reader.read(item);
  reader.finish();
}

}  // namespace weft
