#include "hw/iwarp/channel_context.hpp"

#include "hw/iwarp/round_robin.hpp"

namespace weft {

namespace {

constexpr unsigned bus_shift = 5;
constexpr unsigned own_bit = 7;
constexpr unsigned channel_pool_shift = 8;

}  // namespace

std::uint32_t place_of_input(const ChannelMap& channels, unsigned input) {
  if ((channels.own & bit(input)) != 0) return input | 1U << own_bit;
  return input | std::uint32_t{channels.bus_of[input]} << bus_shift;
}

std::uint32_t place_of_output(const ChannelMap& channels, unsigned output) {
  std::uint32_t place = output;
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    if (output - channels.first_output[bus] < channels.output_count[bus]) place |= bus << bus_shift;
  }
  for (unsigned pool = 0; pool < pool_count; ++pool) {
    if ((channels.outputs_in[pool] & bit(output)) != 0) place |= pool << channel_pool_shift;
  }
  return place;
}

ContextRegister ContextRegisters::take() {
  if (outputs_ != 0) return {false, take_first(outputs_)};
  return {true, take_first(inputs_)};
}

}  // namespace weft
