// The T9000 at `signal` level.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>

#include "hw/common/cycle_process.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/t9000/parameters.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"

namespace weft {

/// A T9000 on wires: its links are the children `link0` ... `link3`. Programs run on `core()`.
class T9000 : public sc_core::sc_module {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, std::uint64_t seed);

  DsLink& link(unsigned port) { return *links_.at(port); }
  T9000Core& core() { return core_; }
  T9000Reports& reports() { return reports_; }

 private:
  CycleProcess channels_;
  T9000Core core_;
  T9000Reports reports_{core_};
  std::vector<std::unique_ptr<DsLink>> links_;
};

}  // namespace weft
