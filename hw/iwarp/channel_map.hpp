// Which logical channel belongs to which bus, and to which pool.
#pragma once

#include <array>
#include <cstdint>

#include "hw/iwarp/channel_place.hpp"
#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/parameters.hpp"

namespace weft {

/// A set of logical channels, one bit each.
using ChannelSet = std::uint32_t;

inline constexpr unsigned most_channels = 32;

constexpr ChannelSet bit(unsigned channel) { return ChannelSet{1} << channel; }

/// The allocation of logical channels to busses (section 5.1): a register for each channel, and
/// what the hardware finds by them. As the parameters say channels of a bus have consecutive
/// numbers, in the order of the busses; inputs that are left are the cell's own, outputs are spare.
/// A program may write the registers: see find_allocation_fault for what it may write.
class ChannelMap {
 public:
  static constexpr unsigned none = 0xff;

  explicit ChannelMap(const IwarpParameters& parameters);

  void allocate(unsigned input, const InputPlace& place);
  void allocate(unsigned output, const OutputPlace& place);
  /// Nothing leads to the far end of an output bus: none of `outputs_of` is there.
  void close(Bus bus);
  bool leads(Bus bus) const { return open_[index_of(bus)]; }

  /// The register of a channel.
  InputPlace place_of_input(unsigned input) const {
    return {(own & bit(input)) != 0, static_cast<Bus>(bus_of[input]), input_number[input]};
  }
  OutputPlace place_of_output(unsigned output) const;

  /// The channels of a set of busses, one bit each; of outputs those that lead somewhere.
  ChannelSet inputs_on(unsigned busses) const { return inputs_on_[busses]; }
  ChannelSet outputs_on(unsigned busses) const { return outputs_on_[busses]; }

  /// The channel that takes a word with this number on a bus, or gets a dequeue signal; `none` if
  /// there is none. Of several the first.
  unsigned input_at(unsigned bus, unsigned number) const { return input_at_[bus][number]; }
  unsigned output_at(unsigned bus, unsigned number) const { return output_at_[bus][number]; }

  unsigned inputs;
  unsigned outputs;
  /// The first channel of a bus as the parameters say.
  std::array<std::uint8_t, bus_count> first_input{};
  std::array<std::uint8_t, bus_count> first_output{};
  std::array<ChannelSet, bus_count> inputs_of{};    ///< By bus.
  std::array<ChannelSet, bus_count> outputs_of{};   ///< By bus, those that lead somewhere.
  std::array<ChannelSet, pool_count> outputs_in{};  ///< By pool.
  ChannelSet own = 0;                               ///< Inputs that no bus feeds.
  ChannelSet spare = 0;                             ///< Outputs on no bus.
  /// What the control lines carry.
  std::array<std::uint8_t, most_channels> input_number{};
  std::array<std::uint8_t, most_channels> output_number{};
  std::array<std::uint8_t, most_channels> bus_of{};  ///< Of an input that is not the cell's own.
  std::array<std::uint8_t, most_channels> output_bus{};  ///< Of an output that is not spare.

 private:
  using Numbers = std::array<std::uint8_t, numbers_of_bus>;

  void find_inputs();
  void find_outputs();

  std::array<std::uint8_t, most_channels> pool_{};
  std::array<ChannelSet, 1U << bus_count> inputs_on_{};
  std::array<ChannelSet, 1U << bus_count> outputs_on_{};
  std::array<Numbers, bus_count> input_at_{};
  std::array<Numbers, bus_count> output_at_{};
  std::array<bool, bus_count> open_{true, true, true, true};
};

}  // namespace weft
