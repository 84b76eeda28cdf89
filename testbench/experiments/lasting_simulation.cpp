#include "testbench/experiments/lasting_simulation.hpp"

#include <memory>

namespace weft {

Simulation& lasting_simulation(const Platform& platform) {
  static Simulation* kept = nullptr;  // it is in use to the end, for who looks for leaks
  kept = std::make_unique<Simulation>(platform).release();
  return *kept;
}

}  // namespace weft
