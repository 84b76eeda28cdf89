// Message header blocks: what an instruction of the co-processor points to in node memory.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// Offsets of the words of a block, bytes (section 2.1, figures 1 to 4; their order is ours, the
/// scan has lost it). A block begins at a multiple of 4 that is not 0.
namespace header_block {

inline constexpr std::uint32_t flag = 0;      ///< Completion flag, written by the co-processor.
inline constexpr std::uint32_t next = 4;      ///< Queue links, for the co-processor's use.
inline constexpr std::uint32_t previous = 8;  ///<
inline constexpr std::uint32_t node = 12;     ///< Destination, source, or number of neighbours.
inline constexpr std::uint32_t type = 16;     ///< 0 to 65535.
inline constexpr std::uint32_t length = 20;   ///< Of the message, or of a receive's buffer, bytes.
inline constexpr std::uint32_t buffer = 24;   ///< Address of its first byte; 0 for a system buffer.
inline constexpr std::uint32_t options = 28;  ///< Of a receive.
inline constexpr std::uint32_t list = 28;     ///< Of neighbours: their node numbers, a word each.
inline constexpr std::uint32_t bytes =
    32;  ///< Of a block; with more than one neighbour it is longer.

}  // namespace header_block

/// For source and type of a receive.
inline constexpr std::uint32_t hypercube_any = 0xFFFFFFFF;
/// An option of a receive: no comparators, so that the flag is written at the end only (section 4).
inline constexpr std::uint32_t hypercube_unchecked = 1;

/// What the co-processor refuses.
enum class HypercubeFault : std::uint8_t {
  none,
  // told by the completion flag
  empty,             ///< A length of 0.
  outside_memory,    ///< A buffer that is not in memory, or to be written to in system space.
  too_long,          ///< A message that is longer than the buffer of its receive.
  no_such_node,      ///< A node outside of the cube, or this one; no neighbour, or listed twice.
  bad_type,          ///< Above 65535.
  part_of_cube,      ///< A broadcast where nodes or links of the cube are missing.
  overlap,           ///< A buffer with bytes of another receive's, or of an open block.
  no_system_buffer,  ///< No system buffer is left that is long enough.
  // told to the CPU by an exception, as there is no flag to be written
  bad_block,     ///< A block that is not in memory, or at no multiple of 4.
  block_in_use,  ///< A block of an instruction that is not complete.
  never_given,   ///< The release of a buffer that was not given out.
};

/// "a message of 0 bytes"; "nothing" for none.
std::string_view text_of(HypercubeFault fault);

/// Completion flags: bit 0, it has begun; bit 1, it is complete. Of what is refused both are set,
/// and bits 8 to 15 say why: who waits for either goes on.
inline constexpr std::uint32_t hypercube_begun = 1;
inline constexpr std::uint32_t hypercube_complete = 3;

constexpr std::uint32_t flag_of(HypercubeFault fault) {
  return hypercube_complete | std::uint32_t{static_cast<std::uint8_t>(fault)} << 8;
}
constexpr HypercubeFault fault_of(std::uint32_t flag) {
  return static_cast<HypercubeFault>(flag >> 8 & 0xFF);
}

}  // namespace weft
