#include "hw/t9000/t9000.hpp"

#include <memory>
#include <string>
#include <utility>

namespace weft {

T9000::T9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, const std::vector<DsLinkParameters>& links,
             std::uint64_t seed)
    : T9000Module(name, parameters, processor_number, "channels") {
  for (unsigned port = 0; port < parameters.links; ++port) {
    const DsLinkParameters& own = of_port(links, port);
    auto link = std::make_unique<DsLink>(("link" + std::to_string(port)).c_str(), own,
                                         own.input_buffer, core(), port, seed);
    LinkService& service = link->core();
    add_link(std::move(link), service);
  }
}

}  // namespace weft
