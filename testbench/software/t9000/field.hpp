// Points in rows and columns, with a border.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

enum class FieldSide : std::uint8_t { left, right, top, bottom };

constexpr FieldSide opposite(FieldSide side) {
  switch (side) {
    case FieldSide::left: return FieldSide::right;
    case FieldSide::right: return FieldSide::left;
    case FieldSide::top: return FieldSide::bottom;
    case FieldSide::bottom: return FieldSide::top;
  }
  return side;
}

/// `width` x `height` points and one row or column more on each side, their border. Columns and
/// rows count from 0, which is the border.
class Field {
 public:
  Field() = default;
  Field(std::size_t width, std::size_t height)
      : width_(width), height_(height), values_((width + 2) * (height + 2)) {}

  std::size_t width() const { return width_; }
  std::size_t height() const { return height_; }
  double& at(std::size_t x, std::size_t y) { return values_[y * (width_ + 2) + x]; }
  double at(std::size_t x, std::size_t y) const { return values_[y * (width_ + 2) + x]; }
  const std::vector<double>& values() const { return values_; }

  /// The outermost points on a side, without the border.
  std::vector<double> edge(FieldSide side) const {
    std::vector<double> points(length(side));
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = values_[place(side, i, 1)];
    return points;
  }
  /// The border on a side becomes `points`, of which there are as many.
  void set_border(FieldSide side, const std::vector<double>& points) {
    for (std::size_t i = 0; i < length(side); ++i) values_[place(side, i, 0)] = points.at(i);
  }

  /// Replaces every point by the mean of its neighbours.
  void relax() {
    std::vector<double> next = values_;
    const std::size_t row = width_ + 2;
    for (std::size_t y = 1; y <= height_; ++y) {
      for (std::size_t i = y * row + 1; i <= y * row + width_; ++i) {
        next[i] = 0.25 * (values_[i - row] + values_[i + row] + values_[i - 1] + values_[i + 1]);
      }
    }
    values_ = std::move(next);
  }

 private:
  static bool upright(FieldSide side) {
    return side == FieldSide::left || side == FieldSide::right;
  }
  std::size_t length(FieldSide side) const { return upright(side) ? height_ : width_; }
  // Of point `i` of a side, so many steps inwards from the border.
  std::size_t place(FieldSide side, std::size_t i, std::size_t inwards) const {
    const std::size_t row = width_ + 2;
    switch (side) {
      case FieldSide::left: return (i + 1) * row + inwards;
      case FieldSide::right: return (i + 1) * row + width_ + 1 - inwards;
      case FieldSide::top: return inwards * row + i + 1;
      case FieldSide::bottom: return (height_ + 1 - inwards) * row + i + 1;
    }
    return 0;
  }

  std::size_t width_ = 0;
  std::size_t height_ = 0;
  std::vector<double> values_;  // row by row
};

}  // namespace weft
