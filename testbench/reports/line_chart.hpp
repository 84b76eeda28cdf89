// Curves with error bars.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft {

struct ChartPoint {
  double x = 0;
  double y = 0;
  std::optional<double> half_width;  ///< Of the error bar.
  std::string title;                 ///< On hover.
  bool open = false;                 ///< Drawn hollow: the point is not what it should be.
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  ///< By x.
};

/// Curves over one axis of numbers or of names.
struct LineChart {
  std::string title;
  std::string x_label;  ///< With its unit: "interval, us".
  std::string y_label;
  std::string series_label;          ///< What the series differ in: "limit".
  std::vector<std::string> x_names;  ///< Then x is an index into them.
  std::vector<ChartSeries> series;   ///< At most `most_series`.
  std::optional<double> most = {};   ///< No value, and so no error bar, is above.
  std::string open_note;             ///< What hollow points are; shown if there are any.
};

/// An SVG document. Curves are told apart by colour and by the form of their points.
std::string draw(const LineChart& chart);

}  // namespace weft
