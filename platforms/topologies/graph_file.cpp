#include "platforms/topologies/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/graphml.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cctype>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platforms/netlist/input_error.hpp"
#include "platforms/netlist/input_file.hpp"
#include "platforms/netlist/section.hpp"
#include "platforms/registry/quantity.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/sections/limits.hpp"
#include "platforms/topologies/topology_request.hpp"
#include "platforms/topologies/xml_elements.hpp"

namespace weft {
namespace {

constexpr std::string_view file_expected = "a GraphML file or an edge list";
constexpr int most_width = most_links;
constexpr int most_processors = most_links;
constexpr int not_said = std::numeric_limits<int>::min();

struct Vertex {
  std::string name;
  int processors = not_said;  // as many as the network says
  Place place = {};
};
struct EdgeWidth {
  int width = not_said;  // that of the network
  Place place = {};
};
using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, Vertex, EdgeWidth>;

// `next` is the place of the next node.
void note_vertices(const boost::property_tree::ptree& element, std::set<std::string>& ids,
                   std::vector<Place>::const_iterator& next) {
  for (const auto& [tag, child] : element) {
    if (tag == "node") {
      const auto id = child.get<std::string>("<xmlattr>.id");
      const Place& place = *next++;
      if (!ids.insert(id).second) {
        throw InputError(place, fmt::format("two nodes with the id '{}'", id),
                         "expected ids of their own");
      }
    }
    note_vertices(child, ids, next);
  }
}

// `place` is that of the next edge.
void check_ends(const boost::property_tree::ptree& element, const std::set<std::string>& ids,
                std::vector<Place>::const_iterator& next) {
  for (const auto& [tag, child] : element) {
    const bool is_edge = tag == "edge";
    const Place& place = *next;
    if (is_edge) ++next;
    check_ends(child, ids, next);
    if (!is_edge) continue;
    for (const char* end : {"source", "target"}) {
      const auto id = child.get<std::string>(fmt::format("<xmlattr>.{}", end));
      if (ids.count(id) != 0) continue;
      unknown_name(place, fmt::format("unknown {} of an edge", end), id, {ids.begin(), ids.end()});
    }
  }
}

// Boost would make vertices of the ends of edges that are none, and one of two with the same id.
void require_declared_ends(const std::string& text, std::vector<Place> nodes,
                           std::vector<Place> edges) {
  nodes.emplace_back();  // of none
  edges.emplace_back();
  boost::property_tree::ptree tree;
  std::istringstream stream(text);
  boost::property_tree::read_xml(stream, tree);
  std::set<std::string> ids;
  auto next_node = nodes.cbegin();
  note_vertices(tree, ids, next_node);
  auto next = edges.cbegin();
  check_ends(tree, ids, next);
}

std::vector<Place> places_of(const std::vector<XmlElement>& elements, std::string_view name) {
  std::vector<Place> places;
  for (const XmlElement& element : elements) {
    if (element.name == name) places.push_back(element.place);
  }
  return places;
}

// Both are in the order of the text; of a text that Boost reads otherwise, they stay without.
void add_places(Graph& graph, const std::vector<Place>& vertices, const std::vector<Place>& edges) {
  if (vertices.size() == boost::num_vertices(graph)) {
    for (std::size_t i = 0; i < vertices.size(); ++i) graph[i].place = vertices[i];
  }
  if (edges.size() != boost::num_edges(graph)) return;
  auto place = edges.begin();
  for (const auto& edge : boost::make_iterator_range(boost::edges(graph))) {
    graph[edge].place = *place++;
  }
}

Graph read_graphml(const Node& name) {
  const std::filesystem::path file = file_beside(name);
  const Place place = place_of(file.string());
  const std::string text = read_input_file(file, name.place, file_expected);
  const auto elements = xml_elements(text, place);
  const auto edges = places_of(elements, "edge");
  Graph graph;
  boost::dynamic_properties properties(boost::ignore_other_properties);
  properties.property("name", boost::get(&Vertex::name, graph));
  properties.property("processors", boost::get(&Vertex::processors, graph));
  properties.property("width", boost::get(&EdgeWidth::width, graph));
  try {
    require_declared_ends(text, places_of(elements, "node"), edges);
    std::istringstream stream(text);
    boost::read_graphml(stream, graph, properties);
  } catch (const InputError&) {
    throw;
  } catch (const boost::property_tree::xml_parser_error& error) {
    throw InputError({place.source, static_cast<std::uint32_t>(error.line()), 1},
                     fmt::format("not GraphML: {}", error.message()),
                     "expected a file that begins with <graphml>");
  } catch (const std::exception& error) {
    throw InputError(place, fmt::format("not GraphML: {}", error.what()),
                     "expected a file that begins with <graphml>");
  }
  add_places(graph, places_of(elements, "node"), edges);
  return graph;
}

Graph read_edge_list(const Node& name) {
  Graph graph;
  std::map<std::string, std::size_t> known;
  const auto vertex = [&](const InputLines::Line& line, std::size_t word) {
    const auto [index, is_new] = known.emplace(line.words[word], boost::num_vertices(graph));
    if (is_new) boost::add_vertex(Vertex{line.words[word], not_said, line.place_of(word)}, graph);
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
    const int links = words.size() == 3 ? static_cast<int>(*width) : not_said;
    boost::add_edge(from, vertex(line, 1), EdgeWidth{links, line.place}, graph);
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

// The place of a part of the file, or of the file.
const Place& place_of_part(const Place& part, const Place& file) {
  return part.line == 0 ? file : part;
}

std::string node_name(const Vertex& vertex, std::size_t index, const Place& file) {
  const Place& place = place_of_part(vertex.place, file);
  if (vertex.name.empty()) return fmt::format("node[{}]", index);
  if (is_number(vertex.name)) return fmt::format("node[{}]", vertex.name);
  if (is_name(vertex.name)) return vertex.name;
  throw InputError(place, fmt::format("'{}' as the name of a vertex", vertex.name),
                   "expected a letter, then letters, digits, _ and -, or a number");
}

unsigned processors_of(const Vertex& vertex, unsigned otherwise, const Place& file) {
  const Place& place = place_of_part(vertex.place, file);
  if (vertex.processors == not_said) return otherwise;
  if (vertex.processors >= 0 && vertex.processors <= most_processors) {
    return static_cast<unsigned>(vertex.processors);
  }
  throw InputError(place, fmt::format("{} processors at a vertex", vertex.processors),
                   fmt::format("expected 0 to {}", most_processors));
}

void require_connected(const Graph& graph, const Topology& topology, const Place& place) {
  std::vector<std::size_t> part(boost::num_vertices(graph));
  const auto parts = boost::connected_components(graph, part.data());
  if (parts == 1) return;
  const auto other = std::find_if(part.begin(), part.end(), [](std::size_t p) { return p != 0; });
  throw InputError(
      place,
      fmt::format("a graph in {} parts: nothing joins '{}' and '{}'", parts,
                  topology.routers[0].name,
                  topology.routers[static_cast<std::size_t>(other - part.begin())].name),
      "expected edges that join all vertices");
}

void add_edges(Topology& topology, const Graph& graph, const Place& file) {
  for (const auto& edge : boost::make_iterator_range(boost::edges(graph))) {
    const Place& place = place_of_part(graph[edge].place, file);
    const std::size_t from = boost::source(edge, graph);
    const std::size_t to = boost::target(edge, graph);
    if (from == to) {
      throw InputError(place,
                       fmt::format("an edge from '{}' to itself", topology.routers[from].name),
                       "expected two vertices");
    }
    const int width = graph[edge].width;
    if (width != not_said && (width < 1 || width > most_width)) {
      throw InputError(place, fmt::format("an edge of width {}", width),
                       fmt::format("expected 1 to {}", most_width));
    }
    topology.edges.push_back({from, to, topology.routers[from].slots++,
                              topology.routers[to].slots++,
                              width == not_said ? 0 : static_cast<unsigned>(width)});
  }
}

}  // namespace

Topology read_graph(const Node& name, unsigned processors) {
  const std::filesystem::path file = file_beside(name);
  const Graph graph = file.extension() == ".graphml" ? read_graphml(name) : read_edge_list(name);
  const Place place = place_of(file.string());
  const std::size_t vertices = boost::num_vertices(graph);
  if (boost::num_edges(graph) == 0 || vertices > max_nodes) {
    throw InputError(
        place,
        fmt::format("a graph of {} vertices and {} edges", vertices, boost::num_edges(graph)),
        fmt::format("expected an edge, and at most {} vertices", max_nodes));
  }
  Topology topology;
  std::set<std::string> names;
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::string node = node_name(graph[i], i, place);
    if (!names.insert(node).second) {
      throw InputError(place_of_part(graph[i].place, place),
                       fmt::format("two vertices named '{}'", node), "expected names of their own");
    }
    TopologyRouter router;
    router.name = node + ".router";
    router.processors = processor_names(node, processors_of(graph[i], processors, place));
    topology.routers.push_back(std::move(router));
  }
  require_connected(graph, topology, place);
  add_edges(topology, graph, place);
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
