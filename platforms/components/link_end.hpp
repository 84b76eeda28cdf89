// The bare link ends of a platform: what they send.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/link_end/link_end_packet.hpp"
#include "hw/link_end/parameters.hpp"
#include "platforms/platform.hpp"

namespace weft {

struct PlacedComponent;

/// How a file holds packets.
enum class LinkEndFormat : std::uint8_t {
  /// Bytes one after the other. Those that are sent are cut into packets; all of them end with an
  /// EOP, and the last one with an EOM. Of those received only the bytes are written.
  bytes,
  /// Text: bytes of two hexadecimal digits, and `EOP` or `EOM` at the end of each packet. What is
  /// received is written with one packet on a line.
  packets,
};

/// What a bare link end sends, in order: its file `send`. Throws InputError for what cannot be
/// read.
std::vector<LinkEndPacket> packets_to_send(const Component& component);

/// When it makes pauses.
LinkEndParameters link_end_parameters(const Component& component);
LinkEndFormat link_end_format(const Component& component);

/// ComponentType::check_placed: its file can be read.
void check_link_end(const PlacedComponent& placed);

}  // namespace weft
