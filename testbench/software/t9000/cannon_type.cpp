#include "platforms/processors.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/t9000/cannon.hpp"
#include "testbench/workloads/processor_checks.hpp"

namespace weft {

std::size_t cannon_side(const CannonParameters& parameters, const Platform& platform) {
  if (parameters.processes != 0) return parameters.processes;
  std::size_t side = 1;
  while ((side + 1) * (side + 1) <= processors_of(platform).size()) ++side;
  return side;
}

namespace {

void check_cannon(const ParameterValues& values, const Platform& platform) {
  const std::size_t side = cannon_side(values.to_struct<CannonParameters>(), platform);
  require_t9000s(platform, side * side, values.place("processes"));
  require_all_reachable(platform, "a matrix product");
}

}  // namespace

ComponentType cannon_type() {
  ComponentType type = make_type(TypeRole::workload, "cannon",
                                 "A matrix product over T9000s by Cannon's shifts, checked.");
  type.check_on = check_cannon;
  type.make_workload = make_workload_of<Cannon, CannonParameters>;

  using P = CannonParameters;
  ParameterTable<P> table;
  table.count("processes", &P::processes)
      .between(1, 256)
      .or_zero()
      .default_note("as many as there are T9000s for")
      .help("Processes in a row and in a column, one on a T9000.");
  table.count("block", &P::block)
      .between(1, 64)
      .help("Rows and columns of a process's block of each matrix, 8 bytes a value.");
  table.time("operation", &P::operation)
      .between(1 * nanosecond, 1 * millisecond)
      .help("A multiplication and an addition.");
  return table.into(std::move(type));
}

}  // namespace weft
