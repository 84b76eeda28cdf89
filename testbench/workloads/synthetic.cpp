#include "testbench/workloads/synthetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace weft {

Synthetic::Synthetic(System& system, const SyntheticParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      plan_(sockets().size() * parameters.processes,
            [this](std::size_t process) { return draw_receivers(nodes_[process]); }),
      messages_(sockets().size(), MeasuredCount(platform().run.warm_up)),
      all_messages_(platform().run.warm_up),
      bytes_(platform().run.warm_up),
      dropped_(platform().run.warm_up) {
  const bool receives = parameters_.mode == SynchronisationMode::loosely_synchronous;
  if (!receives || parameters_.processes == 1) sockets().reserve_any_to_any(channels());
  if (!receives) consume_all();
  destinations_ = destinations_of_all(traffic_processors(platform()), parameters_.radius);
  for (std::size_t i = 0; i < sockets().size(); ++i) {
    if (receives) {
      early_.emplace_back(sockets().core(i), parameters_.early_messages * parameters_.processes)
          .open(0);
    }
    for (std::uint32_t p = 0; p < parameters_.processes; ++p) start_process(i, p);
  }
}

unsigned Synthetic::channels() const {
  return parameters_.mode == SynchronisationMode::non_blocking ? parameters_.channels : 1;
}

void Synthetic::start_process(std::size_t processor, std::uint32_t process) {
  std::string name = fmt::format("{}/{}", sockets().name(processor), process);
  const std::uint64_t seed = platform().seed;
  Node& node =
      nodes_.emplace_back(Node{processor, nodes_.size(), RandomStream(seed, name + "/compute"),
                               RandomStream(seed, name + "/messages")});
  if (destinations_[processor].size() == 0) return plan_.leave_out();  // cut off by faults
  const auto program =
      parameters_.mode == SynchronisationMode::loosely_synchronous ? &Synthetic::loosely_synchronous
      : parameters_.mode == SynchronisationMode::blocking          ? &Synthetic::blocking
                                                                   : &Synthetic::non_blocking;
  start().start(std::move(name), sockets().core(processor), program, std::ref(*this),
                std::ref(node));
}

void Synthetic::consume_all() {
  for (std::size_t i = 0; i < sockets().size(); ++i) {
    sinks_
        .emplace_back(sockets().core(i),
                      [this](const ReceivedMessage& message, Time now) {
                        count_message(sockets().processor_at(message.channel), message.bytes, now);
                      })
        .consume_each();
  }
}

Program Synthetic::loosely_synchronous(Process& self, Synthetic& all, Node& node) {
  std::vector<PendingSend> sent;
  std::vector<Socket> senders;
  self.on_acknowledged([&all, sender = node.processor](unsigned bytes, Time now) {
    all.count_message(sender, bytes, now);
  });
  for (std::uint64_t iteration = 0;; ++iteration) {
    const Time computing = all.period(node);
    co_await self.compute(computing);
    all.count_computing(node, computing, self.now());
    const ExchangePlan::Iteration& now = all.plan_.at(iteration);
    for (const std::uint32_t receiver : now.receivers[node.number]) {
      const unsigned bytes = all.draw(all.parameters_.message_bytes, node.choices);
      sent.push_back(self.post(all.socket(node.number, receiver), bytes));
    }
    for (const std::uint32_t sender : now.senders[node.number]) {
      senders.push_back(all.socket(node.number, sender));
    }
    all.take_early(node.processor, senders, self.now());
    co_await self.receive_each(senders);
    for (PendingSend& message : sent) co_await message;
    sent.clear();
    senders.clear();
    all.plan_.leave(iteration);
  }
}

// Out of `senders`, what has come already; the room that this makes is for others.
void Synthetic::take_early(std::size_t processor, std::vector<Socket>& senders, Time now) {
  EarlyMessages& early = early_[processor];
  const auto here = [&early](const Socket& sender) { return early.take(sender.channel()); };
  while (std::erase_if(senders, here) != 0) early.open(now);
}

Program Synthetic::blocking(Process& self, Synthetic& all, Node& node) {
  for (;;) {
    const Time computing = all.period(node);
    co_await self.compute(computing);
    all.count_computing(node, computing, self.now());
    for (const std::uint32_t receiver : all.draw_receivers(node)) {
      co_await self.send(all.socket(node.number, receiver),
                         all.draw(all.parameters_.message_bytes, node.choices));
    }
  }
}

Program Synthetic::non_blocking(Process& self, Synthetic& all, Node& node) {
  for (;;) {
    const Time computing = all.period(node);
    co_await self.compute(computing);
    all.count_computing(node, computing, self.now());
    for (const std::uint32_t receiver : all.draw_receivers(node)) {
      const unsigned bytes = all.draw(all.parameters_.message_bytes, node.choices);
      if (all.lets_pass(self)) {
        self.post(all.sockets().idle_to(node.processor, all.processor_of(receiver)), bytes);
        ++all.sent_;
      } else {
        all.dropped_.add(self.now());
      }
    }
  }
}

bool Synthetic::lets_pass(const Process& process) const {
  switch (parameters_.throttle) {
    case Throttle::outstanding: return process.outstanding() < parameters_.limit;
    case Throttle::queue: return process.core().queued_data() < parameters_.limit;
    case Throttle::none: return true;
  }
  return true;
}

// With `spread`, what is left of the first one is as likely to be any part of it.
Time Synthetic::period(Node& node) const {
  const Time drawn = draw_period(node);
  if (std::exchange(node.begun, true) || parameters_.start == WorkloadStart::together) return drawn;
  return node.periods.below(drawn + 1);
}

Time Synthetic::draw_period(Node& node) const {
  switch (parameters_.distribution) {
    case ComputeDistribution::constant: return parameters_.compute;
    case ComputeDistribution::normal:
      return node.periods.normal(
          parameters_.compute,
          static_cast<Time>(std::llround(static_cast<double>(parameters_.compute) *
                                         parameters_.deviation_percent / 100)));
    case ComputeDistribution::exponential:
      return parameters_.compute == 0 ? 0 : node.periods.exponential(parameters_.compute);
  }
  return parameters_.compute;
}

void Synthetic::count_computing(Node& node, Time duration, Time now) const {
  const Time warm_up = platform().run.warm_up;
  if (now > warm_up) node.computed += std::min(duration, now - warm_up);
}

const std::vector<std::uint32_t>& Synthetic::draw_receivers(Node& node) const {
  if (destinations_[node.processor].size() == 0) return node.receivers;
  node.receivers.resize(draw(parameters_.messages, node.choices));
  for (std::uint32_t& receiver : node.receivers) receiver = draw_receiver(node);
  return node.receivers;
}

std::uint32_t Synthetic::draw_receiver(Node& node) const {
  const std::size_t processor = destinations_[node.processor].draw(node.choices);
  const std::uint64_t process =
      parameters_.processes == 1 ? 0 : node.choices.below(parameters_.processes);
  return static_cast<std::uint32_t>(processor * parameters_.processes + process);
}

std::uint32_t Synthetic::draw(const CountRange& range, RandomStream& stream) const {
  if (range.first == range.last) return static_cast<std::uint32_t>(range.first);
  return static_cast<std::uint32_t>(range.first + stream.below(range.last - range.first + 1));
}

// The end at process `from` of its connection with process `to`.
Socket Synthetic::socket(std::size_t from, std::size_t to) {
  const std::size_t here = processor_of(static_cast<std::uint32_t>(from));
  const std::size_t there = processor_of(static_cast<std::uint32_t>(to));
  if (parameters_.mode != SynchronisationMode::loosely_synchronous || parameters_.processes == 1) {
    return sockets().to(here, there);
  }
  const auto found = pairs_.find(std::minmax(from, to));
  if (found != pairs_.end()) return from < to ? found->second.first : found->second.second;
  auto ends = from < to ? sockets().connect(here, there) : sockets().connect(there, here);
  pairs_[std::minmax(from, to)] = ends;
  return from < to ? ends.first : ends.second;
}

void Synthetic::count_message(std::size_t sender, unsigned bytes, Time now) {
  messages_[sender].add(now);
  all_messages_.add(now);
  bytes_.add(now, bytes);
}

std::vector<double> Synthetic::message_rates(Time now) const {
  constexpr double per_millisecond = 1e-3;
  std::vector<double> rates;
  for (const MeasuredCount& count : messages_) rates.push_back(count.rate(now) * per_millisecond);
  return rates;
}

std::optional<SourceCounts> Synthetic::sources() const {
  if (parameters_.mode != SynchronisationMode::non_blocking) return {};
  return SourceCounts{sent_ + dropped_.total(), sent_, all_messages_.total(),
                      outstanding_of_each()};
}

ReportedValues Synthetic::report(Time now) const {
  constexpr double mega = 1e6;
  constexpr double per_millisecond = 1e-3;
  const auto processors = static_cast<double>(messages_.size());
  const std::vector<double> rates = message_rates(now);
  const double mean = all_messages_.rate(now) * per_millisecond / processors;
  double squares = 0;
  for (const double rate : rates) squares += (rate - mean) * (rate - mean);
  double computed = 0;
  for (const Node& node : nodes_) computed += static_cast<double>(node.computed);
  const Time warm_up = platform().run.warm_up;
  const double measured = now > warm_up ? static_cast<double>(now - warm_up) : 1;
  const auto [lowest, highest] = std::minmax_element(rates.begin(), rates.end());
  const std::string per_cpu = "messages per CPU";
  return {
      reported::count("messages", static_cast<double>(all_messages_.measured())),
      reported::rate(per_cpu, mean, Unit::per_millisecond),
      reported::figure(per_cpu, Statistic::lowest, *lowest, Unit::per_millisecond),
      reported::figure(per_cpu, Statistic::highest, *highest, Unit::per_millisecond),
      reported::figure(per_cpu, Statistic::standard_deviation, std::sqrt(squares / processors),
                       Unit::per_millisecond),
      reported::count("messages dropped", static_cast<double>(dropped_.measured())),
      reported::rate("throughput", bytes_.rate(now) / mega, Unit::megabytes_per_second),
      reported::mean("CPU utilisation", 100 * computed / measured / processors, Unit::percent,
                     measured),
  };
}

}  // namespace weft
