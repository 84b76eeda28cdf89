// Points and curves of a picture.
#pragma once

#include <utility>
#include <vector>

namespace weft {

/// x to the right, y downwards, as in SVG. A layout counts in places: neighbours stand one apart.
struct Point {
  double x = 0;
  double y = 0;

  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(Point a, double factor) { return {a.x * factor, a.y * factor}; }
  friend bool operator==(Point a, Point b) = default;
};

double length(Point a);
/// Of length 1; to the right if `a` is nothing.
Point unit(Point a);
/// Turned by a quarter: to the right of one who walks along `a`.
inline Point right_of(Point a) { return {-a.y, a.x}; }
/// Distance of a point from the stretch between two others.
double distance_to_stretch(Point point, Point from, Point to);

/// A cubic Bezier curve; straight if its control points lie at its ends.
struct Curve {
  Point from;
  Point control_from;
  Point control_to;
  Point to;

  bool straight() const { return from == control_from && to == control_to; }
  Point at(double t) const;
  std::pair<Curve, Curve> halves() const;
};

Curve straight_line(Point from, Point to);

/// The way of a link: an odd number of curves, one behind the other.
using Route = std::vector<Curve>;

/// From the start to the middle, and from the middle to the end.
std::pair<Route, Route> halves(const Route& route);
Point middle(const Route& route);
Route reversed(const Route& route);
Route shifted(Route route, Point by);

}  // namespace weft
