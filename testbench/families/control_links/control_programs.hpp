// What control hosts do in a run: boots, and the commands of files.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "platforms/components/control_links.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/booted_network.hpp"
#include "testbench/programs/control_process.hpp"
#include "testbench/programs/loaded_programs.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// One process on each control host of a platform. It does its commands, and then takes the errors
/// that control units tell of. Must live as long as the simulation runs.
class ControlPrograms final : public LoadedPrograms {
 public:
  /// To be made before the run.
  explicit ControlPrograms(System& system);

  void keep_pace() override {}
  void add_to(ProgramPositions&) const override {}
  ReportedValues report(Time now) const override;
  void add_to(RunResult&) const override {}

  /// By the order of the hosts in the platform.
  const ControlProcess& process(std::size_t host) const { return hosts_.at(host).process; }
  /// When the last of its commands was done; 0 before.
  Time done_at(std::size_t host) const { return hosts_.at(host).done; }

 private:
  struct Host {
    Host(const Platform& platform, std::size_t index, ControlHost& core);

    std::size_t component;
    BootedNetwork network;  // on its links
    std::vector<ControlStep> steps;
    ControlProcess process;
    Time done = 0;  // with the last of the steps; 0 before
  };

  static Program do_steps(Host& host);

  const Platform* platform_;
  std::deque<Host> hosts_;
};

/// Tells of switches that nobody has started by their control links, and of T9000s that nobody lets
/// run.
class ControlAlarms final : public Watch {
 public:
  /// `system` must outlive it.
  explicit ControlAlarms(const System& system) : system_(&system) {}

  /// Those on the control links of a host that has done its commands: they will never be.
  std::string look(Time now) override;
  Alarms alarms(Time now) const override;

 private:
  bool serves(std::size_t unit) const;
  std::string why(std::size_t unit) const;

  const System* system_;
};

}  // namespace weft
