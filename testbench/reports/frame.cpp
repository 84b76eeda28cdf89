#include "testbench/reports/frame.hpp"

#include <fmt/format.h>

#include "testbench/pictures/legend.hpp"

namespace weft {

namespace {

void write_line(SvgWriter& svg, Point from, Point to, const char* css_class) {
  svg.element("line", {{"x1", svg_number(from.x)},
                       {"y1", svg_number(from.y)},
                       {"x2", svg_number(to.x)},
                       {"y2", svg_number(to.y)},
                       {"class", css_class}});
}

constexpr double title_font = 16;
constexpr double font = 13;

}  // namespace

SvgWriter::Attributes squeezed(const std::string& css_class, const std::string& text, double size,
                               double most) {
  SvgWriter::Attributes attributes;
  if (!css_class.empty()) attributes.push_back({"class", css_class});
  if (text_width(text, size) <= most) return attributes;
  attributes.push_back({"textLength", svg_number(most)});
  attributes.push_back({"lengthAdjust", "spacingAndGlyphs"});
  return attributes;
}

void write_frame(SvgWriter& svg, const PlotArea& area, const std::string& title,
                 const std::string& x_label, const std::string& y_label,
                 const std::vector<Tick>& x_ticks, const Axis& x, const Axis& y) {
  const double width = area.right - area.left;
  const double height = area.bottom - area.top;
  svg.text({area.left, 24}, squeezed("title", title, title_font, width), title);
  for (const Tick& tick : y.ticks()) {
    const double at = y.pixel(tick.at);
    write_line(svg, {area.left, at}, {area.right, at}, "grid");
    svg.text({area.left - 8, at + 4}, squeezed("end", tick.text, font, area.left - 36), tick.text);
  }
  for (const Tick& tick : x_ticks) {
    const double at = x.pixel(tick.at);
    write_line(svg, {at, area.bottom}, {at, area.bottom + 5}, "axis");
    const double room = width / static_cast<double>(x_ticks.size()) - 6;
    svg.text({at, area.bottom + 20}, squeezed("middle", tick.text, font, room), tick.text);
  }
  write_line(svg, {area.left, area.bottom}, {area.right, area.bottom}, "axis");
  write_line(svg, {area.left, area.top}, {area.left, area.bottom}, "axis");
  svg.text({(area.left + area.right) / 2, area.bottom + 42},
           squeezed("middle", x_label, font, width), x_label);
  const Point middle{18, (area.top + area.bottom) / 2};
  SvgWriter::Attributes turned = squeezed("middle", y_label, font, height);
  turned.push_back(
      {"transform", fmt::format("rotate(-90 {} {})", svg_number(middle.x), svg_number(middle.y))});
  svg.text(middle, turned, y_label);
}

}  // namespace weft
