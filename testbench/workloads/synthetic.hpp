// The workload of the contention study.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "platforms/workloads.hpp"
#include "testbench/programs/message_sink.hpp"
#include "testbench/programs/socket.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/destination_pattern.hpp"
#include "testbench/workloads/early_messages.hpp"
#include "testbench/workloads/exchange_plan.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// Workload `synthetic` (thesis definition 5.1, 5.3.2): each process computes, sends, and
///
/// - loosely synchronous: waits until its messages are acknowledged and it has received all that
/// the
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
    Time computed = 0;  ///< After the warm-up, by periods that are over.
    bool begun = false;
  };

  Synthetic(System& system, const SyntheticParameters& parameters);

  ReportedValues report(Time now) const override;
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
  std::vector<std::uint32_t> draw_receivers(Node& node) const;
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
  MeasuredCount dropped_;
};

}  // namespace weft
