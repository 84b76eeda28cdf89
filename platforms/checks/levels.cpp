#include "platforms/checks/levels.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "platforms/checks/placed_component.hpp"
#include "platforms/connected_links.hpp"
#include "platforms/link_kinds.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

// Links of packets have no bits to invert and no start-up.
void check_what_takes_tokens(const Platform& platform) {
  const ParameterValues* sound = nullptr;  // links that are alike share theirs
  for (const LinkSpec& link : platform.links) {
    if (link.parameters.get() == sound || !is_dslink(link)) continue;
    if (!is_of_packets(platform.components[link.from.component].level) ||
        !is_of_packets(platform.components[link.to.component].level)) {
      continue;
    }
    const DsLinkParameters parameters = dslink_parameters(link);
    const std::pair<std::string_view, bool> given[] = {
        {"error_at", parameters.error_at != 0},
        {"error_interval", parameters.error_interval != 0},
        {"auto_start", parameters.auto_start},
        {"enable_at", parameters.enable_at != 0}};
    for (const auto& [name, is_given] : given) {
      if (!is_given) continue;
      throw InputError(link.parameters->place(std::string(name)),
                       fmt::format("{} on a link between '{}' and '{}', both at {} level", name,
                                   platform.components[link.from.component].name,
                                   platform.components[link.to.component].name,
                                   name_of(platform.components[link.to.component].level)),
                       fmt::format("expected {} only where an end is at signal or token",
                                   name.starts_with("error") ? "bit errors" : name));
    }
    sound = link.parameters.get();
  }
}

// An adaptive router counts the frames at the far end itself, and does not wait for the link.
void check_masters_of_time(const Platform& platform) {
  for (const LinkSpec& link : platform.links) {
    const Component& from = platform.components[link.from.component];
    const Component& to = platform.components[link.to.component];
    if (!from.is(Part::adaptive_router) || !is_of_packets(to.level) || !is_dslink(link)) continue;
    if (dslink_parameters(link).time_code_interval == 0) continue;
    throw InputError(
        link.parameters->place("time_code_interval"),
        fmt::format("time_code_interval on a link from '{}', a {}, to '{}' at {} level", from.name,
                    from.type->name, to.name, name_of(to.level)),
        "expected it on links from other components, or to an end at rtl, signal or token");
  }
}

// A cable that carries packets has no wires to cut, and what is profitable to an adaptive router is
// known of whole links only.
void check_faults(const Platform& platform) {
  for (const FaultSpec& fault : platform.faults) {
    const LinkSpec& link = platform.links[fault.link];
    for (const LinkEnd& end : {link.from, link.to}) {
      const Component& component = platform.components[end.component];
      if (!is_of_packets(component.level)) continue;
      throw InputError(fault.place,
                       fmt::format("a fault at the {} '{}'", component.type->name, component.name),
                       fmt::format("expected faults of links without an end at `{}` level",
                                   name_of(component.level)));
    }
  }
}

void check_contention(const Platform& platform, const Place& key) {
  if (platform.contention == Contention::full) return;
  for (const Component& component : platform.components) {
    if (component.level == Level::packet &&
        (component.is(Part::processor) || component.is(Part::table_router))) {
      continue;
    }
    throw InputError(key,
                     fmt::format("contention left out, but '{}' is a {} at level {}",
                                 component.name, component.type->name, name_of(component.level)),
                     "expected t9000s and c104s only, all at `level: packet`");
  }
}

const Place& cable_place(const ParameterValues& link) {
  for (const char* const name : {"delay", "delay_back", "skew"}) {
    if (link.is_set(name)) return link.place(name);
  }
  return link.place("skew_back");
}

bool at_stream(const Component& component) { return component.level == Level::stream; }

void check_stream_links(const Platform& platform) {
  Time bit_time = 0;
  for (const LinkSpec& link : platform.links) {
    const Component& from = platform.components[link.from.component];
    const Component& to = platform.components[link.to.component];
    if (!at_stream(from) && !at_stream(to)) continue;
    if (from.level != to.level) {
      throw InputError(at_stream(to) ? to.place : from.place,
                       fmt::format("a link between '{}' at level {} and '{}' at level {}",
                                   from.name, name_of(from.level), to.name, name_of(to.level)),
                       "expected both ends at level stream, or neither");
    }
    const DsLinkEnds ends = dslink_ends(*link.parameters);
    if (ends.from.has_cable() || ends.to.has_cable()) {
      throw InputError(cable_place(*link.parameters),
                       fmt::format("a cable that takes time between '{}' and '{}', at level stream",
                                   from.name, to.name),
                       "expected delay and skew at rtl, signal, token or packet");
    }
    const Time own = ends.from.bit_time;
    if (bit_time != 0 && own != bit_time) {
      throw InputError(link.place,
                       fmt::format("a link of {} a bit at level stream, and others of {}",
                                   time_text(own), time_text(bit_time)),
                       "expected links of one rate");
    }
    bit_time = own;
  }
}

// By the checks of their types: what a type knows of itself, and then what its modules ask.
void check_placed_components(const Platform& platform) {
  const std::vector<ConnectedLinks> links = connected_links(platform);
  SharedParts shared;
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    const ComponentType& type = *platform.components[i].type;
    const PlacedComponent placed{platform, i, links[i], shared};
    if (type.check_placed) type.check_placed(placed);
    if (type.modules.check) type.modules.check(placed);
  }
}

}  // namespace

void check_levels(const Platform& platform, const Place& contention) {
  check_what_takes_tokens(platform);
  check_masters_of_time(platform);
  check_faults(platform);
  check_contention(platform, contention);
  check_stream_links(platform);
  check_placed_components(platform);
}

}  // namespace weft
