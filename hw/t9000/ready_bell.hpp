// How a process that waits at several places hears that one of them is ready.
#pragma once

#include <stdexcept>
#include <utility>

#include "hw/common/time.hpp"

namespace weft {

/// Waits until there is something to take; takes nothing.
class ReadyRequest {
 public:
  /// Resumes no program: it wakes one at most.
  virtual void became_ready(Time now) = 0;

 protected:
  ~ReadyRequest() = default;
};

/// Of a place where something can be taken, by one process at a time: a channel, an event.
class ReadyBell {
 public:
  /// Tells `request` once, when `ring` is called from now on. Throws std::logic_error if another
  /// one waits.
  void enable(ReadyRequest& request) {
    if (request_ != nullptr && request_ != &request) {
      throw std::logic_error("two processes wait at one channel");
    }
    request_ = &request;
  }
  void disable(const ReadyRequest& request) {
    if (request_ == &request) request_ = nullptr;
  }
  void ring(Time now) {
    if (request_ != nullptr) std::exchange(request_, nullptr)->became_ready(now);
  }

 private:
  ReadyRequest* request_ = nullptr;
};

}  // namespace weft
