#include "platforms/finite_elements/grid_mesh.hpp"

#include <boost/random/uniform_real_distribution.hpp>

#include "hw/common/random.hpp"

namespace weft::finite_elements {
namespace {

class Maker {
 public:
  explicit Maker(const std::array<unsigned, 3>& nodes) : sizes_(nodes) {}

  GridMesh make(std::uint64_t seed) {
    const bool is_flat = sizes_[2] == 1;
    made_.mesh.corners = is_flat ? 3 : 8;
    add_nodes(seed);
    for (unsigned z = 0; z + 1 < sizes_[2] || (is_flat && z == 0); ++z) {
      for (unsigned y = 0; y + 1 < sizes_[1]; ++y) {
        for (unsigned x = 0; x + 1 < sizes_[0]; ++x) {
          if (is_flat)
            add_triangles(x, y);
          else
            add_brick({x, y, z});
        }
      }
    }
    return std::move(made_);
  }

 private:
  void add_nodes(std::uint64_t seed) {
    RandomStream random(seed, "finite element nodes");
    boost::random::uniform_real_distribution<double> move(-0.25, 0.25);
    for (unsigned z = 0; z < sizes_[2]; ++z) {
      for (unsigned y = 0; y < sizes_[1]; ++y) {
        for (unsigned x = 0; x < sizes_[0]; ++x) {
          Mesh::Point point{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
          const GridPlace at{x, y, z};
          for (unsigned d = 0; d < 3; ++d) {
            if (at[d] > 0 && at[d] + 1 < sizes_[d]) point[d] += move(random);
          }
          made_.mesh.nodes.push_back(point);
        }
      }
    }
  }

  std::uint32_t number(unsigned x, unsigned y, unsigned z) const {
    return (z * sizes_[1] + y) * sizes_[0] + x;
  }

  void add(const GridPlace& at, std::initializer_list<std::uint32_t> nodes) {
    made_.mesh.corner_nodes.insert(made_.mesh.corner_nodes.end(), nodes);
    made_.places.push_back(at);
  }

  void add_triangles(unsigned x, unsigned y) {
    const std::uint32_t a = number(x, y, 0);
    const std::uint32_t b = number(x + 1, y, 0);
    const std::uint32_t c = number(x + 1, y + 1, 0);
    const std::uint32_t d = number(x, y + 1, 0);
    const GridPlace at{x, y, 0};
    if ((x + y) % 2 == 0) {
      add(at, {a, b, c});
      add(at, {a, c, d});
    } else {
      add(at, {a, b, d});
      add(at, {b, c, d});
    }
  }

  void add_brick(const GridPlace& at) {
    for (unsigned corner = 0; corner < 8; ++corner) {
      made_.mesh.corner_nodes.push_back(
          number(at[0] + (corner & 1U), at[1] + (corner >> 1U & 1U), at[2] + (corner >> 2U)));
    }
    made_.places.push_back(at);
  }

  std::array<unsigned, 3> sizes_;
  GridMesh made_;
};

}  // namespace

GridMesh make_grid_mesh(const std::array<unsigned, 3>& nodes, std::uint64_t seed) {
  return Maker(nodes).make(seed);
}

}  // namespace weft::finite_elements
