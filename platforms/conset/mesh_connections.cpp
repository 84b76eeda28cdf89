#include "platforms/conset/mesh_connections.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <numeric>
#include <utility>

#include "platforms/netlist/input_error.hpp"

namespace weft::conset {
namespace {

using finite_elements::Border;
using finite_elements::Part;

/// Parts on cells, and the hops between those that have a border.
class Placement {
 public:
  Placement(const std::vector<Part>& parts, const CellGraph& graph)
      : parts_(&parts), cell_of_(parts.size()) {
    std::iota(cell_of_.begin(), cell_of_.end(), 0U);
    for (unsigned cell = 0; cell < graph.cells(); ++cell) hops_.push_back(graph.hops_from(cell));
  }

  bool improve() {
    bool is_better = false;
    for (unsigned one = 0; one < parts_->size(); ++one) {
      for (unsigned other = one + 1; other < parts_->size(); ++other) {
        const std::uint64_t before = hops_of(one) + hops_of(other);
        std::swap(cell_of_[one], cell_of_[other]);
        if (hops_of(one) + hops_of(other) < before)
          is_better = true;
        else
          std::swap(cell_of_[one], cell_of_[other]);
      }
    }
    return is_better;
  }

  const std::vector<unsigned>& cells() const { return cell_of_; }

 private:
  // There and back.
  std::uint64_t hops_of(unsigned part) const {
    std::uint64_t sum = 0;
    for (const Border& border : (*parts_)[part].borders) {
      sum += hops_[cell_of_[part]][cell_of_[border.to]];
      sum += hops_[cell_of_[border.to]][cell_of_[part]];
    }
    return sum;
  }

  const std::vector<Part>* parts_;
  std::vector<std::vector<std::uint32_t>> hops_;  // from cell to cell
  std::vector<unsigned> cell_of_;
};

}  // namespace

std::vector<unsigned> place_parts(const std::vector<Part>& parts, const CellGraph& graph,
                                  PartPlacement placement) {
  Placement placed(parts, graph);
  while (placement == PartPlacement::near && placed.improve()) {
  }
  return placed.cells();
}

ConnectionSet connections_of(const std::vector<Part>& parts,
                             const std::vector<unsigned>& cell_of_part, const Place& place) {
  ConnectionSet set;
  set.place = place;
  std::vector<std::size_t>& step = set.steps.emplace_back();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const Border& border : parts[part].borders) {
      step.push_back(set.connections.size());
      Connection& one = set.connections.emplace_back();
      one.name = fmt::format("{}>{}", part, border.to);
      one.from = cell_of_part[part];
      one.to = cell_of_part[border.to];
      one.words = border.nodes.size();
      one.place = place;
    }
  }
  return set;
}

PlacedMesh place_mesh(const std::string& name, const CellGraph& graph, PartPlacement placement,
                      const Place& place) {
  PlacedMesh placed;
  placed.parted = finite_elements::make_paper_mesh(name);
  const std::vector<Part>& parts = placed.parted.parts;
  if (parts.size() != graph.cells()) {
    throw InputError(place, fmt::format("'{}' on '{}'", name, graph.platform()),
                     fmt::format("expected {} cells, one for each part", parts.size()));
  }
  placed.cell_of_part = place_parts(parts, graph, placement);
  placed.set = connections_of(parts, placed.cell_of_part, place);
  return placed;
}

}  // namespace weft::conset
