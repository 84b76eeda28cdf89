// Of the switch for whole messages: what waits for an output.
#include <algorithm>
#include <tuple>
#include <utility>

#include "hw/hypercube/message_switch_core.hpp"
#include "hw/hypercube/ticks.hpp"

namespace weft {

// A message of the node's own does not ask before it is there; what comes over a unidirectional
// link not before its end knows that.
Time HypercubeMessageSwitchCore::asks_at(const Waiting& waiting) const {
  if (waiting.input == degree()) return waiting.ready;
  const Time asks = earlier_by(waiting.ready, parameters_.lead());
  if (!outputs_[waiting.input].shared) return asks;
  return std::max(asks, waiting.came - ticks(parameters_.arbitration_ticks - 3));
}

unsigned HypercubeMessageSwitchCore::output_for(const HypercubeWhole& message, Time now) const {
  unsigned best = fixed_step(node_, message.destination, degree());
  if (!is_adaptive()) return best;
  const auto length = [this, now](unsigned port) {
    const Output& output = outputs_[port];
    return output.queue.size() + (output.carries_something() && output.free > now ? 1 : 0);
  };
  for (unsigned port = best + 1; port < degree(); ++port) {
    if (!has_step(steps_closer(node_, message.destination), port)) continue;
    if (takes_free_links_alone() && length(port) != 0) continue;
    if (length(port) < length(best)) best = port;
  }
  return best;
}

bool HypercubeMessageSwitchCore::goes_before(const Waiting& one, const Waiting& other) const {
  if (by_age()) return one.message.age() < other.message.age();
  return one.input != degree() && other.input == degree();
}

// Into the queues of their outputs.
void HypercubeMessageSwitchCore::enqueue(Time now) {
  if (coming_.empty()) return;
  const auto earlier = [this](const Waiting& a, const Waiting& b) {
    return std::tuple(asks_at(a), a.input) < std::tuple(asks_at(b), b.input);
  };
  std::stable_sort(coming_.begin(), coming_.end(), earlier);
  auto first_left = coming_.begin();
  for (; first_left != coming_.end() && asks_at(*first_left) <= now; ++first_left) {
    queue(std::move(*first_left), now);
  }
  coming_.erase(coming_.begin(), first_left);
}

void HypercubeMessageSwitchCore::queue(Waiting waiting, Time now) {
  if (!takes_any_link()) {
    put(output_for(waiting.message, now), std::move(waiting));
    return;
  }
  const unsigned closer = steps_closer(node_, waiting.message.destination);
  for (unsigned port = 0; port < degree(); ++port) {
    if (has_step(closer, port)) put(port, waiting);
  }
}

void HypercubeMessageSwitchCore::put(unsigned port, Waiting waiting) {
  std::deque<Waiting>& queue = outputs_[port].queue;
  const auto before = [this](const Waiting& a, const Waiting& b) { return goes_before(a, b); };
  queue.insert(std::upper_bound(queue.begin(), queue.end(), waiting, before), std::move(waiting));
}

// Out of the queues of all outputs. The ends of the others hear of it at the next tick.
HypercubeMessageSwitchCore::Waiting HypercubeMessageSwitchCore::take_first(unsigned port,
                                                                           Time now) {
  Waiting first = std::move(outputs_[port].queue.front());
  outputs_[port].queue.pop_front();
  if (!takes_any_link()) return first;
  const auto is_it = [&first](const Waiting& other) {
    return other.message.bytes == first.message.bytes;
  };
  for (Output& output : outputs_) std::erase_if(output.queue, is_it);
  driver_->evaluate_at(now + parameters_.tick);
  return first;
}

}  // namespace weft
