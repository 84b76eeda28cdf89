#include "platforms/conset/way_search.hpp"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <functional>
#include <utility>

namespace weft::conset {
namespace {

// Vertices of a phase are its cells in their order, and its edges the busses in theirs.
using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;
using Edge = boost::graph_traits<Graph>::edge_descriptor;

Graph copies_of(const CellGraph& cells, std::size_t phases) {
  std::vector<std::pair<Vertex, Vertex>> edges;
  edges.reserve(phases * cells.busses().size());
  for (std::size_t phase = 0; phase < phases; ++phase) {
    const std::size_t first = phase * cells.cells();
    for (const GraphBus& bus : cells.busses()) edges.emplace_back(first + bus.from, first + bus.to);
  }
  return {boost::edges_are_sorted, edges.begin(), edges.end(), phases * cells.cells()};
}

// The search is over.
struct Arrived {
  Vertex at;
};
struct NoWay {};

// Remembers by which edge each vertex is reached, and ends the search at the first cell `to`, or
// when all that is left is behind edges that cannot be taken.
struct Visitor : boost::default_dijkstra_visitor {
  Visitor(unsigned goal, std::size_t in_phase, std::vector<Cost>& costs,
          std::vector<std::size_t>& edges)
      : to(goal), cells(in_phase), distance(&costs), by_edge(&edges) {}

  void edge_relaxed(const Edge& edge, const Graph& graph) const {
    (*by_edge)[boost::target(edge, graph)] = edge.idx;
  }
  void examine_vertex(Vertex vertex, const Graph&) const {
    if ((*distance)[vertex] == no_cost) throw NoWay{};
    if (vertex % cells == to) throw Arrived{vertex};
  }

  unsigned to;
  std::size_t cells;
  std::vector<Cost>* distance;
  std::vector<std::size_t>* by_edge;
};

}  // namespace

struct WaySearch::Copies {
  Copies(const CellGraph& cell_graph, std::size_t phases)
      : cells(&cell_graph),
        graph(copies_of(cell_graph, phases)),
        distance(boost::num_vertices(graph)),
        before(boost::num_vertices(graph)),
        by_edge(boost::num_vertices(graph)),
        colours(boost::num_vertices(graph)) {}

  FoundWay way_to(Vertex at) const {
    FoundWay found{at / cells->cells(), {}};
    while (before[at] != at) {
      found.way.push_back(by_edge[at] % cells->busses().size());
      at = before[at];
    }
    std::reverse(found.way.begin(), found.way.end());
    return found;
  }

  const CellGraph* cells;
  Graph graph;
  std::vector<Cost> distance;
  std::vector<Vertex> before;
  std::vector<std::size_t> by_edge;
  std::vector<boost::default_color_type> colours;
};

WaySearch::WaySearch(const CellGraph& graph, std::size_t phases)
    : copies_(std::make_unique<Copies>(graph, phases)) {}

WaySearch::~WaySearch() = default;

std::optional<FoundWay> WaySearch::find(unsigned from, unsigned to, std::size_t first,
                                        std::size_t last, const WayCosts& costs) {
  Copies& in = *copies_;
  const std::size_t cells = in.cells->cells();
  const std::size_t busses = in.cells->busses().size();
  std::fill(in.distance.begin(), in.distance.end(), no_cost);
  std::fill(in.colours.begin(), in.colours.end(), boost::white_color);
  std::vector<Vertex> sources;
  for (std::size_t phase = first; phase <= last; ++phase) {
    const Cost cost = costs.source(phase);
    if (cost == no_cost) continue;
    const Vertex source = phase * cells + from;
    in.distance[source] = cost;
    in.before[source] = source;
    sources.push_back(source);
  }
  const auto index = boost::get(boost::vertex_index, in.graph);
  const auto weight = boost::make_function_property_map<Edge>(
      [&](const Edge& edge) { return costs.bus(edge.idx / busses, edge.idx % busses); });
  try {
    boost::dijkstra_shortest_paths_no_init(
        in.graph, sources.begin(), sources.end(),
        boost::make_iterator_property_map(in.before.begin(), index),
        boost::make_iterator_property_map(in.distance.begin(), index), weight, index,
        std::less<Cost>(), boost::closed_plus<Cost>(no_cost), Cost{0},
        Visitor(to, cells, in.distance, in.by_edge),
        boost::make_iterator_property_map(in.colours.begin(), index));
  } catch (const Arrived& arrived) {
    return in.way_to(arrived.at);
  } catch (const NoWay&) {
    return {};
  }
  return {};
}

}  // namespace weft::conset
