#include "hw/hypercube/shared_link.hpp"

#include <algorithm>

#include "hw/hypercube/ticks.hpp"

namespace weft {

namespace {

bool is_message(const HypercubeAge& age) { return age.created != never; }

}  // namespace

HypercubeSharedLink::HypercubeSharedLink(const HypercubeChipParameters& parameters, bool decides)
    : decides_(decides),
      by_age_(parameters.precedence == HypercubePrecedence::creation),
      tick_(parameters.tick),
      lead_(parameters.lead()),
      lag_((parameters.arbitration_ticks - 1) * parameters.tick) {}

bool HypercubeSharedLink::asks(HypercubeAge first, Time now) {
  if (first == own_.last()) return false;
  own_.tell(first, now, now + tick_);
  return true;
}

void HypercubeSharedLink::far_asks(HypercubeAge first, Time now) {
  far_.tell(first, now, now + tick_);
}

void HypercubeSharedLink::released(Time free, Time now) { free_.tell(free, now, now + tick_); }

Time HypercubeSharedLink::decides_at() const {
  const Time free = free_.last();
  return free == never ? never : earlier_by(free, lead_) + tick_;
}

HypercubeSharedLink::Winner HypercubeSharedLink::decide(Time now) {
  if (!decides_ || free_.changes(now) != never || decides_at() > now) return Winner::none;
  const HypercubeAge own = own_.at(now);
  const HypercubeAge far = far_.at(now);
  if (!is_message(own) && !is_message(far)) return Winner::none;
  const bool own_first = by_age_ ? own < far : !own_sent_last_;
  const bool own_wins = is_message(own) && (own_first || !is_message(far));
  own_sent_last_ = own_wins;
  free_ = Told<Time>(never);
  return own_wins ? Winner::own : Winner::far;
}

void HypercubeSharedLink::granted(Time begin, Time now) {
  granted_ = now + tick_;
  begin_ = begin;
}

std::optional<Time> HypercubeSharedLink::take(Time now) {
  if (granted_ > now) return std::nullopt;
  granted_ = never;
  return begin_;
}

Time HypercubeSharedLink::next_event(Time now) const {
  Time next = std::min({own_.changes(now), far_.changes(now), granted_});
  if (!decides_) return next;
  next = std::min(next, free_.changes(now));
  if (is_message(own_.last()) || is_message(far_.last())) {
    if (const Time at = decides_at(); at > now) next = std::min(next, at);
  }
  return next;
}

}  // namespace weft
