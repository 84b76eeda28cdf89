// All places of a platform that events come from.
#pragma once

#include <vector>

#include "platforms/system.hpp"
#include "testbench/events/event_stream.hpp"

namespace weft {

/// It is an end of a link of a network; not that of a memory socket, or of what joins nodes with
/// memory.
bool carries_packets(const System::LinkProbe& probe);
/// Of a link end, as `EventSource::index` in System::link_probes.
EventSource link_source(const System::LinkProbe& probe, std::size_t index);
/// By System::link_probes.
std::vector<EventSource> link_sources(const System& system);
/// Of those that lead to a component where packets end, though it is no processor: nothing is known
/// of it (Part::other), and it has one link. Of one with several nobody can tell. None of control
/// links.
std::vector<EventSource> sources_to_others(const System& system);
/// By processors_of.
std::vector<EventSource> processor_sources(const System& system);
/// By component.
std::vector<EventSource> switch_sources(const System& system);
/// By Platform::busses.
std::vector<EventSource> bus_sources(const System& system);
/// All of them.
std::vector<EventSource> event_sources(const System& system);

}  // namespace weft
