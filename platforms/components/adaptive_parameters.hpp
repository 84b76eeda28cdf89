// What the types of both adaptive routers have in common.
#pragma once

#include "platforms/components/link_observables.hpp"
#include "platforms/registry/component_type.hpp"
#include "platforms/registry/parameter_table.hpp"

namespace weft {

/// Level, ports and observables.
inline void describe_adaptive_router(ComponentType& type) {
  type.part = Part::adaptive_router;
  type.levels = {Level::packet};
  type.ports = {{"link", "links", "dslink", "Links to processors and other routers.", false, true}};
  type.observables = link_observables("link{n}.");
  for (ObservableInfo& observable : type.observables) {
    observable.help += " Only on links to another level.";
  }
}

template <class Parameters>
void add_link_count(ParameterTable<Parameters>& table) {
  table.count("links", &Parameters::links).between(1, 64).help("Links.");
}

template <class Parameters>
void add_timing(ParameterTable<Parameters>& table) {
  table.time("clock", &Parameters::clock)
      .between(100, microsecond)
      .help("Packets are moved at the edges of this clock.")
      .source("as the C104's");
  table.time("routing_latency", &Parameters::routing_latency)
      .between(0, millisecond)
      .help("From the header being in until the packet can be moved.")
      .source("as the C104's, thesis 4.1.5");
}

}  // namespace weft
