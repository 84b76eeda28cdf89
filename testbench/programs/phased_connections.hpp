// Connections in phases on an iWarp cell: the run-time system of ConSet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/conset/linkages.hpp"
#include "platforms/conset/schedule.hpp"
#include "testbench/programs/cell_process.hpp"
#include "testbench/programs/ring_barrier.hpp"

namespace weft {

/// A schedule, ready to be loaded: what all cells have in common.
struct ConnectionPlan {
  conset::Schedule schedule;
  conset::Linkages linkages;
  std::vector<conset::BarrierCell> barrier;  ///< By address.

  const std::string& name(std::size_t connection) const {
    return schedule.set.connections[connection].name;
  }
};

/// What the steps of a communication context switch cost (Feldmann et al. 1993, section 4.2).
struct SwitchClocks {
  /// Instructions around each word of a barrier; ours. With 5 a barrier over 8x8 cells takes 356
  /// clocks, of the published 352.
  std::uint64_t barrier_word = 5;
  /// Of a switch, behind the barrier. The paper gives this sum only; what the operations on the
  /// agent do not take of it is charged as instructions while the agent is frozen.
  std::uint64_t begin_phase = 176;
};

/// The primitives of ConSet for the program of a cell (Feldmann et al. 1993, section 2):
/// instantiate_phase, send_element and receive_element. The linkages of each phase lie in memory
/// from `address` on as context registers; a switch loads them into the cell's own communication
/// agent, which puts each channel on the bus on which the phase needs it.
///
/// Takes the gates 0 and 1, and all channels of the agent.
class PhasedConnections {
 public:
  /// Fills memory from `address` on. The plan must outlive it. Throws std::runtime_error if there
  /// is too little memory.
  PhasedConnections(CellProcess& cell, const ConnectionPlan& plan, const SwitchClocks& clocks,
                    std::uint32_t address);

  /// Bytes of memory that a cell with this address needs.
  static std::uint32_t bytes(const ConnectionPlan& plan, unsigned cell);

  /// Opens the channels of the barrier, and takes all others from their busses; to be called once,
  /// first, by all cells at the same clock.
  Program open();
  /// Waits for all cells.
  Program synchronize() { return barrier_.wait(); }
  /// Likewise, with a sum over all cells (RingBarrier::add_up).
  Program add_up(float& sum) { return barrier_.add_up(sum); }
  /// The communication context switch, but for its barrier: steps 1 and 3 to 7 of section 4.2.
  /// Throws std::runtime_error where words of this cell are still under way, or some of the phase
  /// came before it was loaded and found no channel; the agent finds those that wait in a queue.
  Program load_phase(std::size_t phase);

  /// Of the present phase.
  const std::vector<conset::ConnectionEnd>& sends() const { return present().sends; }
  const std::vector<conset::ConnectionEnd>& receives() const { return present().receives; }

  /// Makes gate 0 that of a connection; a clock, unless it is already.
  Program use_to_send(const conset::ConnectionEnd& end);
  Program use_to_receive(const conset::ConnectionEnd& end);
  /// Puts a word into a connection, or takes one. Throws std::runtime_error for a marker.
  Program send_element(const conset::ConnectionEnd& end, std::uint32_t value);
  Program receive_element(const conset::ConnectionEnd& end, std::uint32_t& value);

 private:
  const conset::CellPhase& present() const {
    return plan_->linkages.phases[phase_][cell_->cell().address];
  }
  Program require_drained(std::size_t next);
  Program leave_channel();
  void require_none_lost(std::size_t phase) const;

  CellProcess* cell_;
  const ConnectionPlan* plan_;
  RingBarrier barrier_;
  std::uint64_t begin_phase_;
  std::uint32_t address_;
  std::size_t phase_ = 0;
  bool loaded_ = false;
  int sends_from_ = Crossbar::none;  // channels that the gates are bound to
  int receives_from_ = Crossbar::none;
};

}  // namespace weft
