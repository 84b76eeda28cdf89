#include "testbench/workloads/destination_pattern.hpp"

#include <algorithm>
#include <optional>

#include "testbench/workloads/traffic_patterns.hpp"

namespace weft {
namespace {

bool within(const std::vector<unsigned>& a, const std::vector<unsigned>& b, unsigned radius) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    if ((a[d] > b[d] ? a[d] - b[d] : b[d] - a[d]) > radius) return false;
  }
  return true;
}

class Uniform : public DestinationPattern {
 public:
  Uniform(const TrafficNodes& nodes, unsigned radius) {
    destinations_.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) destinations_.emplace_back(nodes, i, radius);
  }
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

Destinations::Destinations(const TrafficNodes& nodes, std::size_t node, unsigned radius)
    : self_(node), all_(nodes.size()) {
  is_listed_ = radius != 0 || nodes.can_talk;
  if (!is_listed_) return;
  const std::vector<unsigned>& here = *nodes.coordinates[node];
  for (std::size_t i = 0; i < all_; ++i) {
    if (i == node || !nodes.talks(node, i)) continue;
    if (radius != 0 && !within(here, *nodes.coordinates[i], radius)) continue;
    listed_.push_back(static_cast<std::uint32_t>(i));
  }
}

std::size_t Destinations::draw(RandomStream& stream) const {
  if (is_listed_) return listed_[stream.below(listed_.size())];
  const std::size_t drawn = stream.below(all_ - 1);
  return drawn < self_ ? drawn : drawn + 1;
}

std::size_t Destinations::in_turn(std::uint64_t number) const {
  if (!is_listed_) return (self_ + 1 + number % (all_ - 1)) % all_;
  const auto behind = std::upper_bound(listed_.begin(), listed_.end(), self_) - listed_.begin();
  return listed_[(static_cast<std::size_t>(behind) + number) % listed_.size()];
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
