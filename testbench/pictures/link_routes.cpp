#include "testbench/pictures/link_routes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "platforms/components/iwarp_cells.hpp"
#include "testbench/pictures/layout.hpp"

namespace weft {

namespace {

constexpr double lowest_arc = 0.3;
constexpr double highest_arc = 0.46;
constexpr double loop_height = 0.36;
constexpr double loop_depth = 0.5;  // beyond the outer routers
constexpr double clearance = 0.02;

/// Components by the place that they stand on.
class PlaceIndex {
 public:
  void add(std::size_t component, Point at) { cells_[cell(at)].push_back(component); }

  /// True if `test` is for a component that is less than a place away from the stretch.
  template <typename Test>
  bool any_near(Point from, Point to, const Test& test) const {
    const double whole = length(to - from);
    const auto steps = static_cast<unsigned>(std::ceil(whole)) + 1;
    for (unsigned step = 0; step <= steps; ++step) {
      const auto [x, y] = cell(from + (to - from) * (static_cast<double>(step) / steps));
      for (long dx = -1; dx <= 1; ++dx) {
        for (long dy = -1; dy <= 1; ++dy) {
          const auto found = cells_.find({x + dx, y + dy});
          if (found == cells_.end()) continue;
          if (std::any_of(found->second.begin(), found->second.end(), test)) return true;
        }
      }
    }
    return false;
  }

 private:
  using Cell = std::pair<long, long>;
  static Cell cell(Point at) { return {std::lround(at.x), std::lround(at.y)}; }

  std::map<Cell, std::vector<std::size_t>> cells_;
};

/// Which links of a grid close a ring.
class WrapArounds {
 public:
  explicit WrapArounds(const NetworkPlan& plan) {
    if (plan.arrangement != Arrangement::grid) return;
    for (const RouterPosition& router : plan.routers) {
      coordinates_[router.component] = &router.coordinates;
      sizes_.resize(std::max(sizes_.size(), router.coordinates.size()));
      for (std::size_t d = 0; d < router.coordinates.size(); ++d) {
        sizes_[d] = std::max(sizes_[d], router.coordinates[d] + 1);
      }
    }
  }

  /// The dimension of columns or of rows that the link goes round.
  std::optional<std::size_t> dimension(const FatLink& link) const {
    const auto from = coordinates_.find(link.from);
    const auto to = coordinates_.find(link.to);
    if (from == coordinates_.end() || to == coordinates_.end()) return std::nullopt;
    const std::vector<unsigned>& a = *from->second;
    const std::vector<unsigned>& b = *to->second;
    if (a.size() != b.size() || a.size() > 3) return std::nullopt;
    std::optional<std::size_t> found;
    for (std::size_t d = 0; d < a.size(); ++d) {
      if (a[d] == b[d]) continue;
      const bool whole = std::max(a[d], b[d]) - std::min(a[d], b[d]) == sizes_[d] - 1;
      if (found || d > 1 || sizes_[d] < 3 || !whole) return std::nullopt;
      found = d;
    }
    return found;
  }

 private:
  std::unordered_map<std::size_t, const std::vector<unsigned>*> coordinates_;
  std::vector<unsigned> sizes_;
};

// To the left or the right of an arc: up for what lies, to the left for what stands.
Point arc_side(Point along) {
  const Point side = right_of(unit(along));
  const bool turn = std::abs(side.y) > std::abs(side.x) ? side.y > 0 : side.x > 0;
  return turn ? side * -1 : side;
}

// Out of the outer side of one end, along the row or column, and into that of the other.
Route loop(Point a, Point b, double reach) {
  const Point along = unit(b - a);
  const Point over = arc_side(b - a) * loop_height;
  const Point out = along * loop_depth;
  const Point in = along * 0.1;
  const Point bend = along * (loop_depth + 0.1);
  return {{a - along * reach, a - out, a - bend + over, a + in + over},
          straight_line(a + in + over, b - in + over),
          {b - in + over, b + bend + over, b + out, b + along * reach}};
}

Route arc(Point a, Point b, double height) {
  const Point along = unit(b - a);
  const Point control = arc_side(b - a) * (height * 4 / 3);
  const Point shoulder = along * std::min(0.4, length(b - a) / 4);
  return {{a, a + shoulder + control, b - shoulder + control, b}};
}

Route straight(Point a, Point b, double reach_a, double reach_b) {
  const Point along = unit(b - a);
  return {straight_line(a + along * reach_a, b - along * reach_b)};
}

long rounded(double distance) { return std::lround(distance * 100); }

/// Heights of arcs by their length: the longer the higher.
class ArcHeights {
 public:
  explicit ArcHeights(const std::set<long>& lengths) {
    for (const long distance : lengths) {
      const double part = lengths.size() < 2 ? 0.5
                                             : static_cast<double>(heights_.size()) /
                                                   static_cast<double>(lengths.size() - 1);
      heights_[distance] = lowest_arc + part * (highest_arc - lowest_arc);
    }
  }
  double of(double distance) const { return heights_.at(rounded(distance)); }

 private:
  std::map<long, double> heights_;
};

PlaceIndex index_of(const PictureGraph& graph, const Layout& layout) {
  PlaceIndex index;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) index.add(i, layout.at[i]);
  return index;
}

bool is_blocked(const FatLink& link, const Layout& layout, const PlaceIndex& index) {
  const Point from = layout.at[link.from];
  const Point to = layout.at[link.to];
  return index.any_near(from, to, [&](std::size_t component) {
    if (component == link.from || component == link.to) return false;
    const double distance = distance_to_stretch(layout.at[component], from, to);
    return distance < layout.reach[component] + clearance;
  });
}

}  // namespace

std::vector<Route> route_links(const NetworkPlan& plan, const PictureGraph& graph,
                               const Layout& layout) {
  const PlaceIndex index = index_of(graph, layout);
  const WrapArounds wraps(plan);
  const auto length_of = [&](const FatLink& link) {
    return length(layout.at[link.to] - layout.at[link.from]);
  };
  const auto beside = [&](const FatLink& link) {
    return graph.nodes[link.from].home == link.to || graph.nodes[link.to].home == link.from;
  };
  std::vector<bool> blocked;
  std::set<long> lengths;
  for (const FatLink& link : graph.fat_links) {
    blocked.push_back(!beside(link) && !wraps.dimension(link) && is_blocked(link, layout, index));
    if (blocked.back()) lengths.insert(rounded(length_of(link)));
  }
  const ArcHeights heights(lengths);
  std::vector<Route> routes;
  for (std::size_t i = 0; i < graph.fat_links.size(); ++i) {
    const FatLink& link = graph.fat_links[i];
    const Point from = layout.at[link.from];
    const Point to = layout.at[link.to];
    if (wraps.dimension(link)) {
      routes.push_back(loop(from, to, layout.reach[link.from]));
    } else if (blocked[i]) {
      routes.push_back(arc(from, to, heights.of(length_of(link))));
    } else {
      routes.push_back(straight(from, to, layout.reach[link.from], layout.reach[link.to]));
    }
  }
  return routes;
}

}  // namespace weft
