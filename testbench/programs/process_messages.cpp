#include "testbench/programs/process_messages.hpp"

#include <algorithm>
#include <stdexcept>

namespace weft {

Process::ReceiveEach::ReceiveEach(Process& process, const std::vector<Socket>& sockets)
    : process_(&process), messages_(sockets.size()) {
  missing_.reserve(sockets.size());
  for (const Socket& socket : sockets) {
    process.require_own(socket);
    if (socket.local()) throw std::logic_error("receive_each of a local socket");
    missing_.push_back({socket.channel(), missing_.size()});
  }
  std::sort(missing_.begin(), missing_.end(), [](const Missing& a, const Missing& b) {
    return std::pair(a.channel, a.socket) < std::pair(b.channel, b.socket);
  });
}

bool Process::ReceiveEach::await_suspend(std::coroutine_handle<> program) {
  process_->count_step();
  process_->suspend(program, Wait::message, missing_.front().channel);
  for (std::size_t place = 0; place < missing_.size();) {
    const unsigned channel = missing_[place].channel;
    ask_all_of(place, process_->now_);
    while (misses(place, channel)) ++place;
  }
  return !missing_.empty();
}

std::size_t Process::ReceiveEach::first_of(unsigned channel) const {
  const auto place =
      std::lower_bound(missing_.begin(), missing_.end(), channel,
                       [](const Missing& one, unsigned wanted) { return one.channel < wanted; });
  return static_cast<std::size_t>(place - missing_.begin());
}

// Asks for what is missing of the channel at `place`, until it has to wait.
void Process::ReceiveEach::ask_all_of(std::size_t place, Time now) {
  const unsigned channel = missing_[place].channel;
  ReceivedMessage message;
  while (misses(place, channel) && process_->core_->receive(channel, *this, message, now)) {
    take(place, message);
  }
}

void Process::ReceiveEach::take(std::size_t place, const ReceivedMessage& message) {
  messages_[missing_[place].socket] = message;
  missing_.erase(missing_.begin() + static_cast<std::ptrdiff_t>(place));
}

void Process::ReceiveEach::received(const ReceivedMessage& message, Time now) {
  const std::size_t place = first_of(message.channel);
  take(place, message);
  if (misses(place, message.channel)) ask_all_of(place, now);
  if (missing_.empty()) process_->woken(now);
}

}  // namespace weft
