// The Verilated rtl/iwarp/iwarp.v as a plain C++ class.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/parameters.hpp"
#include "rtl/iwarp/agent_registers.hpp"

namespace weft::rtl {

/// The communication agent in Verilog: lines and registers. One edge of the 40 MHz clock is: lines
/// in, `settle`, writes and reads if it is an edge of the component's clock, `edge`, lines out.
class VerilatedAgent {
 public:
  /// Resets it; busses that are not `open` lead nowhere. The Verilog has 20 logical channels each
  /// way, queues of 8 words and 8 match entries: throws std::invalid_argument for others.
  VerilatedAgent(const IwarpParameters& parameters, const std::array<bool, bus_count>& open);
  ~VerilatedAgent();
  VerilatedAgent(const VerilatedAgent&) = delete;
  VerilatedAgent& operator=(const VerilatedAgent&) = delete;

  void set_in(Bus bus, BusLevels levels);
  void set_out_dequeue(Bus bus, DequeueLevels levels);
  BusLevels out(Bus bus) const;
  DequeueLevels in_dequeue(Bus bus) const;

  /// The clock falls. True if the next edge is one of the component's clock.
  bool settle();
  /// The clock rises.
  void edge();

  /// Up to agent_writes before an edge of the component's clock, done in their order; throws
  /// std::length_error beyond.
  void write(unsigned address, std::uint32_t data);
  /// After the writes so far.
  std::uint32_t read(unsigned address);
  ChannelStatus channel(unsigned input);
  /// Events of a kind that can be seen, by channel.
  std::uint32_t events(unsigned kind);

 private:
  struct Model;
  void evaluate_writes();

  std::unique_ptr<Model> model_;
  unsigned writes_ = 0;
  bool written_ = false;  // and not evaluated yet
};

}  // namespace weft::rtl
