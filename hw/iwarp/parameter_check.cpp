#include "hw/iwarp/parameter_check.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/header_word.hpp"

namespace weft {

namespace {

std::string find_range_fault(const char* name, unsigned value, unsigned least, unsigned most) {
  if (value >= least && value <= most) return {};
  return fmt::format("{} ({}) must be {} to {}", name, value, least, most);
}

std::string find_allocation_fault(const IwarpParameters& p) {
  const unsigned inputs = std::accumulate(p.input_channels.begin(), p.input_channels.end(), 0U);
  if (inputs > p.logical_inputs) {
    return fmt::format("input_channels allocates {} logical channels, but there are {}", inputs,
                       p.logical_inputs);
  }
  std::size_t outputs = 0;
  for (const std::vector<unsigned>& pools : p.output_pools) {
    outputs += pools.size();
    for (const unsigned pool : pools) {
      if (pool >= pool_count) {
        return fmt::format("output_pools names pool {}, but pools are 0 to {}", pool,
                           pool_count - 1);
      }
    }
  }
  if (outputs <= p.logical_outputs) return {};
  return fmt::format("output_pools allocates {} logical channels, but there are {}", outputs,
                     p.logical_outputs);
}

}  // namespace

std::string find_fault(const IwarpParameters& p) {
  if (p.clock < 2 || p.clock % 2 != 0) return "clock must be an even number of picoseconds";
  if (p.memory_bytes % 8 != 0) return "memory_bytes must be a multiple of 8";
  for (const std::string& fault :
       {find_range_fault("address", p.address, 0, address_mask),
        find_range_fault("logical_inputs", p.logical_inputs, 1, most_channels),
        find_range_fault("logical_outputs", p.logical_outputs, 1, most_channels),
        find_range_fault("queue_words", p.queue_words, 1, 128),
        find_range_fault("match_entries", p.match_entries, 2, 64),
        find_range_fault("gate_clocks", p.gate_clocks, 1, 64)}) {
    if (!fault.empty()) return fault;
  }
  return find_allocation_fault(p);
}

std::string find_fault(const IwarpParameters& one, Bus bus, const IwarpParameters& next, Bus at) {
  if (one.clock != next.clock) return "cells on one bus must have the same clock";
  if (one.queue_words != next.queue_words) {
    return fmt::format("queue_words differ at the ends of a bus: {} and {}", one.queue_words,
                       next.queue_words);
  }
  const std::size_t sends = one.output_pools[index_of(bus)].size();
  const unsigned receives = next.input_channels[index_of(at)];
  if (sends == receives) return {};
  return fmt::format("{} has {} output channels, but {} at the other end has {} input channels",
                     name_of(bus), sends, name_of(at), receives);
}

}  // namespace weft
