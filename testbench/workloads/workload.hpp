// The programs that a platform's workload runs on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/platform.hpp"
#include "platforms/system.hpp"
#include "testbench/programs/cell_process.hpp"
#include "testbench/programs/process_set.hpp"
#include "testbench/programs/socket_table.hpp"
#include "testbench/statistics/offered_load.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

class AssemblyProgram;

/// A workload on a system: its processes, their sockets and what they count. Must live as long as
/// the simulation runs.
class Workload {
 public:
  virtual ~Workload();
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;

  /// What it has done from the end of the warm-up (RunSpec::warm_up) to `now`, in ps.
  virtual ReportedValues report(Time now) const = 0;
  /// What is in it only at times: a latency, where something has arrived; all of an algorithm, at
  /// its end. Asked before the run, so that names of results can be checked; the values mean
  /// nothing.
  virtual ReportedValues may_report() const { return {}; }
  /// Messages that each processor got through since then, 1/ms, in the order of
  /// processors_of: the load surface. Empty if it does not count them.
  virtual std::vector<double> message_rates(Time) const { return {}; }

  /// Of one whose sources send whatever becomes of their earlier messages; nothing of others, which
  /// wait when the network is full.
  virtual std::optional<SourceCounts> sources() const { return {}; }

  const ProcessSet& processes() const { return processes_; }
  const CellProcessSet& cell_processes() const { return cell_processes_; }
  /// Adds where its programs on cells are.
  virtual void add_to(ProgramPositions& positions) const;
  /// Those of its programs that are in assembly, to be looked into; by address of their cells.
  virtual std::vector<AssemblyProgram*> assembly_programs() { return {}; }
  /// For waves: where they are is that of the present clock, see LoadedPrograms.
  virtual void keep_pace() {}

 protected:
  /// Sockets between the processors of the system, by index in processors_of.
  explicit Workload(System& system);

  const Platform& platform() const { return *platform_; }
  SocketTable& sockets() { return sockets_; }
  ProcessSet& start() { return processes_; }
  CellProcessSet& start_on_cells() { return cell_processes_; }
  /// SourceCounts::waiting: of each process.
  std::vector<std::uint64_t> outstanding_of_each() const;

 private:
  const Platform* platform_;
  SocketTable sockets_;
  ProcessSet processes_;
  CellProcessSet cell_processes_;
};

/// For ComponentType::make_workload: one of the class `Type`, made from the system and the
/// `Parameters` of its type, if it has any.
template <class Type, class... Parameters>
std::unique_ptr<Workload> make_workload_of(System& system, const ParameterValues& values) {
  return std::make_unique<Type>(system, values.to_struct<Parameters>()...);
}

/// The workload of Platform::workload on its system, ready to start with the run; null for type
/// `none`. Throws InputError: too few virtual channels; a cell with a program of its own on which
/// the workload runs one too.
std::unique_ptr<Workload> make_workload(System& system);

}  // namespace weft
