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
  /// Times in ps at which something began or had ended in a program; `never` if it has not yet.
  struct Steps {
    Time asked = never, acquired = never, begun = never, addressed = never;
    Time message = never, message_begun = never, ending = never, message_ended = never;
    Time closed = never;
    Time joined = never;  ///< The join is issued.
  };

  explicit PathwayLatency(System& system);

  /// Of the steps that the programs have come to.
  ReportedValues report(Time) const override { return figures(false); }
  ReportedValues may_report() const override { return figures(true); }

 private:
  ReportedValues figures(bool all_that_may_be) const;

  /// Keeps what a bus carries.
  struct Recorder final : tlm::tlm_analysis_if<WordEvent> {
    std::vector<WordEvent> events;
    void write(const WordEvent& event) override { events.push_back(event); }
    /// When the first such word began at `from` or later; `never` if none did.
    Time first(WordTag tag, Time from = 0) const;
  };

  Pathway there_;
  Pathway back_;
  Steps steps_;
  std::array<Recorder, 3> way_;  // first bus, behind the cell straight on, behind the corner
  Recorder out_of_joint_;
};

}  // namespace weft
