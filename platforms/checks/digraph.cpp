#include "platforms/checks/digraph.hpp"

#include <algorithm>
#include <limits>

namespace weft {
namespace {

using Vertex = Digraph::Node;
using Nodes = std::vector<Vertex>;

constexpr Vertex nowhere = std::numeric_limits<Vertex>::max();
constexpr std::size_t most_starts = 256;

// Nodes of `kept` that nodes of it do not lead to are taken out of it, again and again; returns
// those, each behind all that lead to it.
Nodes peel(const Digraph& graph, std::vector<bool>& kept) {
  std::vector<Vertex> edges_in(graph.nodes(), 0);
  for (std::size_t node = 0; node < graph.nodes(); ++node) {
    if (!kept[node]) continue;
    for (const Vertex next : graph.next(node)) ++edges_in[next];
  }
  Nodes order;
  const auto take = [&](Vertex node) {
    kept[node] = false;
    order.push_back(node);
  };
  for (Vertex node = 0; node < graph.nodes(); ++node) {
    if (kept[node] && edges_in[node] == 0) take(node);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Vertex next : graph.next(order[i])) {
      if (--edges_in[next] == 0 && kept[next]) take(next);
    }
  }
  return order;
}

// The shortest way from a node back to itself through `kept`, if it is shorter than `limit`.
Nodes shortest_way_back(const Digraph& graph, const std::vector<bool>& kept, Vertex start,
                        std::size_t limit) {
  std::vector<Vertex> before(graph.nodes(), nowhere);
  Nodes front{start};
  for (std::size_t length = 1; length < limit && !front.empty(); ++length) {
    Nodes reached;
    for (const Vertex node : front) {
      for (const Vertex next : graph.next(node)) {
        if (!kept[next] || before[next] != nowhere) continue;
        before[next] = node;
        if (next == start) {
          Nodes way;
          for (Vertex at = before[start]; at != start; at = before[at]) way.push_back(at);
          way.push_back(start);
          std::reverse(way.begin(), way.end());
          return way;
        }
        reached.push_back(next);
      }
    }
    front = std::move(reached);
  }
  return {};
}

// Every node of a cyclic part leads to another one of it, so a way through it meets itself.
Nodes any_cycle(const Digraph& graph, const std::vector<bool>& kept, Vertex start) {
  std::vector<Vertex> position(graph.nodes(), nowhere);
  Nodes way;
  Vertex node = start;
  while (position[node] == nowhere) {
    position[node] = static_cast<Vertex>(way.size());
    way.push_back(node);
    const auto next = graph.next(node);
    node = *std::find_if(next.begin(), next.end(), [&](Vertex other) { return kept[other]; });
  }
  return {way.begin() + position[node], way.end()};
}

}  // namespace

Digraph Digraph::reversed() const {
  Digraph result;
  result.ends_.assign(nodes(), 0);
  for (const Vertex target : targets_) ++result.ends_[target];
  std::size_t begin = 0;
  std::vector<std::size_t> place(nodes());
  for (std::size_t node = 0; node < nodes(); ++node) {
    place[node] = begin;
    begin = result.ends_[node] += begin;
  }
  result.targets_.resize(edges());
  for (std::size_t node = 0; node < nodes(); ++node) {
    for (const Vertex target : next(node))
      result.targets_[place[target]++] = static_cast<Vertex>(node);
  }
  return result;
}

std::optional<std::size_t> longest_path(const Digraph& graph) {
  std::vector<bool> kept(graph.nodes(), true);
  const Nodes order = peel(graph, kept);
  if (order.size() != graph.nodes()) return {};
  std::vector<Vertex> length(graph.nodes(), 1);
  Vertex longest = 0;
  for (const Vertex node : order) {
    longest = std::max(longest, length[node]);
    for (const Vertex next : graph.next(node)) {
      length[next] = std::max(length[next], length[node] + 1);
    }
  }
  return longest;
}

Nodes cyclic_part(const Digraph& graph) {
  std::vector<bool> kept(graph.nodes(), true);
  if (peel(graph, kept).size() == graph.nodes()) return {};
  peel(graph.reversed(), kept);
  Nodes part;
  for (Vertex node = 0; node < graph.nodes(); ++node) {
    if (kept[node]) part.push_back(node);
  }
  return part;
}

Nodes short_cycle(const Digraph& graph, const Nodes& cyclic) {
  std::vector<bool> kept(graph.nodes(), false);
  for (const Vertex node : cyclic) kept[node] = true;
  Nodes best = any_cycle(graph, kept, cyclic.front());
  const Nodes starts(
      best.begin(), best.begin() + static_cast<std::ptrdiff_t>(std::min(best.size(), most_starts)));
  for (const Vertex start : starts) {
    Nodes way = shortest_way_back(graph, kept, start, best.size());
    if (!way.empty()) best = std::move(way);
  }
  return best;
}

}  // namespace weft
