#include "testbench/studies/bisection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>

#include "platforms/link_kinds.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/processors.hpp"

namespace weft {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using Edge = Traits::edge_descriptor;
struct VertexState {
  boost::default_color_type color = boost::white_color;
  long distance = 0;
  Edge predecessor{};
};
struct EdgeState {
  double capacity = 0;
  double residual = 0;
  Edge reverse{};
};
using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, VertexState, EdgeState>;

/// What flows over links, between any components.
class Flow {
 public:
  explicit Flow(std::size_t vertices) : graph_(vertices) {}

  void join(std::size_t a, std::size_t b, double forth, double back) {
    const Edge there = boost::add_edge(a, b, graph_).first;
    const Edge here = boost::add_edge(b, a, graph_).first;
    graph_[there] = {forth, 0, here};
    graph_[here] = {back, 0, there};
  }
  double most(std::size_t from, std::size_t to) {
    return boost::boykov_kolmogorov_max_flow(
        graph_, boost::get(&EdgeState::capacity, graph_), boost::get(&EdgeState::residual, graph_),
        boost::get(&EdgeState::reverse, graph_), boost::get(&VertexState::predecessor, graph_),
        boost::get(&VertexState::color, graph_), boost::get(&VertexState::distance, graph_),
        boost::get(boost::vertex_index, graph_), from, to);
  }

 private:
  Graph graph_;
};

double rate_of(const LinkSpec& link) {
  if (!is_dslink(link)) return 0;  // no processor's traffic goes over it
  return static_cast<double>(second) / static_cast<double>(dslink_parameters(link).bit_time);
}

// The least cut between the first half of the processors in this order and the others; `weight` of
// a link.
template <class Weight>
double least_cut(const Platform& platform, const std::vector<std::size_t>& order, Weight weight) {
  const std::size_t components = platform.components.size();
  Flow flow(components + 2);
  double all = 0;
  for (const LinkSpec& link : platform.links) {
    flow.join(link.from.component, link.to.component, weight(link), weight(link));
    all += weight(link);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t component = processors_of(platform)[order[i]].component;
    if (2 * i < order.size()) {
      flow.join(components, component, 2 * all, 0);
    } else {
      flow.join(component, components + 1, 2 * all, 0);
    }
  }
  return flow.most(components, components + 1);
}

std::string name_of_dimension(std::size_t dimension) {
  constexpr std::string_view names = "xyzw";
  return dimension < names.size() ? std::string(1, names[dimension])
                                  : fmt::format("dimension {}", dimension);
}

}  // namespace

Bisection bisection_of(const Platform& platform) {
  const auto& processors = processors_of(platform);
  if (processors.size() < 2) {
    throw InputError(platform.workload.place,
                     fmt::format("a platform of {} processors", processors.size()),
                     "expected two or more, which send to each other");
  }
  std::vector<std::size_t> order(processors.size());
  Bisection narrowest;
  const auto look_at = [&](const std::string& along) {
    const double rate = least_cut(platform, order, rate_of);
    if (!narrowest.along.empty() && rate >= narrowest.bits_per_second) return;
    narrowest = {along, least_cut(platform, order, [](const LinkSpec&) { return 1.0; }), rate};
  };
  const std::size_t dimensions = processors.front().coordinates.size();
  for (std::size_t d = 0; d < dimensions; ++d) {
    const auto place = [&](std::size_t i) {
      return d < processors[i].coordinates.size() ? processors[i].coordinates[d] : 0;
    };
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    look_at(name_of_dimension(d));
  }
  std::iota(order.begin(), order.end(), std::size_t{0});
  look_at("the order of the processors");
  return narrowest;
}

}  // namespace weft
