// What an instruction has left in the registers.
#pragma once

#include <string>

#include "hw/iwarp/isa/instruction_trace.hpp"
#include "hw/iwarp/isa/sequencer.hpp"

namespace weft {

/// The registers and output gates that an instruction has written and the input gates that it has
/// read, each once: "in0 = 0x00000007, r5 = 0x40e00000"; empty if there are none. To be asked while
/// an observer is told of it. What goes from memory to an output gate passes the registers by.
std::string results_text(const isa::InstructionEvent& event, const isa::Sequencer& program);

}  // namespace weft
