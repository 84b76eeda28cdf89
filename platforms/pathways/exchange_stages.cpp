#include "platforms/pathways/exchange_stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/shape.hpp"

namespace weft {
namespace {

constexpr unsigned max_cells = address_mask + 1;

unsigned log2_of(std::size_t power) { return static_cast<unsigned>(std::countr_zero(power)); }

unsigned bits_of_cells(const Platform& platform) {
  const std::size_t cells = cells_of(platform).size();
  if (cells >= 2 && std::has_single_bit(cells)) return log2_of(cells);
  throw InputError(platform.workload.place, fmt::format("binary exchanges of {} cells", cells),
                   "expected a power of two, 2 or more");
}

/// Cells in a row of the mesh or torus whose nodes they are, in order; all of them if they are not.
std::size_t row_length(const Platform& platform) {
  const std::vector<Cell>& cells = cells_of(platform);
  const bool grid = platform.plan.topology == "mesh" || platform.plan.topology == "torus";
  if (!grid || cells.back().coordinates.size() != 2) return cells.size();
  const std::size_t width = cells.back().coordinates[0] + std::size_t{1};
  for (std::size_t n = 0; n < cells.size(); ++n) {
    const std::vector<unsigned> place =
        coordinates_of({static_cast<unsigned>(width), max_cells}, n);
    if (cells[n].coordinates != place) return cells.size();
  }
  return width;
}

Pathway straight_way(const Platform& platform, PathwayPlanner& planner, unsigned from,
                     unsigned to) {
  auto way = planner.plan(from, to);
  if (way && way->header.size() == 1) return std::move(*way);
  const auto name = [&platform](unsigned cell) {
    return platform.components[cells_of(platform)[cell].component].name;
  };
  throw InputError(platform.workload.place,
                   fmt::format("no straight way from '{}' to '{}'", name(from), name(to)),
                   "expected a whole mesh or torus, or cells in a row");
}

}  // namespace

ExchangeStages::ExchangeStages(const Platform& platform) {
  const unsigned bits = bits_of_cells(platform);
  const unsigned x_bits = log2_of(row_length(platform));
  const unsigned most = std::max(x_bits, bits - x_bits);
  const std::vector<unsigned> pools = common_pools(platform);
  if (pools.size() < most) {
    throw InputError(platform.workload.place,
                     fmt::format("{} pools on all busses for {} stages of exchanges in a dimension",
                                 pools.size(), most),
                     fmt::format("expected `output_pools:` with {} pools on each bus", most));
  }
  for (unsigned bit = bits; bit-- > 0;) {
    // the first pool is that of the furthest cells, whose ways share most
    const unsigned pool = (bit < x_bits ? x_bits : bits) - 1 - bit;
    PathwayPlanner planner(platform, {pools[pool]});
    std::vector<Pathway>& ways = ways_.emplace_back();
    for (unsigned cell = 0; cell < cells_of(platform).size(); ++cell) {
      ways.push_back(straight_way(platform, planner, cell, cell ^ 1U << bit));
    }
  }
}

}  // namespace weft
