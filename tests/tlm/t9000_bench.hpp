// Two T9000s on one to four links, at token level, and what runs on them.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tlm/levels.hpp"

namespace weft::test {

struct Send : SendRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  Time done = 0;
  void resume(Time now) override { core->send(channel, *this, now); }
  void sent(Time now) override { done = now; }
};

struct Receive : ReceiveRequest, Resumable {
  T9000Core* core = nullptr;
  unsigned channel = 0;
  bool any = false;
  bool again = true;
  std::vector<ReceivedMessage> messages;
  std::vector<Time> times;

  void resume(Time now) override { ask(now); }
  void ask(Time now) {
    ReceivedMessage message;
    while (any ? core->receive_any(*this, message, now)
               : core->receive(channel, *this, message, now)) {
      note(message, now);
      if (!again) return;
    }
  }
  void received(const ReceivedMessage& message, Time now) override {
    note(message, now);
    if (again) ask(now);
  }
  void note(const ReceivedMessage& message, Time now) {
    messages.push_back(message);
    times.push_back(now);
  }
};

/// A packet on a wire.
struct WirePacket {
  unsigned bytes = 0;  ///< After the header of one byte.
  Token end;
  bool acknowledgement = false;
  Time begin = 0;
  Time finish = 0;
};

inline std::vector<WirePacket> packets_on(const TokenRecorder& wire) {
  std::vector<WirePacket> packets;
  bool begins = true;
  for (const TokenEvent& event : wire.events) {
    if (!needs_credit(event.token)) continue;
    if (begins) packets.push_back({0, {}, event.tag.protocol.acknowledgement(), event.begin, 0});
    begins = ends_packet(event.token);
    if (begins) {
      packets.back().end = event.token;
      packets.back().finish = event.end;
      --packets.back().bytes;
    } else {
      ++packets.back().bytes;
    }
  }
  return packets;
}

/// Two T9000s on `links` links; channel c of each is tied to channel c of the other. Headers of A
/// begin at 0, those of B at 8.
struct Bench {
  explicit Bench(T9000Parameters p = one_link(),
                 const std::vector<DsLinkParameters>& links = {DsLinkParameters{}}) {
    p.max_header = 7;
    a = level.make<token::T9000>("a", p, 0U, links, std::uint64_t{1});
    p.min_header = 8;
    p.max_header = 15;
    b = level.make<token::T9000>("b", p, 1U, links, std::uint64_t{2});
    for (unsigned i = 0; i < p.links; ++i) {
      level.join(a->link(i), b->link(i));
      a->link(i).tokens(from_a[i]);
      b->link(i).tokens(from_b[i]);
    }
    for (unsigned c = 0; c < 8; ++c) {
      a->core().open(c, 8 + c, c);
      b->core().open(c, c, c);
    }
    a->core().evaluate_at(0);
    b->core().evaluate_at(0);
  }
  static T9000Parameters one_link() {
    T9000Parameters p;
    p.links = 1;
    return p;
  }
  void send(Send& request, T9000Core& core, unsigned channel, unsigned bytes,
            Time at = 5 * microsecond) {
    request.core = &core;
    request.channel = channel;
    request.bytes = bytes;
    core.processor().sleep(request, at);
  }
  void receive(Receive& request, T9000Core& core, unsigned channel, Time at = 0) {
    request.core = &core;
    request.channel = channel;
    core.processor().sleep(request, at);
  }
  /// A message of A to B on channel 0, for which B waits.
  void pass(Send& request, Receive& receiver, unsigned bytes) {
    receive(receiver, b->core(), 0);
    send(request, a->core(), 0, bytes);
  }
  void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

  TokenLevel level;
  std::unique_ptr<token::T9000> a, b;
  std::array<TokenRecorder, 4> from_a, from_b;  // by link
};

}  // namespace weft::test
