// Which parameters of a DS-Link are sound.
#pragma once

#include "hw/common/time.hpp"
#include "hw/dslink/parameters.hpp"

namespace weft {

/// Throws ParameterError if a bit takes less than 1 ps or more than 1 us: no token is struck by two
/// injected errors. Of a link of whole packets nothing else counts.
void check_bit_time(Time bit_time);

/// Throws ParameterError if the number by which its client knows a link end is above `most`, as it
/// would be another one's within the end.
void check_port(unsigned port, unsigned most);

/// Throws ParameterError for what one end of a link cannot be.
/// - Bits are as check_bit_time has them, those of the start-up too.
/// - `max_credit` is 8 or more, in the SpaceWire form at most 56; `input_buffer` is 8 or more.
/// - The disconnect timeout is longer than a bit.
/// - `error_reset` is long enough for the lines to go low after a stop: a restart is always later.
void check_parameters(const DsLinkParameters& parameters);

/// The same for two ends that are wired to each other.
/// - Each notices a stop of the other before the other's lines go low and before it starts again;
///   faster restarts would leave half a token in a receiver.
/// - Between an IEEE 1355 end and a SpaceWire one, the former awaits a NUL: the latter takes an FCT
///   that comes before it has started for a protocol error.
void check_ends(const DsLinkParameters& one, const DsLinkParameters& other);

}  // namespace weft
