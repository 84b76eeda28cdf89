// The workload of the contention study.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/registry/parameter.hpp"
#include "testbench/programs/message_sink.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/early_messages.hpp"
#include "testbench/workloads/exchange_plan.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// What a process waits for after it has sent (thesis 5.3.2).
enum class SynchronisationMode : std::uint8_t { loosely_synchronous, blocking, non_blocking };

/// Of compute periods (thesis 6.2.3).
enum class ComputeDistribution : std::uint8_t { constant, normal, exponential };

/// When processes begin to compute.
enum class WorkloadStart : std::uint8_t {
  together,  ///< All at 0.
  spread,    ///< Each somewhere in its first compute period.
};

/// What keeps a process that does not wait from filling the network (thesis 5.3.2 and 5.4.4).
enum class Throttle : std::uint8_t {
  outstanding,  ///< Its own messages that are not acknowledged.
  queue,        ///< Data packets queued at its T9000.
  none,
};

/// The synthetic workload (D, d, n, c, m, M) of thesis definition 5.1; D is the platform's.
struct SyntheticParameters {
  SynchronisationMode mode = SynchronisationMode::blocking;
  std::uint32_t radius = 8;         ///< d: |dx| and |dy| at most this; 0 for anywhere.
  std::uint32_t processes = 1;      ///< n, on each processor.
  Time compute = 30 * microsecond;  ///< c: mean of the compute periods.
  ComputeDistribution distribution = ComputeDistribution::constant;
  double deviation_percent = 10;     ///< Standard deviation, of the mean; with `normal`.
  CountRange messages{1, 1};         ///< m, in one iteration; uniform between the two.
  CountRange message_bytes{32, 32};  ///< M, likewise.
  std::uint32_t early_messages = 1;  ///< That a process accepts; with `loosely_synchronous`.
  Throttle throttle = Throttle::outstanding;  ///< With `non_blocking`.
  std::uint32_t limit = 16;                   ///< Of what `throttle` counts.
  /// Virtual channels from a T9000 to another, with `non_blocking`; 0 for one for each message.
  std::uint32_t channels = 1;
  WorkloadStart start = WorkloadStart::together;
};

/// Workload `synthetic` (thesis definition 5.1, 5.3.2): each process computes, sends, and
///
/// - loosely synchronous: waits until its messages are acknowledged and it has received all that
///   others send to it in the same iteration. Which messages these are is drawn beforehand, as a
///   program knows its communication graph. A process has one socket for all that send to it
///   (thesis 3.5.3), with room for `early_messages` messages of iterations that it has not come to;
///   one that finds no room waits in its virtual channel, not acknowledged.
/// - blocking: waits until each message is acknowledged before it sends the next. Messages are
///   received and acknowledged at once.
/// - non-blocking: goes on at once. A message that the throttle does not let pass is dropped.
///
/// All processes begin to compute at the start, or spread over a period (`start`). Destinations are
/// processes on other processors, each as likely. Each process draws compute periods, destinations
/// and lengths from streams of its own.
class Synthetic final : public Workload {
 public:
  /// One process.
  struct Node {
    std::size_t processor = 0;
    std::size_t number = 0;  ///< Of all processes.
    RandomStream periods;
    RandomStream choices;
    /// In the iteration that has begun last.
    std::vector<std::uint32_t> receivers = {};
    Time computed = 0;  ///< After the warm-up, by periods that are over.
    bool begun = false;
  };

  Synthetic(System& system, const SyntheticParameters& parameters);

  ReportedValues report(Time now) const override;
  /// Of `non_blocking`.
  std::optional<SourceCounts> sources() const override;
  std::vector<double> message_rates(Time now) const override;

 private:
  static Program loosely_synchronous(Process& self, Synthetic& all, Node& node);
  static Program blocking(Process& self, Synthetic& all, Node& node);
  static Program non_blocking(Process& self, Synthetic& all, Node& node);

  void start_process(std::size_t processor, std::uint32_t process);
  void consume_all();
  unsigned channels() const;
  Time period(Node& node) const;
  Time draw_period(Node& node) const;
  void count_computing(Node& node, Time duration, Time now) const;
  const std::vector<std::uint32_t>& draw_receivers(Node& node) const;
  std::uint32_t draw_receiver(Node& node) const;
  std::uint32_t draw(const CountRange& range, RandomStream& stream) const;
  bool lets_pass(const Process& process) const;
  std::size_t processor_of(std::uint32_t process) const { return process / parameters_.processes; }
  Socket socket(std::size_t from, std::size_t to);
  void take_early(std::size_t processor, std::vector<Socket>& senders, Time now);
  void count_message(std::size_t sender, unsigned bytes, Time now);

  SyntheticParameters parameters_;
  std::vector<Destinations> destinations_;  // by processor
  std::deque<Node> nodes_;                  // by process
  std::deque<MessageSink> sinks_;           // by processor
  std::deque<EarlyMessages> early_;         // by processor; loosely synchronous
  ExchangePlan plan_;
  /// Of pairs of processes, where several share a processor and it matters which receives.
  std::map<std::pair<std::size_t, std::size_t>, std::pair<Socket, Socket>> pairs_;
  // by the processor that sent them: as they come in, or as they are posted (loosely synchronous)
  std::vector<MeasuredCount> messages_;
  MeasuredCount all_messages_;
  MeasuredCount bytes_;
  std::uint64_t sent_ = 0;  // with `non_blocking`, as is the next
  MeasuredCount dropped_;
};

}  // namespace weft
