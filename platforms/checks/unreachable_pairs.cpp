#include "platforms/checks/unreachable_pairs.hpp"

#include <utility>

#include "platforms/checks/channel_dependencies.hpp"
#include "platforms/checks/header_owners.hpp"
#include "platforms/checks/router_step.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

// Headers of each channel that get discarded later on: by channel, with their own header first
// (index 0) or behind a random one (1).
class Failures {
 public:
  explicit Failures(const HeaderFlow& flow)
      : flow_(&flow),
        leading_to_(channel_dependencies(flow).reversed()),
        failing_{std::vector<RangeSet>(flow.channels().count()),
                 std::vector<RangeSet>(flow.channels().count())} {
    for (std::size_t i = 0; i < flow.channels().count(); ++i) look(static_cast<ChannelId>(i));
    while (!open_.empty()) {
      const ChannelId channel = open_.back();
      open_.pop_back();
      for (const ChannelId before : leading_to_.next(channel)) look(before);
    }
  }

  const RangeSet& plain(ChannelId channel) const { return failing_[0][channel]; }
  std::uint64_t looks() const { return looks_; }

 private:
  struct Collector : RouterVisitor {
    Collector(const Failures& known, RangeSet& headers) : failures(&known), failing(&headers) {}
    void leave(ChannelId next, const Packets& packets) {
      const RangeSet& later = failures->failing_[packets.random != nullptr ? 1 : 0][next];
      if (later.empty()) return;
      for (const HeaderRange& range : packets.headers) failing->add(later.within(range).ranges());
    }
    void fail(std::span<const HeaderRange> headers) { failing->add(headers); }
    const Failures* failures;
    RangeSet* failing;
  };

  // What fails on a channel, by what is known of those behind it.
  void look(ChannelId channel) {
    if (flow_->channels().router(flow_->channels().to(channel).component) == nullptr) return;
    ++looks_;
    RangeSet plain;
    Collector first(*this, plain);
    RouterStep(flow_->channels(), channel, first).plain(flow_->plain(channel).ranges());
    RangeSet random;
    Collector behind(*this, random);
    const RandomPackets& packets = flow_->random(channel);
    RouterStep(flow_->channels(), channel, behind)
        .random(packets.randoms.ranges(), packets.headers.ranges());
    if (plain == failing_[0][channel] && random == failing_[1][channel]) return;
    failing_[0][channel] = std::move(plain);
    failing_[1][channel] = std::move(random);
    open_.push_back(channel);
  }

  const HeaderFlow* flow_;
  Digraph leading_to_;
  std::vector<RangeSet> failing_[2];
  std::vector<ChannelId> open_;
  std::uint64_t looks_ = 0;
};

}  // namespace

UnreachablePairs unreachable_pairs(const HeaderFlow& flow) {
  UnreachablePairs found;
  const Channels& channels = flow.channels();
  if (flow.failed().empty() && !channels.has_dead()) return found;
  const Platform& platform = channels.platform();
  const Failures failures(flow);
  found.looks = failures.looks();
  const HeaderOwners owners(platform);
  for (std::size_t source = 0; source < processors_of(platform).size(); ++source) {
    const Processor& processor = processors_of(platform)[source];
    RangeSet failing;
    bool cut_off = processor.links > 0;  // all its links are dead
    for (unsigned port = 0; port < processor.links; ++port) {
      const ChannelId channel = channels.at({processor.component, port});
      if (channel == no_channel || channels.is_dead(channel)) continue;
      cut_off = false;
      failing.add(failures.plain(channel).ranges());
    }
    if (cut_off) failing = flow.headers_for(processor);
    for (const std::size_t destination : owners.of(failing))
      found.pairs.push_back({source, destination});
  }
  return found;
}

}  // namespace weft
