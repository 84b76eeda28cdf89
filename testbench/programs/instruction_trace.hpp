// What the programs of cells have executed, as a file.
#pragma once

#include <deque>
#include <string>

#include "hw/iwarp/isa/instruction_trace.hpp"
#include "platforms/components/cells.hpp"
#include "testbench/waveforms/output_file.hpp"

namespace weft {

/// Writes a line for each instruction as it ends: the clock at which it could have begun, the
/// clocks that it took and those of them in which it waited, the cell, the line of its program, its
/// address, and the instruction. Columns are parted by tabs; the first line names them.
class InstructionTrace {
 public:
  /// Throws InputError if the file cannot be written.
  explicit InstructionTrace(std::string path);

  /// The observer of a cell's program.
  isa::InstructionObserver& of_cell(const CellView& cell);
  /// Writes out the rest and gives the file its name. Throws InputError.
  void close();
  const std::string& path() const { return file_.path(); }

 private:
  class OfCell final : public isa::InstructionObserver {
   public:
    OfCell(OutputFile& file, const CellView& cell) : file_(&file), cell_(&cell) {}
    void executed(const isa::InstructionEvent& event) override;

   private:
    OutputFile* file_;
    const CellView* cell_;
  };

  OutputFile file_;
  std::deque<OfCell> cells_;
};

}  // namespace weft
