// Colours and texts of charts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace weft {

/// CSS of charts: classes `axis`, `grid`, `label`, `title`, `note`, and `s0` to `s6` of series,
/// with colours that are told apart with any kind of colour vision (Okabe and Ito, "Color universal
/// design", 2008), in light and in dark, by what the viewer prefers.
std::string_view chart_style();
/// The same colours as CSS variables, for the page around the charts.
std::string page_colours();

/// Series that have a colour and a marker of their own.
inline constexpr std::size_t most_series = 7;

/// "#rrggbb" for 0..1: dark blue over green to yellow, ever lighter (the map viridis of
/// Matplotlib).
std::string map_colour(double part);
/// Black or white: what can be read on that colour.
std::string_view text_on_map(double part);

/// A number for a reader: up to four significant digits, no exponent below a million.
std::string axis_number(double number);

}  // namespace weft
