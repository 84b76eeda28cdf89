#include "testbench/studies/relative_figure.hpp"

#include "platforms/netlist/section.hpp"

namespace weft {

RelativeFigure read_relative_figure(const Node& node) {
  const std::string& text = require_text(node, "figure");
  if (const auto figure = relative_figure_of(text)) return *figure;
  unknown_name(node.place, "unknown figure", text,
               {relative_figure_names.begin(), relative_figure_names.end()});
}

}  // namespace weft
