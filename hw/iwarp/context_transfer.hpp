// A communication context on its way between the communication agent and memory.
#pragma once

#include <cstdint>

#include "hw/iwarp/channel_context.hpp"

namespace weft {

/// What of a save or a load has still to be done, step by step, a clock each.
struct ContextTransfer {
  enum class Step : std::uint8_t { release_inputs, release_outputs, move };

  bool loads = false;
  Step step = Step::move;  ///< The next one; a save has no other.
  ChannelSet inputs = 0;
  ChannelSet outputs = 0;
  ContextRegisters left;      ///< Registers to be moved.
  std::uint32_t address = 0;  ///< Of the next one in memory.

  // the step under way
  bool under_way = false;
  ContextRegister place;
  std::uint32_t word = 0;  ///< Loaded from memory.

  bool done() const { return step == Step::move && left.empty(); }
};

}  // namespace weft
