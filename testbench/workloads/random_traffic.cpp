#include "testbench/workloads/random_traffic.hpp"

#include <fmt/format.h>

#include <functional>

namespace weft {
namespace {

/// What a process of random traffic knows.
struct TrafficProcess {
  SocketTable* sockets;
  std::size_t processor;
  std::uint32_t max_outstanding;
  RandomTraffic::Counts* counts;
};

Program traffic(Process& self, TrafficProcess known, TrafficSource& source) {
  co_await self.sleep(source.first_interval());
  for (;;) {
    const Socket socket = known.sockets->to(known.processor, source.destination());
    const unsigned bytes = source.message_bytes();
    if (self.outstanding() < known.max_outstanding) {
      self.post(socket, bytes);
      known.counts->sent.add(self.now());
    } else {
      known.counts->dropped.add(self.now());
    }
    co_await self.sleep(source.interval());
  }
}

}  // namespace

RandomTraffic::RandomTraffic(System& system, const RandomTrafficParameters& parameters)
    : Workload(system), parameters_(parameters) {
  const MeasuredCount zero(platform().run.warm_up);
  counts_ = {zero, zero, zero, zero};
  const std::size_t processors = sockets().size();
  sockets().reserve_any_to_any();
  destinations_.reserve(processors);  // the sources point into it
  for (std::size_t i = 0; i < processors; ++i) {
    const Destinations& destinations =
        destinations_.emplace_back(platform(), i, parameters_.radius);
    receive_all(i);
    if (destinations.size() == 0) continue;  // cut off by faults
    for (std::uint32_t p = 0; p < parameters_.processes; ++p) {
      std::string name = fmt::format("{}/{}", sockets().name(i), p);
      TrafficSource& source =
          sources_.emplace_back(parameters_, destinations, platform().seed, name);
      start().start(std::move(name), sockets().core(i), traffic,
                    TrafficProcess{&sockets(), i, parameters_.max_outstanding, &counts_},
                    std::ref(source));
    }
  }
}

void RandomTraffic::receive_all(std::size_t processor) {
  sinks_
      .emplace_back(sockets().core(processor),
                    [this](const ReceivedMessage& message, Time now) {
                      counts_.received.add(now);
                      counts_.bytes.add(now, message.bytes);
                    })
      .consume_each();
}

ReportedValues RandomTraffic::report(Time now) const {
  constexpr double mega = 1e6;
  constexpr double per_millisecond = 1e-3;
  const auto processors = static_cast<double>(destinations_.size());
  const double throughput = counts_.bytes.rate(now) / mega;
  return {
      {"messages sent", static_cast<double>(counts_.sent.measured()), ""},
      {"messages received", static_cast<double>(counts_.received.measured()), ""},
      {"messages dropped", static_cast<double>(counts_.dropped.measured()), ""},
      {"message rate", counts_.received.rate(now) * per_millisecond, "1/ms"},
      {"bytes received", static_cast<double>(counts_.bytes.measured()), "bytes"},
      {"throughput", throughput, "MB/s"},
      {"throughput of a processor", throughput / processors, "MB/s"},
  };
}

}  // namespace weft
