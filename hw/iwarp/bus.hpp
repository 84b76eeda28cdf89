// The four busses of an iWarp component.
#pragma once

#include <array>
#include <cstdint>

namespace weft {

/// A bus by the side of the cell on which it stands (paper, section 4): XRight leads to and from
/// the cell on the right. Input and output bus of one side are independent of each other.
enum class Bus : std::uint8_t { x_right, y_up, x_left, y_down };

inline constexpr unsigned bus_count = 4;
inline constexpr std::array<Bus, bus_count> all_busses{Bus::x_right, Bus::y_up, Bus::x_left,
                                                       Bus::y_down};

constexpr unsigned index_of(Bus bus) { return static_cast<unsigned>(bus); }

/// The default direction of street-sign routing: what comes from XLeft goes on to XRight, what
/// comes from YUp to YDown, and the other way round (section 6.1.3).
constexpr Bus opposite(Bus bus) { return static_cast<Bus>((index_of(bus) + 2) % bus_count); }

/// Name of its ports and in reports.
constexpr const char* name_of(Bus bus) {
  constexpr std::array<const char*, bus_count> names{"x_right", "y_up", "x_left", "y_down"};
  return names[index_of(bus)];
}

}  // namespace weft
