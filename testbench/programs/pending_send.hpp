// A message that was posted: sent without waiting.
#pragma once

#include <coroutine>
#include <utility>

#include "hw/common/time.hpp"
#include "hw/t9000/packet.hpp"

namespace weft {

class Process;

/// A non-blocking send; from the pool of its process, so that posting allocates nothing.
class PostedSend final : public SendRequest {
 public:
  explicit PostedSend(Process& process) : process_(&process) {}
  void sent(Time now) override;

 private:
  friend class Process;
  friend class PendingSend;

  Process* process_;
  PostedSend* next_free_ = nullptr;
  unsigned channel_ = 0;
  Time posted_ = 0;
  bool acknowledged_ = false;
  bool held_ = false;    // by a PendingSend
  bool waited_ = false;  // the process waits for it
};

/// What `Process::post` returns. `co_await` waits for the acknowledgement; dropping it does not
/// recall the message. Belongs to the program that posted.
class PendingSend {
 public:
  explicit PendingSend(PostedSend& posted) : posted_(&posted) { posted.held_ = true; }
  PendingSend(PendingSend&& other) noexcept : posted_(std::exchange(other.posted_, nullptr)) {}
  PendingSend& operator=(PendingSend&& other) noexcept {
    std::swap(posted_, other.posted_);
    return *this;
  }
  ~PendingSend();

  /// The message has been acknowledged to its end.
  bool done() const { return posted_->acknowledged_; }

  bool await_ready() const { return done(); }
  void await_suspend(std::coroutine_handle<> program) const;
  void await_resume() const {}

 private:
  PostedSend* posted_;
};

}  // namespace weft
