#include "testbench/programs/alternative.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace weft {

std::string Guard::text() const {
  if (const auto* event = std::get_if<EventChannel*>(&what_)) {
    return fmt::format("event '{}'", (*event)->name());
  }
  if (const auto* resource = std::get_if<Resource*>(&what_)) {
    return fmt::format("resource '{}'", (*resource)->name());
  }
  return std::holds_alternative<Ticks>(what_) ? "its timer" : "";
}

bool Guard::is_ready(Ticks timer) const {
  if (const auto* time = std::get_if<Ticks>(&what_)) return is_after(timer, *time);
  if (const auto* from = std::get_if<Socket>(&what_)) return from->is_ready();
  if (const auto* event = std::get_if<EventChannel*>(&what_)) return (*event)->is_ready();
  if (const auto* resource = std::get_if<Resource*>(&what_)) return (*resource)->is_ready();
  return std::holds_alternative<Skip>(what_);
}

void Guard::enable(ReadyRequest& request) const {
  if (const auto* from = std::get_if<Socket>(&what_)) from->enable(request);
  if (const auto* event = std::get_if<EventChannel*>(&what_)) (*event)->enable(request);
  if (const auto* resource = std::get_if<Resource*>(&what_)) (*resource)->enable(request);
}

void Guard::disable(const ReadyRequest& request) const {
  if (const auto* from = std::get_if<Socket>(&what_)) from->disable(request);
  if (const auto* event = std::get_if<EventChannel*>(&what_)) (*event)->disable(request);
  if (const auto* resource = std::get_if<Resource*>(&what_)) (*resource)->disable(request);
}

Process::Alternative::Alternative(Process& process, std::vector<Guard> guards)
    : process_(&process), guards_(std::move(guards)) {
  for (const Guard& guard : guards_) {
    if (guard.socket() != nullptr) process.require_own(*guard.socket());
    const auto* event = std::get_if<EventChannel*>(&guard.what_);
    const auto* resource = std::get_if<Resource*>(&guard.what_);
    if ((event != nullptr && !(*event)->belongs_to(*process.core_)) ||
        (resource != nullptr && !(*resource)->belongs_to(*process.core_))) {
      throw std::logic_error(fmt::format("{} of another processor", guard.text()));
    }
  }
}

Process::EventOutput::EventOutput(Process& process, EventChannel& event)
    : process_(&process), event_(&event) {
  if (event.belongs_to(*process.core_)) return;
  throw std::logic_error(fmt::format("event '{}' of another processor", event.name()));
}

void Process::EventOutput::await_suspend(std::coroutine_handle<> program) const {
  process_->count_step();
  event_->output(*process_, process_->priority_, process_->now_);
  process_->suspend(program, Wait::event);
  process_->output_ = event_;
}

bool Process::Alternative::await_suspend(std::coroutine_handle<> program) {
  process_->count_step();
  process_->suspend(program, Wait::alternative);
  if (find_ready(process_->now_)) return false;
  process_->alternative_ = this;
  enable(process_->now_);
  return true;
}

bool Process::Alternative::find_ready(Time now) {
  const Ticks timer = timer_at(now, process_->tick());
  const auto ready = std::find_if(guards_.begin(), guards_.end(),
                                  [timer](const Guard& guard) { return guard.is_ready(timer); });
  chosen_ = static_cast<std::size_t>(ready - guards_.begin());
  return ready != guards_.end();
}

void Process::Alternative::enable(Time now) {
  Time first = never;
  for (const Guard& guard : guards_) {
    guard.enable(*this);
    const auto* time = std::get_if<Ticks>(&guard.what_);
    if (time != nullptr) first = std::min(first, time_after(*time, now, process_->tick()));
  }
  woken_ = false;
  if (first != never && !alarm_) alarm_ = process_->core_->processor().sleep(*this, first);
}

void Process::Alternative::resume(Time now) {
  alarm_.reset();
  wake(now);
}

void Process::Alternative::wake(Time now) {
  if (std::exchange(woken_, true)) return;
  process_->core_->wake(*process_, process_->priority_, now);
}

// What was ready may have been thrown away: a packet that an error cut.
bool Process::Alternative::choose(Time now) {
  if (!find_ready(now)) {
    enable(now);
    return false;
  }
  for (const Guard& guard : guards_) guard.disable(*this);
  if (alarm_) process_->core_->processor().cancel(*std::exchange(alarm_, std::nullopt));
  process_->alternative_ = nullptr;
  return true;
}

}  // namespace weft
