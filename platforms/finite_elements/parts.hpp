// A mesh in parts, one for each processor, and what these have to tell each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platforms/finite_elements/mesh.hpp"

namespace weft::finite_elements {

/// The nodes that a part has in common with another one. Both have them in the same order.
struct Border {
  unsigned to = 0;                   ///< The other part.
  std::vector<std::uint32_t> nodes;  ///< Numbers in Part::nodes, ascending.
};

struct Part {
  std::vector<std::uint32_t> elements;  ///< Of the mesh, ascending.
  std::vector<std::uint32_t> nodes;     ///< Of the mesh, those that its elements have, ascending.
  std::vector<Border> borders;          ///< By the other part, ascending.

  /// Over all borders: what it has to send to the others in each product, a word a node (Feldmann
  /// et al. 1993, section 5.2).
  std::size_t words() const;
};

/// By the part of each element, below `parts`.
std::vector<Part> parts_of(const Mesh& mesh, const std::vector<unsigned>& part_of_element,
                           unsigned parts);

/// A border from the other side.
struct BorderEnd {
  unsigned part = 0;
  std::size_t border = 0;  ///< Of that part.
};
/// By part and border: the same border of the other part.
std::vector<std::vector<BorderEnd>> other_ends(const std::vector<Part>& parts);

/// As in table 4 of the paper, of all parts.
struct PartFigures {
  std::size_t least_elements = 0;
  std::size_t most_elements = 0;
  std::size_t least_words = 0;
  std::size_t most_words = 0;
  std::size_t degree = 0;  ///< Borders of the part that has most.
};
PartFigures figures_of(const std::vector<Part>& parts);

}  // namespace weft::finite_elements
