// Parameters of an iWarp component.
#pragma once

#include <array>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/iwarp/bus.hpp"

namespace weft {

/// Parameters of one cell. Figures are those of Borkar et al. 1990; what the paper leaves open is
/// marked "ours".
struct IwarpParameters {
  Time clock = 50 * nanosecond;  ///< Of the component; a bus phase is half of it.
  unsigned address = 0;          ///< Of the cell: what the match CAM is loaded with, 0..1023.
  unsigned logical_inputs = 20;  ///< Logical input channels, 1..32.
  unsigned queue_words = 8;      ///< Of each logical input channel, 1..128.
  unsigned match_entries = 8;    ///< Entries of the match CAM, 2..64; ours.
  unsigned match_ports = 4;  ///< Begin markers that it compares in a clock, 1..32; ours: one a bus.
  unsigned memory_bytes = 512 * 1024;  ///< Of local memory, a multiple of 8 [M].
  unsigned gate_clocks = 2;  ///< For a word on the bus of a systolic gate, 1..64: 2 are 40 MB/s.
  /// Logical input channels that are allocated to each input bus, by Bus; the others are the
  /// cell's own. Equal to the number of output channels at the other end of the bus.
  std::array<unsigned, bus_count> input_channels{4, 4, 4, 4};
  /// For each output bus the pool (0..15) of each logical output channel that is allocated to it;
  /// `logical_outputs` at most on all four. By default two channels of a reservation pool 0, two of
  /// an open one.
  std::array<std::vector<unsigned>, bus_count> output_pools{
      {{0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 1, 1}}};
  unsigned logical_outputs = 20;  ///< Logical output channels, 1..32.
};

/// A word has four phases of half a clock.
inline constexpr unsigned word_clocks = 2;
constexpr Time word_time(const IwarpParameters& parameters) {
  return word_clocks * parameters.clock;
}

}  // namespace weft
