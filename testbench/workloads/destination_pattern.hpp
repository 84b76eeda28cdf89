// Who sends to whom in random traffic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/registry/parameter_values.hpp"
#include "testbench/workloads/traffic_nodes.hpp"
#include "testbench/workloads/traffic_pattern_parameters.hpp"

namespace weft {

/// The nodes that one node sends to, each as likely. They are kept as runs of numbers that follow
/// each other, so that those of 16,384 nodes with a radius stay in the caches of the host.
class Destinations {
 public:
  /// All others.
  Destinations(std::size_t node, std::size_t all);
  /// Those listed, in the order of their numbers, itself not among them.
  Destinations(std::size_t node, const std::vector<std::uint32_t>& listed);

  std::size_t size() const { return size_; }
  /// There must be one.
  std::size_t draw(RandomStream& stream) const { return at(stream.below(size_)); }
  /// The destination of this number, modulo their number; the nodes behind it come first.
  std::size_t in_turn(std::uint64_t number) const { return at((behind_ + number) % size_); }

 private:
  struct Run {
    std::uint32_t first;   // a node
    std::uint32_t before;  // destinations in the runs before
  };

  void add(std::uint32_t first, std::size_t nodes);
  std::size_t at(std::uint64_t place) const;

  std::vector<Run> runs_;
  std::uint32_t size_ = 0;
  std::uint32_t behind_ = 0;  // place of the first one behind the node itself
};

/// Of each node those with |dx|, |dy|, ... of at most `radius`, cut off at the edge of the network,
/// without itself (facts.md, "The thesis' workload"); all others for radius 0. Not those that are
/// out of reach.
std::vector<Destinations> destinations_of_all(const TrafficNodes& nodes, unsigned radius);

/// The destinations of all nodes, by TrafficPattern.
class DestinationPattern {
 public:
  virtual ~DestinationPattern() = default;

  /// False of a node that has nobody to send to.
  virtual bool sends(std::size_t source) const = 0;
  /// Where the message of this number, from 0, of a source goes. Only of a node that sends.
  virtual std::size_t destination(std::size_t source, std::uint64_t number,
                                  RandomStream& stream) const = 0;
};

/// The pattern that the parameters of a workload, `traffic`, ask for. Throws InputError where it
/// does not fit.
std::unique_ptr<DestinationPattern> make_pattern(const ParameterValues& traffic,
                                                 const TrafficPatternParameters& parameters,
                                                 const TrafficNodes& nodes);

}  // namespace weft
