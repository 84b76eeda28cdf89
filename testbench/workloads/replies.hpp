// Requests that are answered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "hw/t9000/t9000_core.hpp"
#include "testbench/programs/socket_table.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/measured_count.hpp"

namespace weft {

/// Answers each request at once with a message of fixed length to who sent it. Messages of a pair
/// of processors arrive in order, so that a list of what is under way tells requests from replies.
class Replies {
 public:
  /// `warm_up` in ps.
  Replies(SocketTable& sockets, unsigned reply_bytes, Time warm_up);

  /// A request has been posted.
  void requested(std::size_t source, std::size_t destination, Time now);
  /// A message has come in on an any-to-any channel. Answers a request.
  void received(std::size_t processor, const ReceivedMessage& message, Time now);

  /// Replies that have come in.
  const MeasuredCount& count() const { return count_; }
  /// From posting a request until its reply is in, ps; of those posted after the warm-up.
  const Distribution& round_trips() const { return round_trips_; }

 private:
  /// A message under way.
  struct Message {
    bool is_reply = false;
    Time requested = 0;
  };
  /// A reply while it is sent; from a pool.
  class Sending final : public SendRequest {
   public:
    explicit Sending(Replies& replies) : replies_(&replies) {}
    void sent(Time /*now*/) override { replies_->free_.push_back(this); }

   private:
    Replies* replies_;
  };

  std::deque<Message>& under_way(std::size_t source, std::size_t destination);
  void reply(std::size_t processor, std::size_t requester, Time requested, Time now);

  SocketTable* sockets_;
  unsigned bytes_;
  Time warm_up_;
  std::unordered_map<std::uint64_t, std::deque<Message>> messages_;  // by pair
  std::deque<Sending> pool_;
  std::vector<Sending*> free_;
  MeasuredCount count_;
  Distribution round_trips_;
};

}  // namespace weft
