// The plain values of sections that are read as structs.
#pragma once

#include <cstdint>
#include <string>

#include "hw/common/addressing.hpp"
#include "hw/common/contention.hpp"
#include "platforms/registry/component_type.hpp"

namespace weft {

/// Of a platform itself.
struct PlatformKeys {
  std::string name;
  std::uint64_t seed = 1;
  Level level = Level::token;
  Contention contention = Contention::full;
};

enum class DeadlockRule : std::uint8_t { check, allowed };

/// Of `routing:`, whatever the algorithm.
struct RoutingKeys {
  bool grouped = true;
  DeadlockRule deadlock = DeadlockRule::check;
  Addressing addressing = Addressing::channel;
  unsigned channels = 0;
  unsigned header_bytes = 1;
};

}  // namespace weft
