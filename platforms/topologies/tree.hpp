// Trees of switches with processors at the leaves: k-ary n-trees and Clos networks.
#pragma once

#include <cstddef>
#include <vector>

namespace weft {

struct Topology;

/// What lies below each router of a tree. The leaves are the first routers.
struct Tree {
  /// A router reaches the leaves from `first_leaf` up to, without, `last_leaf` downwards: the child
  /// in slot s has `child_leaves` of them from first_leaf + s * child_leaves on. Its slots upwards
  /// come behind those downwards and all lead to routers that reach every leaf of its siblings.
  struct Router {
    std::size_t first_leaf = 0;
    std::size_t last_leaf = 0;
    std::size_t child_leaves = 1;
    unsigned down_slots = 0;
    unsigned up_slots = 0;
  };

  std::size_t leaves = 0;
  std::vector<Router> routers;
};

/// k-ary n-tree (Petrini and Vanneschi 1997): `levels` rows of arity^(levels - 1) routers
/// "switch[level,index]", each with `arity` links downwards and, but for the top, as many upwards;
/// `processors` at each router of level 0, "node[i].cpu".
Topology make_tree(unsigned arity, unsigned levels, unsigned processors);

/// Three-stage Clos network, folded at its middle stage as all links go both ways: each of the
/// `leaves` routers "leaf[i]" has a fat link to each of the `spines` routers "spine[j]";
/// `processors` at each leaf, "node[i].cpu".
Topology make_clos(unsigned leaves, unsigned spines, unsigned processors);

}  // namespace weft
