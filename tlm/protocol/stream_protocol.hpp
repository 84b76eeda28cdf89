// The TLM-2.0 protocol of a link at `stream` level: the stream-passing model of thesis 3.5.4.
//
// A packet is a period of activity of a link. It flows at the rate of the link, 10 bits a byte and
// 4 for its end, until it has passed; the receiver asks for a pause when its buffer is full, by
// signals out of band. Nothing else is told while nothing is in the way.
//
//   transmitter                                            receiver
//   begin ------------------ packet_begin ------------------->|   the first bit of the header
//       |<------------------ stream_block --------------------|   the buffer is full
//       |------------------- stream_stop -------------------->|   nothing flows from now on ...
//       |<------------------ stream_unblock ------------------|   there is room again
//       |------------------- stream_go ---------------------->|   ... until now
//   end |------------------- packet_end --------------------->|   the last bit of the end has left
//
// The transmitter stops too when its own source has run dry. Sockets and payload are those of the
// packet protocol, and so are time-codes; the `end` of a payload is not known.
#pragma once

#include "tlm/protocol/packet_protocol.hpp"

namespace weft {

// Forward, by the transmitter, beside packet_begin and packet_end; the payload does not count:
DECLARE_EXTENDED_PHASE(stream_stop);  ///< The packet that began last flows no more.
DECLARE_EXTENDED_PHASE(stream_go);    ///< It flows again.
// Backward, by the receiver; the payload does not count:
DECLARE_EXTENDED_PHASE(stream_block);
DECLARE_EXTENDED_PHASE(stream_unblock);  ///< Its delay: until a flow control token could begin.

}  // namespace weft
