// The latencies of pathways, markers and joints.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "platforms/pathways/pathway_planner.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// Workload `pathway_latency` (Borkar et al. 1990, section 8): the first cell opens a pathway to
/// the last, over a cell straight on and one corner, sends a message and takes it down. The last
/// cell joins it to a pathway back before the message's words go on. What the programs see is
/// measured at their operations, what the communication agents do from bus to bus.
class PathwayLatency final : public Workload {
 public:
  /// Times in ps at which something began or had ended in a program.
  struct Steps {
    Time asked = 0, acquired = 0, begun = 0, addressed = 0, message = 0, message_begun = 0;
    Time ending = 0, message_ended = 0, closed = 0;
    Time joined = 0;  ///< The join is issued.
  };

  explicit PathwayLatency(System& system);

  ReportedValues report(Time now) const override;

 private:
  /// Keeps what a bus carries.
  struct Recorder final : tlm::tlm_analysis_if<WordEvent> {
    std::vector<WordEvent> events;
    void write(const WordEvent& event) override { events.push_back(event); }
    /// When the first such word began at `from` or later; 0 if none did.
    Time first(WordTag tag, Time from = 0) const;
  };

  Pathway there_;
  Pathway back_;
  Steps steps_;
  std::array<Recorder, 3> way_;  // first bus, behind the cell straight on, behind the corner
  Recorder out_of_joint_;
};

}  // namespace weft
