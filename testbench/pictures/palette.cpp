#include "testbench/pictures/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace weft {

namespace {

using Colour = std::array<double, 3>;  // red, green, blue

constexpr std::array<Colour, 5> load_stops{
    {{217, 222, 228}, {250, 202, 96}, {241, 134, 58}, {206, 52, 48}, {104, 12, 44}}};

}  // namespace

std::string_view picture_style() {
  return "text{font-family:Helvetica,Arial,sans-serif;fill:#222}"
         ".rtl{fill:#e6dcf4;stroke:#6b4ba1}.signal{fill:#d3e5f7;stroke:#2f6fa7}"
         ".word{fill:#dcefe6;stroke:#2c8268}"
         ".token{fill:#d8eeda;stroke:#3c8a4b}.packet{fill:#fbe8c4;stroke:#b07a22}"
         ".link{fill:none;stroke:#8794a3;stroke-linecap:butt}"
         ".bent{stroke:#a9b4c0}"
         ".dead{fill:none;stroke:#d3222a}"
         ".cycle{fill:none;stroke:#d3222a;stroke-linejoin:round}.arrow{fill:#d3222a}"
         ".name,.number{text-anchor:middle}.number{fill:#fff;font-weight:bold}"
         ".outside,.count{text-anchor:middle;paint-order:stroke;stroke:#fff;"
         "stroke-linejoin:round}"
         ".count{fill:#55616e}.border{text-anchor:middle;fill:#6a7683}"
         ".row{text-anchor:end}"
         ".heading{font-weight:bold}.note{fill:#55616e}";
}

std::string load_colour(double load) {
  const double place = std::clamp(load, 0.0, 1.0) * static_cast<double>(load_stops.size() - 1);
  const auto stop = std::min(static_cast<std::size_t>(place), load_stops.size() - 2);
  const double part = place - static_cast<double>(stop);
  std::string colour = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = load_stops[stop][i] * (1 - part) + load_stops[stop + 1][i] * part;
    colour += fmt::format("{:02x}", std::lround(value));
  }
  return colour;
}

}  // namespace weft
