// The logical crossbar: which logical input channel feeds which logical output channel.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// 20 x 20 switch between logical channels (section 5.1). An input feeds at most one output, an
/// output is fed by at most one input.
class Crossbar {
 public:
  static constexpr int none = -1;

  Crossbar() {
    output_of_.fill(none);
    input_of_.fill(none);
  }

  int output_of(unsigned input) const { return output_of_[input]; }
  int input_of(unsigned output) const { return input_of_[output]; }

  /// Both must be unconnected.
  void connect(unsigned input, unsigned output) {
    output_of_[input] = static_cast<std::int8_t>(output);
    input_of_[output] = static_cast<std::int8_t>(input);
  }
  void disconnect(unsigned input) {
    const int output = output_of_[input];
    if (output == none) return;
    input_of_[static_cast<unsigned>(output)] = none;
    output_of_[input] = none;
  }

 private:
  std::array<std::int8_t, most_channels> output_of_;
  std::array<std::int8_t, most_channels> input_of_;
};

}  // namespace weft
