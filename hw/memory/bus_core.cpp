#include "hw/memory/bus_core.hpp"

#include <algorithm>
#include <cassert>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/parameter_check.hpp"

namespace weft {

BusCore::BusCore(const BusParameters& parameters)
    : parameters_(checked(parameters)), requests_(parameters.masters) {}

void BusCore::request(unsigned master, MemoryClocks clocks, MemoryClocks now) {
  assert(clocks != 0 && requests_[master].clocks == 0);
  requests_[master] = {clocks, now};
}

std::optional<MemoryClocks> BusCore::next_grant() const {
  std::optional<MemoryClocks> next;
  for (const Request& request : requests_) {
    if (request.clocks == 0) continue;
    const MemoryClocks possible = std::max(free_, request.asked + 1);
    next = next ? std::min(*next, possible) : possible;
  }
  return next;
}

std::optional<BusGrant> BusCore::evaluate(MemoryClocks now) {
  if (now < free_) return std::nullopt;
  const unsigned first = last_ ? *last_ + 1 : 0;
  for (unsigned i = 0; i < parameters_.masters; ++i) {
    const unsigned master = (first + i) % parameters_.masters;
    Request& request = requests_[master];
    if (request.clocks == 0 || request.asked >= now) continue;
    const bool changes = last_ && *last_ != master;
    const MemoryClocks begin = now + (changes ? parameters_.arbitration_clocks : 0);
    free_ = begin + request.clocks;
    request = {};
    last_ = master;
    return BusGrant{master, begin, free_};
  }
  return std::nullopt;
}

}  // namespace weft
