#include "testbench/workloads/boundary_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "platforms/processors.hpp"
#include "platforms/registry/shape.hpp"

namespace weft {
namespace {

/// What all processes share.
struct Exchange {
  Time compute;
  std::uint32_t message_bytes;
  MeasuredCount* exchanges;
  MeasuredCount* bytes;
};

Program exchange(Process& self, Exchange common, BoundaryExchange::Node& node) {
  for (;;) {
    co_await self.compute(common.compute);
    for (const Socket& socket : node.sockets) self.post(socket, common.message_bytes);
    for (const Socket& socket : node.sockets) {
      const ReceivedMessage message = co_await self.receive(socket);
      common.bytes->add(self.now(), message.bytes);
    }
    node.exchanges.add(self.now());
    common.exchanges->add(self.now());
  }
}

/// Processors by the place of their node in the network, x fastest.
std::vector<std::size_t> processors_by_node(const Platform& platform) {
  std::vector<std::size_t> processors(node_count(platform.shape));
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    const std::vector<unsigned>& coordinates = processors_of(platform)[i].coordinates;
    if (!coordinates.empty()) processors[node_at(platform.shape, coordinates)] = i;
  }
  return processors;
}

/// Process (i,j) of N x M is on processor (i*X/N, j*Y/M).
std::vector<unsigned> block_of(const std::vector<unsigned>& process, const Shape& processes,
                               const Shape& processors) {
  std::vector<unsigned> block;
  for (std::size_t d = 0; d < processors.size(); ++d) {
    block.push_back(process[d] * processors[d] / processes[d]);
  }
  return block;
}

/// Index among a process's sockets of its neighbour in dimension d: +0, -1, +2, ... and then back,
/// -0, +1, -2, ... of `dimensions`.
std::size_t socket_index(std::size_t d, bool upwards, std::size_t dimensions) {
  const bool first_half = upwards == (d % 2 == 0);
  return first_half ? d : dimensions + d;
}

}  // namespace

BoundaryExchange::BoundaryExchange(System& system, const BoundaryExchangeParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      exchanges_(platform().run.warm_up),
      bytes_(platform().run.warm_up) {
  Shape processes = parameters_.processes;
  if (processes.empty()) {
    processes = platform().shape;
    for (unsigned& side : processes) side *= 2;
  }
  connect(processes);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const std::size_t processor = nodes_[i].processor;
    start().start(fmt::format("{}/process[{}]", sockets().name(processor),
                              fmt::join(coordinates_of(processes, i), ",")),
                  sockets().core(processor), exchange,
                  Exchange{parameters_.compute, parameters_.message_bytes, &exchanges_, &bytes_},
                  std::ref(nodes_[i]));
  }
}

void BoundaryExchange::connect(const Shape& processes) {
  const std::size_t dimensions = processes.size();
  const std::vector<std::size_t> processors = processors_by_node(platform());
  nodes_.resize(node_count(processes), Node{0, {}, MeasuredCount(platform().run.warm_up)});
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto block = block_of(coordinates_of(processes, i), processes, platform().shape);
    nodes_[i].processor = processors[node_at(platform().shape, block)];
    nodes_[i].sockets.resize(2 * dimensions);
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      std::vector<unsigned> next = coordinates_of(processes, i);
      next[d] = (next[d] + 1) % processes[d];
      Node& far = nodes_[node_at(processes, next)];
      const auto [here, there] = sockets().connect(nodes_[i].processor, far.processor);
      nodes_[i].sockets[socket_index(d, true, dimensions)] = here;
      far.sockets[socket_index(d, false, dimensions)] = there;
    }
  }
}

ReportedValues BoundaryExchange::report(Time now) const {
  constexpr double mega = 1e6;
  constexpr double per_millisecond = 1e-3;
  const auto [least, most] = std::minmax_element(
      nodes_.begin(), nodes_.end(),
      [](const Node& a, const Node& b) { return a.exchanges.measured() < b.exchanges.measured(); });
  const double rate = exchanges_.rate(now) * per_millisecond;
  return {
      reported::count("exchanges", static_cast<double>(exchanges_.measured())),
      reported::rate("exchange rate", rate, Unit::per_millisecond),
      reported::rate("exchange rate of a process", rate / static_cast<double>(nodes_.size()),
                     Unit::per_millisecond),
      reported::count("fewest exchanges of a process",
                      static_cast<double>(least->exchanges.measured())),
      reported::count("most exchanges of a process",
                      static_cast<double>(most->exchanges.measured())),
      reported::count("bytes received", static_cast<double>(bytes_.measured()), Unit::bytes),
      reported::rate("throughput", bytes_.rate(now) / mega, Unit::megabytes_per_second),
  };
}

}  // namespace weft
