#include "testbench/families/dslinks/loss_on_links.hpp"

#include "rtl/dslink/link_pins.hpp"

namespace weft {
namespace {

LinkAccount account_of(const LinkProbe& probe, Time now) {
  return probe.core != nullptr ? probe.core->account(now) : probe.pins->account(now);
}

bool has_tokens(const LinkProbe& probe) { return probe.core != nullptr || probe.pins != nullptr; }

}  // namespace

LinkTraffic lost_on_the_way(const LinkProbe& from, const LinkProbe& to, Time now) {
  if (!has_tokens(from) || !has_tokens(to)) return to.lost == nullptr ? LinkTraffic{} : *to.lost;
  return lost_between(account_of(from, now), account_of(to, now));
}

}  // namespace weft
