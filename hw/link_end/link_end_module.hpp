// A bare link end as a module, whatever its link is.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>

#include <systemc>

#include "hw/link_end/link_end_core.hpp"

namespace weft {

/// A LinkEndCore behind a link that is its child `link0`: a weft::DsLink, a token::DsLink or an
/// rtl::DsLink.
template <class Link>
class LinkEndModule : public sc_core::sc_module {
 public:
  /// `make_link(name, client)` makes the link; `seed` is the component's.
  template <class MakeLink>
  LinkEndModule(sc_core::sc_module_name name, const LinkEndParameters& parameters,
                std::uint64_t seed, const MakeLink& make_link)
      : sc_module(name), core_(parameters, seed), link_(make_link("link0", core_)) {
    core_.attach(service_of(*link_));
  }

  LinkEndCore& core() { return core_; }
  Link& link(unsigned) { return *link_; }

 private:
  static LinkService& service_of(Link& link) {
    if constexpr (std::derived_from<Link, LinkService>) {
      return link;
    } else {
      return link.core();
    }
  }

  LinkEndCore core_;
  std::unique_ptr<Link> link_;
};

}  // namespace weft
