#include "testbench/workloads/destination_pattern.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "testbench/workloads/traffic_patterns.hpp"

namespace weft {
namespace {

bool within(const std::vector<unsigned>& a, const std::vector<unsigned>& b, unsigned radius) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    if ((a[d] > b[d] ? a[d] - b[d] : b[d] - a[d]) > radius) return false;
  }
  return true;
}

// Nodes by the first two of their coordinates, so that those near to one are found without a look
// at all.
class NodesByPlace {
 public:
  explicit NodesByPlace(const TrafficNodes& nodes) : nodes_(nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      columns_[place_of(i)].push_back(static_cast<std::uint32_t>(i));
    }
  }

  // Itself among them, in the order of their numbers.
  std::vector<std::uint32_t> within_radius(std::size_t node, unsigned radius) const {
    const auto [x, y] = place_of(node);
    const unsigned first_y = y > radius ? y - radius : 0;
    std::vector<std::uint32_t> found;
    auto column = columns_.lower_bound({x > radius ? x - radius : 0, first_y});
    while (column != columns_.end() && column->first[0] <= std::uint64_t{x} + radius) {
      const auto [other_x, other_y] = column->first;
      if (other_y < first_y) {
        column = columns_.lower_bound({other_x, first_y});
      } else if (other_y > std::uint64_t{y} + radius) {
        column = columns_.lower_bound({other_x + 1, first_y});
      } else {
        for (const std::uint32_t other : column->second) {
          if (within(*nodes_.coordinates[node], *nodes_.coordinates[other], radius)) {
            found.push_back(other);
          }
        }
        ++column;
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  using Column = std::array<unsigned, 2>;

  Column place_of(std::size_t node) const {
    const std::vector<unsigned>& at = *nodes_.coordinates[node];
    return {at.empty() ? 0 : at[0], at.size() < 2 ? 0 : at[1]};
  }

  const TrafficNodes& nodes_;
  std::map<Column, std::vector<std::uint32_t>> columns_;
};

class Uniform : public DestinationPattern {
 public:
  Uniform(const TrafficNodes& nodes, unsigned radius)
      : destinations_(destinations_of_all(nodes, radius)) {}
  bool sends(std::size_t source) const override { return destinations_[source].size() != 0; }
  std::size_t destination(std::size_t source, std::uint64_t /*number*/,
                          RandomStream& stream) const override {
    return destinations_[source].draw(stream);
  }

 protected:
  const Destinations& of(std::size_t source) const { return destinations_[source]; }

 private:
  std::vector<Destinations> destinations_;
};

class HotSpot final : public Uniform {
 public:
  HotSpot(const TrafficNodes& nodes, std::size_t hot, double fraction)
      : Uniform(nodes, 0), nodes_(nodes), hot_(hot), fraction_(fraction) {}
  std::size_t destination(std::size_t source, std::uint64_t number,
                          RandomStream& stream) const override {
    const bool to_hot = stream.chance(fraction_);
    if (to_hot && source != hot_ && nodes_.talks(source, hot_)) return hot_;
    return Uniform::destination(source, number, stream);
  }

 private:
  TrafficNodes nodes_;
  std::size_t hot_;
  double fraction_;
};

class AllToAll final : public Uniform {
 public:
  explicit AllToAll(const TrafficNodes& nodes) : Uniform(nodes, 0) {}
  std::size_t destination(std::size_t source, std::uint64_t number,
                          RandomStream& /*stream*/) const override {
    return of(source).in_turn(number);
  }
};

class Fixed final : public DestinationPattern {
 public:
  explicit Fixed(std::vector<std::optional<std::size_t>> destinations)
      : destinations_(std::move(destinations)) {}
  bool sends(std::size_t source) const override { return destinations_[source].has_value(); }
  std::size_t destination(std::size_t source, std::uint64_t /*number*/,
                          RandomStream& /*stream*/) const override {
    return *destinations_[source];
  }

 private:
  std::vector<std::optional<std::size_t>> destinations_;
};

}  // namespace

std::vector<Destinations> destinations_of_all(const TrafficNodes& nodes, unsigned radius) {
  std::vector<Destinations> all;
  all.reserve(nodes.size());
  if (radius == 0 && !nodes.can_talk) {
    for (std::size_t i = 0; i < nodes.size(); ++i) all.emplace_back(i, nodes.size());
    return all;
  }
  std::vector<std::uint32_t> near(nodes.size());
  std::iota(near.begin(), near.end(), 0U);
  const NodesByPlace places(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (radius != 0) near = places.within_radius(i, radius);
    std::vector<std::uint32_t> listed;
    std::copy_if(near.begin(), near.end(), std::back_inserter(listed),
                 [&](std::uint32_t other) { return other != i && nodes.talks(i, other); });
    all.emplace_back(i, listed);
  }
  return all;
}

Destinations::Destinations(std::size_t node, std::size_t all)
    : behind_(static_cast<std::uint32_t>(node)) {
  add(0, node);
  add(static_cast<std::uint32_t>(node + 1), all - node - 1);
}

Destinations::Destinations(std::size_t node, const std::vector<std::uint32_t>& listed) {
  for (auto first = listed.begin(); first != listed.end();) {
    auto next = first + 1;
    while (next != listed.end() && *next == next[-1] + 1) ++next;
    add(*first, static_cast<std::size_t>(next - first));
    first = next;
  }
  runs_.shrink_to_fit();
  behind_ = static_cast<std::uint32_t>(std::upper_bound(listed.begin(), listed.end(), node) -
                                       listed.begin());
}

void Destinations::add(std::uint32_t first, std::size_t nodes) {
  if (nodes == 0) return;
  runs_.push_back({first, size_});
  size_ += static_cast<std::uint32_t>(nodes);
}

std::size_t Destinations::at(std::uint64_t place) const {
  const auto behind =
      std::upper_bound(runs_.begin(), runs_.end(), place,
                       [](std::uint64_t wanted, const Run& run) { return wanted < run.before; });
  return behind[-1].first + (place - behind[-1].before);
}

std::unique_ptr<DestinationPattern> make_pattern(const ParameterValues& traffic,
                                                 const TrafficPatternParameters& parameters,
                                                 const TrafficNodes& nodes) {
  switch (parameters.pattern) {
    case TrafficPattern::uniform: return std::make_unique<Uniform>(nodes, parameters.radius);
    case TrafficPattern::all_to_all: return std::make_unique<AllToAll>(nodes);
    case TrafficPattern::hot_spot: {
      const std::size_t hot = parameters.hot.empty()
                                  ? nodes.size() - 1
                                  : node_named(nodes, parameters.hot, "hot", traffic.place("hot"));
      return std::make_unique<HotSpot>(nodes, hot, parameters.hot_fraction);
    }
    default: return std::make_unique<Fixed>(fixed_destinations(traffic, parameters.pattern, nodes));
  }
}

}  // namespace weft
