// How observers number packets.
#pragma once

#include <cstdint>

namespace weft::packet_id {

/// An id holds the processor that sent the packet, and which of its packets that is, from 0 on.
inline constexpr unsigned number_bits = 40;

constexpr std::uint64_t first_of(std::uint64_t processor) { return (processor + 1) << number_bits; }
constexpr std::uint64_t sender_of(std::uint64_t id) { return (id >> number_bits) - 1; }
constexpr std::uint64_t number_of(std::uint64_t id) {
  return id & ((std::uint64_t{1} << number_bits) - 1);
}

}  // namespace weft::packet_id
