// Section 5.1: how often two messages of one node meet at their first link.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/common/random.hpp"
#include "hw/hypercube/packet_chip_core.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"
#include "tests/hw/hypercube/first_link.hpp"

namespace weft {
namespace {

/// A chip of node 0 by itself; two messages of one packet are sent at once, and both have got their
/// buffers.
class TwoMessages : HypercubeNode, CycleDriver, HypercubeLine {
 public:
  TwoMessages(HypercubeRouting routing, unsigned degree, unsigned first, unsigned second)
      : chip_(parameters(routing, degree), 0, *this, *this) {
    for (unsigned port = 0; port < degree; ++port) chip_.attach(port, *this);
    chip_.send({first, 1, 0}, 0);
    chip_.send({second, 1, 1}, 0);
    for (Time tick = 1; tick <= 2; ++tick) chip_.evaluate(tick);
  }
  bool collide() const {
    for (unsigned port = 0; port < chip_.parameters().degree; ++port) {
      if (chip_.buffers(port).used() == 2) return true;
    }
    return false;
  }

 private:
  static HypercubeChipParameters parameters(HypercubeRouting routing, unsigned degree) {
    HypercubeChipParameters parameters;
    parameters.degree = degree;
    parameters.tick = 1;
    parameters.routing = routing;
    return parameters;
  }
  HypercubePacketData packet_data(std::uint64_t, std::uint32_t, Time) override { return {}; }
  void arrived(const HypercubePacket&, unsigned, Time) override {}
  void evaluate_at(Time) override {}
  void request(HypercubeRequest, Time) override {}
  void grant(unsigned, Time) override {}
  void send(const HypercubePacket&, Time) override {}

  HypercubeChipCore chip_;
};

constexpr HypercubeRouting both[] = {HypercubeRouting::fixed, HypercubeRouting::quasi_adaptive};

// All pairs of destinations, so that the share of those that collide is the probability itself.
TEST(HypercubeFirstLink, collisions_of_all_pairs_are_as_often_as_by_the_formula) {
  for (const HypercubeRouting routing : both) {
    for (unsigned degree = 1; degree <= 7; ++degree) {
      const unsigned nodes = 1u << degree;
      unsigned collisions = 0;
      for (unsigned first = 1; first < nodes; ++first) {
        for (unsigned second = 1; second < nodes; ++second) {
          if (TwoMessages(routing, degree, first, second).collide()) ++collisions;
        }
      }
      EXPECT_NEAR(collisions / ((nodes - 1.0) * (nodes - 1.0)),
                  hypercube_first_link_collision(routing, degree), 1e-12)
          << degree;
    }
  }
}

/// Of all pairs of messages from a node of a cube, one pair after the other, those of which both
/// leave by one link.
double collisions_in(CubeBench& bench, unsigned node) {
  const unsigned degree = bench.chip(node).parameters().degree;
  const unsigned others = (1u << degree) - 1;
  unsigned collisions = 0;
  for (unsigned pair = 0; pair < others * others; ++pair) {
    std::vector<std::uint64_t> before;
    for (unsigned port = 0; port < degree; ++port) before.push_back(bench.carried(node, port));
    bench.send_bytes(node, node ^ (1 + pair / others), 1);
    bench.send_bytes(node, node ^ (1 + pair % others), 1);
    bench.run();
    for (unsigned port = 0; port < degree; ++port) {
      if (bench.carried(node, port) == before[port] + 2) ++collisions;
    }
  }
  return collisions / (1.0 * others * others);
}

TEST(HypercubeFirstLink, collisions_in_a_whole_cube_are_as_often_as_by_the_formula) {
  constexpr unsigned degree = 5;
  for (const HypercubeRouting routing : both) {
    HypercubeChipParameters parameters = CubeBench::ticks(degree);
    parameters.routing = routing;
    CubeBench bench(parameters);
    const double formula = hypercube_first_link_collision(routing, degree);
    for (const unsigned node : {0u, 13u, 31u}) {
      EXPECT_NEAR(collisions_in(bench, node), formula, 0.01 * formula) << node;
    }
  }
}

TEST(HypercubeFirstLink, fixed_routes_tend_to_a_third_and_adaptive_ones_to_none) {
  EXPECT_NEAR(hypercube_first_link_collision(HypercubeRouting::fixed, 14), 0.3333, 0.0001);
  EXPECT_NEAR(hypercube_first_link_collision(HypercubeRouting::quasi_adaptive, 14), 0.0, 0.0001);
  EXPECT_EQ(hypercube_first_link_collision(HypercubeRouting::fixed, 1), 1.0);
  EXPECT_EQ(hypercube_first_link_collision(HypercubeRouting::quasi_adaptive, 1), 1.0);
  for (unsigned degree = 2; degree <= 14; ++degree) {
    EXPECT_LT(hypercube_first_link_collision(HypercubeRouting::quasi_adaptive, degree),
              hypercube_first_link_collision(HypercubeRouting::fixed, degree));
  }
}

}  // namespace
}  // namespace weft
