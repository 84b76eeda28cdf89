// A C104 in Verilog, whatever class Verilator made of it.
#pragma once

#include <cstdint>
#include <optional>

#include "hw/dslink/link_core.hpp"
#include "rtl/common/inner_waves.hpp"
#include "rtl/dslink/link_straps.hpp"

namespace weft::rtl {

/// The pins of rtl/c104/c104.v. Where a bit stands for a link, link 0 is bit 0.
class C104Model {
 public:
  struct RegisterWrite {
    std::uint32_t address = 0;
    std::uint32_t value = 0;
  };
  /// What is given at each clock edge.
  struct Inputs {
    std::uint64_t d_in = 0;
    std::uint64_t s_in = 0;
    std::uint64_t flip = 0;
    std::uint64_t start = 0;
    std::uint64_t stop = 0;
    bool enable = false;
    std::optional<RegisterWrite> write;  ///< On the register port.
    Time time = 0;                       ///< ps; what $time in the RTL tells.
  };
  /// What stands on the pins after it.
  struct Outputs {
    std::uint64_t d_out = 0;
    std::uint64_t s_out = 0;
    std::uint64_t state_changed = 0;
    std::uint64_t transmitting = 0;
    std::uint64_t bit_begun = 0;
    std::uint64_t token_begun = 0;
    std::uint64_t token_fast = 0;
    std::uint64_t received_first = 0;
    std::uint64_t opened = 0;
    std::uint64_t pushed_first = 0;
    std::uint64_t taken_first = 0;
    std::uint64_t cleared = 0;
    std::uint64_t random_take = 0;  ///< Random numbers that were taken at the edge.
  };
  /// Straps of the switch. Buffers in tokens, latency in periods of the crossbar's clock.
  struct Straps {
    unsigned input_buffer = 0;
    unsigned output_buffer = 0;
    unsigned routing_latency = 0;
    std::uint32_t clock_period = 0;  ///< Of the crossbar, ps.
    bool localize_error = true;
    std::uint64_t held = 0;           ///< Links that their command registers start.
    bool overlapping_groups = false;  ///< What the RTL has no strap for it does not refuse.
  };

  virtual ~C104Model() = default;

  virtual unsigned links() const = 0;
  /// It has the pins for links that are held and stopped.
  virtual bool has_commands() const = 0;
  virtual void set_straps(const Straps& straps) = 0;
  virtual void set_link_straps(unsigned link, const LinkStraps& straps) = 0;
  /// To be given again when it has been taken; below the link's random range.
  virtual void set_random_number(unsigned link, std::uint32_t number) = 0;
  /// Back to the state after power-on; nothing has started.
  virtual void reset() = 0;
  /// As on the register port (hw/c104/registers.hpp); a write takes a clock edge with quiet inputs.
  virtual void write_register(std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read_register(std::uint32_t address) = 0;
  virtual void clock(const Inputs& inputs, Outputs& outputs) = 0;

  // of one link, after an edge
  virtual Token begun_token(unsigned link) const = 0;
  virtual LinkState state(unsigned link) const = 0;
  virtual LinkError error(unsigned link) const = 0;
  virtual unsigned pushed_from(unsigned output) const = 0;

  /// Of its inside; null if it was made without them.
  virtual InnerWaves* waves() = 0;
};

}  // namespace weft::rtl
