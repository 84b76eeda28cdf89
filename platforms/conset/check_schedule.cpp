#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "platforms/conset/schedule.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::conset {
namespace {

// Thrown from where it is found.
[[noreturn]] void refuse(const Place& place, std::string found, std::string expected) {
  throw ScheduleFault{place, std::move(found), std::move(expected)};
}

/// One phase, with its ways walked bus by bus.
class PhaseCheck {
 public:
  PhaseCheck(const Schedule& schedule, const CellGraph& graph, std::size_t number)
      : schedule_(&schedule),
        graph_(&graph),
        phase_(&schedule.phases[number]),
        number_(number),
        channels_(graph.cells(), 0),
        holders_(graph.cells()),
        begin_at_(graph.cells(), 0),
        over_(graph.busses().size(), 0) {}

  void check() {
    for (const ScheduledConnection& one : phase_->connections) ways_.push_back(walk(one));
    check_promises();
    check_timelines();
    check_order();
  }

 private:
  const Connection& asked(const ScheduledConnection& one) const {
    return schedule_->set.connections[one.connection];
  }

  std::vector<std::size_t> walk(const ScheduledConnection& one) {
    const Connection& connection = asked(one);
    if (one.channels.size() != one.way.size() + 1) {
      refuse(one.place, fmt::format("{} channels of '{}'", one.channels.size(), connection.name),
             fmt::format("expected {}, one in each cell on its way", one.way.size() + 1));
    }
    std::vector<std::size_t> way;
    unsigned cell = connection.from;
    take_own_channel(cell, one);
    take_channel(cell, one.channels[0], one);
    for (const Bus side : one.way) {
      const auto bus = graph_->bus_out(cell, side);
      if (!bus) {
        refuse(one.place,
               fmt::format("a way of '{}' over {} of '{}'", connection.name, name_of(side),
                           graph_->name(cell)),
               "expected a bus that leads to another cell");
      }
      way.push_back(*bus);
      if (++over_[*bus] > most_over_bus()) {
        refuse(one.place,
               fmt::format("{} routes over {} of '{}' in phase {}", over_[*bus], name_of(side),
                           graph_->name(cell), number_),
               fmt::format("expected at most {}", most_over_bus()));
      }
      cell = graph_->busses()[*bus].to;
      take_channel(cell, one.channels[way.size()], one);
    }
    if (cell == connection.to) return way;
    refuse(one.place, fmt::format("a way of '{}' to '{}'", connection.name, graph_->name(cell)),
           fmt::format("expected one to '{}'", graph_->name(connection.to)));
  }

  std::size_t most_over_bus() const {
    const unsigned most = schedule_->resources.bus_channels;
    return most == 0 ? schedule_->resources.channels : most;
  }

  void take_own_channel(unsigned cell, const ScheduledConnection& one) {
    const unsigned most = schedule_->resources.own_channels;
    if (++begin_at_[cell] <= most || most == 0) return;
    refuse(one.place,
           fmt::format("{} connections from '{}' in phase {}", begin_at_[cell], graph_->name(cell),
                       number_),
           fmt::format("expected at most {}, an own channel for each", most));
  }

  void take_channel(unsigned cell, unsigned channel, const ScheduledConnection& one) {
    if (++channels_[cell] > schedule_->resources.channels) {
      refuse(one.place,
             fmt::format("{} routes through '{}' in phase {}", channels_[cell], graph_->name(cell),
                         number_),
             fmt::format("expected at most {}, a channel for each", schedule_->resources.channels));
    }
    const unsigned inputs = graph_->channels_of(cell).inputs;
    if (channel >= inputs) {
      refuse(
          one.place,
          fmt::format("channel {} of '{}' for '{}'", channel, graph_->name(cell), asked(one).name),
          fmt::format("expected 0..{}", inputs - 1));
    }
    const auto [holder, is_free] = holders_[cell].emplace(channel, one.connection);
    if (is_free) return;
    refuse(one.place,
           fmt::format("channel {} of '{}' for '{}' in phase {}, which '{}' holds", channel,
                       graph_->name(cell), asked(one).name, number_,
                       schedule_->set.connections[holder->second].name),
           "expected another channel for each");
  }

