// Programs on T9000s that wait for each other, or for a message that was lost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  std::string look_again(Time now) override;
  /// That messages were sent and none has arrived: a failure if none is on its way either. And
  /// programs whose messages nobody has received for half of the run or longer.
  Alarms alarms(Time now) const override;

 private:
  std::string standstill(Time now) const;
  std::uint64_t movement() const;
  Alarms nothing_arrived(Time now) const;
  bool expects_packets(Time now) const;
  bool programs_stand_still() const;
  bool something_pending(Time now) const;
  /// Those that a process has started and waits for behind the others.
  std::vector<const Process*> all_processes() const;
  std::string waiting_text(const Process& process) const;
  std::string waits_for(const Process& process) const;
  std::string alternatives(const Process& process) const;
  std::string far_end(const Process& process, unsigned channel) const;
  std::string lost_text(Time now) const;

  const System* system_;
  const ProcessSet* processes_;
  /// What ends between two looks, as a time that a program sleeps, may begin something that the
  /// second one does not see yet: quiet is what is so at both, with no movement in between.
  struct Quiet {
    Time since = never;  // the first look of those that found it so

    void look(bool moved, bool expected, Time now) {
      if (expected) {
        since = never;
      } else if (moved || since == never) {
        since = now;
      }
    }
    bool began() const { return since != never; }
    bool lasts(Time now, Time pause) const { return began() && now >= since + pause; }
  };

  Time settled_;
  std::uint64_t moved_ = 0;  // tokens until the look before
  Quiet everything_;
  Quiet network_;  // what programs do by themselves left out
};

}  // namespace weft
