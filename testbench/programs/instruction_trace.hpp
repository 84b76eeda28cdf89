// What the programs of cells have executed, as a file.
#pragma once

#include <deque>
#include <string>

#include "hw/iwarp/isa/instruction_trace.hpp"
#include "hw/iwarp/isa/sequencer.hpp"
#include "platforms/components/cells.hpp"
#include "testbench/waveforms/output_file.hpp"

namespace weft {

/// Writes a line for each instruction as it ends: the clock at which it could have begun, the
/// clocks that it took and those of them in which it waited, the cell, the line of its program, its
/// address, the instruction, and its results in registers (results_text). Columns are parted by
/// tabs; the first line names them. The instruction at which a program stands at the end comes
/// last, with "# has not ended" behind it and no results.
class InstructionTrace {
 public:
  /// Throws InputError if the file cannot be written.
  explicit InstructionTrace(std::string path);

  /// The observer of a cell's program, which must live until `close`.
  isa::InstructionObserver& of_cell(const CellView& cell, const isa::Sequencer& program);
  /// Writes out the rest and gives the file its name. Throws InputError.
  void close();
  const std::string& path() const { return file_.path(); }

 private:
  class OfCell final : public isa::InstructionObserver {
   public:
    OfCell(OutputFile& file, const CellView& cell, const isa::Sequencer& program)
        : file_(&file), cell_(&cell), program_(&program) {}
    void executed(const isa::InstructionEvent& event) override;
    void write_present(Time now);

   private:
    void write(const isa::InstructionEvent& event, const std::string& remark);

    OutputFile* file_;
    const CellView* cell_;
    const isa::Sequencer* program_;
    Time ended_ = 0;  // the last instruction
  };

  OutputFile file_;
  std::deque<OfCell> cells_;
};

}  // namespace weft
