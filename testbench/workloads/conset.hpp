// Connections in phases on iWarp cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/conset/router.hpp"
#include "testbench/programs/phased_connections.hpp"
#include "testbench/workloads/connection_check.hpp"
#include "testbench/workloads/connection_parameters.hpp"
#include "testbench/workloads/workload.hpp"
#include "tlm/iwarp/transfers.hpp"

namespace weft {

/// How words get into and out of connections (Feldmann et al. 1993, section 5).
enum class ConsetMode : std::uint8_t {
  streaming,  ///< Long instruction words: one word out and one in, in the same two clocks.
  systolic,   ///< Element by element, each gathered before it is sent and added where it goes.
  spooling,   ///< From memory to memory, in the background.
};

/// When all cells wait for each other.
enum class ConsetBarriers : std::uint8_t {
  each_phase,  ///< Before a switch, and behind the transfers of each phase.
  switches,    ///< Before a switch, and behind the last phase.
  none,        ///< Never: what the barrier is for.
};

struct ConsetParameters : ConnectionParameters {
  std::string schedule;  ///< A file, in place of what would be compiled.
  conset::RouterKind router = conset::RouterKind::sharing;
  std::uint32_t channels = 12;  ///< Of a cell.
  ConsetMode mode = ConsetMode::streaming;
  ConsetBarriers barriers = ConsetBarriers::each_phase;
  std::uint32_t lead = 4;             ///< Words by which sends are before receives; `streaming`.
  std::uint64_t use_clocks = 4;       ///< Instructions before another connection is used.
  std::uint64_t element_clocks = 10;  ///< Of a word at each end; `systolic`.
  std::uint64_t barrier_word = SwitchClocks{}.barrier_word;
  std::uint64_t begin_phase = SwitchClocks{}.begin_phase;
  std::uint32_t late_cell = 0;    ///< Address of a cell ...
  std::uint64_t late_clocks = 0;  ///< ... that leaves each barrier so much later.
};

/// Workload `conset`: the phases of a schedule one behind the other on all cells, by
/// PhasedConnections. Each cell uses its connections in the order of the timetable. Each word that
/// comes is compared with what was sent.
class Conset final : public Workload {
 public:
  /// What all programs of the run have in common.
  struct Shared {
    ConsetParameters parameters;
    ConnectionPlan plan;
    std::optional<ConnectionCheck> check{};  ///< Of what is received.
    std::optional<Transfers> transfers{};    ///< At TransferLevel::message.
    Time begin = never;                      ///< Of the first switch, ps.
    Time end = 0;                            ///< Of the last transfer, or of the barrier behind it.
    Time barrier = 0;                        ///< The first barrier, in the cell that waits longest.
    Time load = 0;                           ///< A switch behind its barrier, the longest.
  };

  /// Throws InputError: no torus, connections that cannot be had, too few channels, too little
  /// memory.
  Conset(System& system, const ConsetParameters& parameters);

  /// Throws std::runtime_error: not all phases have ended.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override { return figures(); }

  const ConnectionPlan& plan() const { return shared_.plan; }

 private:
  ReportedValues figures() const;

  Shared shared_;
  Time clock_ = 0;
};

}  // namespace weft
