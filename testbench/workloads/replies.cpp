#include "testbench/workloads/replies.hpp"

namespace weft {

Replies::Replies(SocketTable& sockets, unsigned reply_bytes, Time warm_up)
    : sockets_(&sockets), bytes_(reply_bytes), warm_up_(warm_up), count_(warm_up) {}

std::deque<Replies::Message>& Replies::under_way(std::size_t source, std::size_t destination) {
  return messages_[std::uint64_t{source} * sockets_->size() + destination];
}

void Replies::requested(std::size_t source, std::size_t destination, Time now) {
  under_way(source, destination).push_back({false, now});
}

void Replies::received(std::size_t processor, const ReceivedMessage& message, Time now) {
  std::deque<Message>& messages = under_way(message.channel, processor);
  const Message first = messages.front();
  messages.pop_front();
  if (!first.is_reply) return reply(processor, message.channel, first.requested, now);
  count_.add(now);
  if (first.requested >= warm_up_) round_trips_.add(now - first.requested);
}

void Replies::reply(std::size_t processor, std::size_t requester, Time requested, Time now) {
  if (free_.empty()) free_.push_back(&pool_.emplace_back(*this));
  Sending& sending = *free_.back();
  free_.pop_back();
  sending.bytes = bytes_;
  under_way(processor, requester).push_back({true, requested});
  const Socket socket = sockets_->to(processor, requester);
  sockets_->core(processor).send(socket.channel(), sending, now);
}

}  // namespace weft
