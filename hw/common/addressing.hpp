// What a header of a packet names.
#pragma once

#include <cstdint>

namespace weft {

/// How a header names the virtual channel.
enum class Addressing : std::uint8_t {
  channel,    ///< Virtual channel = header - min_header (facts.md, virtual channels).
  processor,  ///< Header names the processor; the channel is told beside it (thesis 3.5.3).
};

}  // namespace weft
