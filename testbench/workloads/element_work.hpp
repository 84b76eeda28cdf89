// What a cell's program does with the words of connections, one by one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "testbench/programs/cell_process.hpp"

namespace weft {

/// The ends of connections that are used element by element (Feldmann et al. 1993, section 5.2): a
/// word is gathered before it is sent, and goes where it belongs as it comes. The same whatever
/// carries the words. Each takes the clocks of its instructions; putting a word into a gate or into
/// memory, and taking it from a gate, come on top.
class ElementWork {
 public:
  virtual ~ElementWork() = default;
  /// Word `number` of a connection that this cell sends.
  virtual Program gather(std::size_t connection, std::uint64_t number, std::uint32_t& value) = 0;
  /// What has come of one that it receives.
  virtual Program scatter(std::size_t connection, std::uint64_t number, std::uint32_t value) = 0;
};

}  // namespace weft
