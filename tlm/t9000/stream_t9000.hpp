// The T9000 at `stream` level.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "hw/dslink/parameters.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/stream/stream_line.hpp"

namespace weft::stream {

/// The same processor as weft::T9000 with links on which packets flow; children `link0` ...
/// `link3`.
class T9000 : public sc_core::sc_module {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, Wheel& wheel);

  StreamPort& link(unsigned port) { return links_.at(port)->port(); }
  T9000Core& core() { return core_; }
  T9000Reports& reports() { return reports_; }

 private:
  WheelCycles<T9000Core> channels_;
  T9000Core core_;
  T9000Reports reports_{core_};
  std::vector<std::unique_ptr<StreamLine>> links_;
};

}  // namespace weft::stream
