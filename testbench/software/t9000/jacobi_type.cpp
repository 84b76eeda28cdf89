#include <fmt/format.h>

#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/shape.hpp"
#include "testbench/software/t9000/jacobi.hpp"
#include "testbench/workloads/node_numbers.hpp"
#include "testbench/workloads/processor_checks.hpp"

namespace weft {

Shape jacobi_grid(const JacobiParameters& parameters, const Platform& platform) {
  if (!parameters.processes.empty()) return parameters.processes;
  const NodeNumbers numbers(traffic_processors(platform));
  if (numbers.regular() && numbers.shape().size() == 2) return numbers.shape();
  return {static_cast<unsigned>(processors_of(platform).size()), 1};
}

namespace {

void check_jacobi(const ParameterValues& values, const Platform& platform) {
  const auto jacobi = values.to_struct<JacobiParameters>();
  if (!jacobi.processes.empty() && jacobi.processes.size() != 2) {
    throw InputError(values.place("processes"),
                     fmt::format("processes on a grid of {}", shape_text(jacobi.processes)),
                     "expected two sizes, such as 4x4");
  }
  require_t9000s(platform, 1, values.place("processes"));  // before a grid is made of them
  require_t9000s(platform, node_count(jacobi_grid(jacobi, platform)), values.place("processes"));
  require_all_reachable(platform, "an exchange of borders");
}

}  // namespace

ComponentType jacobi_type() {
  ComponentType type = make_type(
      TypeRole::workload, "jacobi",
      "Jacobi iterations on a grid of points over T9000s that exchange borders, checked.");
  type.check_on = check_jacobi;
  type.make_workload = make_workload_of<Jacobi, JacobiParameters>;

  using P = JacobiParameters;
  ParameterTable<P> table;
  table.shape("processes", &P::processes)
      .default_note("the T9000s as they stand, or one row of them")
      .help("Processes on each of two sides, one on a T9000.");
  table.count("block", &P::block)
      .between(1, 256)
      .help("Rows and columns of points of a process, 8 bytes each.");
  table.count("iterations", &P::iterations).between(1, 100'000).help("All of them are done.");
  table.time("operation", &P::operation)
      .between(1 * nanosecond, 1 * millisecond)
      .help("A point: three additions and a multiplication.");
  return table.into(std::move(type));
}

}  // namespace weft
