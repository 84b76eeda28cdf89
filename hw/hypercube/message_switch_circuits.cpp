// Of the switch for whole messages: circuits, which are there or give way.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/hypercube/message_switch_core.hpp"

namespace weft {

void HypercubeMessageSwitchCore::withdrawn(unsigned port, Time begin, Time at) {
  withdrawals_.push_back({port, begin, at});
  driver_->evaluate_at(at);
}

// Not what this end has given way with meanwhile.
void HypercubeMessageSwitchCore::acknowledged(unsigned port, Time begin, Time at) {
  Output& output = outputs_[port];
  if (output.free != never || output.begin != begin) return;
  output.acknowledged = at;
  driver_->evaluate_at(at);
}

// The byte that says that a circuit is there has come back as far as this node. When it is at the
// source the data begin, which pass a stage of a byte in each node.
void HypercubeMessageSwitchCore::establish(unsigned port, Time now) {
  Output& output = outputs_[port];
  const Waiting& carried = output.carried;
  output.acknowledged = never;
  output.data = now + bytes_time(2 * hypercube_hops(carried.message.source, node_));
  end_known(port, output.data + bytes_time(carried.message.bytes->size()), now);
  if (carried.input == degree()) return;
  outputs_[carried.input].line->acknowledge(carried.came, now + bytes_time(1));
}

// Section 3: a message never blocks an earlier one unless it is in the process of transmitting. Of
// the other links that it waits for then, some have been served at this tick already.
void HypercubeMessageSwitchCore::give_way(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (!output.carries_something() || output.free != never) return;
  HypercubeAge first = first_of(output);
  if (output.shared) first = std::min(first, output.shared->far(now));
  if (!(first < output.carried.message.age())) return;
  Waiting again = output.carried;
  lose(port, now);
  if (takes_any_link()) {
    queue(std::move(again), now);
    driver_->evaluate_at(now + parameters_.tick);
  } else {
    put(port, std::move(again));
  }
}

// An output has its circuit no longer.
void HypercubeMessageSwitchCore::lose(unsigned port, Time now) {
  Output& output = outputs_[port];
  output.line->withdraw(output.begin, now + bytes_time(1));
  const Time end = std::max(now, output.begin);
  const std::uint64_t carried = (end - output.begin) / bytes_time(1);
  output.line->ends(output.carried.message, output.begin, end,
                    std::min<std::uint64_t>(carried, hypercube_header_bytes));
  output.carried.message.bytes = nullptr;
  output.free = now;
  output.acknowledged = never;
  output.data = never;
  release(port, now, now);
}

// What the links behind have lost.
void HypercubeMessageSwitchCore::withdraw(Time now) {
  for (const Withdrawal& one : withdrawals_) {
    if (one.at > now) continue;
    const auto is_it = [&one](const auto& waiting, unsigned port) {
      return port == one.port && waiting.came == one.came;
    };
    const auto waits = [&is_it](const Waiting& waiting) { return is_it(waiting, waiting.input); };
    std::erase_if(coming_, waits);
    std::erase_if(arriving_, [&is_it](const Arriving& a) { return is_it(a, a.port); });
    for (unsigned port = 0; port < degree(); ++port) {
      std::erase_if(outputs_[port].queue, waits);
      if (outputs_[port].carries_something() && waits(outputs_[port].carried)) lose(port, now);
    }
  }
  std::erase_if(withdrawals_, [now](const Withdrawal& one) { return one.at <= now; });
}

}  // namespace weft
