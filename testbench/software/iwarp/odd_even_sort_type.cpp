#include <fmt/format.h>

#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/standing_pathways.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/iwarp/odd_even_sort.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

constexpr unsigned bytes_of_a_key = 4;
constexpr unsigned lists = 3;  // own keys, merged ones, those of the neighbour

void require_memory(const ParameterValues& values, const Platform& platform, unsigned keys) {
  for (const Cell& cell : cells_of(platform)) {
    const unsigned bytes = iwarp_parameters(platform, cell.component).memory_bytes;
    if (lists * keys * bytes_of_a_key <= bytes) continue;
    throw InputError(values.place("keys"),
                     fmt::format("{} keys a cell; {} has {} bytes of memory", keys,
                                 platform.components[cell.component].name, bytes),
                     fmt::format("expected at most {}", bytes / (lists * bytes_of_a_key)));
  }
}

void check_odd_even_sort(const ParameterValues& values, const Platform& platform) {
  if (cells_of(platform).size() < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("a sort on {} cells", cells_of(platform).size()),
                     "expected two or more");
  }
  require_memory(values, platform, values.to_struct<OddEvenSortParameters>().keys);
  plan_standing(platform, chain_both_ways(platform));
  require_all_cells_free(platform);
}

}  // namespace

ComponentType odd_even_sort_type() {
  ComponentType type =
      make_type(TypeRole::workload, "odd_even_sort",
                "A chain of iWarp cells sorts the keys in their memories by odd-even merge-split.");
  type.check_on = check_odd_even_sort;
  type.make_workload = make_workload_of<OddEvenSort, OddEvenSortParameters>;

  using P = OddEvenSortParameters;
  ParameterTable<P> table;
  table.count("keys", &P::keys).between(1, 16'384).help("Keys of a cell, drawn at random.");
  table.count("comparison", &P::comparison)
      .between(0, 1000)
      .help("Clocks to compare two keys: an integer instruction and a branch, one clock each.");
  return table.into(std::move(type));
}

}  // namespace weft