  void check_promises() const {
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const ScheduledConnection& one = phase_->connections[i];
      const Connection& connection = asked(one);
      Time latency = 0;
      for (const std::size_t bus : ways_[i]) {
        const std::uint64_t share = graph_->bus_rate() / over_[bus];
        if (share < connection.bandwidth) {
          refuse(one.place,
                 fmt::format("'{}' shares {} of '{}' with {} others, which leaves it {} MB/s",
                             connection.name, name_of(graph_->busses()[bus].out),
                             graph_->name(graph_->busses()[bus].from), over_[bus] - 1,
                             static_cast<double>(share) / 1e6),
                 fmt::format("expected at least {} MB/s",
                             static_cast<double>(connection.bandwidth) / 1e6));
        }
        latency += graph_->hop() + (over_[bus] - 1) * graph_->word();
      }
      if (latency <= connection.latency) continue;
      refuse(one.place,
             fmt::format("a word of '{}' takes up to {}", connection.name, time_text(latency)),
             fmt::format("expected at most {}", time_text(connection.latency)));
    }
  }

  void check_timelines() const {
    using Interval = std::pair<std::uint64_t, const ScheduledConnection*>;
    std::map<std::pair<bool, unsigned>, std::vector<Interval>> timelines;  // sends, or both?; cell
    for (const ScheduledConnection& one : phase_->connections) {
      const std::uint64_t needed = asked(one).words * schedule_->clocks_per_word;
      if (one.clocks != needed) {
        refuse(one.place, fmt::format("{} clocks for '{}'", one.clocks, asked(one).name),
               fmt::format("expected {}, {} for each word", needed, schedule_->clocks_per_word));
      }
      timelines[{true, asked(one).from}].emplace_back(one.start, &one);
      timelines[{schedule_->at_once == 1, asked(one).to}].emplace_back(one.start, &one);
    }
    for (auto& [end, uses] : timelines) {
      std::sort(uses.begin(), uses.end());
      for (std::size_t i = 1; i < uses.size(); ++i) {
        const ScheduledConnection& before = *uses[i - 1].second;
        if (before.start + before.clocks <= uses[i].first) continue;
        refuse(
            uses[i].second->place,
            fmt::format("'{}' {} '{}' at clock {}, while {}", graph_->name(end.second),
                        asked(*uses[i].second).from == end.second ? "sends over" : "receives from",
                        asked(*uses[i].second).name, uses[i].first,
                        schedule_->at_once == 1
                            ? fmt::format("it uses '{}', one at once", asked(before).name)
                            : fmt::format("'{}' does", asked(before).name)),
            fmt::format("expected a start at clock {} or later", before.start + before.clocks));
      }
    }
  }

  // Within the phase; see check_phases_of_order.
  void check_order() const {
    std::map<std::size_t, const ScheduledConnection*> here;
    for (const ScheduledConnection& one : phase_->connections) here[one.connection] = &one;
    for (const Ordering& order : schedule_->set.order) {
      const ScheduledConnection* last = nullptr;
      for (const std::size_t before : order.before) {
        const auto found = here.find(before);
        if (found == here.end()) continue;
        const ScheduledConnection* one = found->second;
        if (last == nullptr || one->start + one->clocks > last->start + last->clocks) last = one;
      }
      if (last == nullptr) continue;
      for (const std::size_t after : order.after) {
        const auto found = here.find(after);
        if (found == here.end() || found->second->start >= last->start + last->clocks) continue;
        refuse(found->second->place,
               fmt::format("'{}' starts at clock {}", asked(*found->second).name,
                           found->second->start),
               fmt::format("expected clock {} or later, when '{}' is done",
                           last->start + last->clocks, asked(*last).name));
      }
    }
  }

