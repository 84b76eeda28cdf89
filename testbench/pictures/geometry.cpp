#include "testbench/pictures/geometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace weft {

namespace {

Point between(Point a, Point b) { return (a + b) * 0.5; }

}  // namespace

double length(Point a) { return std::hypot(a.x, a.y); }

Point unit(Point a) {
  const double size = length(a);
  return size == 0 ? Point{1, 0} : a * (1 / size);
}

double distance_to_stretch(Point point, Point from, Point to) {
  const Point along = to - from;
  const Point seen = point - from;
  const double square = along.x * along.x + along.y * along.y;
  const double t =
      square == 0 ? 0 : std::clamp((seen.x * along.x + seen.y * along.y) / square, 0.0, 1.0);
  return length(seen - along * t);
}

Point Curve::at(double t) const {
  const double s = 1 - t;
  return from * (s * s * s) + control_from * (3 * s * s * t) + control_to * (3 * s * t * t) +
         to * (t * t * t);
}

// By de Casteljau; the halves of a straight line are straight.
std::pair<Curve, Curve> Curve::halves() const {
  if (straight()) {
    const Point centre = between(from, to);
    return {straight_line(from, centre), straight_line(centre, to)};
  }
  const Point first = between(from, control_from);
  const Point inner = between(control_from, control_to);
  const Point last = between(control_to, to);
  const Point left = between(first, inner);
  const Point right = between(inner, last);
  const Point centre = between(left, right);
  return {{from, first, left, centre}, {centre, right, last, to}};
}

Curve straight_line(Point from, Point to) { return {from, from, to, to}; }

std::pair<Route, Route> halves(const Route& route) {
  const auto centre = static_cast<std::ptrdiff_t>(route.size() / 2);
  Route near(route.begin(), route.begin() + centre);
  Route far(route.begin() + centre + 1, route.end());
  const auto [left, right] = route[static_cast<std::size_t>(centre)].halves();
  near.push_back(left);
  far.insert(far.begin(), right);
  return {near, far};
}

Point middle(const Route& route) { return route[route.size() / 2].at(0.5); }

Route reversed(const Route& route) {
  Route back;
  for (auto curve = route.rbegin(); curve != route.rend(); ++curve) {
    back.push_back({curve->to, curve->control_to, curve->control_from, curve->from});
  }
  return back;
}

Route shifted(Route route, Point by) {
  for (Curve& curve : route) {
    for (Point* point : {&curve.from, &curve.control_from, &curve.control_to, &curve.to}) {
      *point = *point + by;
    }
  }
  return route;
}

}  // namespace weft
