#include <memory>

#include "testbench/families/families.hpp"
#include "testbench/families/memory_nodes/node_alarms.hpp"

namespace weft {

Family memory_node_family() {
  Family family;
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<NodeAlarms>(watched.system);
  };
  return family;
}

}  // namespace weft
