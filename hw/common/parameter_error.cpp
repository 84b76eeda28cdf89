#include "hw/common/parameter_error.hpp"

#include <fmt/format.h>

namespace weft {

std::string in_nanoseconds(Time time) {
  return fmt::format("{} ns", static_cast<double>(time) / nanosecond);
}

}  // namespace weft
