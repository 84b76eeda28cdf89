// The register address space of the computation agent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::isa {

/// 128 places of 32 bits. r0 reads as 0, and what is written there is lost. The last four are the
/// systolic gates (section 7.1). A double is a pair of registers: the even one holds the lower
/// word; of the gates, in0 and out0.
inline constexpr unsigned register_count = 128;
inline constexpr unsigned in0 = 124;
inline constexpr unsigned out0 = 126;
inline constexpr unsigned link_register = 123;  ///< `call` leaves its return address here.
inline constexpr unsigned first_stride = 116;   ///< s0 to s3: post-increments of long words.
inline constexpr unsigned stride_count = 4;

constexpr bool is_input_gate(unsigned number) { return number == in0 || number == in0 + 1; }
constexpr bool is_output_gate(unsigned number) { return number >= out0; }
constexpr bool is_gate(unsigned number) { return number >= in0; }

/// r0 to r123, in0, in1, out0, out1.
std::string register_name(unsigned number);
/// These, and `link` and `s0` to `s3`.
std::optional<unsigned> find_register(std::string_view name);

/// Post-increment of a long word's access, by its code; bytes, or the register that holds them.
struct PostIncrement {
  int units = 0;        ///< In accesses: words or double words.
  unsigned stride = 0;  ///< A register, or 0.
};
PostIncrement post_increment(unsigned code);
inline constexpr unsigned post_increment_count = 8;

/// Registers of the sequencer that `get` reads and `put` writes.
enum class Special : std::uint8_t {
  cell,      ///< Address of the cell.
  channels,  ///< Set of the cell's own logical input channels, a bit each.
  own,       ///< The first of them.
  clock,     ///< Clocks since the start, lower 32 bits.
  in0_tag,   ///< Tag of the word that in0 read last.
  in1_tag,
  event,     ///< Of the service routine: kind in bits 8-11, channel in bits 0-7.
  back,      ///< Where `resume` goes on.
  dispatch,  ///< Set of events that transfer control.
  traps,     ///< Set of events that stop the program.
  spool0,
  spool1,
  spool2,
  spool3,
  spool4,
  spool5,
  spool6,
  spool7,  ///< Next address of each gate.
};
inline constexpr unsigned special_count = static_cast<unsigned>(Special::spool7) + 1;

struct SpecialInfo {
  const char* name;
  bool writable;
  const char* help;
};
const SpecialInfo& info(Special special);

/// Names of operands that are one of a list, in the order of their numbers.
std::vector<std::string> special_names();
std::vector<std::string> event_names();
std::vector<std::string> tag_names();

}  // namespace weft::isa
