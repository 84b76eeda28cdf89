#include "platforms/checks/header_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/c104/interval_table.hpp"
#include "platforms/checks/connected_parts.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/routing/connections.hpp"

namespace weft {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// Where a packet can get to in one hop.
struct Arrival {
  std::size_t component = 0;
  std::size_t table = none;  // of all routers' tables; none at anything but a router
  const C104LinkParameters* random_header = nullptr;  // one is put in front there
  bool header_deleted = false;                        // on leaving

  friend bool operator==(const Arrival&, const Arrival&) = default;
};

// One interval of a table of a router.
struct Way {
  std::uint32_t limit = 0;
  IntervalAction action = IntervalAction::route;
  std::vector<Arrival> arrivals;  // each once
  unsigned unconnected_link = 0;  // valid if `is_unconnected`
  bool is_unconnected = false;
  bool is_faulty = false;  // discards because of a fault, which is no error
};

struct Table {
  std::size_t component = 0;
  const Place* place = nullptr;
  std::vector<Way> ways;
};

// A packet that comes in at a table: with the header looked for, or with a random one before it.
struct State {
  std::size_t table = 0;
  bool random = false;
  HeaderRange random_range;

  friend bool operator==(const State& a, const State& b) {
    return a.table == b.table && a.random == b.random &&
           a.random_range.first == b.random_range.first;
  }
  friend bool operator<(const State& a, const State& b) {
    return std::pair(a.table, a.random_range.first) < std::pair(b.table, b.random_range.first);
  }
};

class Walk {
 public:
  explicit Walk(const Platform& platform)
      : platform_(&platform), connections_(platform), parts_(connected_parts(platform)) {
    make_tables();
    collect_limits();
    for (const Processor& processor : platform.processors) entries_.push_back(entries(processor));
  }

  void check(const Processor& destination) {
    for (const HeaderRange& range : alike(destination.min_header, destination.max_header)) {
      follow(destination, range);
    }
  }

 private:
  struct Frame {
    State state;
    std::vector<State> next;
    std::size_t done = 0;
  };

  void make_tables() {
    first_table_.assign(platform_->components.size(), none);
    std::size_t count = 0;
    for (const auto& [component, router] : platform_->routers) {
      first_table_[component] = count;
      count += router.tables.size();
    }
    tables_.reserve(count);
    for (const auto& [component, router] : platform_->routers) {
      for (const RoutingTable& table : router.tables) {
        tables_.push_back({component, &table.place, {}});
        for (std::size_t i = 0; i < table.intervals.size(); ++i) {
          tables_.back().ways.push_back(way(component, table.intervals[i]));
          tables_.back().ways.back().is_faulty = i < table.faulty.size() && table.faulty[i];
        }
      }
    }
    seen_.assign(tables_.size(), 0);
    finished_.assign(tables_.size(), 0);
  }

  Way way(std::size_t component, const Interval& interval) const {
    Way result;
    result.limit = interval.limit;
    result.action = interval.action;
    if (interval.action != IntervalAction::route) return result;
    const RouterTables& router = platform_->routers.at(component);
    for (unsigned i = 0; i < interval.group_size; ++i) {
      const unsigned port = interval.first_link + i;
      const auto far = connections_.far_end({component, port});
      if (!far) {
        result.is_unconnected = true;
        result.unconnected_link = port;
        continue;
      }
      Arrival arrival = arrival_at(*far);
      arrival.header_deleted = router.per_link[port].delete_header;
      const auto known = std::find(result.arrivals.begin(), result.arrivals.end(), arrival);
      if (known == result.arrivals.end()) result.arrivals.push_back(arrival);
    }
    return result;
  }

  Arrival arrival_at(const LinkEnd& end) const {
    Arrival arrival;
    arrival.component = end.component;
    const auto router = platform_->routers.find(end.component);
    if (router == platform_->routers.end()) return arrival;
    arrival.table = first_table_[end.component] + router->second.table_of_link[end.port];
    const C104LinkParameters& link = router->second.per_link[end.port];
    if (link.random_header) arrival.random_header = &link;
    return arrival;
  }

