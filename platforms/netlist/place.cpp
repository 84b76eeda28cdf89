#include "platforms/netlist/place.hpp"

#include <fmt/format.h>

#include <utility>

namespace weft {

std::string Place::text() const {
  const std::string name = source ? *source : "built in";
  return line == 0 ? name : fmt::format("{}:{}:{}", name, line, column);
}

Place place_of(std::string source) {
  return {std::make_shared<const std::string>(std::move(source)), 0, 0};
}

}  // namespace weft
