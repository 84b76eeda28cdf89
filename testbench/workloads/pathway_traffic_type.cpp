#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "hw/iwarp/channel_map.hpp"
#include "hw/iwarp/word.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/pathways/pathway_planner.hpp"
#include "platforms/platform.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "testbench/workloads/keys_of_choices.hpp"
#include "testbench/workloads/pathway_traffic.hpp"
#include "testbench/workloads/traffic_nodes.hpp"
#include "testbench/workloads/traffic_patterns.hpp"

namespace weft {
namespace {

constexpr KeyOfChoice keys_of_roles[] = {
    {"messages", "roles", "apart"},    {"receivers", "roles", "apart"},
    {"receive", "roles", "apart"},     {"pattern", "roles", "both"},
    {"radius", "roles", "both"},       {"hot", "roles", "both"},
    {"hot_fraction", "roles", "both"}, {"file", "roles", "both"},
};

void check_role_keys(const ParameterValues& values) {
  require_choices(values, keys_of_roles);
  check_pattern_keys(values);
}

void require_own_channels(const Platform& platform) {
  for (const Cell& cell : cells_of(platform)) {
    const int own = std::popcount(ChannelMap(iwarp_parameters(platform, cell.component)).own);
    if (cell.program != nullptr || own >= 2) continue;
    throw InputError(
        platform.workload.place,
        fmt::format("both roles on '{}', which has {} own channel{}",
                    platform.components[cell.component].name, own, own == 1 ? "" : "s"),
        "expected two or more: `output_pools:` with fewer channels on its busses");
  }
}

void require_memory(const Platform& platform, std::uint64_t words) {
  for (const Cell& cell : cells_of(platform)) {
    const unsigned bytes = iwarp_parameters(platform, cell.component).memory_bytes;
    if (cell.program != nullptr || 2 * words * word_bytes <= bytes) continue;
    throw InputError(platform.workload.place,
                     fmt::format("messages of {} words; '{}' has {} bytes of memory", words,
                                 platform.components[cell.component].name, bytes),
                     "expected room for two of them");
  }
}

void check_pathway_traffic(const ParameterValues& values, const Platform& platform) {
  const auto free = static_cast<std::size_t>(
      std::count_if(cells_of(platform).begin(), cells_of(platform).end(),
                    [](const Cell& cell) { return cell.program == nullptr; }));
  if (free < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("traffic of pathways on {} cells{}", free,
                                 free == cells_of(platform).size() ? "" : " without a program"),
                     "expected two or more");
  }
  if (common_pools(platform).empty()) {
    throw InputError(platform.workload.place, "no pool has a channel on every bus",
                     "expected busses, and `output_pools:` with a pool in common");
  }
  const auto traffic = values.to_struct<PathwayTrafficParameters>();
  if (traffic.roles == TrafficRoles::apart) return;
  require_own_channels(platform);
  require_memory(platform, traffic.words.last);
  check_pattern(values, traffic, traffic_cells(platform));
}

}  // namespace

ComponentType pathway_traffic_type() {
  ComponentType type = make_type(
      TypeRole::workload, "pathway_traffic",
      "iWarp cells open pathways to others drawn at random, or by a pattern, and send messages "
      "over them.");
  type.check = check_role_keys;
  type.check_on = check_pathway_traffic;
  type.make_workload = make_workload_of<PathwayTraffic, PathwayTrafficParameters>;

  using P = PathwayTrafficParameters;
  ParameterTable<P> table;
  table.choice("roles", &P::roles, {{"apart", TrafficRoles::apart}, {"both", TrafficRoles::both}})
      .help(
          "Some cells send and the others receive; or each sends, by a pattern, and receives, with "
          "a "
          "pathway for each message and spooling gates at both ends.");
  table.range("words", &P::words)
      .between(1, 1024)
      .help("Data words of a message: a number, or a range of which each is as likely.");
  table.range("messages", &P::messages)
      .between(1, 65'536)
      .help("Of `apart`: messages on a pathway.");
  table.count("pathways", &P::pathways).help("Pathways of each sender; 0 for no end.");
  table.range("pause", &P::pause)
      .between(0, 1'000'000)
      .help("Clocks of computing before each pathway.");
  table.count("receivers", &P::receivers)
      .between(1, 99)
      .help("Of `apart`: percent of the cells that receive; the others send.");
  table.choice("receive", &P::receive, {{"gates", Transfer::gates}, {"spools", Transfer::spools}})
      .help("Of `apart`: what reads the words, the program's gates or a spooling gate.")
      .source("iWarp 1990, 7");
  add_traffic_pattern(table, "iwarp");
  return table.into(std::move(type));
}

}  // namespace weft
