// Watches the program of an iWarp cell.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/components/cells.hpp"
#include "testbench/programs/program_position.hpp"

namespace weft {

/// Called at each edge at which the cell's agents beside the communication agent are, behind them.
/// A program that does what the hardware cannot do, and one that ends with a spooling gate that was
/// stopped at its limit unseen, end the run at that clock: a ProgramError that names the cell, the
/// place in the program and the clock.
class CellMonitor final : public CellClient {
 public:
  /// `position` may be null. To be made before the run; all must outlive it.
  CellMonitor(const CellView& cell, const ProgramPosition* position);

  void clock(Time now) override;
  Time next() const override { return never; }
  bool only_observes() const override { return true; }

  const CellView& cell() const { return *cell_; }
  bool has_program() const { return position_ != nullptr; }
  /// Of the program; null if there is none.
  const ProgramPosition* position() const { return position_; }
  bool ended() const { return cell_->core->computation().ended(); }
  bool stalled() const { return !ended() && cell_->core->computation().stalled(); }
  /// The program has taken an event for which it waited.
  bool told() const { return told_; }
  /// Edges at which it was called and the program was not stalled.
  std::uint64_t active() const { return active_; }
  /// When it came into the state that it is in: stalled, running or ended; ps.
  Time since() const { return since_; }
  /// "node[0,0] (operation 12, since clock 250)": where it is, and since when if it waits there.
  std::string place() const;
  /// Of spooling gates that were stopped and whose event nobody has read; empty if there are none.
  std::string spool_error() const;

 private:
  enum class State : std::uint8_t { runs, stalled, ended };

  [[noreturn]] void fail(const std::string& what, Time since) const;

  const CellView* cell_;
  const ProgramPosition* position_;
  std::uint64_t active_ = 0;
  bool told_ = false;
  State state_ = State::runs;
  Time since_ = 0;               // in this state
  ChannelSet spool_errors_ = 0;  // gates
  Time spool_error_since_ = 0;
};

}  // namespace weft
