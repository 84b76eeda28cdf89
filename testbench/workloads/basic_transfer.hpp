// A basic transfer of the copy-transfer model on the nodes with memory of a platform.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platforms/copy_transfer/block_layout.hpp"
#include "testbench/workloads/basic_transfer_plan.hpp"
#include "testbench/workloads/workload.hpp"
#include "tlm/memory/node_module.hpp"

namespace weft {

/// All nodes copy; or those from which a `node_link` leads send, and those to which one leads
/// receive. Where none leads packets are lost. Words are put into the memories before the first
/// clock, by debug transport, and compared at the end of the run.
class BasicTransferRun final : public Workload {
 public:
  BasicTransferRun(System& system, const BasicTransferParameters& parameters,
                   BasicTransferPlan plan);

  /// Of each node where words have come to be: the throughput of elements, MB/s, and its clocks
  /// from the first one to the last word. Throws std::runtime_error for a word that is not right.
  ReportedValues report(Time now) const override;
  ReportedValues may_report() const override;

 private:
  /// What one node copies, or sends.
  struct Moved {
    std::string name;  ///< Of the node where the words come to be.
    NodeModule* from = nullptr;
    NodeModule* to = nullptr;  ///< The same for a copy; null where packets are lost.
    Time clock = 0;            ///< Of the node at `to`, ps.
    copy_transfer::BlockLayout read;
    copy_transfer::BlockLayout write;
    NodeModule* write_indices = nullptr;  ///< Whose memory has those of `write`.

    bool ended() const { return from->done() && (to == nullptr || to->done()); }
  };

  Moved plan_of(System& system, const PlannedTransfer& planned) const;
  copy_transfer::BlockLayout lay_out(const copy_transfer::Pattern& pattern, std::uint64_t base,
                                     std::uint64_t index_base, unsigned index_bytes) const;
  void prepare(const Moved& moved) const;
  void start(const Moved& moved) const;
  void compare(const Moved& moved) const;

  BasicTransferParameters parameters_;
  BasicTransferPlan plan_;
  std::uint64_t seed_;
  std::vector<Moved> moved_;
};

}  // namespace weft
