#include "platforms/conset/scheduler.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace weft::conset {
namespace {

/// What one cell sends, or receives.
class Timeline {
 public:
  void expect(std::uint64_t clocks) { work_ += clocks; }
  std::uint64_t min_time() const {
    return std::max(work_, busy_.empty() ? 0 : busy_.rbegin()->second);
  }

  /// The first clock from `start` on at which it is free for as long.
  std::uint64_t free_from(std::uint64_t start, std::uint64_t clocks) const {
    auto next = busy_.upper_bound(start);
    if (next != busy_.begin()) start = std::max(start, std::prev(next)->second);
    for (; next != busy_.end() && next->first < start + clocks; ++next) start = next->second;
    return start;
  }
  void take(std::uint64_t start, std::uint64_t clocks) { busy_[start] = start + clocks; }

 private:
  std::uint64_t work_ = 0;
  std::map<std::uint64_t, std::uint64_t> busy_;  // begin and end
};

struct CellTimes {
  Timeline sends;  // and receives, if one connection is used at once
  Timeline receives_apart;
  bool one_at_once = false;
  std::vector<std::size_t> left;  // connections that begin or end here, as they were given

  Timeline& receives() { return one_at_once ? sends : receives_apart; }
  std::uint64_t min_time() const { return std::max(sends.min_time(), receives_apart.min_time()); }
};

/// How many of those before an ordering are still to be scheduled, and when the others are done.
struct OrderState {
  std::size_t left = 0;
  std::uint64_t done = 0;
};

class Scheduler {
 public:
  Scheduler(const CellGraph& graph, const ConnectionSet& set, const Precedence& precedence,
            const std::vector<std::size_t>& connections, const MachineModel& machine)
      : set_(&set), precedence_(&precedence), connections_(&connections), cells_(graph.cells()) {
    for (CellTimes& cell : cells_) cell.one_at_once = machine.at_once == 1;
    slots_.resize(connections.size());
    for (std::size_t i = 0; i < connections.size(); ++i) {
      const Connection& connection = asked(i);
      slots_[i].clocks = connection.words * machine.clocks_per_word;
      cells_[connection.from].sends.expect(slots_[i].clocks);
      cells_[connection.to].receives().expect(slots_[i].clocks);
      cells_[connection.from].left.push_back(i);
      cells_[connection.to].left.push_back(i);
      for (const std::size_t order : precedence.before(connections[i])) ++orders_[order].left;
    }
  }

  std::vector<Slot> schedule() {
    for (std::size_t left = connections_->size(); left > 0; --left) schedule(next());
    return std::move(slots_);
  }

 private:
  const Connection& asked(std::size_t i) const { return set_->connections[(*connections_)[i]]; }

  // Nothing while others are to come before it.
  std::optional<std::uint64_t> earliest(std::size_t i) const {
    std::uint64_t start = 0;
    for (const std::size_t order : precedence_->after((*connections_)[i])) {
      const auto state = orders_.find(order);
      if (state == orders_.end()) continue;
      if (state->second.left > 0) return {};
      start = std::max(start, state->second.done);
    }
    return start;
  }

  // There is one, as orderings are in no circle.
  std::size_t next() const {
    std::optional<std::size_t> best;
    std::uint64_t greatest = 0;
    for (const CellTimes& cell : cells_) {
      if (best && cell.min_time() <= greatest) continue;
      const auto longest = longest_of(cell);
      if (!longest) continue;
      best = longest;
      greatest = cell.min_time();
    }
    return *best;
  }

  std::optional<std::size_t> longest_of(const CellTimes& cell) const {
    std::optional<std::size_t> longest;
    for (const std::size_t i : cell.left) {
      if (longest && slots_[i].clocks <= slots_[*longest].clocks) continue;
      if (earliest(i)) longest = i;
    }
    return longest;
  }

  void schedule(std::size_t i) {
    CellTimes& from = cells_[asked(i).from];
    CellTimes& to = cells_[asked(i).to];
    const std::uint64_t clocks = slots_[i].clocks;
    std::uint64_t start = *earliest(i);
    for (;;) {
      const std::uint64_t later =
          to.receives().free_from(from.sends.free_from(start, clocks), clocks);
      if (later == start) break;
      start = later;
    }
    slots_[i].start = start;
    from.sends.take(start, clocks);
    to.receives().take(start, clocks);
    std::erase(from.left, i);
    std::erase(to.left, i);
    for (const std::size_t order : precedence_->before((*connections_)[i])) {
      OrderState& state = orders_[order];
      --state.left;
      state.done = std::max(state.done, start + clocks);
    }
  }

  const ConnectionSet* set_;
  const Precedence* precedence_;
  const std::vector<std::size_t>* connections_;
  std::vector<CellTimes> cells_;
  std::map<std::size_t, OrderState> orders_;  // of those that have a connection before them here
  std::vector<Slot> slots_;
};

}  // namespace

std::vector<Slot> schedule_phase(const CellGraph& graph, const ConnectionSet& set,
                                 const Precedence& precedence,
                                 const std::vector<std::size_t>& connections,
                                 const MachineModel& machine) {
  return Scheduler(graph, set, precedence, connections, machine).schedule();
}

}  // namespace weft::conset
