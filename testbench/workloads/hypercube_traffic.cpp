#include "testbench/workloads/hypercube_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "hw/common/kernel_time.hpp"
#include "platforms/components/hypercube_nodes.hpp"

namespace weft {
namespace {

template <class Number>
double in_us(Number time) {
  return static_cast<double>(time) / static_cast<double>(microsecond);
}

ReportedValue mean_of(const char* quantity, const Distribution& times) {
  return reported::mean(quantity, in_us(times.mean()), Unit::microseconds,
                        static_cast<double>(times.count()));
}

}  // namespace

HypercubeTraffic::Source::Source(HypercubeTraffic& traffic, unsigned node,
                                 HypercubeMessages& messages)
    : traffic_(&traffic),
      node_(node),
      messages_(&messages),
      random_(traffic.platform().seed, fmt::format("hypercube traffic of node {}", node)),
      next_(WheelEntry::calling<&Source::generate>(this, Phase::act)) {
  messages.tell(*this);
  const Time mean = traffic.parameters_.interval_ticks;
  const Time first = traffic.parameters_.start == HypercubeStart::in_step
                         ? traffic.interval(random_)
                         : random_.below(mean) * traffic.tick_;
  traffic.wheel_->schedule(next_, first);
}

const HypercubeTraffic::Sent* HypercubeTraffic::Source::find(std::uint16_t type) const {
  const auto found = on_their_way_.find(type);
  return found == on_their_way_.end() ? nullptr : &found->second;
}

void HypercubeTraffic::Source::generate() {
  const Time now = traffic_->wheel_->now();
  const auto nodes = traffic_->sources_.size();
  auto destination = static_cast<unsigned>(random_.below(nodes - 1));
  if (destination >= node_) ++destination;
  const auto bytes =
      static_cast<std::uint32_t>(random_.exponential(traffic_->parameters_.mean_bytes));
  const auto type = static_cast<std::uint16_t>(generated_);
  if (!on_their_way_.try_emplace(type, Sent{destination, bytes, generated_, now}).second) {
    throw std::runtime_error(fmt::format(
        "65536 messages of node {} are on their way: their types tell no more apart", node_));
  }
  messages_->send(destination, type, traffic_->bytes_of(node_, generated_, bytes), now);
  traffic_->byte_hops_ +=
      std::uint64_t{bytes} * static_cast<unsigned>(std::popcount(node_ ^ destination));
  traffic_->last_generated_ = now;
  traffic_->generated_.add(now);
  ++generated_;
  if (!ended()) traffic_->wheel_->schedule(next_, now + traffic_->interval(random_));
}

void HypercubeTraffic::Source::received(const HypercubeArrival& message) {
  traffic_->arrived(node_, message);
}

void HypercubeTraffic::Source::leaves(const HypercubeDeparture& message) {
  const Time now = kernel_time();
  if (now < traffic_->warm_up()) return;
  ++left_;
  waited_ += message.leaves - message.queued;
  traffic_->source_wait_.add(now, message.leaves - message.queued);
}

HypercubeTraffic::HypercubeTraffic(System& system, const HypercubeTrafficParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      wheel_(&system.wheel()),
      generated_(warm_up()),
      arrived_(warm_up()) {
  const HypercubeChipParameters chip =
      hypercube_parameters(platform(), hypercube_nodes_of(platform()).front());
  tick_ = chip.tick;
  byte_ticks_ = chip.byte_ticks;
  if (chip.arbitration == HypercubeArbitration::paid) paid_ticks_ = chip.arbitration_ticks;
  for (const auto& [component, messages] : system.all<HypercubeMessages>()) {
    sources_.emplace_back(*this, *hypercube_node_of(platform(), component), *messages);
  }
}

// One tick at least, so that a source never sends two at a time.
Time HypercubeTraffic::interval(RandomStream& random) const {
  const std::uint64_t mean = parameters_.interval_ticks;
  const double half = static_cast<double>(mean) / 2;
  const bool varies = parameters_.half_of_mean == HypercubeHalfOfMean::deviation;
  const auto deviation = static_cast<std::uint64_t>(std::llround(varies ? half : std::sqrt(half)));
  return std::max<Time>(random.normal(mean, deviation), 1) * tick_;
}

std::vector<std::uint8_t> HypercubeTraffic::bytes_of(unsigned node, std::uint64_t number,
                                                     std::uint32_t count) const {
  RandomStream content(std::uint64_t{node} << 32 | number, "bytes");
  constexpr unsigned word = 8;
  std::vector<std::uint8_t> bytes((std::size_t{count} + word - 1) / word * word);
  for (std::size_t i = 0; i < bytes.size(); i += word) {
    const std::uint64_t drawn = content();
    for (unsigned byte = 0; byte < word; ++byte) {
      bytes[i + byte] = static_cast<std::uint8_t>(drawn >> 8 * byte);
    }
  }
  bytes.resize(count);
  return bytes;
}

void HypercubeTraffic::arrived(unsigned node, const HypercubeArrival& message) {
  Source* source = message.source < sources_.size() ? &sources_[message.source] : nullptr;
  const Sent* sent = source == nullptr ? nullptr : source->find(message.type);
  if (sent == nullptr || sent->destination != node || sent->bytes != message.bytes.size() ||
      bytes_of(message.source, sent->number, sent->bytes) != message.bytes) {
    ++damaged_;
    return;
  }
  const Time now = kernel_time();
  arrived_.add(now);
  if (now >= warm_up()) {
    last_arrived_ = now;
    first_.add(now, message.first - sent->queued);
    last_.add(now, message.last - sent->queued);
  }
  source->forget(message.type);
}

// Section 6: 2 M L ticks for M bytes over L links, of all messages, over those of all links up to
// the last generation. A link that carries both directions at a time is two.
double HypercubeTraffic::ideal_utilisation() const {
  const bool both =
      hypercube_parameters(platform(), hypercube_nodes_of(platform()).front()).links ==
      HypercubeLinks::bidirectional;
  const double links = static_cast<double>(platform().links.size()) * (both ? 2 : 1);
  const double ticks = static_cast<double>(last_generated_) / static_cast<double>(tick_);
  return ticks == 0 ? 0 : static_cast<double>(byte_hops_) * byte_ticks_ / (links * ticks);
}

ReportedValues HypercubeTraffic::report(Time) const {
  if (damaged_ != 0) {
    throw std::runtime_error(
        fmt::format("{} messages have arrived that were not sent like that", damaged_));
  }
  ReportedValues values;
  if (last_.count() != 0) add_arrivals(values);
  if (source_wait_.count() != 0) add_waits(values);
  values.push_back(
      reported::single("ideal link utilisation", 100 * ideal_utilisation(), Unit::percent));
  values.push_back(
      reported::single("messages of each node", static_cast<double>(parameters_.messages)));
  values.push_back(
      reported::single("start spread", parameters_.start == HypercubeStart::spread ? 1 : 0));
  values.push_back(reported::single("arbitration ticks paid", paid_ticks_));
  values.push_back(
      reported::count("messages generated", static_cast<double>(generated_.measured())));
  values.push_back(reported::count("messages arrived", static_cast<double>(arrived_.measured())));
  values.push_back(reported::single("last generation", in_us(last_generated_), Unit::microseconds));
  return values;
}

// Of all messages, and of the sources at which they wait least and longest.
void HypercubeTraffic::add_waits(ReportedValues& values) const {
  values.push_back(mean_of("wait at source", source_wait_.distribution()));
  std::vector<double> means;
  for (const Source& source : sources_) {
    if (const auto mean = source.mean_wait()) means.push_back(*mean);
  }
  const auto [least, most] = std::minmax_element(means.begin(), means.end());
  values.push_back(
      reported::figure("wait at source", Statistic::lowest, in_us(*least), Unit::microseconds));
  values.push_back(
      reported::figure("wait at source", Statistic::highest, in_us(*most), Unit::microseconds));
}

void HypercubeTraffic::add_arrivals(ReportedValues& values) const {
  const Distribution& first = first_.distribution();
  const Distribution& last = last_.distribution();
  values.push_back(mean_of("first arrival", first));
  values.push_back(mean_of("last arrival", last));
  values.push_back(reported::mean("first to last arrival", in_us(last.mean() - first.mean()),
                                  Unit::microseconds, static_cast<double>(last.count())));
  values.push_back(reported::figure("last arrival", Statistic::maximum,
                                    in_us(static_cast<double>(last.maximum())),
                                    Unit::microseconds));
  values.push_back(
      reported::single("end of the last message", in_us(last_arrived_), Unit::microseconds));
}

ReportedValues HypercubeTraffic::may_report() const {
  ReportedValues values;
  for (const char* quantity :
       {"first arrival", "last arrival", "first to last arrival", "wait at source"}) {
    values.push_back(reported::mean(quantity, 0, Unit::microseconds, 0));
  }
  values.push_back(reported::figure("last arrival", Statistic::maximum, 0, Unit::microseconds));
  for (const Statistic statistic : {Statistic::lowest, Statistic::highest}) {
    values.push_back(reported::figure("wait at source", statistic, 0, Unit::microseconds));
  }
  values.push_back(reported::single("end of the last message", 0, Unit::microseconds));
  return values;
}

std::optional<SourceCounts> HypercubeTraffic::sources() const {
  SourceCounts counts;
  counts.at_end = true;
  for (const Source& source : sources_) {
    counts.offered += source.generated();
    counts.waiting.push_back(source.waiting());
    counts.at_end = counts.at_end && source.ended();
  }
  counts.accepted = counts.offered;
  counts.delivered = arrived_.total();
  return counts;
}

}  // namespace weft
