#include <memory>
#include <vector>

#include "testbench/families/families.hpp"
#include "testbench/families/memory_nodes/memory_waves.hpp"
#include "testbench/families/memory_nodes/node_alarms.hpp"

namespace weft {

Family memory_node_family() {
  Family family;
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<NodeAlarms>(watched.system);
  };
  family.waves = [](const System& system, const ProgramPositions&) {
    std::vector<std::unique_ptr<WaveSource>> sources;
    sources.push_back(std::make_unique<MemoryWaves>(system));
    return sources;
  };
  return family;
}

}  // namespace weft
