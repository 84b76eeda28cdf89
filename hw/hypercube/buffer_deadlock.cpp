#include "hw/hypercube/buffer_deadlock.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "hw/common/parameter_error.hpp"
#include "hw/hypercube/parameter_check.hpp"
#include "hw/hypercube/routes.hpp"

namespace weft {

namespace {

// The ports of all nodes that can stand still, as far as is known.
class StandingPorts {
 public:
  explicit StandingPorts(const HypercubeChipParameters& parameters)
      : degree_(parameters.degree),
        contrary_suffice_(parameters.routing == HypercubeRouting::quasi_adaptive &&
                          !parameters.contrary_rule),
        broadcasts_(parameters.coprocessor),
        stands_(std::size_t{nodes()} * degree_, true) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (unsigned node = 0; node < nodes(); ++node) {
        for (unsigned port = 0; port < degree_; ++port) {
          if (!stands(node, port) || wait(node, port)) continue;
          stands_[index(node, port)] = false;
          changed = true;
        }
      }
    }
  }

  // Behind the first port that stands still, until a wait comes again.
  std::vector<HypercubeBufferWait> circle() const {
    const auto first = std::find(stands_.begin(), stands_.end(), true);
    if (first == stands_.end()) return {};
    const auto number = static_cast<unsigned>(first - stands_.begin());
    std::vector<HypercubeBufferWait> waits{*wait(number / degree_, number % degree_)};
    for (;;) {
      const HypercubeBufferWait& last = waits.back();
      const HypercubeBufferWait next =
          *wait(hypercube_neighbour(last.node, last.port), last.next_port);
      const auto again = std::find(waits.begin(), waits.end(), next);
      if (again != waits.end()) return {again, waits.end()};
      waits.push_back(next);
    }
  }

 private:
  unsigned nodes() const { return 1u << degree_; }
  std::size_t index(unsigned node, unsigned port) const {
    return std::size_t{node} * degree_ + port;
  }
  bool stands(unsigned node, unsigned port) const { return stands_[index(node, port)]; }

  // A packet that can be in these buffers, keeps them taken, and waits for a port that stands
  // still.
  std::optional<HypercubeBufferWait> wait(unsigned node, unsigned port) const {
    const unsigned neighbour = hypercube_neighbour(node, port);
    for (unsigned destination = 0; destination < nodes(); ++destination) {
      if (!has_step(steps_closer(node, destination), port)) continue;
      const bool contrary = fixed_step(node, destination, degree_) != port;
      if (contrary && !contrary_suffice_) continue;
      const unsigned next = fixed_step(neighbour, destination, degree_);
      if (next == degree_ || !stands(neighbour, next)) continue;
      return HypercubeBufferWait{node, port, destination, next, contrary, false};
    }
    for (unsigned above = port + 1; broadcasts_ && above < degree_; ++above) {
      if (stands(neighbour, above)) {
        return HypercubeBufferWait{node, port, neighbour, above, false, true};
      }
    }
    return std::nullopt;
  }

  unsigned degree_;
  bool contrary_suffice_;  // all buffers of a port may hold contrary packets
  bool broadcasts_;
  std::vector<bool> stands_;
};

}  // namespace

std::vector<HypercubeBufferWait> find_hypercube_deadlock(
    const HypercubeChipParameters& parameters) {
  return StandingPorts(checked(parameters)).circle();
}

}  // namespace weft
