#include "platforms/finite_elements/parts.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace weft::finite_elements {
namespace {

void sort_once(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

std::size_t Part::words() const {
  std::size_t sum = 0;
  for (const Border& border : borders) sum += border.nodes.size();
  return sum;
}

std::vector<Part> parts_of(const Mesh& mesh, const std::vector<unsigned>& part_of_element,
                           unsigned parts) {
  std::vector<Part> all(parts);
  for (std::size_t element = 0; element < mesh.elements(); ++element) {
    Part& part = all[part_of_element[element]];
    part.elements.push_back(static_cast<std::uint32_t>(element));
    for (unsigned corner = 0; corner < mesh.corners; ++corner) {
      part.nodes.push_back(mesh.node(element, corner));
    }
  }
  struct Place {
    unsigned part = 0;
    std::uint32_t node = 0;  // in that part
  };
  std::vector<std::vector<Place>> places(mesh.nodes.size());
  for (unsigned p = 0; p < parts; ++p) {
    sort_once(all[p].nodes);
    for (std::uint32_t i = 0; i < all[p].nodes.size(); ++i)
      places[all[p].nodes[i]].push_back({p, i});
  }
  std::vector<std::map<unsigned, std::vector<std::uint32_t>>> borders(parts);
  for (const std::vector<Place>& of_node : places) {
    for (const Place& one : of_node) {
      for (const Place& other : of_node) {
        if (one.part != other.part) borders[one.part][other.part].push_back(one.node);
      }
    }
  }
  for (unsigned p = 0; p < parts; ++p) {
    for (auto& [to, nodes] : borders[p]) all[p].borders.push_back({to, std::move(nodes)});
  }
  return all;
}

std::vector<std::vector<BorderEnd>> other_ends(const std::vector<Part>& parts) {
  std::vector<std::vector<BorderEnd>> ends(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const Border& border : parts[p].borders) {
      const std::vector<Border>& back = parts[border.to].borders;
      const auto same =
          std::find_if(back.begin(), back.end(), [p](const Border& one) { return one.to == p; });
      ends[p].push_back({border.to, static_cast<std::size_t>(same - back.begin())});
    }
  }
  return ends;
}

PartFigures figures_of(const std::vector<Part>& parts) {
  constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
  PartFigures figures{any, 0, any, 0, 0};
  for (const Part& part : parts) {
    figures.least_elements = std::min(figures.least_elements, part.elements.size());
    figures.most_elements = std::max(figures.most_elements, part.elements.size());
    figures.least_words = std::min(figures.least_words, part.words());
    figures.most_words = std::max(figures.most_words, part.words());
    figures.degree = std::max(figures.degree, part.borders.size());
  }
  return figures;
}

}  // namespace weft::finite_elements
