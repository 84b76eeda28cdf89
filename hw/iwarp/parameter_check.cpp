#include "hw/iwarp/parameter_check.hpp"

#include <cstddef>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/header_word.hpp"

namespace weft {

namespace {

void check_range(const char* name, unsigned value, unsigned least, unsigned most) {
  if (value >= least && value <= most) return;
  throw ParameterError({name}, fmt::format("{} ({}) must be {} to {}", name, value, least, most));
}

void check_allocation(const IwarpParameters& p) {
  const unsigned inputs = std::accumulate(p.input_channels.begin(), p.input_channels.end(), 0U);
  if (inputs > p.logical_inputs) {
    throw ParameterError({"input_channels", "logical_inputs"},
                         fmt::format("input_channels allocates {} logical channels, but there are "
                                     "{}",
                                     inputs, p.logical_inputs));
  }
  std::size_t outputs = 0;
  for (const std::vector<unsigned>& pools : p.output_pools) {
    outputs += pools.size();
    for (const unsigned pool : pools) {
      if (pool < pool_count) continue;
      throw ParameterError(
          {"output_pools"},
          fmt::format("output_pools names pool {}, but pools are 0 to {}", pool, pool_count - 1));
    }
  }
  if (outputs <= p.logical_outputs) return;
  throw ParameterError({"output_pools", "logical_outputs"},
                       fmt::format("output_pools allocates {} logical channels, but there are {}",
                                   outputs, p.logical_outputs));
}

}  // namespace

void check_parameters(const IwarpParameters& p) {
  if (p.clock < 2 || p.clock % 2 != 0) {
    throw ParameterError({"clock"}, "clock must be an even number of picoseconds");
  }
  if (p.memory_bytes % 8 != 0) {
    throw ParameterError({"memory_bytes"}, "memory_bytes must be a multiple of 8");
  }
  check_range("address", p.address, 0, address_mask);
  check_range("logical_inputs", p.logical_inputs, 1, most_channels);
  check_range("logical_outputs", p.logical_outputs, 1, most_channels);
  check_range("queue_words", p.queue_words, 1, 128);
  check_range("match_entries", p.match_entries, 2, 64);
  check_range("match_ports", p.match_ports, 1, most_channels);
  check_range("gate_clocks", p.gate_clocks, 1, 64);
  check_allocation(p);
}

void check_bus(const IwarpParameters& one, Bus bus, const IwarpParameters& next, Bus at) {
  if (one.clock != next.clock) {
    throw ParameterError({"clock"}, "cells on one bus must have the same clock");
  }
  if (one.queue_words != next.queue_words) {
    throw ParameterError({"queue_words"},
                         fmt::format("queue_words differ at the ends of a bus: {} and {}",
                                     one.queue_words, next.queue_words));
  }
  const std::size_t sends = one.output_pools[index_of(bus)].size();
  const unsigned receives = next.input_channels[index_of(at)];
  if (sends == receives) return;
  throw ParameterError(
      {"output_pools", "input_channels"},
      fmt::format("{} has {} output channels, but {} at the other end has {} input channels",
                  name_of(bus), sends, name_of(at), receives));
}

}  // namespace weft
