#include "platforms/conset/precedence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/topological_sort.hpp>
#include <iterator>
#include <string>

#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

using PrecedenceGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

// Some vertex of a circle, then the next one, and so on, back to the first; there must be one.
std::vector<std::size_t> find_circle(const PrecedenceGraph& graph) {
  enum class State : std::uint8_t { fresh, open, done };
  std::vector<State> states(boost::num_vertices(graph), State::fresh);
  std::vector<std::size_t> way;
  std::vector<boost::graph_traits<PrecedenceGraph>::adjacency_iterator> next(
      boost::num_vertices(graph));
  for (std::size_t begin = 0; begin < states.size(); ++begin) {
    if (states[begin] != State::fresh) continue;
    way.push_back(begin);
    while (!way.empty()) {
      const std::size_t at = way.back();
      if (states[at] == State::fresh) {
        states[at] = State::open;
        next[at] = boost::adjacent_vertices(at, graph).first;
      }
      if (next[at] == boost::adjacent_vertices(at, graph).second) {
        states[at] = State::done;
        way.pop_back();
        continue;
      }
      const std::size_t to = *next[at]++;
      if (states[to] == State::done) continue;
      if (states[to] == State::open) {
        way.erase(way.begin(), std::find(way.begin(), way.end(), to));
        way.push_back(to);
        return way;
      }
      way.push_back(to);
    }
  }
  return {};
}

// Connections are vertices by index; behind them orderings, from all that are first to all second.
[[noreturn]] void refuse_circle(const ConnectionSet& set, const PrecedenceGraph& graph) {
  const std::size_t connections = set.connections.size();
  std::vector<std::string> names;
  Place place;
  for (const std::size_t vertex : find_circle(graph)) {
    if (vertex < connections) {
      names.push_back(set.connections[vertex].name);
    } else {
      place = set.order[vertex - connections].place;
    }
  }
  // the way may begin at an ordering, which then stands at both its ends
  if (names.front() != names.back() || names.size() == 1) names.push_back(names.front());
  throw InputError(place, fmt::format("an order in a circle: {}", fmt::join(names, " before ")),
                   "expected connections that do not wait for each other");
}

}  // namespace

Precedence::Precedence(const ConnectionSet& set)
    : before_(set.connections.size()), after_(set.connections.size()) {
  const std::size_t connections = set.connections.size();
  PrecedenceGraph graph(connections + set.order.size());
  for (std::size_t i = 0; i < set.order.size(); ++i) {
    for (const std::size_t connection : set.order[i].before) {
      before_[connection].push_back(i);
      boost::add_edge(connection, connections + i, graph);
    }
    for (const std::size_t connection : set.order[i].after) {
      after_[connection].push_back(i);
      boost::add_edge(connections + i, connection, graph);
    }
  }
  std::vector<std::size_t> last_first;
  try {
    boost::topological_sort(graph, std::back_inserter(last_first));
  } catch (const boost::not_a_dag&) {
    refuse_circle(set, graph);
  }
  std::vector<std::size_t> depths(boost::num_vertices(graph), 0);
  std::for_each(last_first.rbegin(), last_first.rend(), [&](std::size_t vertex) {
    for (const std::size_t to :
         boost::make_iterator_range(boost::adjacent_vertices(vertex, graph))) {
      depths[to] = std::max(depths[to], depths[vertex] + (vertex < connections ? 0 : 1));
    }
  });
  depth_.assign(depths.begin(), depths.begin() + static_cast<std::ptrdiff_t>(connections));
}

}  // namespace weft::conset
