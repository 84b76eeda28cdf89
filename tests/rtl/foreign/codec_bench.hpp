// Two T9000s, the link of one of which is foreign_codec.v, and what they say to each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/random.hpp"
#include "hw/dslink/link_wires.hpp"
#include "hw/t9000/message_body.hpp"
#include "hw/t9000/t9000.hpp"
#include "rtl/t9000/t9000.hpp"

namespace weft::rtl {
std::unique_ptr<DsLinkModel> weft_make_foreign_codec();
std::unique_ptr<DsLinkModel> weft_make_codec_of_pins();
}  // namespace weft::rtl

namespace weft::test {

/// The messages of one channel, one way: what is sent is drawn, and drawn again to compare.
struct Messages {
  Messages(std::uint64_t seed, const std::string& name) : random(seed, name) {}

  std::vector<std::uint8_t> next() {
    std::vector<std::uint8_t> bytes(random.below(201));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    return bytes;
  }

  RandomStream random;
};

/// Sends messages, with pauses, until it has sent so many bytes.
struct Talker : SendRequest, Resumable {
  Talker(std::uint64_t seed, const std::string& name)
      : messages(seed, name), pauses(seed, "talk") {}

  void resume(Time now) override {
    const std::vector<std::uint8_t> message = messages.next();
    body = MessageBody::of(message);
    bytes = static_cast<unsigned>(message.size());
    begun += bytes;
    core->send(channel, *this, now);
  }
  void sent(Time now) override {
    done += bytes;
    if (begun < until) core->processor().sleep(*this, now + pauses.below(2000) * nanosecond);
  }

  T9000Core* core = nullptr;
  unsigned channel = 0;
  Messages messages;
  RandomStream pauses;
  std::uint64_t begun = 0;  // bytes
  std::uint64_t done = 0;   // that are acknowledged
  std::uint64_t until = 0;
};

/// Receives them, with pauses, and compares.
struct Listener : ReceiveRequest, Resumable {
  Listener(std::uint64_t seed, const std::string& name)
      : messages(seed, name), pauses(seed, "listen") {}

  void resume(Time now) override {
    ReceivedMessage message;
    if (core->receive(channel, *this, message, now)) received(message, now);
  }
  void received(const ReceivedMessage& message, Time now) override {
    const std::vector<std::uint8_t> expected = messages.next();
    const auto content = std::as_bytes(std::span(expected));
    const bool same =
        message.bytes == expected.size() && std::ranges::equal(message.content(), content);
    if (!same) ++wrong;
    bytes += message.bytes;
    core->processor().sleep(*this, now + pauses.below(2000) * nanosecond);
  }

  T9000Core* core = nullptr;
  unsigned channel = 0;
  Messages messages;
  RandomStream pauses;
  std::uint64_t bytes = 0;
  std::uint64_t wrong = 0;  // messages
};

/// A message of which nobody asks what became of it.
struct Victim : SendRequest, ReceiveRequest {
  Victim() { bytes = 1000; }
  void sent(Time) override {}
  void received(const ReceivedMessage&, Time) override {}
};

/// What befalls one direction of the cable for a while.
enum class Fault { none, both_inverted, d_inverted, s_inverted, both_held, s_held };

/// One direction of the cable.
class FaultyWires : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(FaultyWires);

  explicit FaultyWires(sc_core::sc_module_name name) : sc_module(name) {
    SC_METHOD(pass);
    sensitive << from_d << from_s << befallen_;
  }

  sc_core::sc_signal<bool> from_d, from_s, to_d, to_s;
  sc_core::sc_signal<PacketTag> tag;

  void befall(Fault fault) {
    fault_ = fault;
    befallen_.write(fault != Fault::none);
  }

 private:
  void pass() {
    const bool both = fault_ == Fault::both_inverted;
    if (fault_ == Fault::both_held) return;
    to_d.write(from_d.read() != (both || fault_ == Fault::d_inverted));
    if (fault_ != Fault::s_held) to_s.write(from_s.read() != (both || fault_ == Fault::s_inverted));
  }

  Fault fault_ = Fault::none;
  sc_core::sc_signal<bool> befallen_;
};

struct IdRecorder : tlm::tlm_analysis_if<PacketQueued>,
                    tlm::tlm_analysis_if<PacketArrival>,
                    tlm::tlm_analysis_if<TokenEvent> {
  std::vector<std::uint64_t> ids;
  void write(const PacketQueued& packet) override { ids.push_back(packet.tag.trace.id); }
  void write(const PacketArrival& packet) override { ids.push_back(packet.tag.trace.id); }
  void write(const TokenEvent& event) override {
    if (ends_packet(event.token)) ids.push_back(event.tag.trace.id);
  }
};

struct CodecBench {
  static constexpr unsigned channels = 4;  // that talk all the time
  static constexpr unsigned victims = 5;

