// The wires between two link ends.
#pragma once

#include <type_traits>

#include <systemc>

#include "hw/common/packet_tag.hpp"
#include "hw/dslink/ds_link.hpp"
#include "hw/dslink/parameter_check.hpp"

namespace weft {

/// D and S of one direction of a link, and the tags beside them. `From` and `To` are anything
/// with the ports of weft::DsLink.
struct WirePair {
  sc_core::sc_signal<bool> d{sc_core::sc_gen_unique_name("d")};
  sc_core::sc_signal<bool> s{sc_core::sc_gen_unique_name("s")};
  sc_core::sc_signal<PacketTag> tag{sc_core::sc_gen_unique_name("tag")};

  template <class From, class To>
  void connect(From& from, To& to) {
    from.d_out(d);
    from.s_out(s);
    from.tag_out(tag);
    to.d_in(d);
    to.s_in(s);
    to.tag_in(tag);
  }
};

/// Both directions of a link.
struct LinkWires {
  WirePair forth;  ///< From the first end to the second.
  WirePair back;

  /// Throws ParameterError for two ends of which check_ends says that they do not fit.
  template <class One, class Other>
  void join(One& one, Other& other) {
    if constexpr (std::is_same_v<One, DsLink> && std::is_same_v<Other, DsLink>) {
      check_ends(one.core().parameters(), other.core().parameters());
    }
    forth.connect(one, other);
    back.connect(other, one);
  }
};

}  // namespace weft
