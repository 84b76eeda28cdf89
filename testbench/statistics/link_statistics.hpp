// Tokens and utilisation of all links.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "hw/common/time.hpp"
#include "testbench/events/event_stream.hpp"
#include "testbench/statistics/link_meter.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// A LinkMeter at each link end. It costs a call a token: attach it to the links that are asked
/// for.
class LinkStatistics {
 public:
  /// One direction of a link.
  struct Entry {
    Entry(std::string link, Time warm_up) : name(std::move(link)), meter(warm_up) {}

    std::string name;
    LinkMeter meter;
  };

  /// `warm_up` in ps.
  explicit LinkStatistics(Time warm_up = 0) : warm_up_(warm_up) {}

  /// Listens to a link end that transmits tokens; to be called before the run.
  void listen(EventStream& events, const EventSource& link) {
    LinkMeter& meter = links_.emplace_back(link.name, warm_up_).meter;
    events.attach(meter, link, LinkMeter::kinds, EventOrder::as_reported);
  }

  /// In the order of the calls of `listen`.
  const std::deque<Entry>& links() const { return links_; }
  /// Tokens of a kind over all links.
  std::uint64_t tokens(TokenKind kind) const;
  /// Data, EOP, EOM and FCTs over all links: one for each link that a token has crossed.
  std::uint64_t token_hops() const;
  double mean_utilisation(Time now) const;
  /// The link with the highest utilisation, the first of them; null without links.
  const Entry* busiest() const;

  /// Totals; `now` is the end of the run, in ps.
  ReportedValues report(Time now) const;

 private:
  Time warm_up_;
  std::deque<Entry> links_;
};

}  // namespace weft
