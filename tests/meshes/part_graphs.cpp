// Meshes like the four of the ConSet paper (Feldmann, Stricker and Warfel 1993, section 5.2), made
// with CGAL and cut into 64 parts by METIS. For each a graph of parts that `weft conset compile`
// reads is written into a folder, and its figures beside table 4 to standard output.
//
//   part_graphs FOLDER
#include <metis.h>

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Delaunay_mesh_face_base_2.h>
#include <CGAL/Delaunay_mesh_size_criteria_2.h>
#include <CGAL/Delaunay_mesh_vertex_base_2.h>
#include <CGAL/Delaunay_mesher_2.h>
#include <CGAL/Delaunay_triangulation_2.h>
#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/random/uniform_real_distribution.hpp>

#include "hw/common/random.hpp"
#include "platforms/finite_elements/mesh.hpp"
#include "platforms/finite_elements/parts.hpp"

namespace weft::finite_elements {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point2 = Kernel::Point_2;
using Point3 = Kernel::Point_3;

constexpr unsigned parts = 64;

double distance(double x, double y) { return std::hypot(x, y); }

// Points are nodes by their order, and elements of points are put in order: the same mesh has the
// same numbers, whatever CGAL's order.
Mesh mesh_of(unsigned corners, const std::vector<std::vector<Mesh::Point>>& elements) {
  std::map<Mesh::Point, std::uint32_t> numbers;
  for (const auto& element : elements) {
    for (const Mesh::Point& point : element) numbers.emplace(point, 0U);
  }
  Mesh mesh;
  mesh.corners = corners;
  for (auto& [point, number] : numbers) {
    number = static_cast<std::uint32_t>(mesh.nodes.size());
    mesh.nodes.push_back(point);
  }
  std::vector<std::vector<std::uint32_t>> ordered;
  for (const auto& element : elements) {
    auto& nodes = ordered.emplace_back();
    for (const Mesh::Point& point : element) nodes.push_back(numbers.at(point));
    std::sort(nodes.begin(), nodes.end());
  }
  std::sort(ordered.begin(), ordered.end());
  for (const auto& nodes : ordered) {
    mesh.corner_nodes.insert(mesh.corner_nodes.end(), nodes.begin(), nodes.end());
  }
  return mesh;
}

template <class Face>
std::vector<Mesh::Point> corners_of(const Face& face) {
  std::vector<Mesh::Point> corners;
  for (int i = 0; i < 3; ++i) {
    corners.push_back({face->vertex(i)->point().x(), face->vertex(i)->point().y(), 0});
  }
  return corners;
}

// A square plate: nodes drawn inside, and as many on its edge as the paper's counts of nodes and
// elements leave for it (elements = 2 nodes - 2 - those on the edge).
Mesh random_plate(unsigned nodes, unsigned on_edge) {
  RandomStream random(1, "random plate");
  boost::random::uniform_real_distribution<double> draw(0, 1);
  std::vector<Point2> points;
  for (unsigned i = 0; i < on_edge / 4; ++i) {
    const double at = i / (on_edge / 4.0);
    points.insert(points.end(), {{at, 0}, {1, at}, {1 - at, 1}, {0, 1 - at}});
  }
  while (points.size() < nodes) {
    const double x = draw(random);
    points.emplace_back(x, draw(random));
  }
  const CGAL::Delaunay_triangulation_2<Kernel> triangulation(points.begin(), points.end());
  std::vector<std::vector<Mesh::Point>> elements;
  for (const auto face : triangulation.finite_face_handles()) elements.push_back(corners_of(face));
  return mesh_of(3, elements);
}

using CrackVertices = CGAL::Delaunay_mesh_vertex_base_2<Kernel>;
using CrackFaces = CGAL::Delaunay_mesh_face_base_2<Kernel>;
using CrackTriangulation = CGAL::Constrained_Delaunay_triangulation_2<
    Kernel, CGAL::Triangulation_data_structure_2<CrackVertices, CrackFaces>>;
using EvenCriteria = CGAL::Delaunay_mesh_size_criteria_2<CrackTriangulation>;

/// Sides are at most `size` where the crack ends, and longer in proportion to the distance from
/// there.
class CrackCriteria : public EvenCriteria {
 public:
  explicit CrackCriteria(double size) : size_(size) {}

  class Is_bad : public EvenCriteria::Is_bad {
   public:
    Is_bad(double aspect, double size, const Kernel& kernel)
        : EvenCriteria::Is_bad(aspect, 1, kernel), size_(size) {}

    CGAL::Mesh_2::Face_badness operator()(const EvenCriteria::Quality quality) const {
      return EvenCriteria::Is_bad::operator()(quality);
    }
    CGAL::Mesh_2::Face_badness operator()(const CrackTriangulation::Face_handle& face,
                                          EvenCriteria::Quality& quality) const {
      const Point2 middle = CGAL::centroid(face->vertex(0)->point(), face->vertex(1)->point(),
                                           face->vertex(2)->point());
      const double here = size_ * (1 + 20 * distance(middle.x(), middle.y()));
      return EvenCriteria::Is_bad(B, here, traits)(face, quality);
    }

   private:
    double size_;
  };

  Is_bad is_bad_object() const { return {bound(), size_, Kernel()}; }

