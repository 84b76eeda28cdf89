#include "testbench/pictures/processor_places.hpp"

#include <cmath>

#include "testbench/pictures/router_places.hpp"

namespace weft {

namespace {

constexpr double reach = 0.085;
constexpr double room = 0.2;        // of a processor, on a side
constexpr double first_row = 0.45;  // below or outside a router

std::size_t square_side(std::size_t count) {
  return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
}

// In a square whose corner is `corner`, row by row.
ProcessorPlaces in_square(std::size_t count, Point corner, double side) {
  ProcessorPlaces places;
  const std::size_t columns = square_side(count);
  const double pitch = side / static_cast<double>(columns);
  for (std::size_t i = 0; i < count; ++i) {
    const Point cell{static_cast<double>(i % columns) + 0.5,
                     static_cast<double>(i / columns) + 0.5};
    places.offsets.push_back(corner + cell * pitch);
  }
  places.reach = std::min(reach, 0.38 * pitch);
  return places;
}

std::size_t rows_below(std::size_t count) { return count <= 4 ? 1 : count <= 16 ? 2 : 3; }

double step_below(std::size_t count) {
  return count <= 4 ? room : 1.1 * room / static_cast<double>(rows_below(count));
}

// Each row a little further to the side, so that the lines to it pass between those above.
ProcessorPlaces below(std::size_t count) {
  ProcessorPlaces places;
  const double step = step_below(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = (static_cast<double>(i) - (static_cast<double>(count) - 1) / 2) * step;
    places.offsets.push_back({x, first_row + static_cast<double>(i % rows_below(count)) * room});
  }
  return places;
}

ProcessorPlaces outside(std::size_t count, Point outward) {
  ProcessorPlaces places;
  const Point out = unit(outward);
  const std::size_t columns = square_side(count);
  const double pitch = std::min(room, 0.8 / static_cast<double>(columns));
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = i / columns;
    const std::size_t in_row = std::min(columns, count - row * columns);
    const double side = (static_cast<double>(i % columns) - (static_cast<double>(in_row) - 1) / 2);
    places.offsets.push_back(out * (first_row + static_cast<double>(row) * pitch) +
                             right_of(out) * (side * pitch));
  }
  places.reach = std::min(reach, 0.42 * pitch);
  return places;
}

}  // namespace

ProcessorPlaces place_processors(std::size_t count, Arrangement arrangement, Point outward) {
  switch (arrangement) {
    case Arrangement::hexagonal: return in_square(count, {0.23, 0.09}, 0.2);
    case Arrangement::levels: return below(count);
    case Arrangement::ring:
    case Arrangement::star:
      if (length(outward) > 0) return outside(count, outward);
      break;
    case Arrangement::grid:
    case Arrangement::free: break;
  }
  return in_square(count, {router_reach + 0.01, router_reach + 0.01}, 0.26);
}

double width_below(std::size_t processors) {
  return processors == 0 ? 0 : static_cast<double>(processors) * step_below(processors) + room;
}

}  // namespace weft
