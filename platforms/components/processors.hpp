// The T9000s of a system by their numbers.
#pragma once

#include <cstddef>

#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"
#include "platforms/processors.hpp"
#include "platforms/system.hpp"

namespace weft {

/// By index in processors_of.
inline T9000Core& processor_of(const System& system, std::size_t index) {
  return *system.find<T9000Core>(processors_of(system.platform())[index].component);
}
inline T9000Reports& reports_of(const System& system, std::size_t index) {
  return *system.find<T9000Reports>(processors_of(system.platform())[index].component);
}

}  // namespace weft
