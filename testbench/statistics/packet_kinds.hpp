// What a packet that came in was.
#pragma once

#include "hw/t9000/t9000_reports.hpp"

namespace weft {

/// It was an acknowledgement. Of one that nothing else is told of, as it came through RTL that
/// hands tokens over when it likes, its bits tell: it is empty and does not end a message.
inline bool acknowledges(const PacketArrival& packet) {
  const OutOfBand& told = packet.tag.protocol;
  if (told.kind != PacketKind::unknown) return told.acknowledgement();
  return packet.bytes == 0 && !told.last;
}

}  // namespace weft
