// The keys of routing by dimensions.
#pragma once

#include <memory>
#include <vector>

#include "platforms/registry/parameter_table.hpp"
#include "platforms/routing/routing.hpp"
#include "platforms/routing/routing_request.hpp"

namespace weft {

struct DimensionOrderParameters {
  bool dateline = true;
};

/// The key `order`; see order_of.
template <class Parameters>
ParameterEntry add_order(ParameterTable<Parameters>& table) {
  return table.table("order")
      .default_note("x first; on a hypercube the last first")
      .help("Dimensions in the order of routing: list of x, y, z, w, d4, d5, ...")
      .source("thesis 2.2.1");
}

/// The dimensions of a grid in the order of routing. Throws InputError for an `order` that does not
/// name each once.
std::vector<unsigned> order_of(const RoutingRequest& request);

/// The type with the keys of dimension order, for grids and hexagonal arrays.
ComponentType with_dimensions(ComponentType type);

/// Dimension order as these keys say.
std::unique_ptr<Routing> make_dimension_order(const RoutingRequest& request);

}  // namespace weft
