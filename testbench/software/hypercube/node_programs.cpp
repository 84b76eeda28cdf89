#include "testbench/software/hypercube/node_programs.hpp"

namespace weft {

HypercubePrograms::HypercubePrograms(System& system) : Workload(system), wheel_(&system.wheel()) {
  for (const auto& [component, coprocessor] : system.all<HypercubeCoprocessor>()) {
    nodes_.push_back(coprocessor);
    names_.push_back(platform().components[component].name);
  }
}

ReportedValue HypercubePrograms::overruns() const {
  std::uint64_t sum = 0;
  for (const HypercubeProcess& process : processes_) sum += process.overruns();
  return reported::count("overrun exceptions", static_cast<double>(sum));
}

}  // namespace weft
