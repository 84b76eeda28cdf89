// Of the co-processor: what it sends.
#include <algorithm>

#include "hw/hypercube/coprocessor_core.hpp"

namespace weft {

std::uint64_t HypercubeCoprocessor::open_outgoing(std::uint32_t block, unsigned list) {
  outgoing_.emplace(
      next_outgoing_,
      Outgoing{block, field(block, header_block::buffer), field(block, header_block::length),
               static_cast<std::uint16_t>(field(block, header_block::type)), list});
  return next_outgoing_++;
}

HypercubeFault HypercubeCoprocessor::send(std::uint32_t block, Time now) {
  const std::uint32_t destination = field(block, header_block::node);
  if (destination >= surroundings_.nodes || destination == chip_.node()) {
    return HypercubeFault::no_such_node;
  }
  if (const HypercubeFault fault = fault_of_message(block); fault != HypercubeFault::none) {
    return fault;
  }
  const std::uint32_t packets = hypercube_packets(field(block, header_block::length));
  chip_.send({destination, packets, open_outgoing(block, chip_.parameters().degree)}, now);
  return HypercubeFault::none;
}

HypercubeFault HypercubeCoprocessor::broadcast(std::uint32_t block, bool neighbours, Time now) {
  StepSet ports = 0;
  HypercubeFault fault = fault_of_message(block);
  if (fault != HypercubeFault::none) return fault;
  if (neighbours) {
    fault = neighbours_of(block, ports);
  } else if (!surroundings_.complete) {
    fault = HypercubeFault::part_of_cube;
  }
  if (fault != HypercubeFault::none) return fault;
  const unsigned list = chip_.parameters().degree;
  const std::uint32_t packets = hypercube_packets(field(block, header_block::length));
  chip_.broadcast({ports, packets, open_outgoing(block, list)}, now);
  sends_[list].append(memory_, block);
  return HypercubeFault::none;
}

void HypercubeCoprocessor::queued(std::uint64_t message, unsigned port, Time now) {
  Outgoing& outgoing = outgoing_.find(message)->second;
  outgoing.list = port;
  at_blocks(now, nullptr,
            [this, port, block = outgoing.block](Time) { sends_[port].append(memory_, block); });
}

HypercubePacketData HypercubeCoprocessor::packet_data(std::uint64_t message, std::uint32_t index,
                                                      Time now) {
  const auto place = outgoing_.find(message);
  const Outgoing outgoing = place->second;
  const std::uint32_t packets = hypercube_packets(outgoing.length);
  if (index == 0) {
    at_blocks(now, nullptr, [this, list = outgoing.list, block = outgoing.block](Time at) {
      sends_[list].remove(memory_, block);
      write_flag(block, hypercube_begun, at);
    });
  }
  const HypercubePacketData data = take_data(message, index);
  if (index + 1 == packets) {
    counters_.bytes_from_memory += outgoing.length;
    outgoing_.erase(place);
    complete(outgoing.block, HypercubeFault::none, now);
  }
  return data;
}

}  // namespace weft
