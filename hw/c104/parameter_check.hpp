// Which parameters of a C104 are sound.
#pragma once

#include "hw/c104/parameters.hpp"

namespace weft {

/// Throws ParameterError for what a switch cannot be at any level.
/// - 1 to 64 links, and no settings of others.
/// - The clock runs; `routing_latency` is a multiple of it and at least 2 of them, or 0.
/// - Input buffers hold what is in of a header and the eight tokens of an FCT, as a header is
///   looked at when all of it is in; output buffers hold a token.
/// - Interval tables have at most `max_intervals` with ascending limits, and hunt groups of links
///   that are there. Two of these are the same or share no link, but with `overlapping_groups`.
void check_parameters(const C104Parameters& parameters);

/// Besides that, for what one that passes tokens cannot be: its latency is not 0, and its links
/// have a width.
void check_token_switch(const C104Parameters& parameters);

}  // namespace weft
