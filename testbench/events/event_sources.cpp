#include "testbench/events/event_sources.hpp"

#include <iterator>

#include "hw/c104/control_host.hpp"
#include "hw/c104/control_unit.hpp"
#include "platforms/components/processors.hpp"
#include "platforms/link_kinds.hpp"
#include "platforms/processors.hpp"

namespace weft {

bool carries_packets(const System::LinkProbe& probe) {
  return probe.tokens != nullptr || probe.packets != nullptr || probe.pins != nullptr;
}

EventSource link_source(const System::LinkProbe& probe, std::size_t index) {
  EventSource source{probe.name(), index};
  source.tokens = probe.tokens;
  source.states = probe.states;
  source.packets = probe.packets;
  return source;
}

std::vector<EventSource> link_sources(const System& system) {
  std::vector<EventSource> sources;
  for (const System::LinkProbe& probe : system.link_probes()) {
    sources.push_back(link_source(probe, sources.size()));
  }
  return sources;
}

std::vector<EventSource> sources_to_others(const System& system) {
  const auto& probes = system.link_probes();
  std::vector<unsigned> links(system.platform().components.size(), 0);
  for (const System::LinkProbe& probe : probes) ++links[probe.where.component];
  std::vector<EventSource> sources;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const std::size_t far = probes[i ^ 1U].where.component;  // the two ends stand side by side
    if (!is_dslink(system.platform().links[i / 2])) continue;
    if (links[far] != 1 || system.platform().components[far].type->part != Part::other) continue;
    if (system.find<ControlUnit>(far) || system.find<ControlHost>(far)) continue;  // commands
    sources.push_back(link_source(probes[i], i));
  }
  return sources;
}

std::vector<EventSource> processor_sources(const System& system) {
  std::vector<EventSource> sources;
  const Platform& platform = system.platform();
  for (std::size_t i = 0; i < processors_of(platform).size(); ++i) {
    const std::size_t component = processors_of(platform)[i].component;
    sources.push_back({platform.components[component].name, i});
    sources.back().processor = &reports_of(system, i);
  }
  return sources;
}

std::vector<EventSource> switch_sources(const System& system) {
  std::vector<EventSource> sources;
  for (const Seen<ObservedSwitch>& seen : system.all<ObservedSwitch>()) {
    sources.push_back({system.platform().components[seen.component].name, seen.component});
    sources.back().observed_switch = seen.view;
  }
  return sources;
}

std::vector<EventSource> bus_sources(const System& system) {
  std::vector<EventSource> sources;
  for (const BusProbe& bus : system.bus_probes()) {
    sources.push_back({bus.name, sources.size()});
    sources.back().words = bus.words;
    sources.back().dequeues = bus.dequeues;
  }
  return sources;
}

std::vector<EventSource> event_sources(const System& system) {
  std::vector<EventSource> all = link_sources(system);
  for (auto&& part : {processor_sources(system), switch_sources(system), bus_sources(system)}) {
    std::copy(part.begin(), part.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace weft
