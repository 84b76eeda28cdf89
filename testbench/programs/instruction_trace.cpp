#include "testbench/programs/instruction_trace.hpp"

#include <utility>

#include <fmt/format.h>

#include "hw/common/kernel_time.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"
#include "platforms/components/cells.hpp"
#include "testbench/programs/instruction_results.hpp"

namespace weft {

InstructionTrace::InstructionTrace(std::string path) : file_(std::move(path), "--instructions") {
  file_.write("clock\tclocks\twaited\tcell\tline\taddress\tinstruction\tresults\n");
}

isa::InstructionObserver& InstructionTrace::of_cell(const CellView& cell,
                                                    const isa::Sequencer& program) {
  return cells_.emplace_back(file_, cell, program);
}

void InstructionTrace::OfCell::executed(const isa::InstructionEvent& event) {
  ended_ = event.end;
  write(event, fmt::format("\t{}", results_text(event, *program_)));
}

// All the time since the one before has gone into it.
void InstructionTrace::OfCell::write_present(Time now) {
  if (program_->halted() || ended_ == now) return;
  write({&program_->image(), program_->address(), program_->line(), ended_, now, now - ended_},
        "  # has not ended");
}

void InstructionTrace::OfCell::write(const isa::InstructionEvent& event,
                                     const std::string& remark) {
  const Time clock = cell_->clock;
  file_->write(fmt::format("{}\t{}\t{}\t{}\t{}\t{:#06x}\t{}{}\n", event.begin / clock,
                           (event.end - event.begin) / clock, event.stalled / clock, cell_->name,
                           event.line, event.address, isa::text_of(event), remark));
}

void InstructionTrace::close() {
  for (OfCell& cell : cells_) cell.write_present(kernel_time());
  file_.finish();
  file_.publish();
}

}  // namespace weft
