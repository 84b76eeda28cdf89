#include <cstdint>

#include "platforms/registry/parameter_table.hpp"
#include "platforms/registry/shape.hpp"
#include "platforms/sections/sections.hpp"

namespace weft {
namespace {

enum class TopologyName : std::uint8_t { mesh, torus, hypercube };

struct NetworkKeys {
  TopologyName topology = TopologyName::mesh;
  Shape shape;
  std::uint64_t dimensions = 0;
  std::uint64_t width = 1;
  std::uint64_t node_width = 1;
};

}  // namespace

ComponentType network_section() {
  ComponentType type;
  type.name = "network";
  type.role = TypeRole::section;
  type.help = "A generated network: a T9000 and a C104 at each node.";

  using Form = TableForm::Kind;
  using P = NetworkKeys;
  ParameterTable<P> table;
  table
      .choice("topology", &P::topology,
              {{"mesh", TopologyName::mesh},
               {"torus", TopologyName::torus},
               {"hypercube", TopologyName::hypercube}})
      .required()
      .help("How the nodes are joined.");
  table.shape("shape", &P::shape).default_note("none").help("Nodes in each dimension.");
  table.count("dimensions", &P::dimensions)
      .between(1, max_dimensions)
      .default_note("none")
      .help("Of a hypercube, in the place of its shape.");
  table.count("width", &P::width)
      .between(1, 64)
      .default_note("1, for a torus 2")
      .help("DS-Links between two neighbouring routers.");
  table.count("node_width", &P::node_width)
      .between(1, 4)
      .help("DS-Links between a processor and its router.");
  table.table("order")
      .form(Form::list)
      .default_note("x first; for a hypercube the highest first")
      .help("In which order dimensions are routed.");
  table.table("cpu").form(Form::map, "t9000").help("Parameters of all processors.");
  table.table("router").form(Form::map, "c104").help("Parameters of all routers.");
  table.move_into(type);
  return type;
}

}  // namespace weft
