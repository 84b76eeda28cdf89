// How often memory was allocated.
#pragma once

#include <cstdint>

namespace weft::test {

/// Calls of operator new in this program so far.
std::uint64_t allocations();

}  // namespace weft::test
