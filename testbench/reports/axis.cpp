#include "testbench/reports/axis.hpp"

#include <algorithm>
#include <cmath>

#include "testbench/reports/chart_style.hpp"

namespace weft {

Axis::Axis(const std::vector<double>& numbers, bool logarithmic, bool with_zero, double first_pixel,
           double last_pixel)
    : logarithmic_(logarithmic),
      first_(*std::min_element(numbers.begin(), numbers.end())),
      last_(*std::max_element(numbers.begin(), numbers.end())),
      first_pixel_(first_pixel),
      last_pixel_(last_pixel) {
  if (with_zero && !logarithmic) {
    first_ = std::min(first_, 0.0);
    last_ = std::max(last_, 0.0);
  }
  if (first_ == last_) {
    last_ = first_ == 0 ? 1 : first_ + std::abs(first_) / 10;
    if (!with_zero) first_ -= std::abs(first_) / 10;
  }
  if (logarithmic_) {
    make_logarithmic_ticks();
  } else {
    make_linear_ticks();
  }
}

double Axis::pixel(double number) const {
  const double part = logarithmic_ ? std::log(number / first_) / std::log(last_ / first_)
                                   : (number - first_) / (last_ - first_);
  return first_pixel_ + part * (last_pixel_ - first_pixel_);
}

void Axis::make_linear_ticks() {
  constexpr double wanted = 6;
  const double rough = (last_ - first_) / wanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) {
      step = factor * power;
      break;
    }
  }
  const double begin = std::floor(first_ / step + 1e-9);
  const double end = std::ceil(last_ / step - 1e-9);
  first_ = begin * step;
  last_ = end * step;
  for (double i = begin; i <= end; ++i) ticks_.push_back({i * step, axis_number(i * step)});
}

void Axis::make_logarithmic_ticks() {
  const bool few = std::log10(last_ / first_) < 2.5;
  for (double power = std::floor(std::log10(first_)); power <= std::ceil(std::log10(last_));
       ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double at = factor * std::pow(10, power);
      if (at < first_ * 0.999 || at > last_ * 1.001 || (!few && factor != 1)) continue;
      ticks_.push_back({at, axis_number(at)});
    }
  }
}

bool better_logarithmic(const std::vector<double>& numbers) {
  constexpr double far = 20;
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return least != numbers.end() && *least > 0 && *most / *least >= far;
}

}  // namespace weft
