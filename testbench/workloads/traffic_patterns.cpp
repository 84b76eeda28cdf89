#include "testbench/workloads/traffic_patterns.hpp"

#include <fmt/format.h>

#include <bit>
#include <functional>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "testbench/workloads/keys_of_choices.hpp"
#include "testbench/workloads/node_numbers.hpp"

namespace weft {
namespace {

using Destination = std::optional<std::size_t>;

/// Number of the node that a node sends to.
using NodeMap = std::function<std::size_t(std::size_t)>;

bool draws(TrafficPattern pattern) {
  return pattern == TrafficPattern::uniform || pattern == TrafficPattern::hot_spot ||
         pattern == TrafficPattern::all_to_all;
}

[[noreturn]] void does_not_fit(const ParameterValues& traffic, const std::string& found,
                               const std::string& expected) {
  throw InputError(traffic.place("pattern"),
                   fmt::format("pattern '{}' on {}", traffic.choice("pattern"), found), expected);
}

unsigned bits_of(const ParameterValues& traffic, std::size_t nodes) {
  if (!std::has_single_bit(nodes)) {
    does_not_fit(traffic, fmt::format("{} nodes", nodes), "expected a power of two");
  }
  return static_cast<unsigned>(std::bit_width(nodes) - 1);
}

std::size_t turned_left(std::size_t number, unsigned by, unsigned bits) {
  const std::size_t mask = (std::size_t{1} << bits) - 1;
  return ((number << by) | (number >> (bits - by))) & mask;
}

std::size_t reversed(std::size_t number, unsigned bits) {
  std::size_t result = 0;
  for (unsigned bit = 0; bit < bits; ++bit) result |= (number >> bit & 1) << (bits - 1 - bit);
  return result;
}

// In each dimension of k nodes `step(k)` further, around the end.
std::size_t shifted(std::size_t node, const Shape& shape,
                    const std::function<unsigned(unsigned)>& step) {
  std::size_t result = 0;
  std::size_t stride = 1;
  for (const unsigned size : shape) {
    result += (node / stride % size + step(size)) % size * stride;
    stride *= size;
  }
  return result;
}

NodeMap transpose(const ParameterValues& traffic, const NodeNumbers& numbers) {
  const Shape& shape = numbers.shape();
  if (shape.size() == 2 && shape[0] == shape[1]) {
    return [side = shape[0]](std::size_t node) { return node % side * side + node / side; };
  }
  const std::size_t nodes = numbers.nodes();
  const auto bits = static_cast<unsigned>(std::bit_width(nodes) - 1);
  if (!std::has_single_bit(nodes) || bits % 2 != 0) {
    does_not_fit(traffic, fmt::format("{} nodes", nodes), "expected a square, or a power of four");
  }
  return [bits](std::size_t node) { return bits == 0 ? 0 : turned_left(node, bits / 2, bits); };
}

NodeMap node_map(const ParameterValues& traffic, const NodeNumbers& numbers,
                 TrafficPattern pattern) {
  const Shape& shape = numbers.shape();
  switch (pattern) {
    case TrafficPattern::transpose: return transpose(traffic, numbers);
    case TrafficPattern::bit_complement: {
      const std::size_t mask = (std::size_t{1} << bits_of(traffic, numbers.nodes())) - 1;
      return [mask](std::size_t node) { return ~node & mask; };
    }
    case TrafficPattern::bit_reverse:
      return [bits = bits_of(traffic, numbers.nodes())](std::size_t node) {
        return reversed(node, bits);
      };
    case TrafficPattern::shuffle:
      return [bits = bits_of(traffic, numbers.nodes())](std::size_t node) {
        return bits == 0 ? 0 : turned_left(node, 1, bits);
      };
    case TrafficPattern::tornado:
      return [&shape](std::size_t node) {
        return shifted(node, shape, [](unsigned size) { return (size + 1) / 2 - 1; });
      };
    case TrafficPattern::neighbour:
      return
          [&shape](std::size_t node) { return shifted(node, shape, [](unsigned) { return 1U; }); };
    default: return {};
  }
}

std::vector<Destination> by_numbers(const ParameterValues& traffic, const TrafficNodes& nodes,
                                    TrafficPattern pattern) {
  const NodeNumbers numbers(nodes);
  if (!numbers.regular()) {
    does_not_fit(traffic, "nodes with different numbers of processors", "expected as many on each");
  }
  const NodeMap map = node_map(traffic, numbers, pattern);
  std::vector<Destination> destinations(nodes.size());
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    destinations[i] = numbers.at(map(numbers.node_of(i)), i);
  }
  return destinations;
}

std::vector<Destination> from_file(const ParameterValues& traffic, const TrafficNodes& nodes) {
  const InputLines lines(
      Node{Node::Kind::scalar, traffic.text("file"), {}, {}, traffic.place("file")},
      "a file of sources and destinations");
  std::vector<Destination> destinations(nodes.size());
  std::vector<bool> reached(destinations.size(), false);
  for (const InputLines::Line& line : lines) {
    const std::vector<std::string>& words = line.words;
    if (words.size() != 2) {
      throw InputError(
          line.place,
          fmt::format("a line of {} word{}", words.size(), words.size() == 1 ? "" : "s"),
          "expected a source and a destination");
    }
    const std::size_t source = node_named(nodes, words[0], "source", line.place_of(0));
    const std::size_t destination = node_named(nodes, words[1], "destination", line.place_of(1));
    if (destinations[source] || reached[destination]) {
      const std::size_t again = destinations[source] ? 0 : 1;
      throw InputError(line.place_of(again),
                       fmt::format("'{}' a second time as a {}", words[again],
                                   again == 0 ? "source" : "destination"),
                       fmt::format("expected each {} once at most", nodes.kind));
    }
    destinations[source] = destination;
    reached[destination] = true;
  }
  return destinations;
}

}  // namespace

void check_pattern_keys(const ParameterValues& traffic) {
  static constexpr KeyOfChoice keys[] = {
      {"radius", "pattern", "uniform"},
      {"hot", "pattern", "hot_spot"},
      {"hot_fraction", "pattern", "hot_spot"},
      {"file", "pattern", "permutation"},
  };
  require_choices(traffic, keys);
}

void check_pattern(const ParameterValues& traffic, const TrafficPatternParameters& parameters,
                   const TrafficNodes& nodes) {
  if (!parameters.hot.empty()) node_named(nodes, parameters.hot, "hot", traffic.place("hot"));
  if (parameters.pattern == TrafficPattern::permutation && parameters.file.empty()) {
    throw InputError(traffic.place("pattern"), "pattern 'permutation' without a file",
                     "expected `file:`, such as permutation.txt");
  }
  fixed_destinations(traffic, parameters.pattern, nodes);
}

std::vector<Destination> fixed_destinations(const ParameterValues& traffic, TrafficPattern pattern,
                                            const TrafficNodes& nodes) {
  if (draws(pattern)) return std::vector<Destination>(nodes.size());
  std::vector<Destination> destinations = pattern == TrafficPattern::permutation
                                              ? from_file(traffic, nodes)
                                              : by_numbers(traffic, nodes, pattern);
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    const bool out_of_reach =
        destinations[i] && (*destinations[i] == i || !nodes.talks(i, *destinations[i]));
    if (out_of_reach) destinations[i].reset();
  }
  return destinations;
}

}  // namespace weft
