#include "testbench/reports/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/pictures/svg_writer.hpp"
#include "testbench/reports/axis.hpp"
#include "testbench/reports/chart_style.hpp"
#include "testbench/reports/frame.hpp"

namespace weft {

namespace {

constexpr double most_pixels = 400;  // of a side of the map
constexpr double left_margin = 48;
constexpr double top_margin = 56;

double part_of(const HeatMap& map, double value) {
  return map.highest > map.lowest ? (value - map.lowest) / (map.highest - map.lowest) : 0;
}

std::string cell_number(double value) {
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

void write_cells(SvgWriter& svg, const HeatMap& map, double side) {
  constexpr double enough_for_numbers = 30;
  for (const HeatCell& cell : map.cells) {
    const double x = left_margin + side * cell.column;
    const double y = top_margin + side * cell.row;
    const double part = part_of(map, cell.value);
    svg.element("rect",
                {{"x", svg_number(x)},
                 {"y", svg_number(y)},
                 {"width", svg_number(side)},
                 {"height", svg_number(side)},
                 {"style", "fill:" + map_colour(part)}},
                fmt::format("{}: {} {}", cell.title, axis_number(cell.value), map.unit));
    if (side < enough_for_numbers) continue;
    svg.text({x + side / 2, y + side / 2},
             {{"class", "inside"},
              {"style", fmt::format("font-size:{}px;fill:{};pointer-events:none",
                                    side < 40 ? 10 : 12, text_on_map(part))}},
             cell_number(cell.value));
  }
}

void write_labels(SvgWriter& svg, const HeatMap& map, double side, int columns, int rows) {
  if (map.column_label.empty()) return;
  const int each = side < 18 ? 4 : 1;
  for (int column = 0; column < columns; column += each) {
    svg.text({left_margin + side * (column + 0.5), top_margin + side * rows + 18},
             {{"class", "middle note"}}, fmt::format("{}", column));
  }
  for (int row = 0; row < rows; row += each) {
    svg.text({left_margin - 8, top_margin + side * (row + 0.5) + 4}, {{"class", "end note"}},
             fmt::format("{}", row));
  }
  svg.text({left_margin + side * columns / 2, top_margin + side * rows + 38}, {{"class", "middle"}},
           map.column_label);
  svg.text({12, top_margin + side * rows / 2 + 4}, {}, map.row_label);
}

void write_scale(SvgWriter& svg, const HeatMap& map, double x, double height) {
  constexpr int steps = 64;
  for (int i = 0; i < steps; ++i) {
    svg.element("rect", {{"x", svg_number(x)},
                         {"y", svg_number(top_margin + height * (steps - 1 - i) / steps)},
                         {"width", "16"},
                         {"height", svg_number(height / steps + 0.5)},
                         {"style", "fill:" + map_colour((i + 0.5) / steps)}});
  }
  const double middle = (map.lowest + map.highest) / 2;
  for (const double value : {map.lowest, middle, map.highest}) {
    const double y = top_margin + height * (1 - part_of(map, value));
    svg.text({x + 22, std::clamp(y + 4, top_margin + 10, top_margin + height)}, {{"class", "note"}},
             axis_number(value));
  }
  svg.text({x, top_margin - 10}, {{"class", "note"}}, map.unit);
}

}  // namespace

std::string draw(const HeatMap& map) {
  int columns = 1;
  int rows = 1;
  for (const HeatCell& cell : map.cells) {
    columns = std::max(columns, cell.column + 1);
    rows = std::max(rows, cell.row + 1);
  }
  const double side = std::min(56.0, most_pixels / std::max(columns, rows));
  const double height = std::max(side * rows, 90.0);
  const double scale = left_margin + side * columns + 24;
  const double width = std::max(scale + 84, 480.0);
  SvgWriter svg(width, top_margin + height + 52, map.title, chart_style());
  svg.text({16, 24}, squeezed("title", map.title, 16, width - 32), map.title);
  write_cells(svg, map, side);
  write_labels(svg, map, side, columns, rows);
  write_scale(svg, map, scale, height);
  return svg.finish();
}

}  // namespace weft
