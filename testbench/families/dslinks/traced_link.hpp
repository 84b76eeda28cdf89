// A link end as waveforms see it.
#pragma once

#include <vector>

#include <systemc>

#include "hw/c104/c104_core.hpp"
#include "hw/common/observer_port.hpp"
#include "hw/dslink/link_core.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event_stream.hpp"

namespace weft {

/// Where the waves of one link end come from; also for modules that were wired by hand. Their
/// names begin with that of the source.
struct TracedLink : EventSource {
  using Wire = sc_core::sc_signal_in_if<bool>;

  const LinkCore* core = nullptr;  ///< Null at `rtl`, and where there are no tokens.
  const Wire* d = nullptr;         ///< The wires that it drives; null at `token` level.
  const Wire* s = nullptr;
  unsigned header_bytes = 1;  ///< That the far end reads at the beginning of a packet.
  // Of a C104 only:
  C104Core* router = nullptr;
  unsigned port = 0;
  ObserverPort<TokenEvent>* far_tokens = nullptr;  ///< What the far end transmits; may be null.
};

/// The connected link ends of a system, by component and port.
std::vector<TracedLink> traced_links(const System& system);

}  // namespace weft
