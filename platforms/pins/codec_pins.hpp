// The pins of somebody's codec, as a small file of them tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/netlist/place.hpp"

namespace weft {

enum class PinDirection : std::uint8_t { input, output };

/// What a pin is for; docs/codecs.md has the table.
enum class PinMeaning : std::uint8_t {
  clock,
  reset,
  d_in,
  s_in,
  d_out,
  s_out,
  tx_data,
  tx_flag,
  tx_write,
  tx_ready,
  rx_data,
  rx_flag,
  rx_valid,
  rx_read,
  running,
  connecting,
  started,
  disconnect_error,
  parity_error,
  escape_error,
  credit_error,
  link_start,
  auto_start,
  link_disable,
  tick_in,
  time_in,
  tick_out,
  time_out,
  constant,
  unused,
};

/// One pin. What is not of its meaning has no value.
struct CodecPin {
  std::string name;
  PinDirection direction = PinDirection::input;
  unsigned width = 1;  ///< Bits.
  PinMeaning meaning = PinMeaning::unused;
  bool active_low = false;
  std::optional<std::size_t> clock;  ///< With which it goes: index in CodecPins::pins.
  Time period = 0;                   ///< Of a clock, ps; 2 or more.
  Time length = 0;                   ///< Of a reset, from time 0 on, ps; never 0.
  std::uint64_t value = 0;           ///< Of a constant.
  unsigned latency = 0;              ///< Of rx_data: clocks from rx_read to the data, 0 or 1.
  Place place;                       ///< Of its name.
  Place width_place;
  Place direction_place;
};

struct CodecPins {
  std::string module;  ///< Name of the codec's top.
  Place module_place;
  std::optional<unsigned> max_credit;  ///< Most tokens that it lets be outstanding, if it says so.
  std::vector<CodecPin> pins;
  Place place;  ///< Of the list.

  /// The first with this meaning; null if there is none.
  const CodecPin* find(PinMeaning meaning) const;
  bool has(PinMeaning meaning) const { return find(meaning) != nullptr; }
  /// Longest period of which those of all clocks are multiples, and which is at most half of each:
  /// a clock of this period can make them.
  Time clock_step() const;
};

/// A port of the module as it is.
struct ModulePort {
  PinDirection direction = PinDirection::input;
  std::string name;
  unsigned width = 1;
};

/// Reads a file of pins; `file` is its name. Throws InputError for anything but pins that make a
/// link end: a name or a meaning twice, a width or direction that its meaning does not have, one
/// that must be there and is not, a clock of 0.
CodecPins read_codec_pins(std::string_view text, const std::string& file);

/// Lines of `input d_in 1`, as weft_add_rtl finds them.
std::vector<ModulePort> read_module_ports(std::string_view text);

/// Throws InputError if they are those of another module than `top`.
void check_module(const CodecPins& pins, const std::string& top);

/// Throws InputError at the first pin that the module has not, or of another width or direction;
/// and for an input of the module of which the file says nothing.
void check_pins(const CodecPins& pins, const std::vector<ModulePort>& ports);

/// Verilog of the module `<module>_pins`: the codec behind the pins of rtl/dslink/dslink.v.
std::string wrapper_of(const CodecPins& pins);

}  // namespace weft
