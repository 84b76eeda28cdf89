// What can be traced of an iWarp cell.
#pragma once

#include <vector>

#include "platforms/registry/component_type.hpp"

namespace weft {

/// Named as the waves of a trace; `{bus}` stands for x_right, y_up, x_left or y_down, `{n}` for the
/// number of a channel or gate.
inline std::vector<ObservableInfo> iwarp_observables() {
  return {
      {"{bus}.word", 32, "Word that the output bus carries."},
      {"{bus}.tag", 4, "Its kind: data, one of the markers, or idle; begins anew with each word."},
      {"{bus}.channel", 5, "Number of its logical channel on the bus."},
      {"{bus}.data", 8, "Data lines of the output bus; not at word."},
      {"{bus}.control", 3, "Control lines that go with them; not at word."},
      {"{bus}.dequeue", 2, "Lines that come back; not at word."},
      {"input{n}.level", 8, "Words in the queue of a logical input channel."},
      {"input{n}.mode", 3, "What is done with its words: ChannelMode."},
      {"output{n}.input", 8, "Crossbar: input that feeds a logical output channel; 255 for none."},
      {"output{n}.room", 8, "Free places in the queue at the far end."},
      {"program.state", 2, "Computation agent: ended, runs, or is stalled."},
      {"program.operation", 5, "Kind of the operation under way."},
      {"program.line", 32, "Line of the program; of a coroutine the number of its operation."},
      {"memory.spools", 8, "Memory agent: a bit for each spooling gate that is active."},
  };
}

}  // namespace weft
