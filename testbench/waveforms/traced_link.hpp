// A link end as waveforms see it.
#pragma once

#include <string>
#include <vector>

#include <systemc>

#include "hw/c104/c104_core.hpp"
#include "hw/common/observer_port.hpp"
#include "hw/dslink/link_core.hpp"
#include "hw/dslink/link_events.hpp"
#include "platforms/system.hpp"

namespace weft {

/// Where the waves of one link end come from; also for modules that were wired by hand.
struct TracedLink {
  using Wire = sc_core::sc_signal_in_if<bool>;

  std::string name;                            ///< "node[3,2].router.link5"
  const LinkCore* core = nullptr;              ///< Null at `rtl`.
  ObserverPort<TokenEvent>* tokens = nullptr;  ///< What this end transmits.
  ObserverPort<LinkStateEvent>* states = nullptr;
  const Wire* d = nullptr;  ///< The wires that it drives; null at `token` level.
  const Wire* s = nullptr;
  // Of a C104 only:
  const C104Core* router = nullptr;
  unsigned port = 0;
  ObserverPort<TokenEvent>* far_tokens = nullptr;  ///< What the far end transmits; may be null.
};

/// The connected link ends of a system, by component and port; without those of links that are at
/// `packet` level from end to end, which have no tokens.
std::vector<TracedLink> traced_links(const System& system);

}  // namespace weft
