#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/hypercube/arriving_vector.hpp"
#include "testbench/software/hypercube/coprocessor_check.hpp"

namespace weft {
namespace {

void check_arriving_vector(const ParameterValues& values, const Platform& platform) {
  const auto parameters = values.to_struct<ArrivingVectorParameters>();
  require_coprocessors(platform,
                       first_vector + std::uint64_t{2} * parameters.values * vector_value_bytes);
}

}  // namespace

ComponentType arriving_vector_type() {
  ComponentType type = make_type(TypeRole::workload, "arriving_vector",
                                 "A node of a hypercube computes with a vector from the furthest "
                                 "one, once when it is complete, once while it arrives.");
  type.check_on = check_arriving_vector;
  type.make_workload = make_workload_of<ArrivingVector, ArrivingVectorParameters>;

  using P = ArrivingVectorParameters;
  ParameterTable<P> table;
  table.count("values", &P::values).between(1, 1U << 20U).help("Of the vector, 8 bytes each.");
  table.count("operation", &P::operation)
      .between(0, 1'000'000)
      .help("Ticks of a multiplication and an addition.");
  return table.into(std::move(type));
}

}  // namespace weft
