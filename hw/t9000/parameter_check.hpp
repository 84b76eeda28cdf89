// Which parameters of a T9000 are sound.
#pragma once

#include "hw/memory/parameters.hpp"
#include "hw/t9000/parameters.hpp"

namespace weft {

/// Throws ParameterError for what a processor cannot be.
/// - 1 to 4 links, packets of one byte or more, a clock and timers that run.
/// - Its headers, of one or two bytes, are from `min_header` to `max_header`.
void check_parameters(const T9000Parameters& parameters);

/// Throws ParameterError for what cannot be the memory of that processor's messages. Its packets
/// must be of whole words, and acknowledged, as nothing else holds back what comes in.
void check_parameters(const MemoryPortParameters& memory, const T9000Parameters& processor);

}  // namespace weft