  std::vector<Arrival> entries(const Processor& processor) const {
    std::vector<Arrival> result;
    for (unsigned port = 0; port < processor.links; ++port) {
      const auto far = connections_.far_end({processor.component, port});
      if (!far) continue;
      const Arrival arrival = arrival_at(*far);
      if (std::find(result.begin(), result.end(), arrival) == result.end()) {
        result.push_back(arrival);
      }
    }
    return result;
  }

  void collect_limits() {
    for (const Table& table : tables_) {
      for (const Way& way : table.ways) limits_.push_back(way.limit);
    }
    std::sort(limits_.begin(), limits_.end());
    limits_.erase(std::unique(limits_.begin(), limits_.end()), limits_.end());
  }

  // The headers from `first` to `last` in ranges that no table divides.
  std::vector<HeaderRange> alike(std::uint32_t first, std::uint32_t last) const {
    std::vector<HeaderRange> ranges;
    for (auto limit = std::upper_bound(limits_.begin(), limits_.end(), first);
         limit != limits_.end() && *limit <= last; ++limit) {
      ranges.push_back({first, *limit - 1});
      first = *limit;
    }
    ranges.push_back({first, last});
    return ranges;
  }

  void follow(const Processor& destination, HeaderRange range) {
    destination_ = &destination;
    range_ = range;
    ++round_;
    random_seen_.clear();
    random_finished_.clear();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Processor& source = platform_->processors[i];
      if (&source == &destination) continue;
      if (parts_[source.component] != parts_[destination.component]) {
        unreachable(source, destination);
        continue;
      }
      source_ = &source;
      for (const Arrival& entry : entries_[i]) {
        for (const State& state : states(entry, {none, false, {}}, nullptr)) visit(state);
      }
    }
  }

  void unreachable(const Processor& source, const Processor& destination) const {
    if (platform_->workload.type->name == "none") return;
    const Component& lost = component(destination.component);
    throw InputError(lost.place,
                     fmt::format("'{}' cannot be reached from '{}'", lost.name,
                                 component(source.component).name),
                     "expected links that join them, or `workload: {type: none}`");
  }

  // Depth first with a stack of our own: a way can be as long as the network has nodes.
  void visit(const State& start) {
    if (is_finished(start)) return;
    std::vector<Frame> path;
    enter(path, start);
    while (!path.empty()) {
      Frame& top = path.back();
      if (top.done == top.next.size()) {
        finish(top.state);
        path.pop_back();
        continue;
      }
      const State next = top.next[top.done++];
      if (is_finished(next)) continue;
      if (is_seen(next)) loop(path, next);
      enter(path, next);
    }
  }

  void enter(std::vector<Frame>& path, const State& state) {
    if (state.random) {
      random_seen_.insert(state);
    } else {
      seen_[state.table] = round_;
    }
    path.push_back({state, successors(state), 0});
  }

  bool is_seen(const State& state) const {
    return state.random ? random_seen_.count(state) != 0 : seen_[state.table] == round_;
  }
  bool is_finished(const State& state) const {
    return state.random ? random_finished_.count(state) != 0 : finished_[state.table] == round_;
  }
  void finish(const State& state) {
    if (state.random) {
      random_finished_.insert(state);
    } else {
      finished_[state.table] = round_;
    }
  }

  std::vector<State> successors(const State& state) const {
    const Table& table = tables_[state.table];
    const std::uint32_t header = state.random ? state.random_range.first : range_.first;
    const auto way =
        std::upper_bound(table.ways.begin(), table.ways.end(), header,
                         [](std::uint32_t value, const Way& w) { return value < w.limit; });
    if (way == table.ways.end()) lost(table, state, "which no interval takes");
    switch (way->action) {
      case IntervalAction::discard:
        if (way->is_faulty) return {};
        lost(table, state, "which is discarded");
      case IntervalAction::invalid: lost(table, state, "which falls into an invalid interval");
      case IntervalAction::strip:
        if (!state.random) lost(table, state, "whose only header is deleted");
        return {{state.table, false, {}}};
      case IntervalAction::route: break;
    }
    if (way->is_unconnected) {
      lost(table, state,
           fmt::format("which goes to link{}, connected to nothing", way->unconnected_link));
    }
    std::vector<State> result;
    for (const Arrival& arrival : way->arrivals) {
      const auto next = states(arrival, state, &table);
      result.insert(result.end(), next.begin(), next.end());
    }
    return result;
  }

