#include <fmt/format.h>

#include <bit>

#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/exchange_stages.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/software/iwarp/fft.hpp"
#include "testbench/workloads/free_cells.hpp"

namespace weft {
namespace {

void check_fft(const ParameterValues& values, const Platform& platform) {
  const unsigned points = values.to_struct<FftParameters>().points;
  if (!std::has_single_bit(points)) {
    throw InputError(values.place("points"), fmt::format("{} points a cell", points),
                     "expected a power of two");
  }
  const ExchangeStages stages(platform);
  require_all_cells_free(platform);
}

}  // namespace

ComponentType fft_type() {
  ComponentType type =
      make_type(TypeRole::workload, "fft",
                "A Fourier transform over iWarp cells that exchange points as on a hypercube.");
  type.check_on = check_fft;
  type.make_workload = make_workload_of<Fft, FftParameters>;

  using P = FftParameters;
  ParameterTable<P> table;
  table.count("points", &P::points)
      .between(1, 1024)
      .help("Complex points of a cell, a power of two.");
  return table.into(std::move(type));
}

}  // namespace weft
