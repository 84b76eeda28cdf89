#include "hw/t9000/event_channel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace weft {

EventChannel::EventChannel(std::string name, T9000Core& core, EventDirection direction)
    : name_(std::move(name)), core_(&core), direction_(direction) {
  core.add(*this);
}

void EventChannel::join(EventChannel& one, EventChannel& other, Time delay) {
  if (one.direction_ == other.direction_) {
    throw std::logic_error(
        fmt::format("events '{}' and '{}' are both {}s", one.name_, other.name_,
                    one.direction_ == EventDirection::input ? "input" : "output"));
  }
  one.far_ = &other;
  other.far_ = &one;
  one.delay_ = other.delay_ = delay;
}

void EventChannel::reset(Time now) {
  bell_ = {};
  sender_.reset();
  requested_ = in_ = false;
  for (const Change& change : std::exchange(coming_, {})) {
    if (change.by_device && change.at > now) await(change);  // a device knows of no reset
  }
  if (out_) set_out(false, now);
  if (far_ != nullptr && far_->out_) in_changes(true, now + delay_);
}

void EventChannel::require(EventDirection direction) const {
  if (direction_ == direction) return;
  throw std::logic_error(fmt::format("event '{}' is an {}", name_,
                                     direction_ == EventDirection::input ? "input" : "output"));
}

void EventChannel::request_at(Time time) {
  require(EventDirection::input);
  await({time, true, true});
}

// A change of the pin itself, at `at`.
void EventChannel::in_changes(bool high, Time at) {
  const T9000Parameters& parameters = core_->parameters();
  const Time first = edge_after(at, parameters.clock);
  await({first + (parameters.event_clocks - 1) * parameters.clock, high, false});
}

void EventChannel::await(const Change& change) {
  const auto behind = std::upper_bound(coming_.begin(), coming_.end(), change.at,
                                       [](Time at, const Change& other) { return at < other.at; });
  coming_.insert(behind, change);
  core_->processor().sleep(*this, change.at);
  core_->evaluate_at(change.at);
}

void EventChannel::resume(Time now) {
  while (!coming_.empty() && coming_.front().at <= now) {
    const Change change = coming_.front();
    coming_.pop_front();
    see(change, now);
  }
}

void EventChannel::see(const Change& change, Time now) {
  if (!change.by_device) in_ = change.high;
  if (direction_ == EventDirection::input) {
    if (!change.high) {
      requested_ = requested_ && by_device_;  // one at the pin may be withdrawn before it is taken
      return set_out(false, now);
    }
    requested_ = true;
    by_device_ = change.by_device;
    return bell_.ring(now);
  }
  if (in_) {            // acknowledged
    if (!out_) return;  // of an output that a reset has forgotten
    set_out(false, now);
    const Sender sender = *std::exchange(sender_, {});
    core_->wake(*sender.process, sender.priority, now);
  } else if (sender_) {  // that has come before the handshake of another output had ended
    set_out(true, now);
  }
}

bool EventChannel::is_ready() const {
  require(EventDirection::input);
  return requested_;
}

void EventChannel::take(Time now) {
  require(EventDirection::input);
  requested_ = false;
  if (in_ && !by_device_) set_out(true, now);
}

void EventChannel::output(Resumable& process, Priority priority, Time now) {
  require(EventDirection::output);
  if (sender_) {
    throw std::logic_error(fmt::format("two processes output to event '{}'", name_));
  }
  sender_ = {&process, priority};
  if (!in_) set_out(true, now);
}

// A request that was withdrawn was never acknowledged.
void EventChannel::set_out(bool high, Time now) {
  if (std::exchange(out_, high) == high) return;
  if (on_out_) on_out_(high, now);
  if (far_ != nullptr) far_->in_changes(high, now + delay_);
}

}  // namespace weft
