// The assembly programs of a platform's cells.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/iwarp/isa/sequencer.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/instruction_trace.hpp"
#include "testbench/programs/loaded_programs.hpp"
#include "testbench/programs/program_position.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// An assembly program on its cell; begins at the first edge of the run.
class AssemblyProgram final : public ProgramPosition {
 public:
  AssemblyProgram(const CellView& cell, std::shared_ptr<const isa::ProgramImage> image);
  AssemblyProgram(const AssemblyProgram&) = delete;
  AssemblyProgram& operator=(const AssemblyProgram&) = delete;

  const CellView& cell() const { return *cell_; }
  const isa::Sequencer& sequencer() const { return sequencer_; }
  isa::Sequencer& sequencer() { return sequencer_; }
  bool finished() const { return sequencer_.halted(); }

  // ProgramPosition
  std::uint64_t line() const override { return sequencer_.line(); }
  /// "fir.s:7"
  std::string text() const override;

 private:
  const CellView* cell_;
  isa::Sequencer sequencer_;
};

/// Of those that something owns, in its order.
std::vector<AssemblyProgram*> pointers_to(std::deque<AssemblyProgram>& programs);

/// Writes every instruction of these programs from now on. The trace must outlive the run.
void trace_into(InstructionTrace& trace, const std::vector<AssemblyProgram*>& programs);

/// All that a platform names. Must live as long as the simulation runs.
class AssemblyPrograms final : public LoadedPrograms {
 public:
  /// Loads the program of each cell that has one (Cell::program); to be made before the run.
  explicit AssemblyPrograms(System& system);

  /// For waves: their lines are those of the present clock.
  void keep_pace() override;
  /// Adds theirs to the positions of other programs.
  void add_to(ProgramPositions& positions) const override;
  /// What they have done, from the start to `now` or until the last of them has halted. Empty
  /// without programs.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override;
  /// The results of each cell.
  void add_to(RunResult& result) const override;

  /// By address of their cells.
  std::vector<AssemblyProgram*> all();

 private:
  void report_results(ReportedValues& values) const;
  static std::vector<double> values_of(const CellView& cell, const CellResult& result);

  const Platform* platform_;
  std::deque<AssemblyProgram> programs_;
};

}  // namespace weft
