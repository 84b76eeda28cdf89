#include "testbench/workloads/random_traffic.hpp"

#include <fmt/format.h>

#include <functional>

#include "testbench/statistics/latency_statistics.hpp"

namespace weft {
namespace {

/// What a process of random traffic knows.
struct TrafficProcess {
  SocketTable* sockets;
  std::size_t processor;
  std::uint32_t max_outstanding;
  RandomTraffic::Counts* counts;
  Replies* replies;
  Time warm_up;
};

Program traffic(Process& self, TrafficProcess known, TrafficSource& source) {
  self.record_turnaround(known.counts->turnaround, known.warm_up);
  co_await self.sleep(source.first_interval());
  for (;;) {
    const std::size_t destination = source.destination();
    const unsigned bytes = source.message_bytes();
    if (self.outstanding() < known.max_outstanding) {
      if (known.replies != nullptr) {
        known.replies->requested(known.processor, destination, self.now());
      }
      self.post(known.sockets->to(known.processor, destination), bytes);
      known.counts->sent.add(self.now());
    } else {
      known.counts->dropped.add(self.now());
    }
    co_await self.sleep(source.interval());
  }
}

}  // namespace

RandomTraffic::RandomTraffic(System& system, const RandomTrafficParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      pattern_(make_pattern(*platform().workload.parameters, parameters,
                            traffic_processors(platform()))) {
  const MeasuredCount zero(platform().run.warm_up);
  counts_ = {zero, zero, zero, zero, {}};
  sockets().reserve_any_to_any();
  if (parameters_.reply_bytes != 0) {
    replies_ =
        std::make_unique<Replies>(sockets(), parameters_.reply_bytes, platform().run.warm_up);
  }
  for (std::size_t i = 0; i < sockets().size(); ++i) {
    receive_all(i);
    if (!pattern_->sends(i)) continue;
    for (std::uint32_t p = 0; p < parameters_.processes; ++p) start_process(i, p);
  }
}

void RandomTraffic::start_process(std::size_t processor, std::uint32_t number) {
  std::string name = fmt::format("{}/{}", sockets().name(processor), number);
  TrafficSource& source =
      sources_.emplace_back(parameters_, *pattern_, processor, platform().seed, name);
  start().start(std::move(name), sockets().core(processor), traffic,
                TrafficProcess{&sockets(), processor, parameters_.max_outstanding, &counts_,
                               replies_.get(), platform().run.warm_up},
                std::ref(source));
}

void RandomTraffic::receive_all(std::size_t processor) {
  sinks_
      .emplace_back(sockets().core(processor),
                    [this, processor](const ReceivedMessage& message, Time now) {
                      counts_.received.add(now);
                      counts_.bytes.add(now, message.bytes);
                      if (replies_) replies_->received(processor, message, now);
                    })
      .consume_each();
}

std::optional<SourceCounts> RandomTraffic::sources() const {
  const std::uint64_t sent = counts_.sent.total();
  const MeasuredCount& delivered = replies_ ? replies_->count() : counts_.received;
  return SourceCounts{sent + counts_.dropped.total(), sent, delivered.total(),
                      outstanding_of_each()};
}

ReportedValues RandomTraffic::report(Time now) const {
  constexpr double mega = 1e6;
  constexpr double per_millisecond = 1e-3;
  const auto processors = static_cast<double>(sinks_.size());
  const double throughput = counts_.bytes.rate(now) / mega;
  ReportedValues values{
      reported::count("messages sent", static_cast<double>(counts_.sent.measured())),
      reported::count("messages received", static_cast<double>(counts_.received.measured())),
      reported::count("messages dropped", static_cast<double>(counts_.dropped.measured())),
      reported::rate("message rate", counts_.received.rate(now) * per_millisecond,
                     Unit::per_millisecond),
      reported::count("bytes received", static_cast<double>(counts_.bytes.measured()), Unit::bytes),
      reported::rate("throughput", throughput, Unit::megabytes_per_second),
      reported::rate("throughput of a processor", throughput / processors,
                     Unit::megabytes_per_second),
  };
  report_latency(values, "message turnaround", counts_.turnaround);
  if (replies_) {
    values.push_back(reported::rate("reply rate", replies_->count().rate(now) * per_millisecond,
                                    Unit::per_millisecond));
    report_latency(values, "round trip", replies_->round_trips());
  }
  return values;
}

ReportedValues RandomTraffic::may_report() const {
  ReportedValues values;
  may_report_distribution(values, "message turnaround");
  if (replies_) may_report_distribution(values, "round trip");
  return values;
}

}  // namespace weft
