// The kinds of waves of an iWarp cell.
#pragma once

#include <cstdint>

namespace weft {

/// Those that a bus by itself has too come first; see iwarp_observables.
enum class CellWave : std::uint8_t {
  word,       ///< Of an output bus.
  tag,        ///< WordTag, or as in wave_code.
  channel,    ///< Number on the bus.
  data,       ///< Lines; `signal` level only.
  control,    ///< Lines.
  dequeue,    ///< Lines.
  level,      ///< Words in the queue of an input channel.
  mode,       ///< ChannelMode.
  fed_by,     ///< Of an output channel: the input, 0xff for none.
  room,       ///< Free slots at its far end.
  state,      ///< Of the program, as in wave_code.
  operation,  ///< Number of its kind in port::Operation.
  line,       ///< ProgramPosition::line.
  spools,     ///< A bit for each active spooling gate.
};

}  // namespace weft
