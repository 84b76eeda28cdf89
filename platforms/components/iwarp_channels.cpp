#include "platforms/components/iwarp_channels.hpp"

#include <string>
#include <string_view>

#include "hw/iwarp/channel_map.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft {
namespace {

std::vector<std::string> bus_names() {
  std::vector<std::string> names;
  for (const Bus bus : all_busses) names.emplace_back(name_of(bus));
  return names;
}

// Calls `read(bus, node)` for each bus that the map names.
template <class Read>
void for_each_bus(const Node* table, std::string_view key, Read read) {
  if (table == nullptr) return;
  const Section section(*table, std::string(key), bus_names());
  for (const Bus bus : all_busses) {
    if (const Node* node = section.find(name_of(bus))) read(index_of(bus), *node);
  }
}

std::vector<unsigned> read_pools(const Node& node) {
  std::vector<unsigned> pools;
  for (const Node& item : require_list(node, "the pools of a bus").items) {
    pools.push_back(static_cast<unsigned>(read_whole_in(item, "a pool", 0, pool_count - 1)));
  }
  return pools;
}

}  // namespace

IwarpParameters read_cell(const ParameterValues& values) {
  auto cell = values.to_struct<IwarpParameters>();
  for_each_bus(values.table("input_channels"), "input_channels",
               [&](unsigned bus, const Node& node) {
                 cell.input_channels[bus] =
                     static_cast<unsigned>(read_whole_in(node, "input_channels", 0, most_channels));
               });
  for_each_bus(values.table("output_pools"), "output_pools",
               [&](unsigned bus, const Node& node) { cell.output_pools[bus] = read_pools(node); });
  return cell;
}

}  // namespace weft
