// Components and links of a platform, each checked as it is added.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/node.hpp"
#include "platforms/platform.hpp"
#include "platforms/resolve/cell_network.hpp"
#include "platforms/resolve/network.hpp"
#include "platforms/resolve/settings.hpp"

namespace weft {

/// Fills in `components` and `links` of a platform.
class PlatformBuilder {
 public:
  PlatformBuilder(Platform& platform, const Registry& registry, Settings& settings);

  /// The processors and routers of the network, router by router, each behind its processors; notes
  /// in it which they are.
  void add_nodes(Network& network);
  void add_network_links(const Network& network);
  /// The cells of a network of them; notes in it which they are.
  void add_cells(CellNetwork& network);
  /// The links or busses between them.
  void add_cell_links(const CellNetwork& network);
  /// `components:`
  void add_components(const Node& node);
  /// `links:`
  void add_links(const Node& node);
  /// Throws InputError unless the links of every T9000 are in use from link0 on.
  void check_fat_links() const;

 private:
  using UsedPorts = std::vector<std::vector<std::optional<Place>>>;  // by component and port

  void add_bus(LinkEnd from, LinkEnd to, const Node& from_node, const Node& to_node,
               const Place& place);
  void add_component(std::string name, const ComponentType& type, const Node* general,
                     const Node* own, const Place& place);
  void add_link(LinkEnd from, LinkEnd to, const Node& from_node, const Node& to_node,
                const std::shared_ptr<const ParameterValues>& parameters, const Place& place);
  const ComponentType& link_type(LinkEnd end, const Node& node) const;
  std::shared_ptr<const ParameterValues> common_link(const ComponentType& type);
  const ComponentType& network_type(const Node* settings, std::string_view what,
                                    std::string_view usual) const;
  void require_links(const Network& network, std::size_t router) const;
  void take_port(UsedPorts& used, LinkEnd end, const Place& place);
  void add_written_link(const Node& node);

  Platform* platform_;
  const Registry* registry_;
  Settings* settings_;
  std::size_t generated_ = 0;    // components that the network made
  std::set<std::string> nodes_;  // of the network, that hold components
  // of links that say nothing of their own, by type
  std::map<const ComponentType*, std::shared_ptr<const ParameterValues>> common_links_;
  UsedPorts used_;         // also of output busses
  UsedPorts used_inputs_;  // input busses
};

}  // namespace weft
