#include "hw/hypercube/message_switch_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

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
      driver_(&driver),
      outputs_(parameters.degree) {
  if (node >> degree() != 0) {
    throw std::invalid_argument(
        fmt::format("node {} is not in a hypercube of degree {}", node, degree()));
  }
  if (parameters_.links == HypercubeLinks::bidirectional) return;
  for (unsigned port = 0; port < degree(); ++port) {
    outputs_[port].shared.emplace(parameters_, !has_step(node, port));
  }
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
  const Time ready = edge_after(now, parameters_.tick) + decision();
  Waiting own{{destination, node_, type, content, now}, degree(), ready, ready, false};
  if (stores_messages()) room_with_own_.take(now, own.message.link_bytes());
  if (in_sequence() && own_free_ == never) {
    own_.push_back(std::move(own));
  } else {
    inject(std::move(own));
  }
}

void HypercubeMessageSwitchCore::inject(Waiting own) {
  if (in_sequence()) own.ready = std::max(own.ready, std::exchange(own_free_, never));
  own.came = own.ready;
  driver_->evaluate_at(own.ready);
  coming_.push_back(std::move(own));
}

// The tail of the node's own message leaves at `free`.
void HypercubeMessageSwitchCore::next_injection(Time free) {
  own_free_ = free;
  if (own_.empty()) return;
  inject(std::move(own_.front()));
  own_.pop_front();
}

void HypercubeMessageSwitchCore::head_begins(unsigned port, const HypercubeWhole& message,
                                             Time begin) {
  if (message.destination == node_) {
    // the data of a circuit begin when its header has come and a byte has gone back to the source
    const Time data = begin + bytes_time(is(HypercubeTransport::circuit)
                                             ? hypercube_header_bytes +
                                                   2 * hypercube_hops(message.source, node_) - 1
                                             : hypercube_header_bytes);
    const std::uint64_t first = std::min<std::uint64_t>(message.bytes->size(), first_data_bytes);
    arriving_.push_back(
        {message, port, begin, data + bytes_time(first), data + bytes_time(message.bytes->size())});
    driver_->evaluate_at(arriving_.back().last);
    return;
  }
  if (stores_messages()) {
    room_.take(begin, message.link_bytes());
    room_with_own_.take(begin, message.link_bytes());
  }
  const Time chosen = bytes_time(parameters_.route_bytes) + decision();
  const Time stored = is(HypercubeTransport::datagram) ? bytes_time(message.link_bytes()) : 0;
  coming_.push_back({message, port, begin, begin + std::max(chosen, stored), true});
  driver_->evaluate_at(asks_at(coming_.back()));
}

void HypercubeMessageSwitchCore::tail_leaves(unsigned port, const HypercubeTail& tail, Time now) {
  Output& output = outputs_[port];
  const Waiting& carried = output.carried;
  const std::uint64_t most_ahead = (carried.message.link_bytes() - 1) / parameters_.route_bytes;
  output.tail = std::max(output.tail, tail.at);
  if (tail.arrives || tail.ahead == most_ahead) end_known(port, output.tail, now);
  if (carried.input == degree() || tail.ahead == most_ahead) return;
  outputs_[carried.input].line->tail(
      {output.tail - bytes_time(parameters_.route_bytes), tail.ahead + 1, tail.arrives}, now);
}

void HypercubeMessageSwitchCore::far_asks(unsigned port, HypercubeAge first, Time now) {
  outputs_[port].shared->far_asks(first, now);
  driver_->evaluate_at(now + parameters_.tick);
}

void HypercubeMessageSwitchCore::granted(unsigned port, Time begin, Time now) {
  outputs_[port].shared->granted(begin, now);
  driver_->evaluate_at(now + parameters_.tick);
}

void HypercubeMessageSwitchCore::released(unsigned port, Time free, Time now) {
  outputs_[port].shared->released(free, now);
  driver_->evaluate_at(now + parameters_.tick);
}

void HypercubeMessageSwitchCore::evaluate(Time now) {
  withdraw(now);
  deliver(now);
  enqueue(now);
  for (unsigned port = 0; port < degree(); ++port) serve(port, now);
  counters_.most_stored = room_.most_used(now);
  counters_.most_stored_with_own = room_with_own_.most_used(now);
  if (const Time next = next_event(now); next != never) driver_->evaluate_at(next);
}

bool HypercubeMessageSwitchCore::idle() const {
  return own_.empty() && coming_.empty() && arriving_.empty() &&
         std::all_of(outputs_.begin(), outputs_.end(), [](const Output& output) {
           return output.queue.empty() && !output.carries_something();
         });
}

