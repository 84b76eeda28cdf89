// Section 5.2: packets do not wait for each other for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/random.hpp"
#include "hw/hypercube/buffer_deadlock.hpp"
#include "hw/hypercube/routes.hpp"
#include "tests/hw/hypercube/cube_bench.hpp"

namespace weft {
namespace {

HypercubeChipParameters cube(unsigned degree, unsigned buffers, bool rule) {
  HypercubeChipParameters parameters = CubeBench::ticks(degree);
  parameters.buffers = buffers;
  parameters.contrary_rule = rule;
  return parameters;
}

TEST(HypercubeDeadlock, no_packets_of_cubes_of_degree_2_to_5_can_wait_in_a_circle) {
  for (unsigned degree = 2; degree <= 5; ++degree) {
    EXPECT_TRUE(find_hypercube_deadlock(cube(degree, 16, true)).empty()) << degree;
  }
}

// Nor with broadcasts, which only co-processors send.
TEST(HypercubeDeadlock, no_broadcasts_among_them_can_either) {
  for (const HypercubeRouting routing :
       {HypercubeRouting::quasi_adaptive, HypercubeRouting::fixed}) {
    for (unsigned degree = 2; degree <= 5; ++degree) {
      HypercubeChipParameters parameters = cube(degree, 16, true);
      parameters.routing = routing;
      parameters.coprocessor = true;
      EXPECT_TRUE(find_hypercube_deadlock(parameters).empty()) << degree;
    }
  }
}

TEST(HypercubeDeadlock, the_fixed_route_needs_no_rule) {
  for (unsigned degree = 2; degree <= 5; ++degree) {
    HypercubeChipParameters parameters = cube(degree, 16, false);
    parameters.routing = HypercubeRouting::fixed;
    EXPECT_TRUE(find_hypercube_deadlock(parameters).empty()) << degree;
  }
}

// Each packet of the circle can be where it is, and needs what the next one has.
TEST(HypercubeDeadlock, without_the_rule_a_circle_is_shown_in_which_two_at_least_are_not_contrary) {
  for (unsigned degree = 2; degree <= 5; ++degree) {
    const auto circle = find_hypercube_deadlock(cube(degree, 16, false));
    ASSERT_FALSE(circle.empty()) << degree;
    unsigned contrary = 0;
    for (std::size_t i = 0; i < circle.size(); ++i) {
      const HypercubeBufferWait& wait = circle[i];
      const HypercubeBufferWait& next = circle[(i + 1) % circle.size()];
      const unsigned neighbour = hypercube_neighbour(wait.node, wait.port);
      EXPECT_TRUE(has_step(steps_closer(wait.node, wait.destination), wait.port));
      EXPECT_EQ(fixed_step(wait.node, wait.destination, degree) != wait.port, wait.contrary);
      EXPECT_EQ(fixed_step(neighbour, wait.destination, degree), wait.next_port);
      EXPECT_EQ(next.node, neighbour);
      EXPECT_EQ(next.port, wait.next_port);
      if (wait.contrary) ++contrary;
    }
    EXPECT_GE(contrary, 1u);
    EXPECT_LE(contrary + 2, circle.size());
  }
}

/// Every state that a square (degree 2) with two buffers a port can come to, whatever is sent and
/// whatever moves first. Of a packet in a port only counts where it goes: to the memory of the
/// neighbour, or on by its other port, as which it is contrary if it stands in port 1.
class Square {
 public:
  explicit Square(bool rule) : rule_(rule), seen_(state_count) {}

  /// Some state in which there are packets and none can move.
  bool can_deadlock() {
    std::vector<std::uint32_t> todo{number({})};
    seen_[todo.back()] = true;
    while (!todo.empty()) {
      const State state = of(todo.back());
      todo.pop_back();
      std::vector<State> next;
      moves(state, next);
      if (next.empty() && state != State{}) return true;
      sends(state, next);
      for (const State& reached : next) {
        const std::uint32_t n = number(reached);
        if (seen_[n]) continue;
        seen_[n] = true;
        todo.push_back(n);
      }
    }
    return false;
  }
  std::size_t states() const {
    return static_cast<std::size_t>(std::count(seen_.begin(), seen_.end(), true));
  }

 private:
  struct Port {
    unsigned to_memory = 0;
    unsigned onward = 0;
    bool operator==(const Port&) const = default;
    bool has_room() const { return to_memory + onward < 2; }
  };
  using State = std::array<Port, 8>;  // 2 * node + port
  static constexpr std::uint32_t state_count = 9 * 9 * 9 * 9 * 9 * 9 * 9 * 9;

