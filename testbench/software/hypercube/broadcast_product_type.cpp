#include "platforms/components/hypercube_nodes.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/hypercube/broadcast_product.hpp"
#include "testbench/software/hypercube/coprocessor_check.hpp"
#include "testbench/software/hypercube/product_places.hpp"

namespace weft {
namespace {

void check_broadcast_product(const ParameterValues& values, const Platform& platform) {
  const auto parameters = values.to_struct<BroadcastProductParameters>();
  require_coprocessors(platform, places_of(parameters, hypercube_nodes_of(platform).size()).end());
}

}  // namespace

ComponentType broadcast_product_type() {
  ComponentType type =
      make_type(TypeRole::workload, "broadcast_product",
                "A matrix product on a hypercube: each node broadcasts its rows of "
                "the second matrix.");
  type.check_on = check_broadcast_product;
  type.make_workload = make_workload_of<BroadcastProduct, BroadcastProductParameters>;

  using P = BroadcastProductParameters;
  ParameterTable<P> table;
  table.count("rows", &P::rows).between(1, 64).help("Rows of each matrix at a node.");
  table.count("operation", &P::operation)
      .between(0, 10'000)
      .help("Ticks of a multiplication and an addition.");
  table.boolean("in_progress", &P::in_progress)
      .help("Use values while they arrive; or wait until a message is complete.")
      .source("hypercube 1988, 2.1");
  return table.into(std::move(type));
}

}  // namespace weft
