// A packet as a bare link end sends it.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/token.hpp"

namespace weft {

/// All of its bytes, whatever they mean to who receives it: headers are among them.
struct LinkEndPacket {
  std::vector<std::uint8_t> bytes;
  Token end = eop_token;  ///< EOP or EOM.

  friend bool operator==(const LinkEndPacket&, const LinkEndPacket&) = default;
};

}  // namespace weft
