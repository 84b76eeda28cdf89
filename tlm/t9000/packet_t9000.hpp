// The T9000 at `packet` level.
#pragma once

#include <memory>
#include <vector>

#include <systemc>

#include "hw/dslink/parameters.hpp"
#include "hw/t9000/t9000_core.hpp"
#include "hw/t9000/t9000_reports.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/packet/packet_port.hpp"

namespace weft::packet {

/// The same processor as weft::T9000 with links of whole packets; children `link0` ... `link3`. It
/// takes whatever comes in: two frames at each link, of which one is always free.
class T9000 : public sc_core::sc_module {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, Wheel& wheel);

  PacketPort& link(unsigned port) { return *links_.at(port); }
  T9000Core& core() { return core_; }
  T9000Reports& reports() { return reports_; }

 private:
  static constexpr unsigned frames = 2;

  WheelCycles<T9000Core> channels_;
  T9000Core core_;
  T9000Reports reports_{core_};
  std::vector<std::unique_ptr<PacketPort>> links_;
};

}  // namespace weft::packet
