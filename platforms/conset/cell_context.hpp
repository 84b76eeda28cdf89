// The context registers of a cell's logical channels, as connections need them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/channel_map.hpp"

namespace weft::conset {

/// Logical channels of a cell.
struct ChannelSets {
  ChannelSet inputs = 0;
  ChannelSet outputs = 0;
};

/// What is to be loaded into a communication agent, put together channel by channel. At first none
/// is on a bus. The number of a channel on a bus is that of the input at its far end: so both ends
/// agree, and no number is there twice.
class CellContext {
 public:
  CellContext();

  /// The input takes what comes over this bus for it.
  void arrive(unsigned input, Bus bus);
  /// The output leads over this bus to that input of the next cell.
  void leave(unsigned output, Bus bus, unsigned far_input);
  /// What is in the input goes on by itself.
  void link(unsigned input, unsigned output);

  /// Of these channels, in the order in which they are loaded (ContextRegisters).
  std::vector<std::uint32_t> registers(const ChannelSets& sets) const;

 private:
  struct Input {
    InputPlace place;
    InputContext context;
  };
  struct Output {
    OutputPlace place;
    OutputContext context;
  };

  std::array<Input, most_channels> inputs_;
  std::array<Output, most_channels> outputs_;
};

}  // namespace weft::conset
