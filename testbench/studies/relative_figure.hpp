// One result relative to another.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "platforms/netlist/netlist.hpp"

namespace weft {

/// What is told of a result here and the same one there, all in percent.
enum class RelativeFigure : std::uint8_t {
  gain,           ///< How much higher it is here, of there.
  share,          ///< Here, of there.
  inverse_share,  ///< There, of here.
};

/// Their names in files, by number.
inline constexpr std::array<std::string_view, 3> relative_figure_names{"gain", "share",
                                                                       "inverse_share"};

inline std::optional<RelativeFigure> relative_figure_of(std::string_view name) {
  for (std::size_t i = 0; i < relative_figure_names.size(); ++i) {
    if (relative_figure_names[i] == name) return static_cast<RelativeFigure>(i);
  }
  return {};
}

/// Throws InputError for other names.
RelativeFigure read_relative_figure(const Node& node);

inline double relative(RelativeFigure figure, double here, double there) {
  switch (figure) {
    case RelativeFigure::gain: return 100 * (here / there - 1);
    case RelativeFigure::share: return 100 * here / there;
    case RelativeFigure::inverse_share: return 100 * there / here;
  }
  return here;
}

}  // namespace weft
