// The narrowest cut through the middle of known networks.
#include "testbench/studies/bisection.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "platforms/netlist/input_error.hpp"
#include "testbench/registry/platform_file.hpp"

namespace weft::test {
namespace {

/// A network with its bisection as textbooks have it (Dally and Towles 2004, 3.2 and 5.2). Rings of
/// four and more have two links where a textbook has one, a lane each (see DimensionOrder).
struct Known {
  const char* name;
  const char* network;
  double links;
};

std::ostream& operator<<(std::ostream& stream, const Known& known) { return stream << known.name; }

class KnownBisection : public testing::TestWithParam<Known> {};

INSTANTIATE_TEST_SUITE_P(
    Networks, KnownBisection,
    testing::Values(Known{"mesh_8x8", "topology: mesh, shape: 8x8", 8},
                    Known{"mesh_8x4", "topology: mesh, shape: 8x4", 4},
                    Known{"wide_mesh", "topology: mesh, shape: 4x4, width: 4, node_width: 4", 16},
                    Known{"torus_8x8", "topology: torus, shape: 8x8", 2 * 16},
                    Known{"torus_4x4x4", "topology: torus, shape: 4x4x4, node_width: 4", 2 * 32},
                    Known{"ring_8", "topology: ring, nodes: 8", 2 * 2},
                    Known{"hypercube_64", "topology: hypercube, dimensions: 6", 32}),
    [](const auto& known) { return std::string(known.param.name); });

Bisection bisection_of_network(const std::string& network) {
  return bisection_of(resolve(parse_netlist("network: {" + network + "}\n")));
}

TEST_P(KnownBisection, has_the_links_that_textbooks_say) {
  const Bisection bisection = bisection_of_network(GetParam().network);
  EXPECT_DOUBLE_EQ(bisection.links, GetParam().links);
  EXPECT_DOUBLE_EQ(bisection.bits_per_second, GetParam().links * 100e6);
}

// Where the links of processors carry less than the network, all of it passes those.
TEST(Bisection, counts_links_of_processors_where_they_are_narrower) {
  EXPECT_DOUBLE_EQ(
      bisection_of_network("topology: mesh, shape: 4x4, width: 4, node_width: 1").links, 8);
}

TEST(Bisection, gives_the_capacity_for_uniform_traffic) {
  const Bisection mesh = bisection_of_network("topology: mesh, shape: 8x8");
  EXPECT_DOUBLE_EQ(mesh.capacity(64), 0.5 * 100e6) << "2 B / N: half a flit a cycle";
}

TEST(Bisection, needs_two_processors) {
  const Platform platform = resolve(parse_netlist("components: {a: {type: t9000}}\n"));
  EXPECT_THROW(bisection_of(platform), InputError);
}

}  // namespace
}  // namespace weft::test
