// The communication agent in Verilog, whatever class Verilator made of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "hw/common/time.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/parameters.hpp"
#include "rtl/common/inner_waves.hpp"
#include "rtl/iwarp/agent_registers.hpp"

namespace weft::rtl {

/// What rtl/iwarp/iwarp.v is built for.
inline constexpr unsigned agent_channels = 20;  ///< Logical inputs, and as many outputs.
inline constexpr unsigned agent_queue_words = 8;
inline constexpr unsigned agent_match_entries = 8;
inline constexpr unsigned agent_match_ports = 4;  ///< At most; how many are used is loaded.

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

  /// The clock falls; `time` is that of the edge to come, which $time in the RTL tells. True if
  /// that is one of the component's clock.
  virtual bool settle(Time time) = 0;
  /// The word that begins on an output bus at the edge to come.
  virtual std::optional<BusWord> begins(Bus bus) const = 0;
  /// The clock rises.
  virtual void edge() = 0;

  /// Up to agent_writes before an edge of the component's clock, done in their order.
  virtual void write(unsigned address, std::uint32_t data) = 0;
  /// After the writes so far.
  virtual std::uint32_t read(unsigned address) = 0;
  virtual ChannelStatus channel(unsigned input) = 0;
  /// Events of a kind that can be seen, by channel.
  virtual std::uint32_t events(unsigned kind) = 0;

  /// Of its inside; null if it was made without them.
  virtual InnerWaves* waves() = 0;
};

/// Null in a build without RTL.
std::unique_ptr<IwarpModel> make_iwarp_model();

}  // namespace weft::rtl
