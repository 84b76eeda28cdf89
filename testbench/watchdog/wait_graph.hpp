// Who waits for whom in the network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/port_waits.hpp"
#include "platforms/system.hpp"

namespace weft {

/// The packets at the heads of all inputs of components that show PortWaits, at whatever level, and
/// what each needs to move on. A packet that waits for some outputs needs any of them, and with
/// that the end of a packet that crosses there, or room in the input at the far end where an output
/// is given away with that only; one that crosses to a full output buffer needs that room too. What
/// no chain of such needs leads to something that moves is in a deadlock (a knot). Any other
/// component takes whatever its links bring, and a packet whose tokens have not all come in has
/// nothing in front of it, so both can always move. Looks and changes nothing.
class WaitGraph {
 public:
  /// `system` must outlive it.
  explicit WaitGraph(const System& system) : system_(&system), platform_(&system.platform()) {}

  /// The inputs that cannot move at `now`, unless something is on its way to them, out of those
  /// that have been so since an earlier call and where nothing has moved since. That call is as
  /// long ago as an FCT is on its way at most, so these never move again. By number, in the order
  /// of the links.
  const std::vector<std::size_t>& look(Time now);
  /// The same where nothing has happened between the two calls before this one, nor since.
  const std::vector<std::size_t>& look_again(Time now) { return any_stuck_ ? look(now) : result_; }

  /// Packets that stand at these inputs.
  std::size_t packets(const std::vector<std::size_t>& inputs) const;
  /// Lines that tell who waits for whom around one cycle of `look`'s last result, or up to a link
  /// that is down; at most `most`.
  std::vector<std::string> describe_cycle(std::size_t most) const;

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
    std::uint64_t crossed = 0;  // what its output has transmitted
    Time since = 0;             // the first look that saw it so

    bool same(const Mark& other) const {
      return stuck == other.stuck && packet == other.packet && crossed == other.crossed;
    }
  };

  void gather();
  StandingPacket packet_at(std::size_t input) const;
  OutputState output_of(const Input& input, unsigned port) const {
    return input.router->output(port, now_);
  }
  Mark mark(std::size_t input) const;
  void keep_closed(std::vector<bool>& stuck) const;
  bool is_stuck(std::size_t input, const std::vector<bool>& stuck) const;
  bool is_blocked(const Input& input, unsigned output, const std::vector<bool>& stuck) const;
  std::size_t far_input(const Input& input, unsigned output) const;
  bool is_held(std::size_t input) const;
  std::size_t next(std::size_t input) const;
  unsigned output_waited_for(std::size_t input) const;
  std::vector<std::size_t> chain() const;
  std::string line(std::size_t input) const;
  std::string packet_text(const StandingPacket& packet) const;
  std::size_t number(std::size_t component, unsigned port) const;
  std::string name(const Input& input, unsigned port) const;

  const System* system_;
  const Platform* platform_;
  Time now_ = 0;      // of the last look
  Time settled_ = 0;  // after so long every FCT has come in
  std::vector<Input> inputs_;
  std::vector<std::vector<std::size_t>> numbers_;  // by component and port
  std::vector<Mark> marks_;                        // of the call before
  bool any_stuck_ = false;                         // of them
  std::vector<bool> deadlocked_;
  std::vector<std::size_t> result_;
};

}  // namespace weft
