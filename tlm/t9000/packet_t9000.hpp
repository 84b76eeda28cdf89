// The T9000 at `packet` level.
#pragma once

#include <vector>

#include "hw/dslink/parameters.hpp"
#include "tlm/packet/packet_port.hpp"
#include "tlm/t9000/wheel_t9000.hpp"

namespace weft::packet {

/// A T9000 with links of whole packets. It takes whatever comes in: two frames at each link, of
/// which one is always free.
class T9000 : public WheelT9000<PacketPort> {
 public:
  /// `links[i]` are the parameters of link i; one entry serves for all.
  T9000(sc_core::sc_module_name name, const T9000Parameters& parameters, unsigned processor_number,
        const std::vector<DsLinkParameters>& links, Wheel& wheel);
};

}  // namespace weft::packet
