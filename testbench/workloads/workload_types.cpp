#include "testbench/workloads/workload_types.hpp"

#include "platforms/registry/type_list.hpp"

// One line for each: <name>_type() in a file of its own.
#define WEFT_WORKLOADS(WORKLOAD) \
  WORKLOAD(stream)               \
  WORKLOAD(random_traffic)       \
  WORKLOAD(synthetic)            \
  WORKLOAD(boundary_exchange)    \
  WORKLOAD(cannon)               \
  WORKLOAD(jacobi)               \
  WORKLOAD(pathway_stream)       \
  WORKLOAD(pathway_traffic)      \
  WORKLOAD(pathway_latency)      \
  WORKLOAD(row_transfer)         \
  WORKLOAD(odd_even_sort)        \
  WORKLOAD(fft)                  \
  WORKLOAD(finite_elements)      \
  WORKLOAD(conset)               \
  WORKLOAD(conset_messages)      \
  WORKLOAD(hypercube_pair)       \
  WORKLOAD(hypercube_traffic)    \
  WORKLOAD(bitonic_sort)         \
  WORKLOAD(broadcast_product)    \
  WORKLOAD(arriving_vector)      \
  WORKLOAD(basic_transfer)       \
  WORKLOAD(trace)

namespace weft {

WEFT_WORKLOADS(WEFT_DECLARE_TYPE)

std::vector<ComponentType> workload_types() { return {WEFT_WORKLOADS(WEFT_MAKE_TYPE)}; }

}  // namespace weft
