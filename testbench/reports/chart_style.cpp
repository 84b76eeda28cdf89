#include "testbench/reports/chart_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace weft {

namespace {

using Colour = std::array<double, 3>;

constexpr std::array<Colour, 9> map_stops{{{68, 1, 84},
                                           {71, 44, 122},
                                           {59, 81, 139},
                                           {44, 113, 142},
                                           {33, 144, 141},
                                           {39, 173, 129},
                                           {92, 200, 99},
                                           {170, 220, 50},
                                           {253, 231, 37}}};

Colour colour_at(double part) {
  const double place = std::clamp(part, 0.0, 1.0) * static_cast<double>(map_stops.size() - 1);
  const auto stop = std::min(static_cast<std::size_t>(place), map_stops.size() - 2);
  const double rest = place - static_cast<double>(stop);
  Colour colour{};
  for (std::size_t i = 0; i < 3; ++i) {
    colour[i] = map_stops[stop][i] * (1 - rest) + map_stops[stop + 1][i] * rest;
  }
  return colour;
}

struct Theme {
  std::string_view variable;
  std::string_view light;
  std::string_view dark;
};

constexpr std::array<Theme, 11> colours{{{"--paper", "#fff", "#15191d"},
                                         {"--ink", "#1d2329", "#e8ecef"},
                                         {"--pale", "#5a6570", "#a0abb5"},
                                         {"--line", "#dde2e7", "#323a42"},
                                         {"--c0", "#0072b2", "#4aa8e0"},
                                         {"--c1", "#d55e00", "#ff8340"},
                                         {"--c2", "#009e73", "#2cc79a"},
                                         {"--c3", "#b8568f", "#e29ac6"},
                                         {"--c4", "#b97f00", "#f0b432"},
                                         {"--c5", "#3a97cf", "#8fd0f7"},
                                         {"--c6", "#4d4d4d", "#c8c8c8"}}};

constexpr std::string_view rules =
    "svg>rect:first-of-type{fill:var(--paper)}svg text{fill:var(--ink)}svg .note{fill:var(--pale)}"
    ".axis{stroke:var(--pale)}.grid{stroke:var(--line)}"
    ".s0{stroke:var(--c0);fill:var(--c0)}.s1{stroke:var(--c1);fill:var(--c1)}"
    ".s2{stroke:var(--c2);fill:var(--c2)}.s3{stroke:var(--c3);fill:var(--c3)}"
    ".s4{stroke:var(--c4);fill:var(--c4)}.s5{stroke:var(--c5);fill:var(--c5)}"
    ".s6{stroke:var(--c6);fill:var(--c6)}path.curve,path.bar{fill:none}"
    "svg .open{fill:var(--paper)}";

// Many programs that draw SVG know no variables.
std::string rules_in(std::string_view Theme::*theme) {
  std::string text(rules);
  for (const Theme& colour : colours) {
    const std::string variable = fmt::format("var({})", colour.variable);
    for (std::size_t at = 0; (at = text.find(variable, at)) != std::string::npos;) {
      text.replace(at, variable.size(), colour.*theme);
    }
  }
  return text;
}

std::string variables_in(std::string_view Theme::*theme) {
  std::string text;
  for (const Theme& colour : colours) {
    text += fmt::format("{}:{};", colour.variable, colour.*theme);
  }
  return ":root{" + text + "}";
}

std::string in_both(std::string (*part)(std::string_view Theme::*)) {
  return part(&Theme::light) +
         fmt::format("@media(prefers-color-scheme:dark){{{}}}", part(&Theme::dark));
}

}  // namespace

std::string_view chart_style() {
  static const std::string style =
      "svg{font-family:Helvetica,Arial,sans-serif}svg text{font-size:13px}"
      "svg .title{font-size:16px;font-weight:bold}svg .note{font-size:12px}"
      "svg .middle{text-anchor:middle}svg .end{text-anchor:end}"
      "svg .inside{text-anchor:middle;dominant-baseline:central}.axis{fill:none}.grid{fill:none}"
      ".curve{fill:none;stroke-width:2}.bar{stroke-width:1.5;fill:none}" +
      in_both(rules_in);
  return style;
}

std::string page_colours() { return in_both(variables_in); }

std::string map_colour(double part) {
  std::string text = "#";
  for (const double value : colour_at(part)) text += fmt::format("{:02x}", std::lround(value));
  return text;
}

std::string_view text_on_map(double part) {
  const Colour colour = colour_at(part);
  const double light = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
  return light > 128 ? "#000000" : "#ffffff";
}

std::string axis_number(double number) {
  if (number == 0) return "0";
  if (std::abs(number) >= 1000 && std::abs(number) < 1e6) return fmt::format("{:.0f}", number);
  return fmt::format("{:.4g}", number);
}

}  // namespace weft
