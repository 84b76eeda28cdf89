#include <memory>

#include "testbench/experiments/run_result.hpp"
#include "testbench/families/control_links/control_programs.hpp"
#include "testbench/families/families.hpp"

namespace weft {

Family control_links_family() {
  Family family;
  family.programs = [](System& system) -> std::unique_ptr<LoadedPrograms> {
    return std::make_unique<ControlPrograms>(system);
  };
  family.watch = [](const Watched& watched) -> std::unique_ptr<Watch> {
    return std::make_unique<ControlAlarms>(watched.system);
  };
  return family;
}

}  // namespace weft
