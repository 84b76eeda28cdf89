// Who waits for whom in the network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/elaboration/port_waits.hpp"
#include "platforms/system.hpp"

namespace weft {

/// The packets at the heads of all inputs of components that show PortWaits, and what each needs to
/// move on. A packet that waits for a hunt group needs any of its outputs, and with that the end of
/// a packet that crosses there; one that crosses to a full output buffer needs room in the input at
/// the far end. What no chain of such needs leads to something that moves is in a deadlock (a
/// knot). Any other component takes whatever its links bring, and a packet whose tokens have not
/// all come in has nothing in front of it, so both can always move. Looks and changes nothing.
class WaitGraph {
 public:
  /// `system` must outlive it.
  explicit WaitGraph(const System& system) : system_(&system), platform_(&system.platform()) {}

  /// The inputs that cannot move at `now`, unless something is on its way to them, out of those
  /// that were so at the call before and where nothing has moved since. With more time between two
  /// calls than an FCT needs, these never move again. By number, in the order of the links.
  const std::vector<std::size_t>& look(Time now);

  /// Packets that stand at these inputs.
  std::size_t packets(const std::vector<std::size_t>& inputs) const;
  /// Lines that tell who waits for whom around one cycle of `look`'s last result, or up to a link
  /// that is down; at most `most`.
  std::vector<std::string> describe_cycle(std::size_t most) const;
  /// A packet is being routed: it waits for the end of a routing latency.
  bool routing(Time now) const;

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  struct Input {
    const PortWaits* router = nullptr;
    LinkEnd where;
    std::size_t far = none;  // input at the other end of this link; none at what takes everything
  };
  /// What would have changed if the packet had moved.
  struct Mark {
    bool stuck = false;
    std::uint64_t packet = 0;
    std::uint64_t crossed = 0;  // tokens that its output has transmitted
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  void gather();
  StandingPacket packet_at(std::size_t input) const;
  OutputState output_of(const Input& input, unsigned port) const {
    return input.router->output(port, now_);
  }
  Mark mark(std::size_t input) const;
  void keep_closed(std::vector<bool>& stuck) const;
  bool is_stuck(std::size_t input, const std::vector<bool>& stuck) const;
  std::size_t next(std::size_t input) const;
  unsigned output_waited_for(std::size_t input) const;
  std::vector<std::size_t> chain() const;
  std::string line(std::size_t input) const;
  std::string packet_text(const StandingPacket& packet) const;
  std::size_t number(std::size_t component, unsigned port) const;
  std::string name(const Input& input, unsigned port) const;

  const System* system_;
  const Platform* platform_;
  Time now_ = 0;  // of the last look
  std::vector<Input> inputs_;
  std::vector<std::vector<std::size_t>> numbers_;  // by component and port
  std::vector<Mark> marks_;                        // of the call before
  std::vector<bool> deadlocked_;
  std::vector<std::size_t> result_;
};

}  // namespace weft