  const Schedule* schedule_;
  const CellGraph* graph_;
  const Phase* phase_;
  std::size_t number_;
  std::vector<std::size_t> channels_;                     // taken, by cell
  std::vector<std::map<unsigned, std::size_t>> holders_;  // connections, by cell and channel
  std::vector<std::size_t> begin_at_;                     // connections, by cell
  std::vector<std::size_t> over_;                         // routes, by bus
  std::vector<std::vector<std::size_t>> ways_;            // busses, by connection of the phase
};

using Use = std::pair<std::size_t, std::size_t>;  // step and connection

// Where each use is; throws for one that is in two phases, or in one of another step.
std::map<Use, std::size_t> phases_of_uses(const Schedule& schedule) {
  std::map<Use, std::size_t> phases;
  for (std::size_t number = 0; number < schedule.phases.size(); ++number) {
    const Phase& phase = schedule.phases[number];
    for (const ScheduledConnection& one : phase.connections) {
      const std::vector<std::size_t>& step = schedule.set.steps[phase.step];
      const std::string& name = schedule.set.connections[one.connection].name;
      if (!std::binary_search(step.begin(), step.end(), one.connection)) {
        refuse(one.place, fmt::format("'{}' in a phase of step {}", name, phase.step),
               "expected a connection of that step");
      }
      const auto [use, is_new] = phases.emplace(Use{phase.step, one.connection}, number);
      if (is_new) continue;
      refuse(one.place,
             fmt::format("'{}' in the phases {} and {} of step {}", name, use->second, number,
                         phase.step),
             "expected each connection once in a step");
    }
  }
  return phases;
}

void check_phases_of_order(const Schedule& schedule, const std::map<Use, std::size_t>& phases) {
  for (const Ordering& order : schedule.set.order) {
    for (std::size_t step = 0; step < schedule.set.steps.size(); ++step) {
      const std::size_t* last = nullptr;
      for (const std::size_t before : order.before) {
        const auto use = phases.find({step, before});
        if (use != phases.end() && (last == nullptr || use->second > *last)) last = &use->second;
      }
      for (const std::size_t after : order.after) {
        const auto use = phases.find({step, after});
        if (last == nullptr || use == phases.end() || use->second >= *last) continue;
        refuse(order.place,
               fmt::format("'{}' in phase {}, before others that it waits for, in phase {}",
                           schedule.set.connections[after].name, use->second, *last),
               "expected phases in that order");
      }
    }
  }
}

}  // namespace

std::optional<ScheduleFault> check_platform(const Schedule& schedule, const CellGraph& graph) {
  if (schedule.cells == graph.cells()) return {};
  return ScheduleFault{
      {},
      fmt::format("a schedule for '{}' of {} cells", schedule.platform, schedule.cells),
      fmt::format("expected one for '{}' of {} cells", graph.platform(), graph.cells())};
}

std::optional<ScheduleFault> check_schedule(const Schedule& schedule, const CellGraph& graph) {
  try {
    if (auto fault = check_platform(schedule, graph)) return fault;
    if (schedule.resources.channels > graph.channels()) {
      refuse({}, fmt::format("{} channels of a cell", schedule.resources.channels),
             fmt::format("expected at most {}", graph.channels()));
    }
    const std::map<Use, std::size_t> phases = phases_of_uses(schedule);
    for (std::size_t step = 0; step < schedule.set.steps.size(); ++step) {
      for (const std::size_t connection : schedule.set.steps[step]) {
        if (phases.contains({step, connection})) continue;
        const Connection& missing = schedule.set.connections[connection];
        refuse(missing.place, fmt::format("'{}' in no phase of step {}", missing.name, step),
               "expected it in one");
      }
    }
    for (std::size_t i = 0; i < schedule.phases.size(); ++i) {
      if (i > 0 && schedule.phases[i].step < schedule.phases[i - 1].step) {
        refuse({},
               fmt::format("phase {} of step {} behind one of step {}", i, schedule.phases[i].step,
                           schedule.phases[i - 1].step),
               "expected the phases of a step together, in the order of the steps");
      }
      PhaseCheck(schedule, graph, i).check();
    }
    check_phases_of_order(schedule, phases);
  } catch (const ScheduleFault& fault) {
    return fault;
  }
  return {};
}

}  // namespace weft::conset