void HypercubeMessageSwitchCore::serve(unsigned port, Time now) {
  Output& output = outputs_[port];
  if (output.acknowledged <= now) establish(port, now);
  if (output.data <= now) {
    output.data = never;
    const HypercubeWhole& message = output.carried.message;
    output.line->ends(message, output.begin, output.free - acknowledgement(message, port),
                      message.link_bytes());
  }
  if (output.free <= now) output.carried.message.bytes = nullptr;
  if (is(HypercubeTransport::circuit) && by_age()) give_way(port, now);
  if (output.shared) {
    share(port, now);
    return;
  }
  if (output.free == never || output.data != never) return;
  if (earlier_by(output.free, parameters_.lead()) > now) return;
  if (!output.queue.empty()) begin(port, now + ticks(parameters_.arbitration_ticks), now);
}

// Of a unidirectional link this end sends only what it has been granted.
void HypercubeMessageSwitchCore::share(unsigned port, Time now) {
  Output& output = outputs_[port];
  HypercubeSharedLink& shared = *output.shared;
  if (const auto granted = shared.take(now)) {
    if (output.queue.empty()) {
      release(port, now, now);
    } else {
      begin(port, *granted, now);
    }
  }
  const HypercubeAge first = first_of(output);
  if (shared.asks(first, now)) output.line->ask(first, now);
  switch (shared.decide(now)) {
    case HypercubeSharedLink::Winner::own: shared.granted(shared.begin(now), now); break;
    case HypercubeSharedLink::Winner::far: output.line->grant(shared.begin(now), now); break;
    case HypercubeSharedLink::Winner::none: break;
  }
}

// To the end that decides.
void HypercubeMessageSwitchCore::release(unsigned port, Time free, Time now) {
  Output& output = outputs_[port];
  if (!output.shared) return;
  if (output.shared->decides()) {
    output.shared->released(free, now);
  } else {
    output.line->release(free, now);
  }
}

// Of a link that can be had by `from`.
void HypercubeMessageSwitchCore::begin(unsigned port, Time from, Time now) {
  Output& output = outputs_[port];
  const Time begin = from + late_decision();
  output.carried = take_first(port, now);
  output.begin = begin;
  output.free = never;
  const HypercubeWhole& message = output.carried.message;
  if (!std::exchange(output.carried.left, true) && client_ != nullptr) {
    client_->leaves({message.destination, message.type, message.created, begin});
  }
  output.line->begins(message, begin);
  output.line->head(message, begin);
  const bool reaches = hypercube_neighbour(node_, port) == message.destination;
  const Time sent = begin + bytes_time(message.link_bytes());
  if (stores_messages()) {
    end_known(port, sent, now);
  } else if (is(HypercubeTransport::wormhole)) {
    output.tail = sent;
    tail_leaves(port, {sent, 0, reaches}, now);
  } else if (is(HypercubeTransport::circuit) && reaches) {
    // once all of the header is there, a byte comes back
    output.acknowledged = begin + bytes_time(hypercube_header_bytes + 1);
  }
}

// What goes back over the link of an output, which the far end arbitrates for as for a message.
Time HypercubeMessageSwitchCore::acknowledgement(const HypercubeWhole& message,
                                                 unsigned port) const {
  if (parameters_.acknowledgement_bytes == 0) return 0;
  const unsigned beyond =
      is(HypercubeTransport::circuit)
          ? hypercube_hops(hypercube_neighbour(node_, port), message.destination)
          : 0;
  return ticks(parameters_.arbitration_ticks) - parameters_.lead() +
         bytes_time(parameters_.acknowledgement_bytes + 2 * beyond);
}

// When the tail of what an output carries has left.
void HypercubeMessageSwitchCore::end_known(unsigned port, Time end, Time now) {
  Output& output = outputs_[port];
  const Waiting& carried = output.carried;
  const Time free = end + acknowledgement(carried.message, port);
  output.free = free;
  if (!is(HypercubeTransport::circuit)) {
    output.line->ends(carried.message, output.begin, end, carried.message.link_bytes());
  }
  // the next one does not get the link before the data of a circuit have it
  release(port, output.data == never ? free : std::max(free, output.data + parameters_.lead()),
          now);
  driver_->evaluate_at(std::max(earlier_by(free, parameters_.lead()), now + parameters_.tick));
  if (stores_messages()) room_with_own_.give_back(free, carried.message.link_bytes());
  if (carried.input == degree()) {
    if (in_sequence()) next_injection(std::max(free, now + parameters_.tick));
    return;
  }
  if (stores_messages()) room_.give_back(free, carried.message.link_bytes());
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
  for (const Withdrawal& one : withdrawals_) next = std::min(next, one.at);
  for (const Output& output : outputs_) {
    next = std::min({next, output.acknowledged, output.data});
    if (output.shared) next = std::min(next, output.shared->next_event(now));
    if (output.free == never || !output.carries_something()) continue;
    const Time asks = earlier_by(output.free, parameters_.lead());
    next = std::min(next, asks > now ? asks : output.free);
  }
  return next;
}

}  // namespace weft
