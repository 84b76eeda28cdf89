// The parameters of a bare link end.
#pragma once

#include <cstdint>

#include "hw/common/time.hpp"

namespace weft {

/// When it makes pauses. How long one is, and how many tokens there are to the next, is drawn at
/// random: exponential and geometric, with these means.
struct LinkEndParameters {
  Time send_stall = 0;                     ///< ps, of a pause before a token to send; 0 for none.
  std::uint32_t send_stall_every = 64;     ///< Tokens; 1 or more.
  Time receive_stall = 0;                  ///< ps, of a pause in taking tokens out of the buffer.
  std::uint32_t receive_stall_every = 64;  ///< Tokens; 1 or more.
};

}  // namespace weft
