// Programs on T9000s that wait for each other, or for a message that was lost.
#pragma once

#include <cstdint>
#include <string>

#include "platforms/system.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/watchdog/settling_time.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// Finds that no program goes on while no token or packet moves and nobody expects an event
/// (LaterEvents): nothing computes, sleeps or starts anywhere, and no packet is on a link or being
/// routed. A process that waits for messages while others have finished is a server: its run is
/// over.
class ProgramWaits final : public Watch {
 public:
  /// `processes` may be null. All must outlive it.
  ProgramWaits(const System& system, const ProcessSet* processes)
      : system_(&system), processes_(processes), settled_(settling_time(system)) {}

  std::string look(Time now) override;
  /// That messages were sent and none has arrived: a failure if none is on its way either. And
  /// programs whose messages nobody has received for half of the run or longer.
  Alarms alarms(Time now) const override;

 private:
  std::uint64_t movement() const;
  Alarms nothing_arrived(Time now) const;
  bool carries_something(Time now) const;
  bool programs_stand_still() const;
  bool something_pending(Time now) const;
  std::string waiting_text(const Process& process) const;
  std::string lost_text() const;

  const System* system_;
  const ProcessSet* processes_;
  Time settled_;
  std::uint64_t moved_ = 0;  // tokens until the look before
  Time moved_at_ = 0;        // last look that saw more of them
  Time last_movement_ = 0;   // last look at which something moved or was to come
};

}  // namespace weft
