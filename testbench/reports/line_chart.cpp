#include "testbench/reports/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/pictures/legend.hpp"
#include "testbench/pictures/svg_writer.hpp"
#include "testbench/reports/axis.hpp"
#include "testbench/reports/chart_style.hpp"
#include "testbench/reports/frame.hpp"

namespace weft {

namespace {

constexpr double width = 720;
constexpr double legend_font = 13;
constexpr double line_height = 22;
constexpr double radius = 4.5;

std::string class_of(std::size_t series) { return fmt::format("s{}", series); }

std::string polygon(Point at, const std::vector<Point>& corners) {
  std::string text;
  for (const Point& corner : corners) {
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", svg_number(at.x + radius * corner.x),
                        svg_number(at.y + radius * corner.y));
  }
  return text;
}

// Circle, square, triangle, diamond, triangle on its head, pentagon, cross.
void write_marker(SvgWriter& svg, Point at, std::size_t series, bool open,
                  const std::string& title) {
  const std::string css = class_of(series) + (open ? " open" : "");
  if (series == 0) {
    svg.element("circle",
                {{"cx", svg_number(at.x)},
                 {"cy", svg_number(at.y)},
                 {"r", svg_number(radius)},
                 {"class", css}},
                title);
    return;
  }
  static const std::vector<std::vector<Point>> forms{
      {{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}},
      {{0, -1.2}, {1.1, .8}, {-1.1, .8}},
      {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},
      {{0, 1.2}, {1.1, -.8}, {-1.1, -.8}},
      {{0, -1.1}, {1.1, -.3}, {.7, 1}, {-.7, 1}, {-1.1, -.3}},
      {{-1.1, -.4},
       {-.4, -.4},
       {-.4, -1.1},
       {.4, -1.1},
       {.4, -.4},
       {1.1, -.4},
       {1.1, .4},
       {.4, .4},
       {.4, 1.1},
       {-.4, 1.1},
       {-.4, .4},
       {-1.1, .4}}};
  svg.element("polygon", {{"points", polygon(at, forms[series - 1])}, {"class", css}}, title);
}

// What is measured here is never below 0, whatever the interval says.
double lower_end(const ChartPoint& point) {
  const double end = point.y - point.half_width.value_or(0);
  return point.y >= 0 ? std::max(end, 0.0) : end;
}

double upper_end(const ChartPoint& point, const std::optional<double>& most) {
  const double end = point.y + point.half_width.value_or(0);
  return most ? std::min(end, std::max(*most, point.y)) : end;
}

void write_error_bar(SvgWriter& svg, const Axis& x, const Axis& y, const ChartPoint& point,
                     const std::optional<double>& most, std::size_t series) {
  if (!point.half_width || *point.half_width == 0) return;
  constexpr double cap = 4;
  const double at = x.pixel(point.x);
  const std::string high = svg_number(y.pixel(upper_end(point, most)));
  const std::string low = svg_number(y.pixel(lower_end(point)));
  const std::string left = svg_number(at - cap);
  const std::string right = svg_number(at + cap);
  const std::string path = fmt::format("M{0} {1}L{2} {1}M{3} {1}L{3} {4}M{0} {4}L{2} {4}", left,
                                       high, right, svg_number(at), low);
  svg.element("path", {{"d", path}, {"class", "bar " + class_of(series)}});
}

void write_series(SvgWriter& svg, const Axis& x, const Axis& y, const LineChart& chart,
                  std::size_t index) {
  const ChartSeries& series = chart.series[index];
  std::string path;
  for (const ChartPoint& point : series.points) {
    path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', svg_number(x.pixel(point.x)),
                        svg_number(y.pixel(point.y)));
  }
  svg.element("path", {{"d", path}, {"class", "curve " + class_of(index)}});
  for (const ChartPoint& point : series.points)
    write_error_bar(svg, x, y, point, chart.most, index);
  for (const ChartPoint& point : series.points) {
    write_marker(svg, {x.pixel(point.x), y.pixel(point.y)}, index, point.open, point.title);
  }
}

/// A series in the legend.
struct LegendEntry {
  std::size_t series = 0;
  std::string text;
  Point at;
};

std::vector<LegendEntry> arranged_legend(const LineChart& chart, Point corner, double right) {
  std::vector<LegendEntry> entries;
  if (chart.series.size() < 2) return entries;
  Point at = corner;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const std::string text = fmt::format("{} {}", chart.series_label, chart.series[i].name);
    const double needed = 24 + text_width(text, legend_font) + 18;
    if (at.x + needed > right && at.x > corner.x) at = {corner.x, at.y + line_height};
    entries.push_back({i, text, at});
    at.x += needed;
  }
  return entries;
}

std::vector<Tick> x_ticks(const LineChart& chart, const Axis& x) {
  if (chart.x_names.empty()) return x.ticks();
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < chart.x_names.size(); ++i) {
    ticks.push_back({static_cast<double>(i), chart.x_names[i]});
  }
  return ticks;
}

}  // namespace

std::string draw(const LineChart& chart) {
  std::vector<double> xs;
  std::vector<double> ys;
  bool any_open = false;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      xs.push_back(point.x);
      ys.push_back(upper_end(point, chart.most));
      ys.push_back(lower_end(point));
      any_open = any_open || point.open;
    }
  }
  if (!chart.x_names.empty()) xs = {-0.5, static_cast<double>(chart.x_names.size()) - 0.5};
  const PlotArea area;
  const bool logarithmic = chart.x_names.empty() && better_logarithmic(xs);
  const Axis x(xs, logarithmic, false, area.left, area.right);
  const Axis y(ys, false, true, area.bottom, area.top);
  const auto legend = arranged_legend(chart, {area.left, area.bottom + 70}, area.right);
  const double legend_end = legend.empty() ? area.bottom + 48 : legend.back().at.y;
  const bool note = any_open && !chart.open_note.empty();
  SvgWriter svg(width, legend_end + (note ? 36 : 16), chart.title, chart_style());
  write_frame(svg, area, chart.title, chart.x_label, chart.y_label, x_ticks(chart, x), x, y);
  for (std::size_t i = 0; i < chart.series.size(); ++i) write_series(svg, x, y, chart, i);
  for (const LegendEntry& entry : legend) {
    write_marker(svg, {entry.at.x + 8, entry.at.y - 4}, entry.series, false, "");
    svg.text({entry.at.x + 20, entry.at.y}, {}, entry.text);
  }
  if (note) svg.text({area.left, legend_end + 22}, {{"class", "note"}}, chart.open_note);
  return svg.finish();
}

}  // namespace weft
