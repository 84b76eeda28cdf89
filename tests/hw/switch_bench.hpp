// A C104 with a bare link end at each of its links.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/tlm/levels.hpp"

namespace weft::test {

/// A packet as it came out at an end.
struct Arrived {
  unsigned port = 0;
  std::vector<std::uint8_t> bytes;
  Token end;
  PacketTag tag;
  Time first = 0;  ///< When its first token was received.
  Time last = 0;
};

using PacketBytes = std::vector<std::uint8_t>;

/// A header of one byte, and so many bytes of one value.
inline PacketBytes packet_to(std::uint8_t header, std::size_t payload, std::uint8_t value = 0) {
  PacketBytes bytes(payload + 1, value);
  bytes[0] = header;
  return bytes;
}

/// Every header of the link is routed to the link of its number.
inline std::vector<Interval> one_to_one(unsigned links) {
  std::vector<Interval> intervals;
  for (unsigned port = 0; port < links; ++port) {
    intervals.push_back({port + 1, IntervalAction::route, port, 1});
  }
  return intervals;
}

inline C104Parameters switch_of(unsigned links) {
  C104Parameters parameters;
  parameters.links = links;
  parameters.max_intervals = 64;
  parameters.per_link.resize(links);
  for (C104LinkParameters& link : parameters.per_link) link.intervals = one_to_one(links);
  return parameters;
}

template <class Level>
class SwitchBench {
 public:
  /// `first` are the parameters of the end at link 0.
  explicit SwitchBench(const C104Parameters& parameters, const std::string& name = "c104",
                       const DsLinkParameters& first = {})
      : level_(std::make_unique<Level>(name + "_wheel")),
        ends_(parameters.links),
        packets_(parameters.links) {
    router_ = level_->template make<typename Level::C104>(
        name, parameters, std::vector{DsLinkParameters{}}, std::uint64_t{11});
    for (unsigned port = 0; port < parameters.links; ++port) {
      const DsLinkParameters link = port == 0 ? first : DsLinkParameters{};
      links_.push_back(
          level_->make_link(fmt::format("{}_end{}", name, port), link, 64, ends_[port], 1));
      ends_[port].attach(links_[port]->core());
      ends_[port].on_arrival([this, port](Time) {
        if (!stalled_[port]) read(port);
      });
      level_->join(*links_[port], router_->link(port));
    }
    stalled_.resize(parameters.links);
  }

  /// Queues a packet at once.
  void send(unsigned port, const std::vector<std::uint8_t>& bytes, const PacketTag& tag = {},
            Token end = eop_token) {
    const Time now = sc_core::sc_time_stamp().value();
    for (const std::uint8_t byte : bytes) ends_[port].write(data_token(byte), now, tag);
    ends_[port].write(end, now, tag);
  }
  void run(Time duration) { sc_core::sc_start(sc_core::sc_time::from_value(duration)); }
  /// Past the start-up.
  void start() { run(5 * microsecond); }

  void stall(unsigned port, bool stalled) {
    stalled_[port] = stalled;
    while (!stalled && !ends_[port].empty()) read(port);
  }
  LinkEndpoint& end(unsigned port) { return ends_[port]; }
  typename Level::Link& link(unsigned port) { return *links_[port]; }
  C104Core& core() { return router_->core(); }
  typename Level::C104& router() { return *router_; }
  /// Whole packets, in the order of their ends.
  const std::vector<Arrived>& arrived() const { return arrived_; }
  std::vector<Arrived> arrived_at(unsigned port) const {
    std::vector<Arrived> here;
    for (const Arrived& packet : arrived_) {
      if (packet.port == port) here.push_back(packet);
    }
    return here;
  }

 private:
  void read(unsigned port) {
    const Time now = sc_core::sc_time_stamp().value();
    const auto arrival = ends_[port].read(now);
    Arrived& packet = packets_[port];
    if (packet.bytes.empty() && packet.first == 0) {
      packet.first = arrival.time;
      packet.tag = arrival.tag;
    }
    if (arrival.token.kind == TokenKind::data) {
      packet.bytes.push_back(arrival.token.value);
      return;
    }
    packet.port = port;
    packet.end = arrival.token;
    packet.last = arrival.time;
    arrived_.push_back(packet);
    packet = {};
  }

  std::unique_ptr<Level> level_;
  std::vector<LinkEndpoint> ends_;
  std::unique_ptr<typename Level::C104> router_;
  std::vector<std::unique_ptr<typename Level::Link>> links_;
  std::vector<bool> stalled_;
  std::vector<Arrived> packets_;
  std::vector<Arrived> arrived_;
};

}  // namespace weft::test
