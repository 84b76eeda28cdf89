// The room of a chart: title, axes, grid and labels around a plot.
#pragma once

#include <string>
#include <vector>

#include "testbench/pictures/svg_writer.hpp"
#include "testbench/reports/axis.hpp"

namespace weft {

/// Where the plot of a chart lies, in pixels.
struct PlotArea {
  double left = 76;
  double top = 46;
  double right = 700;
  double bottom = 340;
};

/// Attributes of a text that is made narrower if it would take more than `most` pixels.
SvgWriter::Attributes squeezed(const std::string& css_class, const std::string& text, double font,
                               double most);

/// Title, grid lines with their numbers, and what the axes show.
void write_frame(SvgWriter& svg, const PlotArea& area, const std::string& title,
                 const std::string& x_label, const std::string& y_label,
                 const std::vector<Tick>& x_ticks, const Axis& x, const Axis& y);

}  // namespace weft
