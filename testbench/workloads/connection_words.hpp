// What goes over connections: words that tell where they belong.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

/// Word `number` of a connection: no other word of a run is likely to be the same. The finalizer of
/// MurmurHash3 (Appleby 2016).
constexpr std::uint32_t connection_word(std::size_t connection, std::uint64_t number) {
  auto mixed = static_cast<std::uint32_t>(connection * 0x9e37'79b9U + number + 1);
  mixed = (mixed ^ mixed >> 16U) * 0x85eb'ca6bU;
  mixed = (mixed ^ mixed >> 13U) * 0xc2b2'ae35U;
  return mixed ^ mixed >> 16U;
}

}  // namespace weft
