// A bare end of a link: a testbench writes tokens into it and reads what arrived.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "hw/common/packet_tag.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// Queues of a link end without hardware behind it, for architects' own testbenches and for tests.
/// Tokens written at t are transmitted after t, without limit of room; tokens that arrive stay in
/// the input buffer (and hold their credit) until they are read.
class LinkEndpoint : public LinkClient {
 public:
  struct Arrival {
    Time time;  ///< When the token was verified, ps.
    Token token;
    PacketTag tag;
  };

  /// To be called once, with the link that this end serves.
  void attach(LinkService& link) { link_ = &link; }
  /// Called at each arrival.
  void on_arrival(std::function<void(Time)> action) { action_ = std::move(action); }

  void write(Token token, Time now, const PacketTag& tag = {}) {
    outgoing_.push_back({now, token, tag});
    link_->offer(now);
  }
  bool empty() const { return incoming_.empty(); }
  /// A token arrived before `time`: what a process that acts at `time` can know.
  bool has_before(Time time) const { return !incoming_.empty() && incoming_.front().time < time; }
  std::size_t size() const { return incoming_.size(); }
  /// The last token that arrived and was not read; there must be one.
  Token newest() const { return incoming_.back().token; }
  /// Takes the oldest token out of the input buffer; there must be one.
  Arrival read(Time now) {
    const Arrival arrival = incoming_.front();
    incoming_.pop_front();
    link_->consumed(now);
    return arrival;
  }
  /// Tokens that are still to be transmitted.
  std::size_t waiting() const { return outgoing_.size(); }

  void receive(unsigned, Token token, const PacketTag& tag, Time now) override {
    incoming_.push_back({now, token, tag});
    if (action_) action_(now);
  }
  bool transmit(unsigned, Token& token, PacketTag& tag, Time now) override {
    if (outgoing_.empty() || outgoing_.front().time >= now) return false;
    token = outgoing_.front().token;
    if (packet_begins_) tag = outgoing_.front().tag;
    packet_begins_ = ends_packet(token);
    outgoing_.pop_front();
    return true;
  }
  Time next_token(unsigned) const override {
    return outgoing_.empty() ? never : outgoing_.front().time;
  }

 private:
  LinkService* link_ = nullptr;
  std::function<void(Time)> action_;
  std::deque<Arrival> outgoing_;
  std::deque<Arrival> incoming_;
  bool packet_begins_ = true;
};

}  // namespace weft
