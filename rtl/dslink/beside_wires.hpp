// What RTL promises for that which is told of packets beside its wires.
#pragma once

#include <cstdint>

namespace weft::rtl {

/// Whether OutOfBand goes with the packets of a link end that is RTL.
enum class BesideWires : std::uint8_t {
  /// It does. The RTL promises to hand a token over in the clock in which the wires have verified
  /// it, and to begin one in the clock in which it takes it: what is told beside the wires then is
  /// of that packet. Ours does; that of a user's if it is made with OUT_OF_BAND (weft_add_rtl).
  out_of_band,
  /// It does not: the RTL may hold tokens for as long as it likes, and packets are handled by their
  /// bits. What observers know of a packet goes along in the order of packets, and the tokens that
  /// they are told of are found on the wires.
  nothing,
};

}  // namespace weft::rtl
