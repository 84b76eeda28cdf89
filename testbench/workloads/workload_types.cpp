#include "testbench/workloads/workload_types.hpp"

#include "platforms/registry/type_list.hpp"

// One line for each: <name>_type() in a file of its own.
#define WEFT_WORKLOADS(type)                                                             \
  type(stream) type(random_traffic) type(synthetic) type(boundary_exchange) type(cannon) \
      type(jacobi) type(pathway_stream) type(pathway_traffic) type(pathway_latency)      \
          type(row_transfer) type(odd_even_sort) type(fft) type(trace)

namespace weft {

WEFT_WORKLOADS(WEFT_DECLARE_TYPE)

std::vector<ComponentType> workload_types() { return {WEFT_WORKLOADS(WEFT_MAKE_TYPE)}; }

}  // namespace weft
