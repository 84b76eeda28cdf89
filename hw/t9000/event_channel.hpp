// An event channel of a T9000.
#pragma once

#include <string>
#include <utility>

#include "hw/common/time.hpp"
#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/t9000_core.hpp"

namespace weft {

/// A pin from which a process inputs without data: an interrupt is an input like any other
/// (facts.md, T9000). A request stands until a process has taken it; one that comes meanwhile is
/// the same.
class EventChannel final : private Resumable {
 public:
  /// `name` is for messages.
  EventChannel(std::string name, T9000Core& core) : name_(std::move(name)), core_(&core) {}
  EventChannel(const EventChannel&) = delete;
  EventChannel& operator=(const EventChannel&) = delete;

  const std::string& name() const { return name_; }
  bool belongs_to(const T9000Core& core) const { return core_ == &core; }

  /// The pin requests at `time`, which is not over.
  void request_at(Time time) {
    core_->processor().sleep(*this, time);
    core_->evaluate_at(time);
  }

  bool is_ready() const { return requested_; }
  void enable(ReadyRequest& request) { bell_.enable(request); }
  void disable(const ReadyRequest& request) { bell_.disable(request); }
  /// Acknowledges the request.
  void take() { requested_ = false; }

 private:
  void resume(Time now) override {
    requested_ = true;
    bell_.ring(now);
  }

  std::string name_;
  T9000Core* core_;
  bool requested_ = false;
  ReadyBell bell_;
};

}  // namespace weft
