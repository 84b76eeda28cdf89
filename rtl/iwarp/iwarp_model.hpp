// The communication agent in Verilog, whatever class Verilator made of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "hw/common/time.hpp"
#include "hw/iwarp/agent_registers.hpp"
#include "hw/iwarp/bus_coding.hpp"
#include "hw/iwarp/parameters.hpp"
#include "rtl/common/inner_waves.hpp"

namespace weft::rtl {

/// What rtl/iwarp/iwarp.v is built for.
inline constexpr unsigned agent_channels = 20;  ///< Logical inputs, and as many outputs.
inline constexpr unsigned agent_queue_words = 8;
inline constexpr unsigned agent_match_entries = 8;
inline constexpr unsigned agent_match_ports = 4;  ///< At most; how many are used is loaded.

/// The pins of rtl/iwarp/iwarp.v. One edge of the 40 MHz clock is: lines in, `settle`, the
/// ports if it is an edge of the component's clock, `edge`, lines out.
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

  // Ports, each of them once before an edge of the component's clock (see iwarp.v)

  /// A word through a gate of the computation agent: 0 or 1.
  virtual Word receive(unsigned gate, unsigned channel) = 0;
  virtual void send(unsigned gate, unsigned channel, Word word) = 0;
  /// Of the memory agent: `place` 0 or 1 of a double word.
  virtual Word spool_from(unsigned place, unsigned channel) = 0;
  virtual void spool_to(unsigned place, unsigned channel, std::uint32_t value) = 0;
  virtual Word spool_end(unsigned channel) = 0;
  /// A spooling gate has ended, or failed.
  virtual void spool_event(bool failed, unsigned gate) = 0;
  /// An event that was read.
  virtual void clear_event(unsigned kind, unsigned channel) = 0;
  virtual void write(unsigned address, std::uint32_t data) = 0;

  /// After all that was done so far.
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
