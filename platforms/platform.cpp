#include "platforms/platform.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "platforms/components/iwarp_channels.hpp"

namespace weft {

bool is_t9000(const Component& component) { return component.type->part == Part::processor; }

bool is_c104(const ComponentType& type) { return type.part == Part::table_router; }

bool is_c104(const Component& component) { return is_c104(*component.type); }

bool is_iwarp(const Component& component) { return component.type->part == Part::cell; }

bool is_adaptive_router(const ComponentType& type) { return type.part == Part::adaptive_router; }

bool is_adaptive_router(const Component& component) { return is_adaptive_router(*component.type); }

std::optional<std::size_t> Platform::find(std::string_view component_name) const {
  const auto found = component_index.find(std::string(component_name));
  if (found == component_index.end()) return {};
  return found->second;
}

std::optional<std::size_t> Platform::processor_of(std::size_t component) const {
  const auto found = processor_index.find(component);
  if (found == processor_index.end()) return {};
  return found->second;
}

std::optional<std::size_t> Platform::cell_of(std::size_t component) const {
  const auto found = cell_index.find(component);
  if (found == cell_index.end()) return {};
  return found->second;
}

bool Platform::can_talk(std::size_t processor, std::size_t other, Time at) const {
  const auto is_unreachable = [this, at](std::size_t from, std::size_t to) {
    const auto found =
        std::lower_bound(unreachable.begin(), unreachable.end(), UnreachablePair{from, to, 0});
    return found != unreachable.end() && found->source == from && found->destination == to &&
           found->since <= at;
  };
  return !is_unreachable(processor, other) && !is_unreachable(other, processor);
}

T9000Parameters t9000_parameters(const Platform& platform, std::size_t component) {
  auto parameters = platform.components.at(component).parameters->to_struct<T9000Parameters>();
  const auto index = platform.processor_of(component);
  if (!index) throw std::logic_error("not a t9000");
  const Processor& processor = platform.processors[*index];
  parameters.links = processor.links;
  parameters.header_bytes = platform.headers.header_bytes;
  parameters.addressing = platform.headers.addressing;
  parameters.min_header = processor.min_header;
  parameters.max_header = processor.max_header;
  parameters.contention = platform.contention;
  return parameters;
}

C104Parameters c104_parameters(const Platform& platform, std::size_t component) {
  auto parameters = platform.components.at(component).parameters->to_struct<C104Parameters>();
  const RouterTables& router = platform.routers.at(component);
  parameters.per_link = router.per_link;
  parameters.contention = platform.contention;
  for (std::size_t i = 0; i < parameters.per_link.size(); ++i) {
    parameters.per_link[i].intervals = router.tables[router.table_of_link[i]].intervals;
  }
  return parameters;
}

IwarpParameters iwarp_parameters(const Platform& platform, std::size_t component) {
  const auto address = platform.cell_of(component);
  if (!address) throw std::logic_error("not an iwarp");
  IwarpParameters parameters = read_cell(*platform.components[component].parameters);
  parameters.address = static_cast<unsigned>(*address);
  return parameters;
}

std::vector<PathwayBus> busses_between_cells(const Platform& platform) {
  std::vector<PathwayBus> busses;
  for (const BusSpec& bus : platform.busses) {
    const auto from = platform.cell_of(bus.from.component);
    const auto to = platform.cell_of(bus.to.component);
    if (!from || !to) continue;
    busses.push_back({&bus, static_cast<unsigned>(*from), static_cast<unsigned>(*to)});
  }
  return busses;
}

DsLinkParameters dslink_parameters(const LinkSpec& link) {
  return link.parameters->to_struct<DsLinkParameters>();
}

}  // namespace weft
