#include "platforms/registry/shape.hpp"

#include <fmt/format.h>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {

std::string shape_text(const Shape& shape) { return fmt::format("{}", fmt::join(shape, "x")); }

std::size_t node_count(const Shape& shape) {
  std::size_t count = 1;
  for (const unsigned size : shape) count *= size;
  return count;
}

std::vector<unsigned> coordinates_of(const Shape& shape, std::size_t node) {
  std::vector<unsigned> coordinates;
  for (const unsigned size : shape) {
    coordinates.push_back(static_cast<unsigned>(node % size));
    node /= size;
  }
  return coordinates;
}

std::size_t node_at(const Shape& shape, const std::vector<unsigned>& coordinates) {
  std::size_t node = 0;
  for (std::size_t d = shape.size(); d-- > 0;) node = node * shape[d] + coordinates[d];
  return node;
}

Shape read_shape(const Node& node, std::string_view what, std::size_t most) {
  if (!node.is_scalar()) {
    throw InputError(node.place, fmt::format("{} as {}", node.description(), what),
                     "expected sizes with an x between, such as 4x4");
  }
  const std::string& text = node.text;
  const auto refuse = [&](std::string_view expected) {
    throw InputError(node.place, fmt::format("{} for '{}'", node.description(), what), expected);
  };
  Shape shape;
  std::size_t nodes = 1;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const auto size = parse_whole(std::string_view(text).substr(begin, end - begin));
    if (!size || *size == 0) refuse("expected sizes of 1 or more with an x between, such as 4x4");
    if (*size > most || (nodes *= *size) > most) {
      refuse(fmt::format("expected at most {} nodes", most));
    }
    if (shape.size() == max_dimensions) {
      refuse(fmt::format("expected at most {} dimensions", max_dimensions));
    }
    shape.push_back(static_cast<unsigned>(*size));
    begin = end + 1;
  }
  return shape;
}

}  // namespace weft
