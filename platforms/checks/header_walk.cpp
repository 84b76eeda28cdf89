#include "platforms/checks/header_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "platforms/checks/connected_parts.hpp"
#include "platforms/checks/walk_tables.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

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
      : platform_(&platform),
        parts_(connected_parts(platform)),
        tables_(platform),
        seen_(tables_.size(), 0),
        finished_(tables_.size(), 0) {}

  void check(const Processor& destination) {
    for (const HeaderRange& range : tables_.alike(destination.min_header, destination.max_header)) {
      follow(destination, range);
    }
  }

 private:
  struct Frame {
    State state;
    std::vector<State> next;
    std::size_t done = 0;
  };

  void follow(const Processor& destination, HeaderRange range) {
    destination_ = &destination;
    range_ = range;
    ++round_;
    random_seen_.clear();
    random_finished_.clear();
    for (std::size_t i = 0; i < processors_of(*platform_).size(); ++i) {
      const Processor& source = processors_of(*platform_)[i];
      if (&source == &destination) continue;
      if (parts_[source.component] != parts_[destination.component]) {
        unreachable(source, destination);
        continue;
      }
      source_ = &source;
      for (const HeaderArrival& entry : tables_.entries(i)) {
        for (const State& state : states(entry, {no_table, false, {}}, nullptr)) visit(state);
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
    const WalkTable& table = tables_[state.table];
    const std::uint32_t header = state.random ? state.random_range.first : range_.first;
    const auto way =
        std::upper_bound(table.ways.begin(), table.ways.end(), header,
                         [](std::uint32_t value, const WalkWay& w) { return value < w.limit; });
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
    for (const HeaderArrival& arrival : way->arrivals) {
      const auto next = states(arrival, state, &table);
      result.insert(result.end(), next.begin(), next.end());
    }
    return result;
  }

  // The states of a packet that arrives somewhere, none if it has reached its destination. `from`
  // is its state before and `table` where that was, null for the packet's own processor.
  std::vector<State> states(const HeaderArrival& arrival, const State& from,
                            const WalkTable* table) const {
    bool random = from.random;
    if (arrival.header_deleted) {
      if (!random) lost(*table, from, "whose only header is deleted");
      random = false;
    }
    if (arrival.table == no_table) {
      arrive(arrival.component, random, from, table);
      return {};
    }
    if (arrival.random_header == nullptr) {
      return {{arrival.table, random, random ? from.random_range : HeaderRange{}}};
    }
    if (random) lost(*table, from, "which gets a second random header");
    const std::uint32_t first = arrival.random_header->random_base;
    std::vector<State> result;
    for (const HeaderRange& range :
         tables_.alike(first, first + arrival.random_header->random_range - 1)) {
      result.push_back({arrival.table, true, range});
    }
    return result;
  }

  void arrive(std::size_t at, bool random, const State& from, const WalkTable* table) const {
    if (!component(at).is(Part::processor))
      return;  // what a user's own component does is not known
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

  [[noreturn]] void lost(const WalkTable& table, const State& state, const std::string& how) const {
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
    const WalkTable& table = tables_[again.table];
    throw InputError(
        *table.place,
        fmt::format("{}, which goes round: {}{}", header(), ring, component(table.component).name),
        expected());
  }

  const Component& component(std::size_t index) const { return platform_->components[index]; }

  const Platform* platform_;
  std::vector<std::size_t> parts_;  // by component
  WalkTables tables_;

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
  for (const std::size_t index : destinations) walk.check(processors_of(platform)[index]);
}

}  // namespace weft
