#include "platforms/conset/cell_context.hpp"

namespace weft::conset {

CellContext::CellContext() {
  for (unsigned channel = 0; channel < most_channels; ++channel) {
    inputs_[channel].place = {true, Bus::x_right, channel};
    inputs_[channel].context.mode = ChannelMode::own;
    outputs_[channel].place.spare = true;
  }
}

void CellContext::arrive(unsigned input, Bus bus) {
  inputs_[input].place = {false, bus, input};
  inputs_[input].context.mode = ChannelMode::here;
}

void CellContext::leave(unsigned output, Bus bus, unsigned far_input) {
  outputs_[output].place = {.spare = false, .bus = bus, .number = far_input, .pool = 0};
  outputs_[output].context.reserved = true;
}

void CellContext::link(unsigned input, unsigned output) {
  inputs_[input].context.mode = ChannelMode::linked;
  inputs_[input].context.output = static_cast<int>(output);
}

std::vector<std::uint32_t> CellContext::registers(const ChannelSets& sets) const {
  std::vector<std::uint32_t> words;
  for (ContextRegisters left(sets.inputs, sets.outputs); !left.empty();) {
    const auto [of_input, channel] = left.take();
    const Input& input = inputs_[channel];
    const Output& output = outputs_[channel];
    words.push_back(of_input ? encode(input.place) | encode(input.context)
                             : encode(output.place) | encode(output.context));
  }
  return words;
}

}  // namespace weft::conset
