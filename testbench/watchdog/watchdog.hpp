// Tells a run that stands still for ever from one that takes long.
#pragma once

#include <cstdint>
#include <string>

#include "hw/common/time.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/watchdog/wait_graph.hpp"

namespace weft {

/// Looks at a system now and then and changes nothing. Two things end a run: packets in the network
/// that wait for each other (see WaitGraph), and programs that wait for each other or for a message
/// that was lost while no token moves and nothing computes, sleeps or starts anywhere.
class Watchdog {
 public:
  /// `processes` may be null. `period` is in ps, and longer than an FCT is on its way. System and
  /// processes must outlive it.
  Watchdog(System& system, const ProcessSet* processes, Time period);

  Time next_look() const { return next_look_; }
  /// To be called at `next_look`. What stands still since the look before, in lines of text; empty
  /// if nothing does.
  std::string look(Time now);

 private:
  static constexpr std::size_t most_lines = 11;

  std::string deadlock(Time now);
  std::string standstill(Time now);
  bool something_pending(Time now) const;
  bool programs_stand_still() const;
  std::string waiting_text(const Process& process) const;
  std::string lost_text() const;

  System* system_;
  const ProcessSet* processes_;
  Time period_;
  Time next_look_;
  WaitGraph graph_;
  std::uint64_t moved_ = 0;  // tokens until the look before
  Time last_movement_ = 0;   // first look that saw as many
};

}  // namespace weft
