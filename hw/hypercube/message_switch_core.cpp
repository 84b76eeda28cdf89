#include "hw/hypercube/message_switch_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/ticks.hpp"

namespace weft {

namespace {

/// Section 6: of a message that comes without packets its first 16 bytes of data count.
constexpr std::uint64_t first_data_bytes = 16;

const HypercubeChipParameters& checked_for_messages(const HypercubeChipParameters& parameters) {
  check_parameters(parameters);
  if (!carries_whole_messages(parameters.transport)) {
    throw std::invalid_argument("packets are carried by a HypercubeChipCore");
  }
  return parameters;
}

}  // namespace

HypercubeMessageSwitchCore::HypercubeMessageSwitchCore(const HypercubeChipParameters& parameters,
                                                       unsigned node, CycleDriver& driver)
    : parameters_(checked_for_messages(parameters)),
      node_(node),
      lead_(parameters.arbitration == HypercubeArbitration::hidden
                ? parameters.arbitration_ticks * parameters.tick
                : 0),
      driver_(&driver),
      outputs_(parameters.degree) {
  if (node >> degree() == 0) return;
  throw std::invalid_argument(
      fmt::format("node {} is not in a hypercube of degree {}", node, degree()));
}

void HypercubeMessageSwitchCore::send(unsigned destination, std::uint16_t type,
                                      std::vector<std::uint8_t> bytes, Time now) {
  if (destination >> degree() != 0 || destination == node_) {
    throw std::invalid_argument(fmt::format("node {} of a hypercube of degree {} cannot send to {}",
                                            node_, degree(), destination));
  }
  if (bytes.empty() || bytes.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("a message has 1 to 2^32 - 1 bytes");
  }
  ++counters_.sent;
  const auto content = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  coming_.push_back(
      {{destination, node_, type, content}, degree(), edge_after(now, parameters_.tick), now});
  driver_->evaluate_at(coming_.back().ready);
}

void HypercubeMessageSwitchCore::head_begins(unsigned port, const HypercubeWhole& message,
                                             Time begin) {
  const Time last = begin + bytes_time(message.link_bytes());
  if (message.destination == node_) {
    const std::uint64_t first = std::min<std::uint64_t>(message.bytes->size(), first_data_bytes);
    arriving_.push_back({message, begin + bytes_time(hypercube_header_bytes + first), last, port});
    driver_->evaluate_at(last);
    return;
  }
  const bool whole = parameters_.transport == HypercubeTransport::datagram;
  coming_.push_back({message, port, whole ? last : begin + bytes_time(1), 0});
  driver_->evaluate_at(asks_at(coming_.back()));
}

void HypercubeMessageSwitchCore::tail_leaves(unsigned port, Time tail) {
  const Output& output = outputs_[port];
  const Time sent = output.begin + bytes_time(output.message.link_bytes());
  end_known(port, std::max(sent, tail - bytes_time(1)));
}

void HypercubeMessageSwitchCore::evaluate(Time now) {
  deliver(now);
  enqueue(now);
  for (unsigned port = 0; port < degree(); ++port) serve(port, now);
  if (const Time next = next_event(now); next != never) driver_->evaluate_at(next);
}

bool HypercubeMessageSwitchCore::idle() const {
  return coming_.empty() && arriving_.empty() &&
         std::all_of(outputs_.begin(), outputs_.end(), [](const Output& output) {
           return output.transit.empty() && output.own.empty() && output.message.bytes == nullptr;
         });
}

// A message of the node's own does not ask before it is there.
Time HypercubeMessageSwitchCore::asks_at(const Waiting& waiting) const {
  return waiting.input == degree() ? waiting.ready : earlier_by(waiting.ready, lead_);
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
    Output& output = outputs_[fixed_step(node_, first_left->message.destination, degree())];
    const bool own = first_left->input == degree();
    (own ? output.own : output.transit).push_back(*first_left);
  }
  coming_.erase(coming_.begin(), first_left);
}

void HypercubeMessageSwitchCore::serve(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (output.free != never && output.free <= now) output.message.bytes = nullptr;
  if (output.free == never || earlier_by(output.free, lead_) > now) return;
  auto& queue = output.transit.empty() ? output.own : output.transit;
  if (queue.empty()) return;
  const Waiting waiting = std::move(queue.front());
  queue.pop_front();
  begin(port, waiting, now);
}

void HypercubeMessageSwitchCore::begin(unsigned port, Waiting waiting, Time now) {
  Output& output = outputs_[port];
  output.begin = now + ticks(parameters_.arbitration_ticks);
  output.input = waiting.input;
  output.message = std::move(waiting.message);
  output.free = never;
  if (waiting.input == degree() && client_ != nullptr) {
    client_->leaves(
        {output.message.destination, output.message.type, waiting.queued, output.begin});
  }
  output.line->head(output.message, output.begin);
  const bool reaches = hypercube_neighbour(node_, port) == output.message.destination;
  if (parameters_.transport == HypercubeTransport::wormhole && !reaches) return;
  end_known(port, output.begin + bytes_time(output.message.link_bytes()));
}

// When the tail of what an output carries has left.
void HypercubeMessageSwitchCore::end_known(unsigned port, Time end) {
  Output& output = outputs_[port];
  output.free = end;
  output.line->carries(output.message, output.begin, end);
  if (parameters_.transport == HypercubeTransport::wormhole && output.input != degree()) {
    outputs_[output.input].line->tail(end);
  }
  driver_->evaluate_at(earlier_by(end, lead_));
}

void HypercubeMessageSwitchCore::deliver(Time now) {
  std::vector<Arriving> here;
  for (auto one = arriving_.begin(); one != arriving_.end();) {
    if (one->last > now) {
      ++one;
      continue;
    }
    here.push_back(std::move(*one));
    one = arriving_.erase(one);
  }
  std::sort(here.begin(), here.end(), [](const Arriving& a, const Arriving& b) {
    return std::tie(a.last, a.port) < std::tie(b.last, b.port);
  });
  for (const Arriving& one : here) {
    ++counters_.received;
    if (client_ == nullptr) continue;
    client_->received(
        {one.message.source, one.message.type, *one.message.bytes, one.first, one.last});
  }
}

Time HypercubeMessageSwitchCore::next_event(Time now) const {
  Time next = never;
  for (const Waiting& waiting : coming_) next = std::min(next, asks_at(waiting));
  for (const Arriving& one : arriving_) next = std::min(next, one.last);
  for (const Output& output : outputs_) {
    if (output.free == never || output.message.bytes == nullptr) continue;
    const Time asks = earlier_by(output.free, lead_);
    next = std::min(next, asks > now ? asks : output.free);
  }
  return next;
}

}  // namespace weft
