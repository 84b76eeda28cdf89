#include "platforms/components/iwarp_cells.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "hw/common/parameter_error.hpp"
#include "hw/iwarp/parameter_check.hpp"
#include "platforms/components/iwarp_channels.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/ports.hpp"

namespace weft {
namespace {

std::string bus_name(const Platform& platform, const LinkEnd& end) {
  const Component& cell = platform.components[end.component];
  return fmt::format("{}.{}", cell.name, port_name(*cell.type, end.port));
}

}  // namespace

void refuse_cells(const Place& place, std::string_view found) {
  throw InputError(
      place, found,
      fmt::format("expected at most {}: an address has {} bits", most_cells, address_bits));
}

void enter_cell(Platform& platform, std::size_t component) {
  Cells& cells = platform.parts.edit<Cells>();
  if (cells.list.size() == most_cells) {
    const Component& cell = platform.components[component];
    refuse_cells(cell.place, fmt::format("'{}', which is cell {}", cell.name, most_cells + 1));
  }
  cells.index.emplace(component, cells.list.size());
  cells.list.push_back({.component = component, .coordinates = {}});
}

void check_cell_bus(const Platform& platform, const BusSpec& bus) {
  const Component& from = platform.components[bus.from.component];
  const Component& to = platform.components[bus.to.component];
  if (!to.is(Part::cell)) return;
  try {
    check_bus(read_cell(*from.parameters), static_cast<Bus>(bus.from.port),
              read_cell(*to.parameters), static_cast<Bus>(bus.to.port));
  } catch (const ParameterError& error) {
    throw InputError(bus.place, fmt::format("a bus from {} to {}: {}", bus_name(platform, bus.from),
                                            bus_name(platform, bus.to), error.what()));
  }
}

const std::vector<Cell>& cells_of(const Platform& platform) {
  return platform.parts.get<Cells>().list;
}

std::optional<std::size_t> cell_of(const Platform& platform, std::size_t component) {
  const auto& index = platform.parts.get<Cells>().index;
  const auto found = index.find(component);
  if (found == index.end()) return {};
  return found->second;
}

IwarpParameters iwarp_parameters(const Platform& platform, std::size_t component) {
  const auto address = cell_of(platform, component);
  if (!address) throw std::logic_error("not an iwarp");
  IwarpParameters parameters = read_cell(*platform.components[component].parameters);
  parameters.address = static_cast<unsigned>(*address);
  return parameters;
}

std::vector<PathwayBus> busses_between_cells(const Platform& platform) {
  std::vector<PathwayBus> busses;
  for (const BusSpec& bus : platform.busses) {
    const auto from = cell_of(platform, bus.from.component);
    const auto to = cell_of(platform, bus.to.component);
    if (!from || !to) continue;
    busses.push_back({&bus, static_cast<unsigned>(*from), static_cast<unsigned>(*to)});
  }
  return busses;
}

}  // namespace weft
