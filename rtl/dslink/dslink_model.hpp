// A DS-Link end in Verilog, whatever class Verilator made of it.
#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"
#include "rtl/common/inner_waves.hpp"
#include "rtl/dslink/link_straps.hpp"

namespace weft::rtl {

/// The pins of rtl/dslink/dslink.v.
class DsLinkModel {
 public:
  struct Inputs {
    bool d_in = false;
    bool s_in = false;
    bool start = false;
    bool flip = false;
    unsigned freed = 0;  ///< Tokens that left the input buffer since the edge before; 0..2.
    bool link_disable = false;
    bool tick = false;  ///< A time-code has become due since the edge before, of this `time_code`.
    std::uint8_t time_code = 0;
    Time time = 0;  ///< ps; what $time in the RTL tells.
  };
  /// What stands on the pins after the edge.
  struct Outputs {
    bool d_out = false;
    bool s_out = false;
    bool transmitting = false;
    bool bit_begun = false;
    bool state_changed = false;
    bool token_begun = false;
    bool token_fast = false;  ///< At the bit time of Run.
  };

  virtual ~DsLinkModel() = default;

  virtual void set_straps(const LinkStraps& straps, unsigned input_buffer) = 0;
  virtual void reset() = 0;
  /// Before an edge: what stands on the wires. True if a token has come in: `received`.
  virtual bool settle(const Inputs& inputs, bool has_token) = 0;
  virtual Token received() const = 0;
  /// After `settle`: a time-code has come in, and if its time is the next one.
  virtual bool time_code_in(bool& tick) const = 0;
  /// After `settle`: an error has stopped it, and it has not been in Run since.
  virtual bool down() const = 0;
  /// After `settle`: the token that was offered begins at the edge, so `offer` must tell which.
  virtual bool takes_token() const = 0;
  virtual void offer(Token token) = 0;
  virtual void clock(Outputs& outputs) = 0;

  virtual LinkState state() const = 0;
  virtual LinkError error() const = 0;
  virtual unsigned credit() const = 0;
  /// The token that has begun at the edge.
  virtual Token begun_token() const = 0;

  virtual RtlTraits traits() = 0;
  /// It has the pins for AutoStart and LinkDisable, and those for time-codes.
  virtual bool can_be_held() const = 0;
  virtual bool has_time_codes() const = 0;

  /// Of its inside; null if it was made without them.
  virtual InnerWaves* waves() = 0;
};

/// Ours; null in a build without RTL.
std::unique_ptr<DsLinkModel> make_dslink_model();

}  // namespace weft::rtl
