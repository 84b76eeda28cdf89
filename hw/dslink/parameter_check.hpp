// Which parameters of a DS-Link are sound.
#pragma once

#include <string>

#include "hw/dslink/parameters.hpp"

namespace weft {

/// What is wrong with one end of a link, in words; empty if nothing is.
/// - Bits take 1 ps to 1 us, so that no token is struck by two injected errors.
/// - `max_credit` is 8 or more, in the SpaceWire form at most 56; `input_buffer` is 8 or more.
/// - The disconnect timeout is longer than a bit.
/// - `error_reset` is long enough for the lines to go low after a stop: a restart is always later.
std::string find_fault(const DsLinkParameters& parameters);

/// The same for two ends that are wired to each other.
/// - Each notices a stop of the other before the other's lines go low and before it starts again;
///   faster restarts would leave half a token in a receiver.
/// - Between an IEEE 1355 end and a SpaceWire one, the former awaits a NUL: the latter takes an FCT
///   that comes before it has started for a protocol error.
std::string find_fault(const DsLinkParameters& one, const DsLinkParameters& other);

}  // namespace weft
