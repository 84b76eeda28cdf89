// What a link end reports to observers.
#pragma once

#include "hw/common/packet_tag.hpp"
#include "hw/common/time.hpp"
#include "hw/common/token.hpp"
#include "hw/dslink/link_core.hpp"

namespace weft {

/// A token of a transmitter. An idle stretch is reported once, as a NUL whose `end` is that of the
/// first NUL in it.
struct TokenEvent {
  Time begin = 0;  ///< First bit, ps.
  Time end = 0;    ///< End of the last bit, ps.
  Token token;
  PacketTag tag;  ///< Of the packet that the token belongs to (id 0 for FCT and NUL).
};

/// A change of a link end's state, or an error.
struct LinkStateEvent {
  Time time = 0;
  LinkState state = LinkState::error_reset;
  LinkError error = LinkError::none;
};

}  // namespace weft
