#include "testbench/programs/local_channel.hpp"

#include <stdexcept>

namespace weft {

// A reset of the processor empties its memory.
void LocalChannel::renew() {
  if (!resets_.catch_up()) return;
  first_ = last_ = nullptr;
  receiver_ = nullptr;
  ready_.clear();
  bell_ = {};
  transferring_ = false;
}

void LocalChannel::send(SendRequest& request, Time now) {
  renew();
  request.next = nullptr;
  (first_ == nullptr ? first_ : last_->next) = &request;
  last_ = &request;
  advance(now);
}

bool LocalChannel::receive(ReceiveRequest& request, ReceivedMessage& message, Time now) {
  renew();
  if (!ready_.empty()) {
    message = ready_.front();
    ready_.pop_front();
    advance(now);
    return true;
  }
  if (receiver_ != nullptr) throw std::logic_error("two processes receive from one local socket");
  receiver_ = &request;
  advance(now);
  return false;
}

void LocalChannel::advance(Time now) {
  if (transferring_ || first_ == nullptr) return;
  if (receiver_ == nullptr && ready_.size() >= buffer_) return bell_.ring(now);
  transferring_ = true;
  begun_ = now;
  // who comes second copies, and goes on without leaving the processor
  if (copying_ == 0 && processor_->takes_turns()) return resume(now);
  processor_->sleep(*this, now + copying_);
}

// What is told here may come back with the next send or receive at once.
void LocalChannel::resume(Time now) {
  SendRequest& request = *first_;
  ReceiveRequest* const receiver = receiver_;
  const ReceivedMessage message{local_channel_number, request.bytes, begun_, request.body};
  first_ = request.next;
  receiver_ = nullptr;
  transferring_ = false;
  if (receiver == nullptr) {
    ready_.push_back(message);
    bell_.ring(now);
  }
  advance(now);
  if (receiver != nullptr) receiver->received(message, now);
  request.sent(now);
}

}  // namespace weft
