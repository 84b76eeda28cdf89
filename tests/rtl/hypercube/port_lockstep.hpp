// The ports of packet chips at `signal` and those in Verilog on the same lines.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <systemc>

#include "hw/common/kernel_time.hpp"
#include "hw/common/random.hpp"
#include "hw/hypercube/chip_module.hpp"
#include "rtl/hypercube/hypercube_port_model.hpp"
#include "testbench/lockstep/lockstep.hpp"

namespace weft::test {

/// What a port is Verilated for.
inline constexpr unsigned port_links = 4;

using MakePort = std::unique_ptr<rtl::HypercubePortModel> (*)();

/// A chip with a memory that gives out random data, and tells which packet it gave when.
class TalkingChip final : private HypercubeNode {
 public:
  TalkingChip(const HypercubeChipParameters& parameters, unsigned node, std::uint64_t seed,
              CycleDriver& driver)
      : node_(node),
        random_(seed, fmt::format("talk of {}", node)),
        chip_(parameters, node, *this, driver) {}

  HypercubeChipCore& chip() { return chip_; }
  Time evaluate(Time now) {
    injected_.clear();
    injected_at_ = now;
    return chip_.step(now);
  }

  /// At a tick: now and then a message, to `busiest` more often than to others; if it `broadcasts`,
  /// sometimes to all nodes or to neighbours. `pause` is the mean of the ticks between messages.
  void talk(unsigned busiest, std::uint64_t pause, bool broadcasts, Time now) {
    if (random_.below(pause) != 0) return;
    const auto packets = static_cast<std::uint32_t>(random_.exponential(6));
    const std::uint64_t kind = random_.below(40);
    if (broadcasts && kind < 2) {
      const auto ports = kind == 0 ? 0U : 1 + static_cast<unsigned>(random_.below(15));
      messages_.push_back({0, 0, true, ports});
      chip_.broadcast({ports, packets, messages_.size() - 1}, now);
      return;
    }
    unsigned to = kind < 12 ? busiest : static_cast<unsigned>(random_.below(1U << port_links));
    if (to == node_) to ^= 5U;
    messages_.push_back({to, 0, false, 0});
    chip_.send({to, packets, messages_.size() - 1}, now);
  }

  /// What has got a buffer of a port from memory at `now`; null if nothing has.
  const rtl::HypercubePortModel::Put* injected(unsigned port, Time now) const {
    if (injected_at_ != now) return nullptr;
    for (const auto& [where, put] : injected_) {
      if (where == port) return &put;
    }
    return nullptr;
  }
  std::uint64_t arrived_here() const { return arrived_; }
  /// The packet that came by a link at `now`; null if none did.
  const HypercubePacket* last_arrived(unsigned port, Time now) const {
    return last_[port].time == now ? &last_[port].packet : nullptr;
  }

 private:
  struct Message {
    unsigned to = 0;
    unsigned port = 0;
    bool broadcast = false;
    unsigned neighbours = 0;
  };
  struct Last {
    Time time = never;
    HypercubePacket packet;
  };

  void queued(std::uint64_t message, unsigned port, Time) override {
    messages_[message].port = port;
  }
  HypercubePacketData packet_data(std::uint64_t number, std::uint32_t, Time) override {
    HypercubePacketData data;
    for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random_.below(256));
    const Message& message = messages_[number];
    HypercubePacket packet{0, static_cast<std::uint16_t>(node_), 0, data};
    if (!message.broadcast) {
      packet.destination = static_cast<std::uint16_t>(message.to);
      packet.first_step = static_cast<std::uint8_t>(message.port);
      const unsigned rest = node_ ^ message.to ^ 1U << message.port;
      put(message.port, packet, rest == 0 ? port_links : lowest_step(rest),
          message.port != lowest_step(node_ ^ message.to));
      return data;
    }
    const bool to_all = message.neighbours == 0;
    for (unsigned port = 0; port < port_links; ++port) {
      if (!to_all && (message.neighbours >> port & 1) == 0) continue;
      if (!to_all) packet.destination = static_cast<std::uint16_t>(node_ ^ 1U << port);
      packet.first_step = to_all ? hypercube_broadcast_tag : hypercube_neighbours_tag;
      put(port, packet, to_all ? port_links + 1 : port_links, false);
    }
    return data;
  }
  void put(unsigned port, const HypercubePacket& packet, unsigned next, bool contrary) {
    injected_.push_back({port, {port_links, to_bytes(packet), next, contrary}});
  }
  void arrived(const HypercubePacket& packet, unsigned port, Time now) override {
    ++arrived_;
    last_[port] = {now, packet};
  }

  unsigned node_;
  RandomStream random_;
  std::vector<Message> messages_;
  std::vector<std::pair<unsigned, rtl::HypercubePortModel::Put>> injected_;
  Time injected_at_ = never;
  std::array<Last, port_links> last_{};
  std::uint64_t arrived_ = 0;
  HypercubeChipCore chip_;
};

