// How observers know a packet by the two nodes between which it goes.
#pragma once

#include <cstdint>

namespace weft::node_pair_id {

/// The id of such a packet: the source in bits 16 to 31, the destination below, and bit 32, so that
/// none is 0. It is below those of packets that processors number.
constexpr std::uint64_t of(unsigned source, unsigned destination) {
  return std::uint64_t{1} << 32 | std::uint64_t{source} << 16 | destination;
}
constexpr bool is_one(std::uint64_t id) { return id >> 32 == 1; }
constexpr unsigned source_of(std::uint64_t id) { return static_cast<unsigned>(id >> 16 & 0xFFFF); }
constexpr unsigned destination_of(std::uint64_t id) { return static_cast<unsigned>(id & 0xFFFF); }

}  // namespace weft::node_pair_id
