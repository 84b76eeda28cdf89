// The file of results of an experiment.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "testbench/sweeps/database.hpp"
#include "testbench/sweeps/experiment.hpp"
#include "testbench/sweeps/plan.hpp"
#include "testbench/sweeps/run_record.hpp"

namespace weft {

/// SQLite, in write-ahead mode, one transaction a run: it is there with all that belongs to it or
/// not at all, whenever the process or the machine stops. Tables:
/// - `experiment(name, value)`: title, version of Weft, identity, x, and as JSON the parameters,
///   the measures, the comparisons and the `files` with their fingerprints;
/// - `runs`: id, a column for each parameter (as text, with its unit), seed, status (`ok`,
///   `unstable`, `throttled`, `not converged`, `too short`, `nothing measured`, `failed`), error
///   (why it failed, is unstable, throttled or too short), convergence, the confidence of its half
///   widths in percent, warm_up and simulated in ps;
/// - `results(run, position, name, quantity, statistic, kind, value, unit, weight, scope, part,
///   half_width)`: what `weft run` prints, see `ReportedValue`; `part` is the name of the scope;
/// - `distributions(run, quantity, unit, count, mean, squares, cubes, minimum, maximum)` and
///   `histograms(run, quantity, low, high, count)`: see `Moments`;
/// - `processors(run, name, x, y, packets_acknowledged, packets_received, bytes_received,
///   messages_received, message_latency_ns)`: what was counted from the end of the warm-up on, see
///   `ProcessorValues`; no latency without messages;
/// - `links(run, sender, receiver, utilisation_percent)`: see `RecordedLink`.
/// Nothing in it tells when, in which order or by how many workers it was made.
class SweepStore {
 public:
  /// Opens or makes it; one process at a time. Throws InputError: a file of something else, of
  /// another experiment or version of Weft, or of files that have changed since, one that is
  /// damaged, cannot be written, or that another process fills.
  SweepStore(const std::filesystem::path& file, const Experiment& experiment);
  ~SweepStore();
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  /// Of the runs that it holds, by id.
  std::map<std::int64_t, std::string> statuses() const;

  // Throw DatabaseError if it cannot be written: the run is not in it then.
  void add(const SweepRun& run, const RunRecord& record);
  void add_failure(const SweepRun& run, const std::string& error);

 private:
  class Lock;

  void create(const Experiment& experiment);
  std::map<std::string, std::string> description();
  void describe(const Experiment& experiment);
  void require_same(const Experiment& experiment, const std::filesystem::path& file);
  void add_row(const SweepRun& run, const RunRecord& record, const std::string& error);
  void add_details(std::int64_t run, const RunRecord& record);

  std::unique_ptr<Lock> lock_;
  mutable Database database_;
  std::size_t parameters_ = 0;
};

/// Throws InputError unless the file is a database of results that is whole.
void require_results(Database& database, const std::filesystem::path& file);

}  // namespace weft
