#include "platforms/copy_transfer/node_file.hpp"

#include <string_view>

#include "hw/memory/parameter_check.hpp"
#include "hw/node/parameter_check.hpp"
#include "platforms/components/parameter_check.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/quantity.hpp"

namespace weft::copy_transfer {
namespace {

// Bounds keep sums of a few of them, times the words of a block, far from overflow.
constexpr std::uint64_t most_clocks = 1'000'000;
constexpr std::uint64_t most_bytes = 1U << 30U;

ParameterTable<CacheParameters> cache_table() {
  ParameterTable<CacheParameters> table;
  table.bytes("bytes", &CacheParameters::bytes).between(8, most_bytes);
  table.count("ways", &CacheParameters::ways).between(1, 1024);
  return table;
}

ParameterTable<WriteQueueParameters> write_queue_table() {
  ParameterTable<WriteQueueParameters> table;
  table.count("entries", &WriteQueueParameters::entries).between(1, 1024);
  table.bytes("entry_bytes", &WriteQueueParameters::entry_bytes).between(8, 64);
  table.count("drains_from", &WriteQueueParameters::drains_from).between(1, 1024);
  return table;
}

ParameterTable<ProcessorParameters> processor_table() {
  ParameterTable<ProcessorParameters> table;
  table.count("line_fills", &ProcessorParameters::line_fills).between(1, 64);
  table.count("pipelined_loads", &ProcessorParameters::pipelined_loads).between(0, 64);
  table.count("unroll", &ProcessorParameters::unroll).between(1, 64);
  table.bytes("index_bytes", &ProcessorParameters::index_bytes).between(4, 8);
  return table;
}

ParameterTable<BusParameters> bus_table() {
  ParameterTable<BusParameters> table;
  table.count("arbitration_clocks", &BusParameters::arbitration_clocks).between(0, most_clocks);
  return table;
}

ParameterTable<PathParameters> path_table() {
  ParameterTable<PathParameters> table;
  table.bytes("bus_bytes", &PathParameters::bus_bytes).between(1, 1024);
  table.count("command_clocks", &PathParameters::command_clocks).between(0, most_clocks);
  table.count("queue", &PathParameters::queue).between(1, 64);
  table.count("return_clocks", &PathParameters::return_clocks).between(1, most_clocks);
  table.bytes("line_bytes", &PathParameters::line_bytes).between(8, 64);
  table.bytes("page_bytes", &PathParameters::page_bytes).between(8, most_bytes);
  table.choice("read_ahead", &PathParameters::read_ahead,
               {{"off", ReadAhead::off},
                {"in_open_page", ReadAhead::in_open_page},
                {"always", ReadAhead::always}});
  table.count("row_restart_clocks", &PathParameters::row_restart_clocks).between(0, most_clocks);
  return table;
}

ParameterTable<DramParameters> dram_table() {
  ParameterTable<DramParameters> table;
  table.bytes("word_bytes", &DramParameters::word_bytes).between(1, 1024);
  table.bytes("page_bytes", &DramParameters::page_bytes).between(1, most_bytes);
  table.count("banks", &DramParameters::banks).between(1, 1024);
  table.count("precharge_clocks", &DramParameters::precharge_clocks).between(0, most_clocks);
  table.count("activate_clocks", &DramParameters::activate_clocks).between(0, most_clocks);
  table.count("access_clocks", &DramParameters::access_clocks).between(0, most_clocks);
  table.count("word_clocks", &DramParameters::word_clocks).between(1, most_clocks);
  table.count("recovery_clocks", &DramParameters::recovery_clocks).between(0, most_clocks);
  table.boolean("keeps_pages_open", &DramParameters::keeps_pages_open);
  table.boolean("one_bank_open", &DramParameters::one_bank_open);
  table.count("refresh_interval", &DramParameters::refresh_interval)
      .between(0, most_clocks * most_clocks);
  table.count("refresh_clocks", &DramParameters::refresh_clocks).between(0, most_clocks);
  return table;
}

ParameterTable<PortParameters> port_table() {
  ParameterTable<PortParameters> table;
  table.count("write_clocks", &PortParameters::write_clocks).between(0, most_clocks);
  table.count("read_clocks", &PortParameters::read_clocks).between(0, most_clocks);
  table.bytes("link_bytes", &PortParameters::link_bytes).between(1, 1024);
  table.count("send_clocks", &PortParameters::send_clocks).between(0, most_clocks);
  table.count("receive_clocks", &PortParameters::receive_clocks).between(0, most_clocks);
  table.count("packets", &PortParameters::packets).between(1, 1024);
  table.count("partner_clocks", &PortParameters::partner_clocks).between(0, most_clocks);
  table.count("partners", &PortParameters::partners).between(1, 1024);
  return table;
}

ParameterTable<EngineParameters> engine_table() {
  ParameterTable<EngineParameters> table;
  table.boolean("fetches", &EngineParameters::fetches);
  table.boolean("deposits", &EngineParameters::deposits);
  table.boolean("scatters", &EngineParameters::scatters);
  table.boolean("invalidates_lines", &EngineParameters::invalidates_lines);
  table.boolean("reads", &EngineParameters::reads);
  table.count("packet_words", &EngineParameters::packet_words).between(1, 8);
  table.bytes("stops_each_bytes", &EngineParameters::stops_each_bytes).between(0, most_bytes);
  table.count("restart_clocks", &EngineParameters::restart_clocks).between(0, most_clocks);
  return table;
}

ParameterTable<NetworkParameters> network_table() {
  ParameterTable<NetworkParameters> table;
  table.count("x", &NetworkParameters::x).between(1, 1024);
  table.count("y", &NetworkParameters::y).between(1, 1024);
  table.count("z", &NetworkParameters::z).between(1, 1024);
  table.boolean("torus", &NetworkParameters::torus);
  table.count("nodes_per_router", &NetworkParameters::nodes_per_router).between(1, 64);
  table.bytes("link_bytes", &NetworkParameters::link_bytes).between(1, 1024);
  table.bytes("header_bytes", &NetworkParameters::header_bytes).between(0, 1024);
  table.bytes("word_bytes", &NetworkParameters::word_bytes).between(8, 1024);
  table.bytes("flit_bytes", &NetworkParameters::flit_bytes).between(1, 1024);
  table.count("hop_clocks", &NetworkParameters::hop_clocks).between(1, most_clocks);
  table.count("buffered_packets", &NetworkParameters::buffered_packets).between(1, 1024);
  table.bytes("wormhole_bytes", &NetworkParameters::wormhole_bytes).between(0, 1024);
  return table;
}

ParameterTable<LibraryParameters> library_table() {
  ParameterTable<LibraryParameters> table;
  table.count("send_clocks", &LibraryParameters::send_clocks).between(0, most_clocks);
  table.count("receive_clocks", &LibraryParameters::receive_clocks).between(0, most_clocks);
  return table;
}

// A map of the file that is a plain struct; its defaults where it is absent. `check` is of it.
template <class Parameters, class Check>
Parameters read_part(const Section& section, const std::string& key,
                     ParameterTable<Parameters> table, const Check& check) {
  ComponentType named;
  named.name = key;
  named.role = TypeRole::section;
  const ComponentType type = table.into(std::move(named));
  const Node* node = section.find(key);
  ParameterValues values(type, node == nullptr ? Place{} : node->place);
  if (node != nullptr) {
    for (const NodeEntry& entry : require_map(*node, key).entries) values.set(entry);
  }
  Parameters parameters = values.to_struct<Parameters>();
  check_at_place(values, [&] { check(parameters); });
  return parameters;
}

}  // namespace

NodeFile read_node(const Netlist& tree, const std::string& file) {
  const Section section(
      tree.root, "a node",
      {"name", "source", "clock", "processors", "cache", "write_queue", "processor", "bus",
       "memory_path", "dram", "port", "engine", "network", "library"});
  NodeFile node;
  node.file = file;
  node.name = require_text(section.at("name", "expected what the node is called"), "name");
  if (const Node* source = section.find("source")) node.source = require_text(*source, "source");
  NodeParameters& parameters = node.parameters;
  const Node& clock = section.at("clock", "expected the period of its clock, such as 20 ns");
  parameters.clock = read_time(clock, "clock");
  if (parameters.clock == 0)
    throw InputError(clock.place, "a clock whose period is 0", "expected more");
  if (const Node* processors = section.find("processors")) {
    parameters.processors = static_cast<unsigned>(read_whole_in(*processors, "processors", 1, 60));
  }
  const auto sound = [](const auto& part) { check_parameters(part); };
  parameters.path = read_part(section, "memory_path", path_table(), sound);
  const unsigned line_bytes = parameters.path.line_bytes;
  parameters.processor = read_part(section, "processor", processor_table(), sound);
  parameters.processor.cache =
      read_part(section, "cache", cache_table(),
                [&](const CacheParameters& cache) { check_cache(cache, line_bytes); });
  parameters.processor.write_queue = read_part(section, "write_queue", write_queue_table(), sound);
  parameters.path.bus = read_part(section, "bus", bus_table(), sound);
  parameters.dram = read_part(section, "dram", dram_table(), sound);
  parameters.port = read_part(section, "port", port_table(), sound);
  parameters.engine = read_part(section, "engine", engine_table(), sound);
  if (section.find("network") != nullptr)
    node.network = read_part(section, "network", network_table(), sound);
  if (section.find("library") != nullptr) {
    node.library =
        read_part(section, "library", library_table(), [](const LibraryParameters& /*any*/) {});
  }
  return node;
}

NodeFile load_node(const std::filesystem::path& file) {
  return read_node(load_tree(file), file.string());
}

}  // namespace weft::copy_transfer
