#include "tlm/c104/c104.hpp"

#include <string>

namespace weft::token {

C104::C104(sc_core::sc_module_name name, const C104Parameters& parameters,
           const std::vector<DsLinkParameters>& links, std::uint64_t seed, Wheel& wheel)
    : sc_module(name),
      crossbar_(wheel, core_),
      core_(parameters, seed, crossbar_, wheel.bank().memory()),
      unconnected_(core_) {
  core_.attach_others(unconnected_.core());
  links_.resize(parameters.links);
  for (unsigned port = 0; port < parameters.links; ++port) {
    if (!core_.parameters().per_link[port].connected) continue;
    links_[port] =
        std::make_unique<DsLink>(("link" + std::to_string(port)).c_str(), of_port(links, port),
                                 parameters.input_buffer, core_, port, seed, wheel);
    core_.attach(port, links_[port]->core());
  }
}

void C104::start_of_simulation() {
  for (const auto& link : links_) {
    if (link != nullptr) link->start();
  }
}

void C104::hold_links() {
  for (unsigned port = 0; port < links_.size(); ++port) {
    if (links_[port] == nullptr) continue;
    links_[port]->hold();
    core_.hold(port);
  }
}

}  // namespace weft::token