/// A cube of 16 chips at `signal`. The ports of one of them are there in Verilog too: they see the
/// lines of the chip's far ends, and get each other's packets; who gets a buffer they are told, and
/// the packets from memory. What they drive, and their buffers, is compared at every tick.
class PortLockstep : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(PortLockstep);

  PortLockstep(sc_core::sc_module_name name, MakePort make, unsigned shadowed, std::uint64_t seed)
      : sc_module(name),
        shadowed_(shadowed),
        random_(seed, "loads"),
        clock_("clock", sc_core::sc_time::from_value(parameters().tick)),
        lockstep_(fmt::format("{}.vcd", basename()), pins(), 400) {
    for (unsigned node = 0; node < nodes_.size(); ++node) {
      nodes_[node] =
          std::make_unique<Chip>(fmt::format("node{}", node).c_str(), parameters(), node, seed);
      nodes_[node]->clock(clock_);
    }
    for (unsigned node = 0; node < nodes_.size(); ++node) {
      for (unsigned port = 0; port < port_links; ++port) {
        nodes_[node]->link(port).bind_out(wires_[node][port]);
        nodes_[hypercube_neighbour(node, port)]->link(port).bind_in(wires_[node][port]);
      }
    }
    for (unsigned port = 0; port < port_links; ++port) {
      ports_[port] = make();
      ports_[port]->reset(shadowed, port);
    }
    SC_METHOD(edge);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }

  std::uint64_t ticks() const { return lockstep_.compared(); }
  std::uint64_t packets_sent() { return nodes_[shadowed_]->core().counters().packets_sent; }
  std::uint64_t arrived() { return nodes_[shadowed_]->served().arrived_here(); }
  std::uint64_t times_full() const { return times_full_; }
  std::uint64_t times_all_but_one_contrary() const { return times_contrary_; }

  static HypercubeChipParameters parameters() {
    HypercubeChipParameters chip;
    chip.degree = port_links;
    return chip;
  }

 private:
  using Chip = HypercubeServedModule<TalkingChip>;
  using Model = rtl::HypercubePortModel;

  static std::vector<Lockstep::Pin> pins() {
    std::vector<Lockstep::Pin> pins;
    for (unsigned port = 0; port < port_links; ++port) {
      for (const auto& [name, bits] : {std::pair{"wanted", 16U},
                                       {"first", 4U},
                                       {"valid", 1U},
                                       {"data", 8U},
                                       {"grant", 5U},
                                       {"used", 5U},
                                       {"contrary", 5U},
                                       {"room", 2U},
                                       {"arrived", 64U}}) {
        pins.push_back({fmt::format("link{}.{}", port, name), bits});
      }
    }
    return pins;
  }

  const HypercubeWires& out(unsigned port) const { return wires_[shadowed_][port]; }
  const HypercubeWires& in(unsigned port) const {
    return wires_[hypercube_neighbour(shadowed_, port)][port];
  }

  HypercubePortBuffers::Taken taken(unsigned port) const {
    return nodes_[shadowed_]->core().buffers(port).taken(kernel_time());
  }

  // Before the lines change, and in the delta cycle after.
  void edge() {
    after_ = !after_;
    if (after_) {
      for (unsigned port = 0; port < port_links; ++port) {
        rx_[port] = in(port).forth.read();
        tx_[port] = out(port).back.read();
      }
      next_trigger(sc_core::SC_ZERO_TIME);
      return;
    }
    const Time now = kernel_time();
    clock_ports(now);
    compare(now);
    talk(now);
  }

  void clock_ports(Time now) {
    std::array<Model::Edge, port_links> edges;
    for (unsigned port = 0; port < port_links; ++port) {
      Model::Incoming incoming;
      arrived_[port] = 0;
      if (!ports_[port]->settle(rx_[port], tx_[port], incoming)) continue;
      for (unsigned output = 0; output < port_links; ++output) {
        if ((incoming.outputs >> output & 1) == 0) continue;
        edges[output].put.push_back({port, incoming.bytes, incoming.next, false});
      }
      if ((incoming.outputs >> port_links & 1) != 0) arrived_[port] = hash(incoming.bytes);
    }
    for (unsigned port = 0; port < port_links; ++port) {
      const Model::Put* put = nodes_[shadowed_]->served().injected(port, now);
      if (put != nullptr) edges[port].put.push_back(*put);
      const HypercubeBackLevels grant = in(port).back.read();
      if (!grant.grant) continue;
      edges[port].serve = true;
      edges[port].serve_next = grant.next;
      for (unsigned output = 0; output < port_links; ++output) {
        const bool above = grant.next == port_links + 1 && output > port;
        if (above || output == grant.next) edges[output].reserve |= 1U << port;
      }
    }
    for (unsigned port = 0; port < port_links; ++port) {
      note_room(port, edges[port]);
      ports_[port]->edge(edges[port]);
    }
  }

  // Before the edge; of the chip from what it holds after it, without what it has taken in.
  void note_room(unsigned port, const Model::Edge& edge) {
    auto [used, contrary] = taken(port);
    used -= static_cast<unsigned>(std::popcount(edge.reserve));
    for (const Model::Put& put : edge.put) {
      if (put.input == port_links) --used;
      if (put.contrary) --contrary;
    }
    const unsigned all = parameters().buffers;
    room_[0][port] = (used < all ? 1U : 0) | (contrary + 1 < all ? 2U : 0);
    room_[1][port] = (ports_[port]->room() ? 1U : 0) | (ports_[port]->room_contrary() ? 2U : 0);
    if (used == all) ++times_full_;
    if (contrary + 1 == all) ++times_contrary_;
  }

  void compare(Time now) {
    for (unsigned port = 0; port < port_links; ++port) {
      const HypercubePortBuffers::Taken buffers = taken(port);
      const HypercubePacket* packet = nodes_[shadowed_]->served().last_arrived(port, now);
      set(port, false, out(port).forth.read(), in(port).back.read(), buffers.all, buffers.contrary,
          packet == nullptr ? 0 : hash(to_bytes(*packet)));
      const Model& model = *ports_[port];
      set(port, true, model.forth(), model.back(), model.used(), model.contrary(), arrived_[port]);
    }
    lockstep_.compare(now);
  }

  void set(unsigned port, bool rtl, const HypercubeForthLevels& forth,
           const HypercubeBackLevels& back, unsigned used, unsigned contrary,
           std::uint64_t arrived) {
    const std::uint64_t values[] = {forth.wanted,
                                    forth.first,
                                    forth.valid ? 1U : 0U,
                                    forth.data,
                                    (back.grant ? 16U : 0U) | back.next,
                                    used,
                                    contrary,
                                    room_[rtl ? 1 : 0][port],
                                    arrived};
    for (std::size_t i = 0; i < std::size(values); ++i) {
      const std::size_t pin = std::size(values) * port + i;
      (rtl ? lockstep_.rtl(pin) : lockstep_.signal(pin)) = values[i];
    }
  }

  static std::uint64_t hash(const Model::PacketBytes& bytes) {
    std::uint64_t value = 14695981039346656037U;
    for (const std::uint8_t byte : bytes) value = (value ^ byte) * 1099511628211U;
    return value;
  }

  // Ticks between messages of a node, in the mean: of the one with Verilog, and of others.
  struct Load {
    std::uint64_t own;
    std::uint64_t others;
  };

  // Heavy and light load in turn, much from one node, and silence; the busiest destination moves.
  void talk(Time now) {
    if (left_-- == 0) {
      left_ = random_.exponential(1'500);
      busiest_ = static_cast<unsigned>(random_.below(nodes_.size()));
      constexpr std::array<Load, 4> loads{
          {{60, 60}, {250, 250}, {25, 800}, {1'000'000, 1'000'000}}};
      load_ = loads[random_.below(loads.size())];
    }
    // two packets at a time from memory are more than a port takes
    for (unsigned node = 0; node < nodes_.size(); ++node) {
      const bool own = node == shadowed_;
      nodes_[node]->served().talk(busiest_, own ? load_.own : load_.others, !own, now);
    }
  }

  unsigned shadowed_;
  RandomStream random_;
  sc_core::sc_clock clock_;
  Lockstep lockstep_;
  std::array<std::array<HypercubeWires, port_links>, 1U << port_links> wires_;
  std::array<std::unique_ptr<Chip>, 1U << port_links> nodes_;
  std::array<std::unique_ptr<Model>, port_links> ports_;
  std::array<HypercubeForthLevels, port_links> rx_;  // on the lines before the edge
  std::array<HypercubeBackLevels, port_links> tx_;
  std::array<std::uint64_t, port_links> arrived_{};
  bool after_ = false;
  std::array<std::array<unsigned, port_links>, 2> room_{};  // of the chip, of the Verilog
  std::uint64_t left_ = 0;
  unsigned busiest_ = 0;
  Load load_{1, 1};
  std::uint64_t times_full_ = 0;
  std::uint64_t times_contrary_ = 0;
};

inline void run_ticks(std::uint64_t ticks) {
  sc_core::sc_start(sc_core::sc_time::from_value(ticks * PortLockstep::parameters().tick));
}

/// Fails at a difference, or if too little has happened.
inline void run_port(std::uint64_t seed, std::uint64_t ticks, MakePort make) {
  PortLockstep bench("lockstep", make, 5 + static_cast<unsigned>(seed % 6), seed);
  ASSERT_NO_THROW(run_ticks(ticks));
  EXPECT_GE(bench.ticks(), ticks);
  EXPECT_GT(bench.packets_sent(), ticks / 100);
  EXPECT_GT(bench.arrived(), ticks / 200);
  EXPECT_GT(bench.times_full(), ticks / 100);
  EXPECT_GT(bench.times_all_but_one_contrary(), 0U);
}

}  // namespace weft::test
