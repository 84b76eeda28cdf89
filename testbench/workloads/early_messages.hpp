// Messages that came before anybody asked for them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/t9000/t9000_core.hpp"

namespace weft {

/// The receive buffer of the processes of a T9000: it accepts messages of any virtual channel that
/// nobody waits for, in the order in which they come, as long as it holds fewer than its size; what
/// is accepted is acknowledged (thesis 3.5.4).
class EarlyMessages final : private ReceiveRequest {
 public:
  EarlyMessages(T9000Core& core, std::size_t size) : core_(&core), size_(size) {}
  EarlyMessages(const EarlyMessages&) = delete;
  EarlyMessages& operator=(const EarlyMessages&) = delete;

  /// Accepts what it has room for, from now on.
  void open(Time now) {
    ReceivedMessage message;
    while (!waits_ && held_.size() < size_) {
      if (core_->receive_any(*this, message, now)) {
        held_.push_back(message.channel);
      } else {
        waits_ = true;
      }
    }
  }
  /// Takes a message of a channel out, if there is one.
  bool take(unsigned channel) {
    const auto found = std::find(held_.begin(), held_.end(), channel);
    if (found == held_.end()) return false;
    held_.erase(found);
    return true;
  }

 private:
  void received(const ReceivedMessage& message, Time now) override {
    waits_ = false;
    held_.push_back(message.channel);
    open(now);
  }

  T9000Core* core_;
  std::size_t size_;
  std::vector<unsigned> held_;  // their channels, as they came
  bool waits_ = false;          // for one more
};

}  // namespace weft
