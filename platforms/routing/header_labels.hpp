// Which headers lead to which processor.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// Reads `addressing`, `channels` and `header_bytes` of `routing:` and gives every processor
/// of the platform its headers: those set by `min_header` as set, all others one after
/// another in the order of `processors`; behind them `others` more, the random ones. Headers name
/// channels unless these do not fit into two bytes, else processors. Throws InputError: too
/// few channels, ranges that overlap, more header values than fit.
void label_processors(Platform& platform, const ParameterValues& routing, std::size_t others,
                      const Place& platform_place);

}  // namespace weft
