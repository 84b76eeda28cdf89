#include "testbench/workloads/hypercube_pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "platforms/components/hypercube_nodes.hpp"

namespace weft {
namespace {

HypercubeMessages& messages_of(System& system, unsigned node) {
  for (const auto& [component, messages] : system.all<HypercubeMessages>()) {
    if (hypercube_node_of(system.platform(), component) == node) return *messages;
  }
  throw std::logic_error(fmt::format("no hypercube node {}", node));
}

}  // namespace

HypercubePair::Message::Message(System& system, HypercubePair& pair, const char* name,
                                unsigned from, unsigned to, std::uint64_t bytes)
    : pair_(&pair),
      name_(name),
      from_(&messages_of(system, from)),
      source_(from),
      to_(to),
      bytes_(bytes) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    bytes_[i] = static_cast<std::uint8_t>(i * 7 + from);
  }
  messages_of(system, to).tell(*this);
}

void HypercubePair::Message::send(Time now) {
  queued_ = now;
  under_way_ = true;
  ++sent_;
  from_->send(to_, 0, bytes_, now);
}

void HypercubePair::Message::received(const HypercubeArrival& message) {
  if (message.source != source_ || message.bytes != bytes_) pair_->damaged_ = true;
  arrivals_.push_back({message.first - queued_, message.last - queued_});
  under_way_ = false;
  pair_->go_on();
}

void HypercubePair::Message::add_to(ReportedValues& values, Time tick) const {
  const std::string beside[] = {"alone", "beside the other"};
  for (std::size_t i = 0; i < arrivals_.size(); ++i) {
    const auto in_ticks = [tick](Time time) {
      return static_cast<double>(time) / static_cast<double>(tick);
    };
    values.push_back(reported::single(fmt::format("ticks of the {} message {}", name_, beside[i]),
                                      in_ticks(arrivals_[i].last)));
    values.push_back(
        reported::single(fmt::format("ticks to the first of the {} message {}", name_, beside[i]),
                         in_ticks(arrivals_[i].first)));
  }
  if (arrivals_.size() < 2) return;
  values.push_back(reported::single(
      fmt::format("{} message beside the other", name_),
      100 * static_cast<double>(arrivals_[1].last) / static_cast<double>(arrivals_[0].last),
      Unit::percent));
}

HypercubePair::HypercubePair(System& system, const HypercubePairParameters& parameters)
    : Workload(system),
      wheel_(&system.wheel()),
      tick_(hypercube_parameters(platform(), hypercube_nodes_of(platform()).front()).tick),
      next_(WheelEntry::calling<&HypercubePair::send>(this, Phase::act)),
      messages_{Message(system, *this, "long", 1, 7, parameters.long_bytes),
                Message(system, *this, "short", 0, 3, parameters.short_bytes)} {
  wheel_->schedule(next_, 0);
}

// When the last byte of a round is in, its links are soon free.
void HypercubePair::go_on() {
  if (messages_[0].under_way() || messages_[1].under_way() || round_ == 3) return;
  wheel_->schedule(next_, wheel_->now() + 100 * tick_);
}

void HypercubePair::send() {
  const unsigned round = round_++;
  for (unsigned i = 0; i < messages_.size(); ++i) {
    if (round == 2 || round == i) messages_[i].send(wheel_->now());
  }
}

ReportedValues HypercubePair::report(Time) const {
  if (damaged_) throw std::runtime_error("a message has arrived that was not sent like that");
  ReportedValues values;
  for (const Message& message : messages_) message.add_to(values, tick_);
  return values;
}

ReportedValues HypercubePair::may_report() const {
  ReportedValues values;
  for (const char* name : {"long", "short"}) {
    for (const char* beside : {"alone", "beside the other"}) {
      values.push_back(
          reported::single(fmt::format("ticks of the {} message {}", name, beside), 0));
      values.push_back(reported::single(
          fmt::format("ticks to the first of the {} message {}", name, beside), 0));
    }
    values.push_back(
        reported::single(fmt::format("{} message beside the other", name), 0, Unit::percent));
  }
  return values;
}

std::optional<SourceCounts> HypercubePair::sources() const {
  SourceCounts counts;
  counts.at_end = round_ == 3;
  for (const Message& message : messages_) {
    counts.offered += message.sent();
    counts.waiting.push_back(message.under_way() ? 1 : 0);
  }
  counts.accepted = counts.offered;
  counts.delivered = counts.offered - counts.waiting[0] - counts.waiting[1];
  return counts;
}

}  // namespace weft
