// Routing over graphs of any form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "platforms/routing/routing.hpp"

namespace weft {

/// Networks of more routers are not routed destination by destination, in time and memory that grow
/// with the square.
inline constexpr std::size_t max_graph_routers = 4096;
bool is_graph(const Topology& topology);

/// Shortest ways in a graph. Nothing keeps them from closing a cycle: the deadlock check decides.
/// Where several ways are as short, the one of the destination before, or else that of the lowest
/// slot, is taken.
class ShortestPath : public DestinationRouting {
 public:
  /// `dead`: by edge of the topology, those that cannot be used. At most `max_graph_routers`.
  /// `labels`: the label order; empty for one that fits the tree of this graph.
  ShortestPath(const Topology& topology, std::vector<bool> dead, std::vector<std::size_t> labels);

  std::vector<std::size_t> label_order() const override { return labels_; }

 protected:
  /// A packet at a router is in one of `phases` states. `root`: see UpDown.
  ShortestPath(const Topology& topology, std::vector<bool> dead, std::vector<std::size_t> labels,
               unsigned phases, std::optional<std::size_t> root);

  /// The state after leaving by a slot; nothing if that is not allowed.
  virtual std::optional<unsigned> phase_after(std::size_t router, unsigned slot,
                                              unsigned phase) const;
  /// The far end of a slot; null if there is none or it is dead.
  const Neighbour* neighbour(std::size_t router, unsigned slot) const {
    const auto& found = neighbours_[router][slot];
    return found && !dead_[found->edge] ? &*found : nullptr;
  }
  /// Hops from the root of the breadth-first tree.
  unsigned depth(std::size_t router) const { return depth_[router]; }

 private:
  Route next(const Lanes& lanes, std::size_t router, unsigned kind, std::size_t destination,
             const std::vector<Route>& before) const final;
  unsigned slots(std::size_t router) const { return topology().routers[router].slots; }
  std::size_t middle() const;
  std::vector<unsigned> depths_from(std::size_t root) const;
  void grow_tree(std::size_t root);
  const std::vector<std::uint16_t>& distances_to(std::size_t destination) const;

  std::vector<std::vector<std::optional<Neighbour>>> neighbours_;
  std::vector<bool> dead_;
  unsigned phases_;
  std::vector<std::size_t> labels_;
  std::vector<unsigned> depth_;
  mutable std::vector<std::vector<std::uint16_t>> distances_;  // by destination, router and phase
};

/// Up*/down* (Autonet, Schroeder et al. 1991), for any graph: a breadth-first tree is laid over the
/// graph; of the two ends of an edge the one that is nearer to the root, or of two as near the one
/// with the lower number, is up. A packet goes up any number of edges, then down, and never up
/// again; of such ways it takes a shortest. Free of deadlock: edges upwards, in the order of their
/// upper ends, come before those downwards, so that no cycle of channels can close. What a packet
/// may still do depends on the link by which it came, so that inputs from above have tables of
/// their own.
class UpDown final : public ShortestPath {
 public:
  /// `root`: the router at the top; nothing for the one that is nearest to the farthest other.
  UpDown(const Topology& topology, std::vector<bool> dead, std::vector<std::size_t> labels,
         std::optional<std::size_t> root)
      : ShortestPath(topology, std::move(dead), std::move(labels), 2, root) {}

  unsigned input_kinds() const override { return 2; }
  unsigned input_kind(std::size_t router, unsigned slot, unsigned lane) const override;

 private:
  std::optional<unsigned> phase_after(std::size_t router, unsigned slot,
                                      unsigned phase) const override;
  bool is_up(std::size_t router, const Neighbour& far) const;
};

}  // namespace weft
