#include "hw/iwarp/channel_map.hpp"

namespace weft {

ChannelMap::ChannelMap(const IwarpParameters& parameters) : inputs(parameters.logical_inputs) {
  unsigned input = 0;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    first_input[bus] = static_cast<std::uint8_t>(input);
    for (unsigned i = 0; i < parameters.input_channels[bus]; ++i) {
      bus_of[input++] = static_cast<std::uint8_t>(bus);
    }
    input_count[bus] = static_cast<std::uint8_t>(parameters.input_channels[bus]);
    output_count[bus] = static_cast<std::uint8_t>(parameters.output_pools[bus].size());
    first_output[bus] = static_cast<std::uint8_t>(outputs);
    for (const unsigned pool : parameters.output_pools[bus]) {
      outputs_of[bus] |= bit(outputs);
      outputs_in[pool] |= bit(outputs);
      ++outputs;
    }
  }
  for (; input < inputs; ++input) own |= bit(input);
}

}  // namespace weft
