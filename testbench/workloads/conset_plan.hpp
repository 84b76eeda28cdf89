// A schedule for the workload `conset`, as a platform's file asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "platforms/conset/cell_graph.hpp"
#include "platforms/conset/connection_set.hpp"
#include "platforms/registry/parameter_values.hpp"
#include "testbench/programs/phased_connections.hpp"
#include "testbench/workloads/conset.hpp"

namespace weft {

/// The connections of a workload: its parameter `connections` names a pattern, or a file beside the
/// file that names it. Throws InputError.
conset::ConnectionSet read_workload_connections(const Platform& platform,
                                                const ParameterValues& values,
                                                const ConnectionParameters& parameters,
                                                const conset::CellGraph& graph);

/// Throws the InputError of whole transfers of elements that are used one by one.
[[noreturn]] void refuse_systolic_messages(const ParameterValues& values);

/// Throws InputError: more channels for connections than the barrier leaves.
void require_connection_channels(const conset::CellGraph& graph, unsigned channels,
                                 const Place& place);

/// What compiles, or reads, the schedule of a workload.
class ConsetPlanner {
 public:
  /// `values` are those of the platform's workload. Throws InputError: no torus, too few channels.
  ConsetPlanner(const Platform& platform, const ParameterValues& values,
                const ConsetParameters& parameters);

  /// Finds what is wrong with the files that are named, without compiling. Throws InputError.
  void check() const;
  /// Throws InputError: what cannot be had, or has no room in the channels of the cells.
  ConnectionPlan plan() const;

 private:
  conset::ConnectionSet connections() const {
    return read_workload_connections(*platform_, *values_, parameters_, graph_);
  }
  conset::Schedule schedule() const;

  const Platform* platform_;
  const ParameterValues* values_;
  ConsetParameters parameters_;
  conset::CellGraph graph_;
  std::vector<conset::BarrierCell> barrier_;
};

}  // namespace weft
