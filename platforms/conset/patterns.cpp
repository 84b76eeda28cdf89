#include "platforms/conset/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <numeric>

#include "hw/common/nearest_name.hpp"
#include "hw/common/random.hpp"
#include "platforms/conset/mesh_connections.hpp"
#include "platforms/finite_elements/paper_meshes.hpp"
#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/topologies/grid.hpp"

namespace weft::conset {
namespace {

Place place_of_pattern(const std::string& name, const PatternOptions& options) {
  return options.place ? *options.place : place_of(name);
}

constexpr unsigned ring_of_permutations = 8;
using RingPermutation = std::array<unsigned, ring_of_permutations>;  // whereto each sends

// Eight permutations that bring each of a ring of eight to each other, and each to itself. Four
// nodes send up and four down, or two and two, so that the ways of each half go round the ring just
// once: by 1 and 3, by 2, or by 4.
std::vector<RingPermutation> permutations_of_ring() {
  constexpr unsigned size = ring_of_permutations;
  std::vector<RingPermutation> all;
  const auto chain = [](RingPermutation& to, const std::vector<unsigned>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      to[nodes[i] % size] = nodes[(i + 1) % nodes.size()] % size;
    }
  };
  for (unsigned first = 0; first < 4; ++first) {
    chain(all.emplace_back(), {first, first + 1, first + 4, first + 5});
    chain(all.back(), {first + 3, first + 2, first + 7, first + 6});
  }
  for (unsigned first = 0; first < 2; ++first) {
    chain(all.emplace_back(), {first, first + 2, first + 4, first + 6});
    chain(all.back(), {first + 7, first + 5, first + 3, first + 1});
  }
  for (unsigned first = 0; first < 4; first += 2) {
    RingPermutation& to = all.emplace_back();
    for (unsigned node = 0; node < size; ++node) to[node] = node;
    chain(to, {first, first + 4});
    chain(to, {first + 1, first + 5});
  }
  return all;
}

class Pattern {
 public:
  Pattern(const std::string& name, const PatternOptions& options, const CellGraph& graph)
      : name_(name), options_(&options), graph_(&graph) {
    set_.place = place_of_pattern(name, options);
  }

  void torus() {
    const Shape& shape = require_grid();
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
      for (unsigned d = 0; d < shape.size(); ++d) {
        const unsigned up = moved(cell, d, 1);
        const unsigned down = moved(cell, d, shape[d] - 1);
        if (up != cell) add(fmt::format("{}+.{}", dimension_name(d), graph_->name(cell)), cell, up);
        if (down == up) continue;
        add(fmt::format("{}-.{}", dimension_name(d), graph_->name(cell)), cell, down);
      }
    }
  }

