#include "platforms/finite_elements/paper_meshes.hpp"

#include <array>
#include <cstdint>
#include <map>

#include "platforms/finite_elements/grid_mesh.hpp"
#include "platforms/finite_elements/slab_partition.hpp"

namespace weft::finite_elements {
namespace {

struct Recipe {
  std::array<unsigned, 3> nodes;
  SlabPlan plan;
};

// Of a plate: so many bars of one part in each slab.
std::vector<std::vector<unsigned>> plate(const std::vector<unsigned>& bars) {
  std::vector<std::vector<unsigned>> parts;
  for (const unsigned count : bars) parts.emplace_back(count, 1U);
  return parts;
}

// Long thin parts have the long borders of the table, compact ones the short borders; the degree is
// that of a slab of few parts beside one of many.
const std::map<std::string, Recipe>& recipes() {
  static const std::map<std::string, Recipe> all{
      {"m11k",
       {{110, 100, 1},
        {plate({1, 3, 5, 2, 6, 2, 2, 2, 2, 3, 2, 2, 3, 6, 6, 2, 4, 2, 2, 2, 4, 1}), 0.055, 767}}},
      {"c10k",
       {{114, 90, 1},
        {plate({2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 1, 2, 2, 2, 1, 2, 2,
                2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1}),
         0.07, 387}}},
      {"c100k",
       {{345, 305, 1}, {plate({1, 1, 1, 3, 3, 7, 10, 1, 1, 5, 1, 2, 5, 1, 8, 12, 2}), 0.07, 245}}},
      {"q20k",
       {{21, 21, 51},
        {{{1},
          {2, 2},
          {1, 1, 2, 3, 6},
          {1},
          {2, 6, 2, 2},
          {1, 1, 4, 2, 4, 1},
          {1, 1},
          {1, 1, 1, 1},
          {2, 3, 2, 1, 1, 1},
          {1, 2, 1}},
         0.085,
         912}}}};
  return all;
}

}  // namespace

std::vector<std::string> paper_mesh_names() {
  std::vector<std::string> names;
  for (const auto& [name, recipe] : recipes()) names.push_back(name);
  return names;
}

PartedMesh make_paper_mesh(const std::string& name) {
  const Recipe& recipe = recipes().at(name);
  GridMesh grid = make_grid_mesh(recipe.nodes, 1);
  unsigned count = 0;
  for (const auto& slab : recipe.plan.parts) {
    for (const unsigned parts : slab) count += parts;
  }
  std::vector<Part> parts = parts_of(grid.mesh, cut_into_slabs(grid.places, recipe.plan), count);
  return {std::move(grid.mesh), std::move(parts)};
}

}  // namespace weft::finite_elements
