#include "testbench/workloads/trace.hpp"

#include <algorithm>

#include "platforms/processors.hpp"

namespace weft {
namespace {

Program replay(Process& self, SocketTable& sockets, const std::vector<TracedMessage>& messages,
               MeasuredCount& sent) {
  for (const TracedMessage& message : messages) {
    if (message.at > self.now()) co_await self.sleep_until(message.at);
    self.post(sockets.to(message.source, message.destination), message.bytes);
    sent.add(self.now());
  }
}

std::vector<std::vector<TracedMessage>> by_source(const Platform& platform) {
  std::vector<std::vector<TracedMessage>> messages(processors_of(platform).size());
  for (const TracedMessage& message : read_trace(platform)) {
    messages[message.source].push_back(message);
  }
  for (auto& of_source : messages) {
    std::stable_sort(of_source.begin(), of_source.end(),
                     [](const TracedMessage& a, const TracedMessage& b) { return a.at < b.at; });
  }
  return messages;
}

}  // namespace

Trace::Trace(System& system)
    : Workload(system),
      messages_(by_source(platform())),
      sent_(platform().run.warm_up),
      received_(platform().run.warm_up),
      bytes_(platform().run.warm_up) {
  sockets().reserve_any_to_any();
  for (std::size_t i = 0; i < sockets().size(); ++i) {
    sinks_
        .emplace_back(sockets().core(i),
                      [this](const ReceivedMessage& message, Time now) {
                        received_.add(now);
                        bytes_.add(now, message.bytes);
                      })
        .consume_each();
    all_ += messages_[i].size();
    if (messages_[i].empty()) continue;
    start().start(sockets().name(i), sockets().core(i), replay, std::ref(sockets()),
                  std::cref(messages_[i]), std::ref(sent_));
  }
}

std::optional<SourceCounts> Trace::sources() const {
  SourceCounts counts{sent_.total(), sent_.total(), received_.total(), outstanding_of_each()};
  counts.at_end = sent_.total() == all_;
  return counts;
}

ReportedValues Trace::report(Time now) const {
  constexpr double mega = 1e6;
  return {
      reported::count("messages sent", static_cast<double>(sent_.measured())),
      reported::count("messages received", static_cast<double>(received_.measured())),
      reported::count("bytes received", static_cast<double>(bytes_.measured()), Unit::bytes),
      reported::rate("throughput", bytes_.rate(now) / mega, Unit::megabytes_per_second),
  };
}

}  // namespace weft
