#include "hw/t9000/t9000.hpp"

#include <string>

namespace weft {

T9000::T9000(sc_core::sc_module_name name, const T9000Parameters& parameters,
             unsigned processor_number, const std::vector<DsLinkParameters>& links,
             std::uint64_t seed)
    : sc_module(name),
      channels_("channels", [this](Time now) { core_.evaluate(now); }),
      core_(parameters, processor_number, channels_) {
  for (unsigned port = 0; port < parameters.links; ++port) {
    const DsLinkParameters& own = of_port(links, port);
    links_.push_back(std::make_unique<DsLink>(("link" + std::to_string(port)).c_str(), own,
                                              own.input_buffer, core_, port, seed));
    core_.attach(port, links_.back()->core());
  }
}

}  // namespace weft
