// A hypercube of packet chips whose links are calls, with memories that know what is right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "hw/hypercube/message_packets.hpp"
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

/// A message that has arrived.
struct CubeArrival {
  unsigned source = 0;
  unsigned destination = 0;
  std::uint16_t type = 0;
  std::vector<std::uint8_t> bytes;
  Time first = 0;  ///< The tail of its first packet.
  Time last = 0;
  unsigned port = 0;  ///< By which its last packet came.

  bool operator==(const CubeArrival&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const CubeArrival& arrival) {
  return out << arrival.source << "->" << arrival.destination << " type " << arrival.type << ": "
             << arrival.bytes.size() << " bytes by " << arrival.port << ", " << arrival.first
             << ".." << arrival.last;
}

/// Chips of these parameters, one at each node. A tick is 1 ps if not said otherwise, so that times
/// are ticks.
class CubeBench {
 public:
  explicit CubeBench(const HypercubeChipParameters& parameters, bool backwards = false)
      : backwards_(backwards) {
    for (unsigned node = 0; node < 1u << parameters.degree; ++node) {
      nodes_.push_back(std::make_unique<Node>(*this, parameters, node));
    }
    for (auto& node : nodes_) node->connect();
  }

  static HypercubeChipParameters ticks(unsigned degree) {
    HypercubeChipParameters parameters;
    parameters.degree = degree;
    parameters.tick = 1;
    return parameters;
  }

  /// Gives the message to the chip now.
  void send(unsigned from, unsigned to, std::vector<std::uint8_t> bytes, std::uint16_t type = 0) {
    Node& node = *nodes_[from];
    const auto packets = hypercube_packets(static_cast<std::uint32_t>(bytes.size()));
    node.sent.push_back({std::move(bytes), type});
    node.chip.send({to, packets, node.sent.size() - 1}, now_);
  }
  /// One of as many bytes, all of which differ from their neighbours'.
  void send_bytes(unsigned from, unsigned to, unsigned count, std::uint16_t type = 0) {
    std::vector<std::uint8_t> bytes(count);
    for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + type);
    send(from, to, std::move(bytes), type);
  }

  /// Until nothing more will happen, or the end of this tick. True in the first case.
  bool run(Time until = never - 1) {
    for (;;) {
      Time next = never;
      for (const auto& node : nodes_) next = std::min(next, node->next);
      if (next > until) {
        if (until != never - 1) now_ = until;
        return next == never;
      }
      now_ = next;
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node& node = *nodes_[backwards_ ? nodes_.size() - 1 - i : i];
        if (node.next != now_) continue;
        node.next = never;
        node.chip.evaluate(now_);
      }
    }
  }

  Time now() const { return now_; }
  HypercubeChipCore& chip(unsigned node) { return nodes_[node]->chip; }
  /// In the order of their nodes and last packets.
  std::vector<CubeArrival> arrivals() const {
    std::vector<CubeArrival> all;
    for (const auto& node : nodes_) all.insert(all.end(), node->here.begin(), node->here.end());
    return all;
  }
  bool empty() const {
    return std::all_of(nodes_.begin(), nodes_.end(),
                       [](const auto& node) { return node->chip.empty(); });
  }
  /// Packets that a link has carried away from this node.
  std::uint64_t carried(unsigned node, unsigned port) const {
    return nodes_[node]->lines[port]->carried;
  }

 private:
  struct Node;

  struct Line final : HypercubeLine {
    Line(Node& owner, unsigned number) : node(&owner), port(number) {}
    void request(HypercubeRequest request, Time now) override {
      far().requested(port, request, now);
    }
    void grant(unsigned next, Time now) override { far().granted(port, next, now); }
    void send(const HypercubePacket& packet, Time begin) override {
      ++carried;
      far().packet_begins(port, packet_of(to_bytes(packet)), begin);
    }
    HypercubeChipCore& far() { return node->bench->chip(node->chip.node() ^ 1u << port); }
    Node* node;
    unsigned port;
    std::uint64_t carried = 0;
  };

  struct Outgoing {
    std::vector<std::uint8_t> bytes;
    std::uint16_t type = 0;
  };

  struct Node final : HypercubeNode, CycleDriver {
    Node(CubeBench& owner, const HypercubeChipParameters& parameters, unsigned number)
        : bench(&owner), chip(parameters, number, *this, *this) {}
    void connect() {
      for (unsigned port = 0; port < chip.parameters().degree; ++port) {
        lines.push_back(std::make_unique<Line>(*this, port));
        chip.attach(port, *lines.back());
      }
    }
    void evaluate_at(Time time) override { next = std::min(next, time); }
    HypercubePacketData packet_data(std::uint64_t message, std::uint32_t index, Time) override {
      return hypercube_packet_data(sent[message].bytes, sent[message].type, index);
    }
    void arrived(const HypercubePacket& packet, unsigned port, Time now) override {
      const HypercubePiece piece = arrivals.receive(packet);
      CubeArrival& message = open[{piece.source, piece.first_step}];
      if (piece.first()) {
        message = {piece.source, chip.node(), piece.type, {}, now, 0, 0};
      }
      message.bytes.insert(message.bytes.end(), packet.data.begin() + piece.from,
                           packet.data.begin() + piece.from + piece.bytes);
      message.last = now;
      message.port = port;
      if (piece.last()) here.push_back(message);
    }

    CubeBench* bench;
    Time next = never;
    HypercubeChipCore chip;
    std::vector<std::unique_ptr<Line>> lines;
    std::vector<Outgoing> sent;
    HypercubeArrivals arrivals;
    std::map<std::pair<unsigned, unsigned>, CubeArrival> open;
    std::vector<CubeArrival> here;
  };

  bool backwards_;
  Time now_ = 0;
  std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace weft
