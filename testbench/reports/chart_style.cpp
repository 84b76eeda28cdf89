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

}  // namespace

std::string_view chart_style() {
  return ":root{--paper:#fff;--ink:#1d2329;--pale:#5a6570;--line:#dde2e7;--c0:#0072b2;--c1:#d55e00;"
         "--c2:#009e73;--c3:#b8568f;--c4:#b97f00;--c5:#3a97cf;--c6:#4d4d4d}"
         "@media(prefers-color-scheme:dark){:root{--paper:#15191d;--ink:#e8ecef;--pale:#a0abb5;"
         "--line:#323a42;--c0:#4aa8e0;--c1:#ff8340;--c2:#2cc79a;--c3:#e29ac6;--c4:#f0b432;"
         "--c5:#8fd0f7;--c6:#c8c8c8}}"
         "svg{font-family:Helvetica,Arial,sans-serif}svg>rect:first-of-type{fill:var(--paper)}"
         "svg text{fill:var(--ink);font-size:13px}svg .title{font-size:16px;font-weight:bold}"
         "svg .note{fill:var(--pale);font-size:12px}svg .middle{text-anchor:middle}"
         "svg .end{text-anchor:end}svg .inside{text-anchor:middle;dominant-baseline:central}"
         ".axis{stroke:var(--pale);fill:none}.grid{stroke:var(--line);fill:none}"
         ".curve{fill:none;stroke-width:2}.bar{stroke-width:1.5;fill:none}"
         ".s0{stroke:var(--c0);fill:var(--c0)}.s1{stroke:var(--c1);fill:var(--c1)}"
         ".s2{stroke:var(--c2);fill:var(--c2)}.s3{stroke:var(--c3);fill:var(--c3)}"
         ".s4{stroke:var(--c4);fill:var(--c4)}.s5{stroke:var(--c5);fill:var(--c5)}"
         ".s6{stroke:var(--c6);fill:var(--c6)}path.curve,path.bar{fill:none}"
         ".open{fill:var(--paper)}";
}

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
