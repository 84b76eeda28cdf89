#include "tlm/t9000/packet_t9000.hpp"

#include <string>
#include <utility>

namespace weft::packet {

T9000::T9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, const std::vector<DsLinkParameters>& links, Wheel& wheel)
    : WheelT9000(name, parameters, processor_number, wheel) {
  constexpr unsigned frames = 2;
  for (unsigned port = 0; port < parameters.links; ++port) {
    const DsLinkParameters& parameters_of_link = of_port(links, port);
    auto link = std::make_unique<PacketPort>(("link" + std::to_string(port)).c_str(),
                                             parameters_of_link.bit_time, frames, core(), port,
                                             parameters_of_link.auto_restart != 0);
    PacketLine& line = *link;
    add_link(std::move(link), line);
  }
}

}  // namespace weft::packet
