#include "hw/c104/c104.hpp"

#include <string>

namespace weft {

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t seed)
    : sc_module(name),
      crossbar_("crossbar", [this](Time now) { core_.evaluate(now); }),
      core_(parameters, seed, crossbar_) {
  for (unsigned port = 0; port < parameters.links; ++port) {
    links_.push_back(std::make_unique<DsLink>(("link" + std::to_string(port)).c_str(),
                                              of_port(links, port), parameters.input_buffer, core_,
                                              port, seed));
    core_.attach(port, links_.back()->core());
  }
}

void C104::hold_links() {
  for (unsigned port = 0; port < links_.size(); ++port) {
    if (!core_.parameters().per_link[port].connected) continue;
    links_[port]->hold();
    core_.hold(port);
  }
}

}  // namespace weft
