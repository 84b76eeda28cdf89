#include "platforms/checks/packet_level.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "platforms/netlist/input_error.hpp"

namespace weft {
namespace {

void check_contention(const Platform& platform, const Place& key) {
  if (platform.contention == Contention::full) return;
  for (const Component& component : platform.components) {
    if (component.level == Level::packet && !is_adaptive_router(component)) continue;
    throw InputError(key,
                     fmt::format("contention left out, but '{}' is a {} at level {}",
                                 component.name, component.type->name, name_of(component.level)),
                     "expected t9000s and c104s only, all at `level: packet`");
  }
}

void check_latency(const Component& component) {
  if (component.level == Level::packet || component.level == Level::stream) return;
  if (component.parameters->to_struct<C104Parameters>().routing_latency != 0) return;
  throw InputError(component.parameters->place("routing_latency"),
                   fmt::format("a routing_latency of 0 ns at '{}', which is at level {}",
                               component.name, name_of(component.level)),
                   "expected 2 clocks or more, or `level: stream` or `packet`");
}

void check_headers(const Platform& platform, std::size_t index, bool mixed) {
  const Component& component = platform.components[index];
  const RouterTables& tables = platform.routers.at(index);
  for (const C104LinkParameters& link : tables.per_link) {
    if (link.delete_header && component.level == Level::packet) {
      throw InputError(
          component.place,
          fmt::format("delete_header at '{}', which is at level packet", component.name),
          "expected it at level signal or token");
    }
    if (link.random_header && mixed) {
      throw InputError(component.place,
                       fmt::format("random headers at '{}', and c104s at packet and other levels",
                                   component.name),
                       "expected all c104s at level packet, or none");
    }
  }
}

}  // namespace

void check_packet_level(const Platform& platform, const Place& contention) {
  check_contention(platform, contention);
  std::size_t at_packet = 0;
  std::size_t others = 0;
  for (const Component& component : platform.components) {
    if (is_c104(component)) ++(component.level == Level::packet ? at_packet : others);
  }
  for (std::size_t i = 0; i < platform.components.size(); ++i) {
    if (!is_c104(platform.components[i])) continue;
    check_latency(platform.components[i]);
    check_headers(platform, i, at_packet != 0 && others != 0);
  }
}

}  // namespace weft
