#include "testbench/programs/instruction_trace.hpp"

#include <utility>

#include <fmt/format.h>

#include "platforms/components/cells.hpp"

namespace weft {

InstructionTrace::InstructionTrace(std::string path) : file_(std::move(path), "--instructions") {
  file_.write("clock\tclocks\twaited\tcell\tline\taddress\tinstruction\n");
}

isa::InstructionObserver& InstructionTrace::of_cell(const CellView& cell) {
  return cells_.emplace_back(file_, cell);
}

void InstructionTrace::OfCell::executed(const isa::InstructionEvent& event) {
  const Time clock = cell_->clock;
  file_->write(fmt::format("{}\t{}\t{}\t{}\t{}\t{:#06x}\t{}\n", event.begin / clock,
                           (event.end - event.begin) / clock, event.stalled / clock, cell_->name,
                           event.line, event.address, event.text()));
}

void InstructionTrace::close() {
  file_.finish();
  file_.publish();
}

}  // namespace weft
