#include "platforms/topologies/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/topologies/file_graph.hpp"
#include "platforms/topologies/graphml.hpp"
#include "platforms/topologies/topology_request.hpp"

namespace weft {
namespace {

constexpr std::string_view file_expected = "a GraphML file or an edge list";
constexpr int most_width = most_links;
constexpr int most_processors = most_links;

FileGraph read_edge_list(const Node& name) {
  FileGraph graph;
  std::map<std::string, std::size_t> known;
  const auto vertex = [&](const InputLines::Line& line, std::size_t word) {
    const auto [index, is_new] = known.emplace(line.words[word], graph.vertices.size());
    if (is_new) graph.vertices.push_back({line.words[word], {}, line.place_of(word)});
    return index->second;
  };
  for (const InputLines::Line& line : InputLines(name, file_expected)) {
    const std::vector<std::string>& words = line.words;
    const auto width = words.size() == 3 ? parse_whole(words[2]) : std::uint64_t{1};
    if (words.size() < 2 || words.size() > 3 || !width || *width == 0 || *width > most_width) {
      throw InputError(
          words.size() == 3 ? line.place_of(2) : line.place,
          fmt::format("'{}' as an edge", fmt::join(words, " ")),
          fmt::format("expected two names, and perhaps a width of 1 to {}", most_width));
    }
    const std::size_t from = vertex(line, 0);
    const std::size_t to = vertex(line, 1);
    FileGraph::Edge edge{from, to, std::nullopt, line.place};
    if (words.size() == 3) edge.width = static_cast<int>(*width);
    graph.edges.push_back(edge);
  }
  return graph;
}

bool is_number(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool is_name(const std::string& text) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  return std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::all_of(text.begin(), text.end(), fits);
}

std::string node_name(const FileGraph::Vertex& vertex, std::size_t index) {
  if (vertex.name.empty()) return fmt::format("node[{}]", index);
  if (is_number(vertex.name)) return fmt::format("node[{}]", vertex.name);
  if (is_name(vertex.name)) return vertex.name;
  throw InputError(vertex.place, fmt::format("'{}' as the name of a vertex", vertex.name),
                   "expected a letter, then letters, digits, _ and -, or a number");
}

unsigned processors_of(const FileGraph::Vertex& vertex, unsigned otherwise) {
  if (!vertex.processors) return otherwise;
  const int processors = *vertex.processors;
  if (processors >= 0 && processors <= most_processors) return static_cast<unsigned>(processors);
  throw InputError(vertex.place, fmt::format("{} processors at a vertex", processors),
                   fmt::format("expected 0 to {}", most_processors));
}

void require_connected(const FileGraph& graph, const Topology& topology, const Place& place) {
  boost::disjoint_sets_with_storage<> sets(graph.vertices.size());
  std::size_t parts = graph.vertices.size();
  for (const FileGraph::Edge& edge : graph.edges) {
    const std::size_t from = sets.find_set(edge.from);
    const std::size_t to = sets.find_set(edge.to);
    if (from == to) continue;
    sets.link(from, to);
    --parts;
  }
  if (parts == 1) return;
  std::size_t other = 0;
  while (sets.find_set(other) == sets.find_set(std::size_t{0})) ++other;
  throw InputError(place,
                   fmt::format("a graph in {} parts: nothing joins '{}' and '{}'", parts,
                               topology.routers[0].name, topology.routers[other].name),
                   "expected edges that join all vertices");
}

void add_edges(Topology& topology, const FileGraph& graph) {
  for (const FileGraph::Edge& edge : graph.edges) {
    if (edge.from == edge.to) {
      throw InputError(edge.place,
                       fmt::format("an edge from '{}' to itself", topology.routers[edge.from].name),
                       "expected two vertices");
    }
    if (edge.width && (*edge.width < 1 || *edge.width > most_width)) {
      throw InputError(edge.place, fmt::format("an edge of width {}", *edge.width),
                       fmt::format("expected 1 to {}", most_width));
    }
    topology.edges.push_back({edge.from, edge.to, topology.routers[edge.from].slots++,
                              topology.routers[edge.to].slots++,
                              static_cast<unsigned>(edge.width.value_or(0))});
  }
}

}  // namespace

Topology read_graph(const Node& name, unsigned processors) {
  const std::filesystem::path file = file_beside(name);
  const Place place = place_of(file.string());
  const FileGraph graph =
      file.extension() == ".graphml"
          ? read_graphml(read_input_file(file, name.place, file_expected), place)
          : read_edge_list(name);
  const std::size_t vertices = graph.vertices.size();
  if (graph.edges.empty() || vertices > max_nodes) {
    throw InputError(
        place, fmt::format("a graph of {} vertices and {} edges", vertices, graph.edges.size()),
        fmt::format("expected an edge, and at most {} vertices", max_nodes));
  }
  Topology topology;
  std::set<std::string> names;
  for (std::size_t i = 0; i < vertices; ++i) {
    const FileGraph::Vertex& vertex = graph.vertices[i];
    const std::string node = node_name(vertex, i);
    if (!names.insert(node).second) {
      throw InputError(vertex.place, fmt::format("two vertices named '{}'", node),
                       "expected names of their own");
    }
    TopologyRouter router;
    router.name = node + ".router";
    router.processors = processor_names(node, processors_of(vertex, processors));
    topology.routers.push_back(std::move(router));
  }
  require_connected(graph, topology, place);
  add_edges(topology, graph);
  return topology;
}

namespace {

struct GraphParameters {
  std::string file;
};

Topology make_graph(const TopologyRequest& request) {
  request.require("file", "net.graphml");
  return read_graph(*request.network.find("file"), request.processors_or(1));
}

}  // namespace

ComponentType graph_type() {
  ComponentType type = make_type(TypeRole::topology, "graph", "Any connected graph, from a file.");
  type.make_topology = make_graph;
  ParameterTable<GraphParameters> table;
  table.text("file", &GraphParameters::file)
      .default_note("must be given")
      .help("GraphML (`*.graphml`) or an edge list; beside the file that names it.");
  return table.into(std::move(type));
}

}  // namespace weft
