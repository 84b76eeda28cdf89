// The communication agent in Verilog, whatever class Verilator made of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/parameters.hpp"
#include "rtl/iwarp/agent_registers.hpp"

namespace weft::rtl {

/// What rtl/iwarp/iwarp.v is built for.
inline constexpr unsigned agent_channels = 20;  ///< Logical inputs, and as many outputs.
inline constexpr unsigned agent_queue_words = 8;
inline constexpr unsigned agent_match_entries = 8;

/// The pins of rtl/iwarp/iwarp.v. One edge of the 40 MHz clock is: lines in, `settle`, writes and
/// reads if it is an edge of the component's clock, `edge`, lines out.
class IwarpModel {
 public:
  virtual ~IwarpModel() = default;

  /// Loads the allocation of channels and resets it. Busses that are not `open` lead nowhere. The
  /// parameters must be those that it is built for.
  virtual void reset(const IwarpParameters& parameters,
                     const std::array<bool, bus_count>& open) = 0;

  virtual void set_in(Bus bus, BusLevels levels) = 0;
  virtual void set_out_dequeue(Bus bus, DequeueLevels levels) = 0;
  virtual BusLevels out(Bus bus) const = 0;
  virtual DequeueLevels in_dequeue(Bus bus) const = 0;

  /// The clock falls. True if the next edge is one of the component's clock.
  virtual bool settle() = 0;
  /// The clock rises.
  virtual void edge() = 0;

  /// Up to agent_writes before an edge of the component's clock, done in their order; throws
  /// std::length_error beyond.
  virtual void write(unsigned address, std::uint32_t data) = 0;
  /// After the writes so far.
  virtual std::uint32_t read(unsigned address) = 0;
  virtual ChannelStatus channel(unsigned input) = 0;
  /// Events of a kind that can be seen, by channel.
  virtual std::uint32_t events(unsigned kind) = 0;
};

/// Null in a build without RTL.
std::unique_ptr<IwarpModel> make_iwarp_model();

}  // namespace weft::rtl
