// Messages between two processes of one processor.
#pragma once

#include <cstddef>
#include <deque>

#include "hw/common/time.hpp"
#include "hw/t9000/packet.hpp"
#include "hw/t9000/ready_bell.hpp"
#include "hw/t9000/resets_seen.hpp"
#include "hw/t9000/run_queue.hpp"

namespace weft {

/// `ReceivedMessage::channel` of a message that came over no virtual channel.
inline constexpr unsigned local_channel_number = ~0U;

/// One direction of a local socket (thesis 3.5.3 and 3.5.4): a copy in memory, no link. Sender and
/// receiver meet as on a virtual channel: a message stays with its sender until somebody receives
/// it, unless there is room in the buffer.
class LocalChannel final : private Resumable {
 public:
  /// `copying` is the time in ps that the transfer of a message takes; `buffer` the messages that
  /// are accepted before a receive, as in T9000Parameters::receive_buffer.
  LocalChannel(RunQueue& processor, Time copying, std::size_t buffer)
      : processor_(&processor), copying_(copying), buffer_(buffer), resets_(processor) {}

  /// Queues a message; `request.sent` is called, later, once it has been taken over.
  void send(SendRequest& request, Time now);
  /// Waits for the next message; true when it was buffered already (in `message`). Throws
  /// std::logic_error if somebody waits already.
  bool receive(ReceiveRequest& request, ReceivedMessage& message, Time now);

  /// A message has been sent that nobody receives.
  bool is_ready() const {
    return !resets_.missed() &&
           (!ready_.empty() || (first_ != nullptr && receiver_ == nullptr && !transferring_));
  }
  /// Tells `request` when that will be so; see ReadyBell.
  void enable(ReadyRequest& request) {
    renew();
    bell_.enable(request);
  }
  void disable(const ReadyRequest& request) { bell_.disable(request); }

 private:
  void renew();
  void advance(Time now);
  void resume(Time now) override;

  RunQueue* processor_;
  Time copying_;
  std::size_t buffer_;
  SendRequest* first_ = nullptr;
  SendRequest* last_ = nullptr;
  ReceiveRequest* receiver_ = nullptr;
  std::deque<ReceivedMessage> ready_;
  ReadyBell bell_;
  Time begun_ = 0;
  bool transferring_ = false;
  ResetsSeen resets_;
};

}  // namespace weft
