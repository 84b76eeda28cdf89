// HypercubePortModel for a class made by Verilator from rtl/hypercube/hypercube_port.v.
#pragma once

#include <memory>

#include <verilated.h>

#include "rtl/common/pin_bits.hpp"
#include "rtl/common/verilated_run.hpp"
#include "rtl/hypercube/hypercube_port_model.hpp"

namespace weft::rtl {

/// `Top` is the Verilated class, of a chip with `links` links.
template <class Top, unsigned links>
class VerilatedHypercubePort final : public HypercubePortModel {
 public:
  void reset(unsigned node, unsigned port) override {
    set_bits(top_.node, 0, links, node);
    set_bits(top_.port, 0, 4, port);
    top_.reset = 1;
    top_.clk = 0;
    top_.eval();
    top_.clk = 1;
    top_.eval();
    top_.reset = 0;
  }

  bool settle(const HypercubeForthLevels& rx, const HypercubeBackLevels& tx,
              Incoming& incoming) override {
    set_bits(top_.rx_wanted, 0, links + 2, rx.wanted);
    set_bits(top_.rx_first, 0, 4, rx.first);
    top_.rx_valid = rx.valid;
    top_.rx_data = rx.data;
    top_.tx_grant = tx.grant;
    set_bits(top_.tx_next, 0, 4, tx.next);
    top_.clk = 0;
    top_.eval();
    if (top_.in_valid == 0) return false;
    for (unsigned i = 0; i < hypercube_packet_bytes; ++i) {
      incoming.bytes[i] = static_cast<std::uint8_t>(get_bits(top_.in_packet, 8 * i, 8));
    }
    incoming.outputs = static_cast<unsigned>(get_bits(top_.in_outputs, 0, links + 1));
    incoming.next = static_cast<unsigned>(get_bits(top_.in_next, 0, 4));
    return true;
  }

  void edge(const Edge& edge) override {
    top_.serve = edge.serve;
    set_bits(top_.serve_next, 0, 4, edge.serve_next);
    set_bits(top_.reserve, 0, links, edge.reserve);
    top_.put = 0;
    top_.inject = 0;
    for (const Put& put : edge.put) {
      if (put.input == links) {
        top_.inject = 1;
        set_packet(top_.inject_packet, 0, put.bytes);
        set_bits(top_.inject_next, 0, 4, put.next);
        top_.inject_contrary = put.contrary;
      } else {
        set_bits(top_.put, put.input, 1, 1);
        set_packet(top_.put_packet, 8 * hypercube_packet_bytes * put.input, put.bytes);
        set_bits(top_.put_next, 4 * put.input, 4, put.next);
      }
    }
    top_.clk = 1;
    top_.eval();
    check_rtl_stopped();
  }

  HypercubeForthLevels forth() const override {
    return {static_cast<std::uint16_t>(get_bits(top_.tx_wanted, 0, links + 2)),
            static_cast<std::uint8_t>(get_bits(top_.tx_first, 0, 4)), top_.tx_valid != 0,
            static_cast<std::uint8_t>(top_.tx_data)};
  }
  HypercubeBackLevels back() const override {
    return {top_.rx_grant != 0, static_cast<std::uint8_t>(get_bits(top_.rx_next, 0, 4))};
  }
  unsigned used() const override { return top_.used; }
  unsigned contrary() const override { return top_.contrary; }
  bool room() const override { return top_.room != 0; }
  bool room_contrary() const override { return top_.room_contrary != 0; }

 private:
  template <class Port>
  static void set_packet(Port& port, unsigned lsb, const PacketBytes& bytes) {
    for (unsigned i = 0; i < hypercube_packet_bytes; ++i) set_bits(port, lsb + 8 * i, 8, bytes[i]);
  }

  VerilatedContext context_;
  Top top_{&context_, "TOP"};
};

/// For weft_add_rtl.
template <class Top, unsigned links>
std::unique_ptr<HypercubePortModel> make_verilated_hypercube() {
  return std::make_unique<VerilatedHypercubePort<Top, links>>();
}

}  // namespace weft::rtl
