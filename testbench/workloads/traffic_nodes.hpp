// The ends of traffic: processors, or cells.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/netlist/place.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// What patterns of traffic know of those that send and receive, by their index.
struct TrafficNodes {
  const Platform* platform = nullptr;  ///< Must outlive it.
  std::string_view kind;               ///< Type of the components, for messages.
  std::vector<std::size_t> components;
  std::vector<const std::vector<unsigned>*> coordinates;  ///< Empty ones of no node of the network.
  /// Index of a component.
  std::optional<std::size_t> (*index_of)(const Platform&, std::size_t component) = nullptr;
  /// Whether messages get from one to another; null where all of them do.
  std::function<bool(std::size_t, std::size_t)> can_talk = {};
  /// Why one has no part in it, or nothing; null where all of them have.
  std::function<std::string(std::size_t)> left_out = {};

  std::size_t size() const { return components.size(); }
  const std::string& name(std::size_t node) const {
    return platform->components[components[node]].name;
  }
  bool talks(std::size_t from, std::size_t to) const { return !can_talk || can_talk(from, to); }
};

/// By index in Platform::processors.
TrafficNodes traffic_processors(const Platform& platform);

/// By address. Cells with programs of their own have no part in it; nor has one to which no pathway
/// leads over the busses that work at the start.
TrafficNodes traffic_cells(const Platform& platform);

/// The one with this name. Throws InputError at `place` if there is none, or it has no part in the
/// traffic; `role` tells what it is for ("from").
std::size_t node_named(const TrafficNodes& nodes, const std::string& name, std::string_view role,
                       const Place& place);

}  // namespace weft
