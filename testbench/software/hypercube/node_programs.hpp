// Workloads whose programs run on the nodes of a hypercube.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/components/hypercube_nodes.hpp"
#include "testbench/programs/hypercube_process.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// One program on each node, all of them checked at the end of the run.
class HypercubePrograms : public Workload {
 protected:
  explicit HypercubePrograms(System& system);

  /// Of the cube, in the order of their numbers.
  std::size_t nodes() const { return nodes_.size(); }
  unsigned degree() const { return hypercube_degree(platform()); }
  Time tick() const { return nodes_.front()->chip().parameters().tick; }
  /// `program` names it in messages: "node[3]/sort".
  template <class Function, class... Arguments>
  void start_on(unsigned node, const std::string& program, Function function,
                Arguments&&... arguments) {
    processes_.start(names_[node] + "/" + program, *nodes_[node], *wheel_, function,
                     std::forward<Arguments>(arguments)...);
  }
  /// Throws std::runtime_error if some have not; `what` is what they do together.
  void require_ended(const std::string& what, Time now) const {
    require_all_ended(processes_, "nodes", what, now);
  }
  /// Overrun exceptions of all programs.
  ReportedValue overruns() const;

 private:
  Wheel* wheel_;
  std::vector<HypercubeCoprocessor*> nodes_;
  std::vector<std::string> names_;
  HypercubeProcessSet processes_;
};

}  // namespace weft
