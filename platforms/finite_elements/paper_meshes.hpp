// Meshes in 64 parts with the figures of table 4 of the ConSet paper.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platforms/finite_elements/mesh.hpp"
#include "platforms/finite_elements/parts.hpp"

namespace weft::finite_elements {

/// A mesh, and its parts by their numbers.
struct PartedMesh {
  Mesh mesh;
  std::vector<Part> parts;
};

/// m11k, c10k, c100k and q20k, as in the paper (Feldmann, Stricker and Warfel 1993, table 4).
std::vector<std::string> paper_mesh_names();
inline constexpr std::size_t paper_mesh_parts = 64;  ///< Of each.

/// A mesh like that of the paper with this name, which must be one of paper_mesh_names. The paper's
/// own are lost, and so is how they were partitioned. These are grids, of triangles and of bricks,
/// cut into slabs, so that all that table 4 says of them is met within 5 %: elements, nodes, the
/// least and the most elements and words of a part, and the degree; and so that the printed
/// compiler's timetables are as long as those in the predictions of table 6, within 5 %. Sides of
/// the grid, slabs, the unevenness of parts and the seed of it were chosen for that, and for
/// nothing else.
PartedMesh make_paper_mesh(const std::string& name);

}  // namespace weft::finite_elements