  void hypercube() {
    const Shape& shape = require_grid();
    for (const unsigned size : shape) {
      if (!std::has_single_bit(size)) refuse("sides that are powers of two");
    }
    for (unsigned d = 0; d < shape.size(); ++d) {
      // the coordinate of each Gray code
      std::vector<unsigned> coordinate_of(shape[d]);
      for (unsigned i = 0; i < shape[d]; ++i) coordinate_of[i ^ i >> 1U] = i;
      for (unsigned bit = 0; 1U << bit < shape[d]; ++bit) {
        for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
          const unsigned at = coordinates_of(shape, cell)[d];
          const unsigned to = coordinate_of[(at ^ at >> 1U) ^ 1U << bit];
          add(fmt::format("{}{}.{}", dimension_name(d), bit, graph_->name(cell)), cell,
              moved(cell, d, to + shape[d] - at));
        }
      }
    }
  }

  void butterfly() {
    hypercube();
    std::map<std::string, std::vector<std::size_t>> of_dimension;  // of the cube, by its name
    for (std::size_t i = 0; i < set_.connections.size(); ++i) {
      const std::string& name = set_.connections[i].name;
      of_dimension[name.substr(0, name.find('.'))].push_back(i);
    }
    for (unsigned d = 0; d < graph_->shape().size(); ++d) {
      std::vector<std::size_t> step;
      for (unsigned bit = 0; 1U << bit < graph_->shape()[d]; ++bit) {
        const auto& here = of_dimension[fmt::format("{}{}", dimension_name(d), bit)];
        if (bit > 0) {
          const auto& before = of_dimension[fmt::format("{}{}", dimension_name(d), bit - 1)];
          set_.order.push_back({before, here, set_.place});
        }
        step.insert(step.end(), here.begin(), here.end());
      }
      if (!step.empty()) set_.steps.push_back(std::move(step));
    }
  }

  void all_to_all() {
    for (unsigned from = 0; from < graph_->cells(); ++from) {
      for (unsigned to = 0; to < graph_->cells(); ++to) add(from, to);
    }
  }

  void transpose() {
    const Shape& shape = require_grid();
    if (shape.size() != 2 || shape[0] != shape[1]) refuse("a square of cells");
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
      const auto at = coordinates_of(shape, cell);
      add(cell, static_cast<unsigned>(node_at(shape, {at[1], at[0]})));
    }
  }

  void shift() {
    const Shape& shape = require_grid();
    if (options_->by.size() > shape.size()) {
      refuse(fmt::format("as many dimensions as `by` has, {}", options_->by.size()));
    }
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
      unsigned to = cell;
      for (unsigned d = 0; d < options_->by.size(); ++d) to = moved(to, d, options_->by[d]);
      add(cell, to);
    }
  }

  // One circle through all cells in an order that is drawn: nobody sends to itself.
  void permutation() {
    std::vector<unsigned> circle(graph_->cells());
    std::iota(circle.begin(), circle.end(), 0U);
    RandomStream random(options_->seed, "conset permutation");
    for (std::size_t left = circle.size(); left > 1; --left) {
      std::swap(circle[left - 1], circle[random.below(left)]);
    }
    std::vector<unsigned> to(circle.size());
    for (std::size_t i = 0; i < circle.size(); ++i) {
      to[circle[i]] = circle[(i + 1) % circle.size()];
    }
    for (unsigned cell = 0; cell < graph_->cells(); ++cell) add(cell, to[cell]);
  }

  void permutations() {
    const Shape& shape = require_grid();
    if (shape != Shape{ring_of_permutations, ring_of_permutations}) refuse("8x8 cells");
    const auto of_ring = permutations_of_ring();
    for (const RingPermutation& y : of_ring) {
      for (const RingPermutation& x : of_ring) {
        std::vector<std::size_t> step;
        for (unsigned cell = 0; cell < graph_->cells(); ++cell) {
          const auto at = coordinates_of(shape, cell);
          const auto to = static_cast<unsigned>(node_at(shape, {x[at[0]], y[at[1]]}));
          if (to == cell) continue;
          step.push_back(set_.connections.size());
          add(cell, to);
        }
        set_.steps.push_back(std::move(step));
      }
    }
  }

  ConnectionSet result() {
    if (set_.connections.empty() || set_.connections.size() > most_connections) {
      throw InputError(set_.place,
                       fmt::format("{} connections of '{}' on '{}'", set_.connections.size(), name_,
                                   graph_->platform()),
                       fmt::format("expected 1 to {}", most_connections));
    }
    if (set_.steps.empty()) {
      std::vector<std::size_t>& step = set_.steps.emplace_back(set_.connections.size());
      std::iota(step.begin(), step.end(), std::size_t{0});
    }
    return std::move(set_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(set_.place, fmt::format("'{}' on '{}'", name_, graph_->platform()),
                     "expected " + what);
  }

  const Shape& require_grid() const {
    if (graph_->shape().empty()) refuse("cells of a grid, such as a torus");
    return graph_->shape();
  }

  unsigned moved(unsigned cell, unsigned dimension, unsigned by) const {
    auto at = coordinates_of(graph_->shape(), cell);
    at[dimension] = (at[dimension] + by) % graph_->shape()[dimension];
    return static_cast<unsigned>(node_at(graph_->shape(), at));
  }

  void add(unsigned from, unsigned to) {
    if (from != to) add(fmt::format("{}>{}", graph_->name(from), graph_->name(to)), from, to);
  }
  void add(std::string name, unsigned from, unsigned to) {
    Connection connection;
    connection.name = std::move(name);
    connection.from = from;
    connection.to = to;
    connection.words = options_->words;
    connection.place = set_.place;
    set_.connections.push_back(std::move(connection));
  }

  std::string name_;
  const PatternOptions* options_;
  const CellGraph* graph_;
  ConnectionSet set_;
};

const std::map<std::string, std::function<void(Pattern&)>>& patterns() {
  static const std::map<std::string, std::function<void(Pattern&)>> all{
      {"torus", &Pattern::torus},
      {"hypercube", &Pattern::hypercube},
      {"butterfly", &Pattern::butterfly},
      {"all_to_all", &Pattern::all_to_all},
      {"transpose", &Pattern::transpose},
      {"shift", &Pattern::shift},
      {"permutation", &Pattern::permutation},
      {"permutations", &Pattern::permutations}};
  return all;
}

bool is_mesh(const std::string& name) {
  const std::vector<std::string> names = finite_elements::paper_mesh_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> pattern_names() {
  std::vector<std::string> names;
  for (const auto& [name, make] : patterns()) names.push_back(name);
  const std::vector<std::string> meshes = finite_elements::paper_mesh_names();
  names.insert(names.end(), meshes.begin(), meshes.end());
  return names;
}

ConnectionSet make_pattern(const std::string& name, const PatternOptions& options,
                           const CellGraph& graph) {
  if (is_mesh(name)) {
    return place_mesh(name, graph, options.placement, place_of_pattern(name, options)).set;
  }
  const auto found = patterns().find(name);
  if (found == patterns().end()) {
    throw InputError(place_of_pattern(name, options), "no such pattern, and no file of that name",
                     "expected " + list_names(pattern_names()) + ", or a file",
                     nearest_name(name, pattern_names()));
  }
  Pattern pattern(name, options, graph);
  found->second(pattern);
  return pattern.result();
}

}  // namespace weft::conset
