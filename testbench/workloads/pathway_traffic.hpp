// Random pathways and messages between iWarp cells.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/registry/parameter.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/sent_messages.hpp"
#include "testbench/workloads/traffic_pattern_parameters.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// What each cell does.
enum class TrafficRoles : std::uint8_t {
  apart,  ///< Some cells send, the others receive.
  both,   ///< Each sends and receives.
};

/// Cells open pathways to others, send messages over them and take them down.
struct PathwayTrafficParameters : TrafficPatternParameters {
  TrafficRoles roles = TrafficRoles::apart;
  CountRange words{1, 64};             ///< Of a message.
  CountRange messages{1, 4};           ///< On a pathway, `apart`.
  std::uint64_t pathways = 0;          ///< Of each sender; 0 for no end.
  CountRange pause{0, 100};            ///< Clocks before a pathway.
  std::uint32_t receivers = 50;        ///< Percent of the cells; the others send; `apart`.
  Transfer receive = Transfer::gates;  ///< `apart`.
};

/// Workload `pathway_traffic`, on the cells that have no program of their own. With the roles apart
/// some cells send, the others receive. Each sender opens a pathway to a receiver, sends messages
/// and takes it down, again and again, on two of its own channels in turn. Pathways are planned by
/// PathwayPlanner, whose pools keep them from a deadlock, over the busses that are whole when they
/// are opened; a receiver takes one pathway after the other to its end. Each received word is
/// checked. Nobody notices a pathway that a fault cuts while it is open: its ends, and who waits
/// for what it holds, wait on.
///
/// With both roles each cell sends messages by a TrafficPattern and receives, by CellMessages: a
/// pathway for each message, spooled at both ends.
class PathwayTraffic final : public Workload {
 public:
  /// What all programs of the run have in common.
  struct Shared {
    explicit Shared(const Platform& platform, const PathwayTrafficParameters& given);

    PathwayTrafficParameters parameters;
    std::map<Time, PathwayPlanner> planners;  ///< By the fault from which on they hold; from 0.
    Time warm_up;
    std::vector<unsigned> receivers;
    std::unique_ptr<DestinationPattern> pattern;  ///< Of both roles.
    std::vector<SentMessages> sent;               ///< By address.
    MeasuredCount pathways;
    MeasuredCount messages;
    MeasuredCount words;
    Distribution latency;  ///< Of messages, ps.
    Distribution opening;  ///< From asking for a channel until the header has left the program, ps.

    /// For a pathway that is opened now.
    PathwayPlanner& planner_at(Time now);
    /// Throws std::runtime_error for a message that is not what was sent.
    void check(const std::vector<std::uint32_t>& received, Time now);
  };

  /// Throws InputError where no cell can send to another, unless faults are asked for.
  PathwayTraffic(System& system, const PathwayTrafficParameters& parameters);

  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override;
  /// Messages that were begun and have not come in.
  std::size_t messages_under_way() const;

 private:
  // numbers of the cells that send
  std::size_t start_apart(const System& system);
  std::size_t start_both(const System& system);
  bool is_free(const CellView& cell) const;
  bool is_apart() const { return shared_->parameters.roles == TrafficRoles::apart; }

  std::unique_ptr<Shared> shared_;
};

}  // namespace weft
