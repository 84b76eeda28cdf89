#include "testbench/reports/histogram_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "testbench/pictures/svg_writer.hpp"
#include "testbench/reports/axis.hpp"
#include "testbench/reports/chart_style.hpp"
#include "testbench/reports/frame.hpp"

namespace weft {

namespace {

constexpr std::size_t stretches = 60;

// Of all samples, in percent; a bin that lies across a border counts by its parts.
std::vector<double> shares_of(const MergedDistribution& distribution, double low, double step) {
  std::vector<double> shares(stretches);
  const auto all = static_cast<double>(distribution.moments.count);
  for (const Distribution::Bin& bin : distribution.bins) {
    for (std::size_t i = 0; i < stretches; ++i) {
      const double from = low + step * static_cast<double>(i);
      const double common = std::min(bin.high, from + step) - std::max(bin.low, from);
      if (common <= 0) continue;
      shares[i] += 100 * static_cast<double>(bin.count) * common / (bin.high - bin.low) / all;
    }
  }
  return shares;
}

void write_mark(SvgWriter& svg, const PlotArea& area, const Axis& x, double at,
                const std::string& text, double height) {
  const std::string pixel = svg_number(x.pixel(at));
  svg.element(
      "path",
      {{"d", fmt::format("M{0} {1}L{0} {2}", pixel, svg_number(area.top), svg_number(area.bottom))},
       {"class", "bar s1"},
       {"stroke-dasharray", "4 3"}});
  svg.text({x.pixel(at) + 5, area.top + height}, {{"class", "note"}}, text);
}

}  // namespace

std::string draw_histogram(const MergedDistribution& distribution, const std::string& title) {
  const double low = distribution.moments.minimum;
  const double high = std::max(distribution.percentile(99.9), low + low * 1e-3 + 1e-9);
  const double step = (high - low) / stretches;
  const auto shares = shares_of(distribution, low, step);
  const PlotArea area;
  const Axis x({low, high}, false, false, area.left, area.right);
  const Axis y(shares, false, true, area.bottom, area.top);
  SvgWriter svg(720, area.bottom + 60, title, chart_style());
  write_frame(svg, area, title,
              fmt::format("{}, {}", distribution.quantity, name_of(distribution.unit)),
              "share of the samples, %", x.ticks(), x, y);
  for (std::size_t i = 0; i < stretches; ++i) {
    const double from = low + step * static_cast<double>(i);
    svg.element("rect",
                {{"x", svg_number(x.pixel(from) + 0.5)},
                 {"y", svg_number(y.pixel(shares[i]))},
                 {"width", svg_number(std::max(0.5, x.pixel(from + step) - x.pixel(from) - 1))},
                 {"height", svg_number(y.pixel(0) - y.pixel(shares[i]))},
                 {"class", "s0"},
                 {"stroke", "none"}},
                fmt::format("{} to {} {}: {:.3g} %", axis_number(from), axis_number(from + step),
                            name_of(distribution.unit), shares[i]));
  }
  write_mark(svg, area, x, distribution.percentile(50), "median", 12);
  write_mark(svg, area, x, distribution.moments.mean, "mean", 28);
  write_mark(svg, area, x, distribution.percentile(99), "99 %", 12);
  return svg.finish();
}

}  // namespace weft
