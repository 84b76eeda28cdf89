#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/hypercube/bitonic_sort.hpp"
#include "testbench/software/hypercube/coprocessor_check.hpp"
#include "testbench/software/merging.hpp"

namespace weft {
namespace {

void check_bitonic_sort(const ParameterValues& values, const Platform& platform) {
  const auto parameters = values.to_struct<BitonicSortParameters>();
  require_coprocessors(platform,
                       first_list + std::uint64_t{lists_of_keys} * parameters.keys * key_bytes);
}

}  // namespace

ComponentType bitonic_sort_type() {
  ComponentType type = make_type(TypeRole::workload, "bitonic_sort",
                                 "The nodes of a hypercube sort the keys in their memories by "
                                 "Batcher's bitonic sort.");
  type.check_on = check_bitonic_sort;
  type.make_workload = make_workload_of<BitonicSort, BitonicSortParameters>;

  using P = BitonicSortParameters;
  ParameterTable<P> table;
  table.count("keys", &P::keys).between(1, 65'536).help("Keys of a node, drawn at random.");
  table.count("comparison", &P::comparison).between(0, 1000).help("Ticks to compare two keys.");
  table.boolean("in_progress", &P::in_progress)
      .help("Merge keys while they arrive; or wait until a message is complete.")
      .source("hypercube 1988, 2.1");
  return table.into(std::move(type));
}

}  // namespace weft
