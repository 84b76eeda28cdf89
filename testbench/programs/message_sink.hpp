// Takes whatever comes in.
#pragma once

#include <functional>
#include <utility>

#include "hw/t9000/t9000_core.hpp"

namespace weft {

/// Receives every message of the virtual channels that it is told to, at once and for ever: what
/// the receiving side of an asynchronous workload does (thesis 5.3.2, "always acknowledged
/// immediately they arrive"). One process that waits for any message is not the same: while a
/// message of several packets comes in, those of other channels would wait for it.
class MessageSink final : private ReceiveRequest {
 public:
  using Action = std::function<void(const ReceivedMessage& message, Time now)>;

  explicit MessageSink(T9000Core& core, Action action = {})
      : core_(&core), action_(std::move(action)) {}
  MessageSink(const MessageSink&) = delete;
  MessageSink& operator=(const MessageSink&) = delete;

  /// All channels that are opened on demand (T9000Core::open_on_demand) from now on.
  void consume_each() { core_->receive_each(*this); }

 private:
  void received(const ReceivedMessage& message, Time now) override {
    if (action_) action_(message, now);
    receive_all(message.channel, now);
  }
  void receive_all(unsigned channel, Time now) {
    ReceivedMessage message;
    while (core_->receive(channel, *this, message, now)) {
      if (action_) action_(message, now);
    }
  }

  T9000Core* core_;
  Action action_;
};

}  // namespace weft
