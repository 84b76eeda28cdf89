#include "tlm/t9000/stream_t9000.hpp"

#include <string>

namespace weft::stream {

T9000::T9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, const std::vector<DsLinkParameters>& links, Wheel& wheel)
    : sc_module(name), channels_(wheel, core_), core_(parameters, processor_number, channels_) {
  for (unsigned port = 0; port < parameters.links; ++port) {
    links_.push_back(std::make_unique<StreamLine>(("link" + std::to_string(port)).c_str(),
                                                  of_port(links, port).bit_time, core_, port,
                                                  wheel));
    core_.attach(port, static_cast<PacketLine&>(*links_.back()));
  }
}

}  // namespace weft::stream
