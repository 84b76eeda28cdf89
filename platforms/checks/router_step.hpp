// One step of packets through a C104, for many headers at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "platforms/checks/channels.hpp"
#include "platforms/checks/range_set.hpp"
#include "platforms/components/c104_tables.hpp"

namespace weft {

/// Packets to `headers`, each with its header first, or with a random header in front of it.
struct Packets {
  std::span<const HeaderRange> headers;
  const HeaderRange* random = nullptr;  ///< Null: nothing in front.
};

/// What to do with packets that come in at a router. A visitor hides what it wants to know.
struct RouterVisitor {
  /// A hunt group is asked for; `leave` follows for each of its links.
  void request(const Interval&, const Packets&) {}
  void leave(ChannelId, const Packets&) {}
  /// Something is wrong: no interval, an invalid one, a link that is not connected, ...
  void lose(std::span<const HeaderRange>) {}
  /// Discarded because of a fault, or all links of a hunt group are dead.
  void fail(std::span<const HeaderRange>) {}
};

/// Sends what comes in by a channel, whose end must be a C104, through its table to the channels of
/// all links of the hunt groups. Packets are those that the channel carries: a random header that
/// is put in front at the input is put there by this.
template <typename Visitor>
class RouterStep {
 public:
  RouterStep(const Channels& channels, ChannelId channel, Visitor& visitor)
      : channels_(&channels),
        component_(channels.to(channel).component),
        router_(channels.router(component_)),
        visitor_(&visitor) {
    const unsigned port = channels.to(channel).port;
    table_ = &router_->tables[router_->table_of_link[port]];
    input_ = &router_->per_link[port];
  }

  /// Packets whose own headers are first.
  void plain(std::span<const HeaderRange> headers) {
    if (headers.empty()) return;
    if (!input_->random_header) {
      route(headers);
      return;
    }
    const HeaderRange drawn{input_->random_base, input_->random_base + input_->random_range - 1};
    route({&drawn, 1}, headers);
  }

  /// Packets to any of `headers`, each behind any of `randoms`.
  void random(std::span<const HeaderRange> randoms, std::span<const HeaderRange> headers) {
    if (headers.empty()) return;
    if (input_->random_header) {
      visitor_->lose(headers);
    } else {
      route(randoms, headers);
    }
  }

 private:
  // Calls `take(piece, interval)` for the pieces into which the table cuts the ranges; `interval`
  // is null where there is none.
  template <typename Take>
  void cut(std::span<const HeaderRange> ranges, Take take) const {
    const auto& intervals = table_->intervals;
    for (HeaderRange rest : ranges) {
      auto interval = std::upper_bound(
          intervals.begin(), intervals.end(), rest.first,
          [](std::uint32_t value, const Interval& entry) { return value < entry.limit; });
      for (; interval != intervals.end() && interval->limit <= rest.last; ++interval) {
        take(HeaderRange{rest.first, interval->limit - 1}, &*interval);
        rest.first = interval->limit;
      }
      take(rest, interval == intervals.end() ? nullptr : &*interval);
    }
  }

  void route(std::span<const HeaderRange> headers) {
    cut(headers, [this](HeaderRange piece, const Interval* interval) {
      const std::span<const HeaderRange> pieces(&piece, 1);
      if (interval != nullptr && interval->action == IntervalAction::route) {
        request(*interval, {pieces, nullptr});
      } else {
        drop(interval, pieces);
      }
    });
  }

  void route(std::span<const HeaderRange> randoms, std::span<const HeaderRange> headers) {
    cut(randoms, [this, headers](HeaderRange piece, const Interval* interval) {
      if (interval != nullptr && interval->action == IntervalAction::route) {
        request(*interval, {headers, &piece});
      } else if (interval != nullptr && interval->action == IntervalAction::strip) {
        route(headers);
      } else {
        drop(interval, headers);
      }
    });
  }

  void drop(const Interval* interval, std::span<const HeaderRange> headers) {
    const bool is_fault =
        interval != nullptr && interval->action == IntervalAction::discard && is_faulty(*interval);
    if (is_fault) {
      visitor_->fail(headers);
    } else {
      visitor_->lose(headers);
    }
  }

  bool is_faulty(const Interval& interval) const {
    const auto index = static_cast<std::size_t>(&interval - table_->intervals.data());
    return index < table_->faulty.size() && table_->faulty[index];
  }

  void request(const Interval& interval, const Packets& packets) {
    visitor_->request(interval, packets);
    bool has_live = false;
    for (unsigned i = 0; i < interval.group_size; ++i) {
      const unsigned port = interval.first_link + i;
      const ChannelId next = channels_->at({component_, port});
      const bool deleted = router_->per_link[port].delete_header;
      if (next != no_channel && channels_->is_dead(next)) continue;
      has_live = true;
      if (next == no_channel || (deleted && packets.random == nullptr)) {
        visitor_->lose(packets.headers);
      } else {
        visitor_->leave(next, deleted ? Packets{packets.headers, nullptr} : packets);
      }
    }
    if (!has_live) visitor_->fail(packets.headers);
  }

  const Channels* channels_;
  std::size_t component_;
  const RouterTables* router_;
  Visitor* visitor_;
  const RoutingTable* table_ = nullptr;
  const C104LinkParameters* input_ = nullptr;
};

}  // namespace weft
