// From numbers to places along an axis.
#pragma once

#include <string>
#include <vector>

namespace weft {

struct Tick {
  double at = 0;
  std::string text;
};

/// An axis from one number to another, linear or logarithmic, over some pixels.
class Axis {
 public:
  /// Holds all of `numbers` (at least one; all above 0 if logarithmic). A linear one is widened to
  /// its ticks, and to 0 where that is `with_zero`. Pixels may fall, as they do upwards in SVG.
  Axis(const std::vector<double>& numbers, bool logarithmic, bool with_zero, double first_pixel,
       double last_pixel);

  double pixel(double number) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  void make_linear_ticks();
  void make_logarithmic_ticks();

  bool logarithmic_;
  double first_;
  double last_;
  double first_pixel_;
  double last_pixel_;
  std::vector<Tick> ticks_;
};

/// Are the numbers better told apart on a logarithmic axis? All above 0, and some 20 times others.
bool better_logarithmic(const std::vector<double>& numbers);

}  // namespace weft