  static std::uint32_t number(const State& state) {
    std::uint32_t n = 0;
    for (const Port& port : state) n = 9 * n + 3 * port.to_memory + port.onward;
    return n;
  }
  static State of(std::uint32_t n) {
    State state;
    for (auto port = state.rbegin(); port != state.rend(); ++port, n /= 9) {
      *port = {n % 9 / 3, n % 3};
    }
    return state;
  }
  static void moves(const State& state, std::vector<State>& to) {
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned port = i % 2;
      const unsigned beyond = 2 * ((i / 2) ^ (1u << port)) + (1 - port);
      if (state[i].to_memory != 0) {
        to.push_back(state);
        --to.back()[i].to_memory;
      }
      if (state[i].onward != 0 && state[beyond].has_room()) {
        to.push_back(state);
        --to.back()[i].onward;
        ++to.back()[beyond].to_memory;
      }
    }
  }
  // a broadcast goes by both ports at once; by port 0 it needs port 1 of the neighbour
  static void broadcasts(const State& state, std::vector<State>& to) {
    for (unsigned i = 0; i < 8; i += 2) {
      if (!state[i].has_room() || !state[i + 1].has_room()) continue;
      to.push_back(state);
      ++to.back()[i].onward;
      ++to.back()[i + 1].to_memory;
    }
  }
  void sends(const State& state, std::vector<State>& to) const {
    broadcasts(state, to);
    for (unsigned i = 0; i < 8; ++i) {
      if (!state[i].has_room()) continue;
      to.push_back(state);
      ++to.back()[i].to_memory;
      const bool contrary = i % 2 == 1;
      if (contrary && rule_ && state[i].onward + 1 == 2) continue;
      to.push_back(state);
      ++to.back()[i].onward;
    }
  }

  bool rule_;
  std::vector<bool> seen_;
};

TEST(HypercubeDeadlock, every_state_of_a_square_says_the_same) {
  Square ruled(true);
  EXPECT_FALSE(ruled.can_deadlock());
  EXPECT_EQ(ruled.states(), 6u * 6 * 6 * 6 * 5 * 5 * 5 * 5);
  EXPECT_TRUE(Square(false).can_deadlock());
}

// Nodes 0 and 3 send to each other by port 0, the fixed route; 1 and 2, whose port 0 is busy, by
// port 1, contrary. With one buffer a port all four are taken at once, each by a packet that needs
// the next.
TEST(HypercubeDeadlock, a_run_without_the_rule_stands_still_on_a_square) {
  CubeBench bench(cube(2, 1, false));
  for (const auto& [from, to] :
       {std::pair{1u, 0u}, {1u, 2u}, {2u, 3u}, {2u, 1u}, {0u, 3u}, {3u, 0u}}) {
    bench.send_bytes(from, to, 100);
  }
  EXPECT_TRUE(bench.run());  // nothing more will happen
  EXPECT_FALSE(bench.empty());
  EXPECT_EQ(bench.arrivals().size(), 2u);  // what the neighbours were sent
  for (const HypercubeBufferWait& wait : find_hypercube_deadlock(cube(2, 1, false))) {
    const HypercubePortBuffers& buffers = bench.chip(wait.node).buffers(wait.port);
    EXPECT_FALSE(buffers.has_room());
    EXPECT_EQ(buffers.held(), 1u);
    EXPECT_EQ(buffers.contrary(), wait.contrary ? 1u : 0u);
  }
}

// Random traffic in a cube of degree 6; true if all of it has arrived.
bool all_arrives(const HypercubeChipParameters& parameters) {
  CubeBench bench(parameters);
  RandomStream random(1, "traffic");
  std::size_t sent = 0;
  for (unsigned round = 0; round < 30; ++round) {
    for (unsigned from = 0; from < 64; ++from) {
      const auto to = static_cast<unsigned>(random.below(64));
      if (to == from) continue;
      bench.send_bytes(from, to, static_cast<unsigned>(random.exponential(512)));
      ++sent;
    }
  }
  EXPECT_TRUE(bench.run());
  EXPECT_EQ(bench.empty(), bench.arrivals().size() == sent);
  return bench.empty();
}

// The same traffic with two buffers a port, however packets are forwarded.
TEST(HypercubeDeadlock, random_traffic_stands_still_without_the_rule_and_arrives_with_it) {
  for (const HypercubeForwarding forwarding :
       {HypercubeForwarding::stored, HypercubeForwarding::cut_through}) {
    for (const bool rule : {false, true}) {
      HypercubeChipParameters parameters = cube(6, 2, rule);
      parameters.forwarding = forwarding;
      EXPECT_EQ(all_arrives(parameters), rule);
    }
  }
}

}  // namespace
}  // namespace weft
