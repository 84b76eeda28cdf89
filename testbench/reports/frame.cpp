#include "testbench/reports/frame.hpp"

#include <fmt/format.h>

namespace weft {

namespace {

void write_line(SvgWriter& svg, Point from, Point to, const char* css_class) {
  svg.element("line", {{"x1", svg_number(from.x)},
                       {"y1", svg_number(from.y)},
                       {"x2", svg_number(to.x)},
                       {"y2", svg_number(to.y)},
                       {"class", css_class}});
}

}  // namespace

void write_frame(SvgWriter& svg, const PlotArea& area, const std::string& title,
                 const std::string& x_label, const std::string& y_label,
                 const std::vector<Tick>& x_ticks, const Axis& x, const Axis& y) {
  svg.text({area.left, 24}, {{"class", "title"}}, title);
  for (const Tick& tick : y.ticks()) {
    const double at = y.pixel(tick.at);
    write_line(svg, {area.left, at}, {area.right, at}, "grid");
    svg.text({area.left - 8, at + 4}, {{"class", "end"}}, tick.text);
  }
  for (const Tick& tick : x_ticks) {
    const double at = x.pixel(tick.at);
    write_line(svg, {at, area.bottom}, {at, area.bottom + 5}, "axis");
    svg.text({at, area.bottom + 20}, {{"class", "middle"}}, tick.text);
  }
  write_line(svg, {area.left, area.bottom}, {area.right, area.bottom}, "axis");
  write_line(svg, {area.left, area.top}, {area.left, area.bottom}, "axis");
  svg.text({(area.left + area.right) / 2, area.bottom + 42}, {{"class", "middle"}}, x_label);
  const Point middle{18, (area.top + area.bottom) / 2};
  svg.text(
      middle,
      {{"class", "middle"},
       {"transform", fmt::format("rotate(-90 {} {})", svg_number(middle.x), svg_number(middle.y))}},
      y_label);
}

}  // namespace weft
