#include "testbench/statistics/link_statistics.hpp"

#include <algorithm>

namespace weft {

std::uint64_t LinkStatistics::tokens(TokenKind kind) const {
  std::uint64_t sum = 0;
  for (const Entry& link : links_) sum += link.meter.tokens(kind);
  return sum;
}

std::uint64_t LinkStatistics::token_hops() const {
  return tokens(TokenKind::data) + tokens(TokenKind::eop) + tokens(TokenKind::eom) +
         tokens(TokenKind::fct);
}

double LinkStatistics::mean_utilisation(Time now) const {
  if (links_.empty()) return 0;
  double sum = 0;
  for (const Entry& link : links_) sum += link.meter.utilisation(now);
  return sum / static_cast<double>(links_.size());
}

const LinkStatistics::Entry* LinkStatistics::busiest() const {
  const auto found = std::max_element(
      links_.begin(), links_.end(),
      [](const Entry& a, const Entry& b) { return a.meter.busy() < b.meter.busy(); });
  return found == links_.end() ? nullptr : &*found;
}

ReportedValues LinkStatistics::report(Time now) const {
  ReportedValues values;
  for (const TokenKind kind : {TokenKind::data, TokenKind::eop, TokenKind::eom, TokenKind::fct}) {
    values.push_back(
        reported::count(std::string("tokens ") + name_of(kind), static_cast<double>(tokens(kind))));
  }
  values.push_back(reported::count("token hops", static_cast<double>(token_hops())));
  const double measured = now > warm_up_ ? static_cast<double>(now - warm_up_) : 0;
  values.push_back(
      reported::mean("link utilisation", 100 * mean_utilisation(now), Unit::percent, measured));
  if (const Entry* link = busiest()) {
    values.push_back(
        reported::of({Scope::Of::link, link->name},
                     reported::figure("link utilisation", Statistic::highest,
                                      100 * link->meter.utilisation(now), Unit::percent)));
  }
  return values;
}

}  // namespace weft
