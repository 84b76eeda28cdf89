// The C104 packet switch at `signal` level.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/c104/c104_core.hpp"
#include "hw/c104/parameters.hpp"
#include "hw/common/cycle_process.hpp"
#include "hw/dslink/ds_link.hpp"

namespace weft {

/// A C104 on wires: its links are the children `link0`, `link1`, ..., whose D and S ports are the
/// ports of the component.
class C104 : public sc_core::sc_module {
 public:
  /// `links[i]` are the parameters of link i (bit rates may differ); one entry serves for all.
  C104(sc_core::sc_module_name name, const C104Parameters& parameters,
       const std::vector<DsLinkParameters>& links, std::uint64_t seed);

  DsLink& link(unsigned port) { return *links_.at(port); }
  C104Core& core() { return core_; }
  /// Its links do not start with the run, but by their command registers; before the run.
  void hold_links();

 private:
  CycleProcess crossbar_;
  C104Core core_;
  std::vector<std::unique_ptr<DsLink>> links_;
};

}  // namespace weft
