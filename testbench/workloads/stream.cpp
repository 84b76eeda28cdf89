#include "testbench/workloads/stream.hpp"

#include <string_view>
#include <utility>

#include "hw/common/random.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

Program sender(Process& self, Socket socket, Time begin, StreamParameters parameters,
               RandomStream stream) {
  if (begin != 0) co_await self.sleep(begin);
  for (std::uint64_t i = 0; parameters.messages == 0 || i < parameters.messages; ++i) {
    co_await self.send(socket, parameters.message_bytes);
    if (parameters.interval == 0) continue;
    const bool fixed = parameters.distribution == IntervalDistribution::fixed;
    co_await self.sleep(fixed ? parameters.interval : stream.exponential(parameters.interval));
  }
}

Program receiver(Process& self, Socket socket, Stream::Direction& direction) {
  for (;;) {
    const ReceivedMessage message = co_await self.receive(socket);
    direction.messages.add(self.now());
    direction.bytes.add(self.now(), message.bytes);
    if (direction.messages.measured() == 1) direction.first = self.now();
    direction.last = self.now();
  }
}

// `name` was checked when the platform was resolved.
std::size_t processor_named(const Platform& platform, std::string_view name,
                            std::size_t otherwise) {
  const auto component = platform.find(name);
  return component ? processor_of(platform, *component).value_or(otherwise) : otherwise;
}

}  // namespace

Stream::Stream(System& system, const StreamParameters& parameters) : Workload(system) {
  const std::size_t from = processor_named(platform(), parameters.from, 0);
  const std::size_t to = processor_named(platform(), parameters.to, sockets().size() - 1);
  add_direction(from, to, 0, parameters);
  if (parameters.bidirectional) add_direction(to, from, parameters.stagger, parameters);
}

void Stream::add_direction(std::size_t from, std::size_t to, Time begin,
                           const StreamParameters& parameters) {
  const Time warm_up = platform().run.warm_up;
  const std::string& source = sockets().name(from);
  const std::string& destination = sockets().name(to);
  Direction& direction = directions_.emplace_back(Direction{
      source + " to " + destination, MeasuredCount(warm_up), MeasuredCount(warm_up), 0, 0});
  const auto [out, in] = sockets().connect(from, to);
  start().start(source + "/sender", sockets().core(from), sender, out, begin, parameters,
                RandomStream(platform().seed, source + "/sender"));
  start().start(destination + "/receiver", sockets().core(to), receiver, in, std::ref(direction));
}

double Stream::Direction::message_rate() const {
  if (!has_rate()) return 0;
  return static_cast<double>(messages.measured() - 1) * static_cast<double>(second) /
         static_cast<double>(last - first);
}

double Stream::Direction::throughput() const {
  if (!has_rate()) return 0;
  return message_rate() * static_cast<double>(bytes.measured()) /
         static_cast<double>(messages.measured());
}

// What has not been measured is left out, or all that may be is told.
ReportedValues Stream::figures(bool all_that_may_be) const {
  constexpr double mega = 1e6;
  ReportedValues values;
  double throughput = 0;
  bool any_rate = false;
  for (const Direction& direction : directions_) {
    const auto add = [&](ReportedValue value) {
      values.push_back(reported::of({Scope::Of::channel, direction.name}, std::move(value)));
    };
    const double rate = direction.throughput() / mega;
    throughput += rate;
    any_rate |= direction.has_rate();
    add(reported::count("messages", static_cast<double>(direction.messages.measured())));
    add(reported::count("bytes", static_cast<double>(direction.bytes.measured()), Unit::bytes));
    if (direction.has_rate() || all_that_may_be) {
      add(reported::rate("message rate", direction.message_rate() / 1e3, Unit::per_millisecond));
      add(reported::rate("throughput", rate, Unit::megabytes_per_second));
    }
    if (direction.messages.measured() == 0 && !all_that_may_be) continue;
    add(reported::single("last message at", static_cast<double>(direction.last) / microsecond,
                         Unit::microseconds));
  }
  if (any_rate || all_that_may_be) {
    values.push_back(reported::rate("throughput", throughput, Unit::megabytes_per_second));
  }
  return values;
}

}  // namespace weft
