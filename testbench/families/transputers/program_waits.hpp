// Programs on T9000s that wait for each other, or for a message that was lost.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/system.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/watchdog/wait_graph.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// Finds that no program goes on while no token moves and nothing computes, sleeps or starts
/// anywhere. A process that waits for messages while others have finished is a server: its run is
/// over.
class ProgramWaits final : public Watch {
 public:
  /// `processes` may be null. All must outlive it.
  ProgramWaits(const System& system, const ProcessSet* processes, const WaitGraph& network)
      : system_(&system), processes_(processes), network_(&network) {}

  std::string look(Time now) override;

 private:
  bool programs_stand_still() const;
  bool something_pending(Time now) const;
  std::string waiting_text(const Process& process) const;
  std::string lost_text() const;

  const System* system_;
  const ProcessSet* processes_;
  const WaitGraph* network_;
  std::uint64_t moved_ = 0;  // tokens until the look before
  Time last_movement_ = 0;   // first look that saw as many
};

}  // namespace weft
