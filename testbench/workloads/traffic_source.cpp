#include "testbench/workloads/traffic_source.hpp"

namespace weft {
namespace {

bool within(const std::vector<unsigned>& a, const std::vector<unsigned>& b, unsigned radius) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    if ((a[d] > b[d] ? a[d] - b[d] : b[d] - a[d]) > radius) return false;
  }
  return true;
}

}  // namespace

Destinations::Destinations(const Platform& platform, std::size_t processor, unsigned radius)
    : self_(processor), all_(platform.processors.size()) {
  is_listed_ = radius != 0 || !platform.unreachable.empty();
  if (!is_listed_) return;
  const std::vector<unsigned>& here = platform.processors[processor].coordinates;
  for (std::size_t i = 0; i < all_; ++i) {
    if (i == processor || !platform.can_talk(processor, i)) continue;
    if (radius != 0 && !within(here, platform.processors[i].coordinates, radius)) continue;
    listed_.push_back(static_cast<std::uint32_t>(i));
  }
}

std::size_t Destinations::draw(RandomStream& stream) const {
  if (is_listed_) return listed_[stream.below(listed_.size())];
  const std::size_t drawn = stream.below(all_ - 1);
  return drawn < self_ ? drawn : drawn + 1;
}

Time TrafficSource::first_interval() {
  if (parameters_->distribution == IntervalDistribution::exponential) return interval();
  return stream_.below(parameters_->interval);
}

Time TrafficSource::interval() {
  if (parameters_->distribution == IntervalDistribution::fixed) return parameters_->interval;
  return stream_.exponential(parameters_->interval);
}

unsigned TrafficSource::message_bytes() {
  const CountRange& range = parameters_->message_bytes;
  return static_cast<unsigned>(range.first + stream_.below(range.last - range.first + 1));
}

}  // namespace weft
