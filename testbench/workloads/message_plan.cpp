#include "testbench/workloads/message_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "hw/common/random.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/conset/precedence.hpp"
#include "platforms/conset/scheduler.hpp"
#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

/// What is planned so far.
class PlanOfMessages {
 public:
  PlanOfMessages(const Platform& platform, const conset::CellGraph& graph,
                 conset::ConnectionSet set, MessageOrder order)
      : graph_(&graph),
        planner_(platform, common_pools(platform)),
        precedence_(set),
        order_(order) {
    for (unsigned cell = 0; cell < graph.cells(); ++cell) {
      random_.emplace_back(platform.seed, "conset_messages/" + graph.name(cell));
    }
    plan_.set = std::move(set);
    plan_.sends.resize(graph.cells());
    plan_.receives.assign(graph.cells(), 0);
  }

  void add(const std::vector<std::size_t>& step) {
    const auto slots = conset::schedule_phase(*graph_, plan_.set, precedence_, step, {});
    std::vector<std::size_t> order(step.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
      return slots[one].start < slots[other].start;
    });
    const std::vector<std::size_t> before = plan_.receives;
    std::vector<std::vector<std::uint64_t>> starts(graph_->cells());  // of what comes, ascending
    for (const std::size_t i : order) starts[asked(step[i]).to].push_back(slots[i].start);
    std::vector<std::size_t> sent_before;
    for (const auto& sends : plan_.sends) sent_before.push_back(sends.size());
    for (const std::size_t i : order) {
      const conset::Connection& connection = asked(step[i]);
      const auto& here = starts[connection.from];
      const auto later = std::lower_bound(here.begin(), here.end(), slots[i].start);
      PlannedMessage message;
      message.connection = step[i];
      message.way = way_of(connection);
      message.after = before[connection.from] + static_cast<std::size_t>(later - here.begin());
      plan_.sends[connection.from].push_back(std::move(message));
      ++plan_.receives[connection.to];
      plan_.largest = std::max(plan_.largest, static_cast<std::uint32_t>(connection.words));
    }
    if (order_ == MessageOrder::timetable) return;
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
      put_in_order(cell, sent_before[cell]);
      for (std::size_t i = sent_before[cell]; i < plan_.sends[cell].size(); ++i) {
        PlannedMessage& message = plan_.sends[cell][i];
        message.after = before[cell] + received_before(cell, step, message.connection);
      }
    }
  }

  MessagePlan result() { return std::move(plan_); }

 private:
  // Of what no timetable orders; what orderings put first stays first.
  void put_in_order(unsigned cell, std::size_t first) {
    std::vector<PlannedMessage>& all = plan_.sends[cell];
    if (order_ == MessageOrder::listed) {
      std::sort(all.begin() + static_cast<long>(first), all.end(),
                [](const PlannedMessage& one, const PlannedMessage& other) {
                  return one.connection < other.connection;
                });
    } else {
      for (std::size_t left = all.size() - first; left > 1; --left) {
        std::swap(all[first + left - 1], all[first + random_[cell].below(left)]);
      }
    }
    std::stable_sort(all.begin() + static_cast<long>(first), all.end(),
                     [this](const PlannedMessage& one, const PlannedMessage& other) {
                       return precedence_.depth(one.connection) <
                              precedence_.depth(other.connection);
                     });
  }

  // Messages of a step to this cell with fewer orderings before them.
  std::size_t received_before(unsigned cell, const std::vector<std::size_t>& step,
                              std::size_t connection) const {
    const std::size_t depth = precedence_.depth(connection);
    if (depth == 0) return 0;
    return static_cast<std::size_t>(std::count_if(step.begin(), step.end(), [&](std::size_t one) {
      return asked(one).to == cell && precedence_.depth(one) < depth;
    }));
  }

  const conset::Connection& asked(std::size_t connection) const {
    return plan_.set.connections[connection];
  }

  Pathway way_of(const conset::Connection& connection) {
    std::optional<Pathway> way = planner_.plan(connection.from, connection.to);
    if (way) return std::move(*way);
    throw InputError(
        connection.place,
        fmt::format("no pathway from '{}' to '{}' for '{}'", graph_->name(connection.from),
                    graph_->name(connection.to), connection.name),
        "expected busses between its cells with a pool in common");
  }

  const conset::CellGraph* graph_;
  PathwayPlanner planner_;
  conset::Precedence precedence_;
  MessageOrder order_;
  std::vector<RandomStream> random_;  // by cell
  MessagePlan plan_;
};

}  // namespace

void require_message_channels(const Platform& platform, MessageWait wait) {
  if (common_pools(platform).empty()) {
    throw InputError(platform.workload.place, "no pool has a channel on every bus",
                     "expected `output_pools:` with a pool in common");
  }
  const int needed = wait == MessageWait::agent ? 4 : 2;
  for (const Cell& cell : cells_of(platform)) {
    const int own = std::popcount(ChannelMap(iwarp_parameters(platform, cell.component)).own);
    if (own >= needed) continue;
    throw InputError(
        platform.workload.place,
        fmt::format("messages from '{}', which has {} own channel{}",
                    platform.components[cell.component].name, own, own == 1 ? "" : "s"),
        fmt::format("expected {} or more: `output_pools:` with fewer channels on its busses",
                    needed == 4 ? "four" : "two"));
  }
}

MessagePlan plan_messages(const Platform& platform, const conset::CellGraph& graph,
                          conset::ConnectionSet set, MessageOrder order) {
  const std::vector<std::vector<std::size_t>> steps = set.steps;
  PlanOfMessages plan(platform, graph, std::move(set), order);
  for (const auto& step : steps) plan.add(step);
  return plan.result();
}

std::uint64_t predicted_message_clocks(const conset::ConnectionSet& set, unsigned cells,
                                       const MessageCosts& costs) {
  struct Work {
    std::uint64_t messages = 0;  // sent and received
    std::uint64_t sent = 0;      // words
    std::uint64_t received = 0;
  };
  std::vector<Work> work(cells);
  for (const auto& step : set.steps) {
    for (const std::size_t connection : step) {
      const conset::Connection& one = set.connections[connection];
      ++work[one.from].messages;
      ++work[one.to].messages;
      work[one.from].sent += one.words;
      work[one.to].received += one.words;
    }
  }
  std::uint64_t most = 0;
  for (const Work& one : work) {
    const std::uint64_t sends = one.sent * costs.sent_word;
    const std::uint64_t receives = one.received * costs.received_word;
    most = std::max(most, one.messages * costs.overhead +
                              (costs.at_once ? std::max(sends, receives) : sends + receives));
  }
  return most;
}

}  // namespace weft
