#include "hw/adaptive/parameter_check.hpp"

#include <fmt/format.h>

#include "hw/common/parameter_error.hpp"

namespace weft {

namespace {

void check_router(unsigned links, Time clock) {
  if (links < 1 || links > 64) {
    throw ParameterError({"links"}, fmt::format("links ({}) must be 1 to 64", links));
  }
  if (clock == 0) throw ParameterError({"clock"}, "clock (0) must be 1 ps or more");
}

}  // namespace

void check_parameters(const ChaosParameters& p) { check_router(p.links, p.clock); }

void check_parameters(const ForcedParameters& p) {
  check_router(p.links, p.clock);
  if (p.input_frames == 0) {
    throw ParameterError({"input_frames"}, "input_frames (0) must be 1 or more");
  }
}

}  // namespace weft
