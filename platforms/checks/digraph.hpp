// A directed graph of numbered nodes, made for millions of edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weft {

/// Nodes are added in order, each with all its edges, which may lead to nodes that are still to
/// come. Edges are kept in one array: 4 bytes each, and 8 bytes a node.
class Digraph {
 public:
  using Node = std::uint32_t;

  void add_edge(Node to) { targets_.push_back(to); }
  /// Ends the edges of the next node.
  void end_node() { ends_.push_back(targets_.size()); }

  std::size_t nodes() const { return ends_.size(); }
  std::size_t edges() const { return targets_.size(); }
  std::span<const Node> next(std::size_t node) const {
    const std::size_t begin = node == 0 ? 0 : ends_[node - 1];
    return std::span(targets_).subspan(begin, ends_[node] - begin);
  }
  /// The same nodes with all edges the other way round.
  Digraph reversed() const;

 private:
  std::vector<std::size_t> ends_;
  std::vector<Node> targets_;
};

// None of these calls itself: their stack does not grow with the graph. Time is linear in nodes and
// edges, but where it says otherwise.

/// Number of nodes on the longest path; nothing if there is a cycle.
std::optional<std::size_t> longest_path(const Digraph& graph);

/// The nodes that are on a cycle or between two, in ascending order: what is left when nodes
/// without edges in, or without edges out, are taken away as long as there are any.
std::vector<Digraph::Node> cyclic_part(const Digraph& graph);

/// A short cycle through some of the nodes of a cyclic part that must not be empty: the shortest
/// one among those through the nodes of some cycle, of which at most 256 are tried.
std::vector<Digraph::Node> short_cycle(const Digraph& graph,
                                       const std::vector<Digraph::Node>& cyclic);

}  // namespace weft