  // The states of a packet that arrives somewhere, none if it has reached its destination. `from`
  // is its state before and `table` where that was, null for the packet's own processor.
  std::vector<State> states(const Arrival& arrival, const State& from, const Table* table) const {
    bool random = from.random;
    if (arrival.header_deleted) {
      if (!random) lost(*table, from, "whose only header is deleted");
      random = false;
    }
    if (arrival.table == none) {
      arrive(arrival.component, random, from, table);
      return {};
    }
    if (arrival.random_header == nullptr) {
      return {{arrival.table, random, random ? from.random_range : HeaderRange{}}};
    }
    if (random) lost(*table, from, "which gets a second random header");
    const std::uint32_t first = arrival.random_header->random_base;
    std::vector<State> result;
    for (const HeaderRange& range : alike(first, first + arrival.random_header->random_range - 1)) {
      result.push_back({arrival.table, true, range});
    }
    return result;
  }

  void arrive(std::size_t at, bool random, const State& from, const Table* table) const {
    if (!is_t9000(component(at))) return;  // what a user's own component does is not known
    if (at == destination_->component && !random) return;
    const std::string what =
        random ? fmt::format("which arrives at '{}' with a random header", component(at).name)
               : fmt::format("which arrives at '{}'", component(at).name);
    if (table != nullptr) lost(*table, from, what);
    const Component& source = component(source_->component);
    throw InputError(source.place, fmt::format("{} sent by '{}', {}", header(), source.name, what),
                     expected());
  }

  std::string header() const {
    const std::string which = range_.first == range_.last
                                  ? fmt::format("header {}", range_.first)
                                  : fmt::format("headers {}..{}", range_.first, range_.last);
    return fmt::format("{} of '{}'", which, component(destination_->component).name);
  }

  std::string expected() const {
    return fmt::format("expected a way to '{}'", component(destination_->component).name);
  }

  [[noreturn]] void lost(const Table& table, const State& state, const std::string& how) const {
    const std::string random =
        state.random ? fmt::format(" behind the random header {}", state.random_range.first) : "";
    throw InputError(
        *table.place,
        fmt::format("at '{}', {}{}, {}", component(table.component).name, header(), random, how),
        expected());
  }

  [[noreturn]] void loop(const std::vector<Frame>& path, const State& again) const {
    constexpr std::size_t most_shown = 8;
    auto frame = path.begin();
    while (!(frame->state == again)) ++frame;
    std::string ring;
    std::size_t shown = 0;
    for (; frame != path.end() && shown < most_shown; ++frame, ++shown) {
      ring += component(tables_[frame->state.table].component).name + " -> ";
    }
    if (frame != path.end()) ring += "... -> ";
    const Table& table = tables_[again.table];
    throw InputError(
        *table.place,
        fmt::format("{}, which goes round: {}{}", header(), ring, component(table.component).name),
        expected());
  }

  const Component& component(std::size_t index) const { return platform_->components[index]; }

  const Platform* platform_;
  Connections connections_;
  std::vector<std::size_t> parts_;        // by component
  std::vector<std::size_t> first_table_;  // by component
  std::vector<Table> tables_;
  std::vector<std::uint32_t> limits_;          // of all tables, ascending
  std::vector<std::vector<Arrival>> entries_;  // by processor: where its packets enter

  // Of the headers that are being followed.
  const Processor* destination_ = nullptr;
  const Processor* source_ = nullptr;
  HeaderRange range_;
  std::uint64_t round_ = 0;
  std::vector<std::uint64_t> seen_;      // by table: in which round
  std::vector<std::uint64_t> finished_;  // by table: in which round all ways from it were followed
  std::set<State> random_seen_;
  std::set<State> random_finished_;
};

}  // namespace

void walk_headers(const Platform& platform, const std::vector<std::size_t>& destinations) {
  Walk walk(platform);
  for (const std::size_t index : destinations) walk.check(platform.processors[index]);
}

}  // namespace weft