 private:
  double size_;
};

// A square plate of side 2 with a crack from its left edge to its middle, a thin wedge.
Mesh cracked_plate(double size) {
  CrackTriangulation triangulation;
  const std::vector<Point2> outline{{-1, -1},   {1, -1}, {1, 1},     {-1, 1},
                                    {-1, 0.01}, {0, 0},  {-1, -0.01}};
  for (std::size_t i = 0; i < outline.size(); ++i) {
    triangulation.insert_constraint(outline[i], outline[(i + 1) % outline.size()]);
  }
  CGAL::Delaunay_mesher_2<CrackTriangulation, CrackCriteria> mesher(triangulation,
                                                                    CrackCriteria(size));
  mesher.refine_mesh();
  std::vector<std::vector<Mesh::Point>> elements;
  for (const auto face : triangulation.finite_face_handles()) {
    if (face->is_in_domain()) elements.push_back(corners_of(face));
  }
  return mesh_of(3, elements);
}

// Of about as many nodes: the size of triangles is set anew by the nodes that there were.
Mesh cracked_plate_of(unsigned nodes) {
  double size = 0.27 / std::sqrt(static_cast<double>(nodes));
  for (;;) {
    Mesh mesh = cracked_plate(size);
    const double ratio = static_cast<double>(mesh.nodes.size()) / nodes;
    if (std::abs(ratio - 1) < 0.02) return mesh;
    size *= std::sqrt(ratio);
  }
}

// A block of rock, 2 by 2 and 1 deep, with a valley in its surface, half an ellipsoid, in which
// nodes are drawn eight times as dense.
Mesh valley(unsigned nodes) {
  RandomStream random(1, "valley");
  boost::random::uniform_real_distribution<double> draw(0, 1);
  std::vector<Point3> points;
  for (unsigned corner = 0; corner < 8; ++corner) {
    points.emplace_back((corner & 1U) != 0 ? 1 : -1, (corner & 2U) != 0 ? 1 : -1,
                        (corner & 4U) != 0 ? -1 : 0);
  }
  while (points.size() < nodes) {
    const double x = 2 * draw(random) - 1;
    const double y = 2 * draw(random) - 1;
    const double z = -draw(random);
    const bool is_soft = distance(distance(x / 0.8, y / 0.5), z / 0.4) < 1;
    if (draw(random) < (is_soft ? 1.0 : 1.0 / 8)) points.emplace_back(x, y, z);
  }
  const CGAL::Delaunay_triangulation_3<Kernel> triangulation(points.begin(), points.end());
  std::vector<std::vector<Mesh::Point>> elements;
  for (const auto cell : triangulation.finite_cell_handles()) {
    auto& corners = elements.emplace_back();
    for (int i = 0; i < 4; ++i) {
      const Point3& point = cell->vertex(i)->point();
      corners.push_back({point.x(), point.y(), point.z()});
    }
  }
  return mesh_of(4, elements);
}

// Elements that share a side are neighbours.
std::vector<unsigned> metis_parts(const Mesh& mesh) {
  auto elements = static_cast<idx_t>(mesh.elements());
  auto nodes = static_cast<idx_t>(mesh.nodes.size());
  std::vector<idx_t> begin;
  for (idx_t i = 0; i <= elements; ++i) begin.push_back(i * static_cast<idx_t>(mesh.corners));
  std::vector<idx_t> corners(mesh.corner_nodes.begin(), mesh.corner_nodes.end());
  idx_t common = static_cast<idx_t>(mesh.corners) - 1;
  idx_t count = parts;
  idx_t cut = 0;
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  std::vector<idx_t> of_element(mesh.elements());
  std::vector<idx_t> of_node(mesh.nodes.size());
  if (METIS_PartMeshDual(&elements, &nodes, begin.data(), corners.data(), nullptr, nullptr, &common,
                         &count, nullptr, options.data(), &cut, of_element.data(),
                         of_node.data()) != METIS_OK) {
    throw std::runtime_error("METIS made no parts");
  }
  return {of_element.begin(), of_element.end()};
}

struct Published {
  std::string name;
  std::string figures;  // of table 4: elements, nodes, and of parts elements, words and degree
  std::function<Mesh()> make;
};

const std::vector<Published> meshes{
    {"m11k", "20998  11000   307-346    47-133   8", [] { return random_plate(11000, 1000); }},
    {"c10k", "20141  10240   294-341    46-189   5", [] { return cracked_plate_of(10240); }},
    {"c100k", "204873 105000 2987-3444  116-638  13", [] { return cracked_plate_of(105000); }},
    {"q20k", "20000  22451   286-330   357-1070 22", [] { return valley(22451); }}};

void write(const std::filesystem::path& folder, const Published& published) {
  const Mesh mesh = published.make();
  const std::vector<Part> all = parts_of(mesh, metis_parts(mesh), parts);
  const PartFigures f = figures_of(all);
  fmt::print("{:5}  table 4  {}\n       here     {} {} {}-{} {}-{} {}\n", published.name,
             published.figures, mesh.elements(), mesh.nodes.size(), f.least_elements,
             f.most_elements, f.least_words, f.most_words, f.degree);
  std::ofstream file(folder / (published.name + ".edges"));
  file << "# Parts of a mesh like " << published.name
       << " by METIS, and the nodes that two have in common: tests/meshes/part_graphs.cpp\n";
  for (unsigned part = 0; part < parts; ++part) {
    for (const Border& border : all[part].borders) {
      file << part << ' ' << border.to << ' ' << border.nodes.size() << '\n';
    }
  }
  file.close();
  if (!file) throw std::runtime_error("cannot write into " + folder.string());
}

}  // namespace
}  // namespace weft::finite_elements

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: part_graphs FOLDER\n");
    return 2;
  }
  try {
    for (const auto& published : weft::finite_elements::meshes) {
      weft::finite_elements::write(arguments[1], published);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "part_graphs: {}\n", error.what());
    return 1;
  }
  return 0;
}

// what libsystemc, which the platforms stand on, has its own `main` for
extern "C" int sc_main(int, char*[]) { return EXIT_FAILURE; }
