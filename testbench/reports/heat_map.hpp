// A value of each node of a network, as colours: a load surface.
#pragma once

#include <string>
#include <vector>

namespace weft {

struct HeatCell {
  int column = 0;
  int row = 0;  ///< 0 is on top, as in pictures of platforms.
  double value = 0;
  std::string title;  ///< On hover: "node[3,2].cpu".
};

struct HeatMap {
  std::string title;
  std::string unit;
  std::vector<HeatCell> cells;
  double lowest = 0;  ///< Of the scale: several maps can share one.
  double highest = 1;
  std::string column_label = "x";  ///< Empty where columns mean nothing.
  std::string row_label = "y";
};

/// An SVG document. Numbers stand in the cells while there is room; the scale is beside.
std::string draw(const HeatMap& map);

}  // namespace weft
