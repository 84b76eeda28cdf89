// A bare link end as a module, whatever its link is.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>

#include <systemc>

#include "hw/common/cycle_driver.hpp"
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

/// A LinkEndCore behind a link of whole packets, its child `link0`: a PacketPort or a StreamLine.
template <class Line>
class PacketLinkEndModule : public sc_core::sc_module {
 public:
  /// `make_driver(core)` makes what evaluates it, `make_line(name, client)` the link; the first
  /// `header_bytes` of each packet are its header, and `seed` is the component's.
  template <class MakeDriver, class MakeLine>
  PacketLinkEndModule(sc_core::sc_module_name name, const LinkEndParameters& parameters,
                      std::uint64_t seed, unsigned header_bytes, const MakeDriver& make_driver,
                      const MakeLine& make_line)
      : sc_module(name),
        core_(parameters, seed),
        driver_(make_driver(core_)),
        line_(make_line("link0", core_)) {
    core_.attach(*line_, header_bytes, *driver_);
  }

  LinkEndCore& core() { return core_; }
  /// What is bound to others.
  auto& link(unsigned) {
    if constexpr (requires { line_->port(); }) {
      return line_->port();
    } else {
      return *line_;
    }
  }

 private:
  LinkEndCore core_;
  std::shared_ptr<CycleDriver> driver_;
  std::unique_ptr<Line> line_;
};

}  // namespace weft
