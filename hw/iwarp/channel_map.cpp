#include "hw/iwarp/channel_map.hpp"

namespace weft {

ChannelMap::ChannelMap(const IwarpParameters& parameters)
    : inputs(parameters.logical_inputs), outputs(parameters.logical_outputs) {
  unsigned input = 0;
  unsigned output = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    first_input[bus] = static_cast<std::uint8_t>(input);
    for (unsigned number = 0; number < parameters.input_channels[bus]; ++number) {
      bus_of[input] = static_cast<std::uint8_t>(bus);
      input_number[input++] = static_cast<std::uint8_t>(number);
    }
    first_output[bus] = static_cast<std::uint8_t>(output);
    unsigned number = 0;
    for (const unsigned pool : parameters.output_pools[bus]) {
      output_bus[output] = static_cast<std::uint8_t>(bus);
      output_number[output] = static_cast<std::uint8_t>(number++);
      pool_[output++] = static_cast<std::uint8_t>(pool);
    }
  }
  for (; input < inputs; ++input) {
    own |= bit(input);
    input_number[input] = static_cast<std::uint8_t>(input);
  }
  for (; output < outputs; ++output) spare |= bit(output);
  find_inputs();
  find_outputs();
}

void ChannelMap::allocate(unsigned input, const InputPlace& place) {
  own = (own & ~bit(input)) | (place.own ? bit(input) : 0);
  bus_of[input] = static_cast<std::uint8_t>(index_of(place.bus));
  input_number[input] = static_cast<std::uint8_t>(place.number);
  find_inputs();
}

void ChannelMap::allocate(unsigned output, const OutputPlace& place) {
  spare = (spare & ~bit(output)) | (place.spare ? bit(output) : 0);
  output_bus[output] = static_cast<std::uint8_t>(index_of(place.bus));
  output_number[output] = static_cast<std::uint8_t>(place.number);
  pool_[output] = static_cast<std::uint8_t>(place.pool);
  find_outputs();
}

void ChannelMap::close(Bus bus) {
  open_[index_of(bus)] = false;
  find_outputs();
}

OutputPlace ChannelMap::place_of_output(unsigned output) const {
  return {(spare & bit(output)) != 0, static_cast<Bus>(output_bus[output]), output_number[output],
          pool_[output]};
}

namespace {

// For each set of busses the channels of all of them.
std::array<ChannelSet, 1U << bus_count> unions_of(const std::array<ChannelSet, bus_count>& busses) {
  std::array<ChannelSet, 1U << bus_count> unions{};
  for (unsigned set = 0; set < unions.size(); ++set) {
    for (unsigned bus = 0; bus < bus_count; ++bus) {
      if ((set >> bus & 1U) != 0) unions[set] |= busses[bus];
    }
  }
  return unions;
}

}  // namespace

void ChannelMap::find_inputs() {
  for (Numbers& numbers : input_at_) numbers.fill(none);
  inputs_of.fill(0);
  for (unsigned input = inputs; input-- != 0;) {
    if ((own & bit(input)) != 0) continue;
    inputs_of[bus_of[input]] |= bit(input);
    input_at_[bus_of[input]][input_number[input]] = static_cast<std::uint8_t>(input);
  }
  inputs_on_ = unions_of(inputs_of);
}

void ChannelMap::find_outputs() {
  for (Numbers& numbers : output_at_) numbers.fill(none);
  outputs_of.fill(0);
  outputs_in.fill(0);
  for (unsigned output = outputs; output-- != 0;) {
    if ((spare & bit(output)) != 0) continue;
    const unsigned bus = output_bus[output];
    output_at_[bus][output_number[output]] = static_cast<std::uint8_t>(output);
    if (open_[bus]) outputs_of[bus] |= bit(output);
    outputs_in[pool_[output]] |= bit(output);
  }
  outputs_on_ = unions_of(outputs_of);
}

}  // namespace weft