  static DsLinkParameters spacewire() {
    DsLinkParameters parameters;
    parameters.form = LinkForm::spacewire;
    return parameters;
  }
  /// So that the clock of its RTL is 1 ns.
  static DsLinkParameters of_codec() {
    DsLinkParameters parameters = spacewire();
    parameters.disconnect_timeout = 851 * nanosecond;
    return parameters;
  }
  static T9000Parameters processor(unsigned number) {
    T9000Parameters p;
    p.links = 1;
    p.min_header = 16 * number;
    p.max_header = p.min_header + 15;
    return p;
  }
  /// Behind a wrapper by hand, which needs a clock of 1 ns and makes pauses; or by its pins.
  enum class Made { by_hand, of_pins };

  static std::vector<std::unique_ptr<rtl::DsLinkModel>> codec(Made made) {
    std::vector<std::unique_ptr<rtl::DsLinkModel>> models;
    models.push_back(made == Made::by_hand ? rtl::weft_make_foreign_codec()
                                           : rtl::weft_make_codec_of_pins());
    return models;
  }

  explicit CodecBench(Made made, rtl::BesideWires beside = rtl::BesideWires::nothing)
      : foreign("foreign", processor(0), 0, {made == Made::by_hand ? of_codec() : spacewire()}, 1,
                codec(made), beside),
        own("own", processor(1), 1, {spacewire()}, 2) {
    connect(foreign.link(0), own.link(0), forth);
    connect(own.link(0), foreign.link(0), back);
    foreign.reports().queued(queued[0]);
    own.reports().queued(queued[1]);
    own.reports().packets(came_in[0]);
    foreign.reports().packets(came_in[1]);
    foreign.link(0).tokens(sent[0]);
    own.link(0).tokens(sent[1]);
    for (unsigned c = 0; c < channels + victims; ++c) {
      foreign.core().open(c, 16 + c, c);
      own.core().open(c, c, c);
    }
    for (unsigned c = 0; c < channels; ++c) {
      talk(foreign.core(), own.core(), c, "forth");
      talk(own.core(), foreign.core(), c, "back");
    }
    foreign.core().evaluate_at(0);
    own.core().evaluate_at(0);
  }

  /// All talkers go on until they have sent so many bytes, together, each way; up to `limit`, ps.
  void pass(std::uint64_t bytes, Time limit) {
    const std::uint64_t first = bytes / channels;
    for (const auto& talker : talkers) {
      talker->until = first;
      const bool rests = talker->done == talker->begun && talker->begun < first;
      if (rests) talker->core->processor().sleep(*talker, next_edge());
    }
    foreign.core().evaluate_at(next_edge());
    own.core().evaluate_at(next_edge());
    const Time end = now() + limit;
    while (now() < end && !quiet()) run(10 * microsecond);
  }
  /// Nothing that was sent has not been heard.
  bool quiet() const {
    for (std::size_t i = 0; i < talkers.size(); ++i) {
      if (talkers[i]->begun < talkers[i]->until) return false;
      if (talkers[i]->done != talkers[i]->begun) return false;
      if (listeners[i]->bytes != talkers[i]->done) return false;
    }
    return true;
  }
  std::uint64_t heard(const T9000Core& by) const {
    std::uint64_t bytes = 0;
    for (const auto& listener : listeners) {
      if (listener->core == &by) bytes += listener->bytes;
    }
    return bytes;
  }
  std::uint64_t wrong() const {
    std::uint64_t messages = 0;
    for (const auto& listener : listeners) messages += listener->wrong;
    return messages;
  }
  static Time now() { return sc_core::sc_time_stamp().value(); }
  static Time next_edge() { return edge_after(now(), 10 * nanosecond); }
  static void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }

  FaultyWires forth{"forth"};
  FaultyWires back{"back"};
  rtl::T9000 foreign;
  T9000 own;
  std::array<IdRecorder, 2> queued, sent, came_in;  // forth and back
  std::vector<std::unique_ptr<Talker>> talkers;
  std::vector<std::unique_ptr<Listener>> listeners;  // to the talkers, in the same order

 private:
  template <class From, class To>
  static void connect(From& from, To& to, FaultyWires& wires) {
    from.d_out(wires.from_d);
    from.s_out(wires.from_s);
    from.tag_out(wires.tag);
    to.d_in(wires.to_d);
    to.s_in(wires.to_s);
    to.tag_in(wires.tag);
  }
  void talk(T9000Core& from, T9000Core& to, unsigned channel, const std::string& way) {
    const std::string name = fmt::format("{}{}", way, channel);
    talkers.push_back(std::make_unique<Talker>(1, name));
    talkers.back()->core = &from;
    talkers.back()->channel = channel;
    listeners.push_back(std::make_unique<Listener>(1, name));
    listeners.back()->core = &to;
    listeners.back()->channel = channel;
    to.processor().sleep(*listeners.back(), 0);
  }
};

}  // namespace weft::test
