#include "platforms/routing/interval_labelling.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "platforms/components/c104_tables.hpp"

namespace weft {
namespace {

Interval interval_of(const Route& route) {
  if (route.action == RouteAction::unreachable) return {0, IntervalAction::discard, 0, 0};
  return {0, IntervalAction::route, route.links.first_link, route.links.size};
}

// Adds an interval, or moves the limit of the last one if it does the same.
void append(std::vector<Interval>& table, const Interval& interval) {
  const bool same = !table.empty() && table.back().action == interval.action &&
                    table.back().first_link == interval.first_link &&
                    table.back().group_size == interval.group_size;
  if (same) {
    table.back().limit = interval.limit;
  } else {
    table.push_back(interval);
  }
}

// Has it several links to choose from? `Stretch` is private to the labelling.
template <class Stretch>
bool is_shared(const Stretch& stretch) {
  return stretch.route.action == RouteAction::links && stretch.route.links.size > 1;
}

}  // namespace

IntervalLabelling::IntervalLabelling(const Routing& routing, const PortPlan& ports,
                                     std::vector<HeaderOwner> owners, bool grouped,
                                     std::uint32_t random_base)
    : routing_(&routing),
      lanes_(ports),
      owners_(std::move(owners)),
      grouped_(grouped),
      random_base_(random_base) {
  const std::vector<std::size_t> order = routing.label_order();
  std::vector<std::size_t> label_of(routing.topology().size(), 0);
  for (std::size_t label = 0; label < order.size(); ++label) label_of[order[label]] = label;
  for (const HeaderOwner& owner : owners_) label_of_owner_.push_back(label_of[owner.router]);
  in_order_ = std::is_sorted(label_of_owner_.begin(), label_of_owner_.end());
  std::size_t owner = 0;
  for (std::size_t label = 0; label <= order.size(); ++label) {
    while (owner < owners_.size() && label_of_owner_[owner] < label) ++owner;
    first_owner_.push_back(owner);
  }
}

std::vector<IntervalLabelling::Stretch> IntervalLabelling::stretches(
    const std::vector<Route>& routes) const {
  std::vector<Stretch> result;
  if (in_order_) {
    std::size_t first = 0;
    for (const Route& route : routes) {
      const std::size_t last = first_owner_[route.limit];
      if (last > first) result.push_back({first, last, route});
      first = last;
    }
    return result;
  }
  for (std::size_t owner = 0; owner < owners_.size(); ++owner) {
    const auto route = std::upper_bound(
        routes.begin(), routes.end(), label_of_owner_[owner],
        [](std::size_t label, const Route& candidate) { return label < candidate.limit; });
    result.push_back({owner, owner + 1, *route});
  }
  return result;
}

// Splits stretches that leave by several links: packets for a label take the same one of them, the
// next one for the next label, and by the next input link.
void IntervalLabelling::spread(std::vector<Stretch>& stretches, unsigned input) const {
  std::vector<Stretch> result;
  for (const Stretch& stretch : stretches) {
    if (!is_shared(stretch)) {
      result.push_back(stretch);
      continue;
    }
    const HuntGroup group = stretch.route.links;
    for (std::size_t owner = stretch.first; owner < stretch.last; ++owner) {
      const auto link = static_cast<unsigned>((input + label_of_owner_[owner]) % group.size);
      Route route = stretch.route;
      route.links = {group.first_link + link, 1};
      result.push_back({owner, owner + 1, route});
    }
  }
  stretches = std::move(result);
}

// Splits stretches that leave by several links, so that each link has as many destinations.
void IntervalLabelling::share_out(std::vector<Stretch>& stretches) const {
  std::map<unsigned, std::pair<std::size_t, std::size_t>> owners;  // by first link: all, so far
  for (const Stretch& stretch : stretches) {
    if (is_shared(stretch)) {
      owners[stretch.route.links.first_link].first += stretch.last - stretch.first;
    }
  }
  std::vector<Stretch> result;
  for (const Stretch& stretch : stretches) {
    if (!is_shared(stretch)) {
      result.push_back(stretch);
      continue;
    }
    const HuntGroup group = stretch.route.links;
    auto& [all, so_far] = owners[group.first_link];
    for (std::size_t owner = stretch.first; owner < stretch.last; ++owner, ++so_far) {
      const auto link = static_cast<unsigned>(so_far * group.size / all);
      Route route = stretch.route;
      route.links = {group.first_link + link, 1};
      result.push_back({owner, owner + 1, route});
    }
  }
  stretches = std::move(result);
}

void IntervalLabelling::add(std::vector<Interval>& table, std::size_t last_owner,
                            Interval interval) const {
  interval.limit =
      last_owner < owners_.size() ? owners_[last_owner].min_header : owners_.back().max_header + 1;
  append(table, interval);
}

void IntervalLabelling::add_random_routes(std::vector<Interval>& table, std::size_t router) const {
  for (const Route& route : routing_->random_routes(lanes_, router)) {
    Interval interval = interval_of(route);
    if (route.action == RouteAction::here) interval = {0, IntervalAction::strip, 0, 0};
    interval.limit = random_base_ + static_cast<std::uint32_t>(route.limit);
    append(table, interval);
  }
}

RoutingTable IntervalLabelling::table(std::size_t router, unsigned kind, unsigned input) const {
  RoutingTable result;
  std::vector<Interval>& table = result.intervals.own_intervals();
  std::vector<Stretch> ways = stretches(routing_->routes(lanes_, router, kind));
  if (!grouped_ && routing_->spreads_by_input()) {
    spread(ways, input);
  } else if (!grouped_) {
    share_out(ways);
  }
  for (const Stretch& way : ways) {
    if (way.route.action != RouteAction::here) {
      add(table, way.last, interval_of(way.route));
      continue;
    }
    for (std::size_t owner = way.first; owner < way.last; ++owner) {
      const HuntGroup& exit = owners_[owner].exit;
      if (owners_[owner].router == router) {
        add(table, owner + 1, {0, IntervalAction::route, exit.first_link, exit.size});
      } else {  // of another router; nobody comes here for it
        const Interval nobody{0, IntervalAction::discard, 0, 0};
        add(table, owner + 1, table.empty() ? nobody : table.back());
      }
    }
  }
  if (routing_->is_random()) add_random_routes(table, router);
  table.shrink_to_fit();
  for (const Interval& interval : table) {
    result.faulty.push_back(interval.action == IntervalAction::discard);
  }
  return result;
}

}  // namespace weft
