// Of the packet chip: who gets its buffers, of the links that ask for them.
#include "hw/hypercube/packet_chip_core.hpp"

namespace weft {

void HypercubeChipCore::count_fresh() {
  for (StepSet left = fresh_; left != 0; left &= left - 1) {
    Input& input = inputs_[lowest_step(left)];
    input.wanted = narrow_steps(input.wanted | input.fresh);
    input.fresh = 0;
  }
  asking_ |= fresh_;
  to_serve_ = to_serve_ || fresh_ != 0;
  fresh_ = 0;
}

// What is left lacks room, and is looked at again when some ports that it needs may have it.
void HypercubeChipCore::serve_links(StepSet due, Time now) {
  full_ &= ~due;
  const StepSet looked_at = due | ~lacking_;
  if (const StepSet links = links_with_hope(); (links & (links - 1)) != 0) {
    serve_all(links, now);
  } else if (links != 0) {
    serve_one(lowest_step(links), now);
  }
  to_serve_ = false;
  note_lacking(looked_at, now);
}

// Those that ask for anything but what is known to have no room.
StepSet HypercubeChipCore::links_with_hope() const {
  StepSet links = 0;
  for (StepSet left = asking_; left != 0; left &= left - 1) {
    if ((inputs_[lowest_step(left)].wanted & ~full_) != 0) links |= left & (0 - left);
  }
  return links;
}

// A broadcast may have found room in some of the ports that it needs. When those that lacked room
// before may have it is noted already.
void HypercubeChipCore::note_lacking(StepSet looked_at, Time now) {
  full_ = 0;
  StepSet of_broadcasts = 0;
  for (StepSet left = asking_; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    const StepSet wanted = inputs_[port].wanted;
    full_ |= wanted & all_ports();
    if (has_step(wanted, ports_above())) of_broadcasts |= ports_above(port);
  }
  lacking_ = full_ | of_broadcasts;
  for (StepSet left = lacking_ & looked_at; left != 0; left &= left - 1) {
    const unsigned port = lowest_step(left);
    if (const Time room = next_room(port, now); room != never) note(step_bit(port), room);
  }
}

// First what the longest waiting packet of each link needs, then what others could use.
void HypercubeChipCore::serve_all(StepSet links, Time now) {
  for (const bool first_only : {true, false}) {
    StepSet wanted = 0;
    for (StepSet left = links; left != 0; left &= left - 1) {
      const Input& input = inputs_[lowest_step(left)];
      wanted |= first_only ? input.wanted & step_bit(input.first) : input.wanted;
    }
    wanted &= ~full_;
    if (has_step(wanted, ports_above())) serve(links, ports_above(), first_only, now);
    wanted &= ~step_bit(ports_above());
    for (; wanted != 0; wanted &= wanted - 1) serve(links, lowest_step(wanted), first_only, now);
  }
}

// The same for one link.
void HypercubeChipCore::serve_one(unsigned port, Time now) {
  const Input& input = inputs_[port];
  StepSet wanted = input.wanted & ~full_;
  unsigned next = has_step(wanted, input.first)     ? input.first
                  : has_step(wanted, ports_above()) ? ports_above()
                                                    : lowest_step(wanted);
  while (!have_room(needed(port, next), now)) {
    wanted &= ~step_bit(next);
    if (wanted == 0) return;
    next = has_step(wanted, ports_above()) ? ports_above() : lowest_step(wanted);
  }
  reserve(port, next, now);
  if (next < degree()) served_[next] = static_cast<std::uint8_t>(port);
}

bool HypercubeChipCore::have_room(StepSet ports, Time now) {
  for (StepSet left = ports; left != 0; left &= left - 1) {
    HypercubePortBuffers& buffers = outputs_[lowest_step(left)].buffers;
    if (buffers.has_room()) continue;
    buffers.settle(now);
    if (!buffers.has_room()) return false;
  }
  return true;
}

// Links in turn, from the one behind that which was served last.
void HypercubeChipCore::serve(StepSet links, unsigned next, bool first_only, Time now) {
  const bool one_port = next < degree();
  const unsigned served = one_port ? served_[next] : degree() - 1;
  const StepSet behind = links & ~(2 * step_bit(served) - 1);
  for (const StepSet part : {behind, links & ~behind}) {
    for (StepSet left = part; left != 0; left &= left - 1) {
      const unsigned port = lowest_step(left);
      const Input& input = inputs_[port];
      if (!has_step(input.wanted, next) || (first_only && input.first != next)) continue;
      if (!have_room(needed(port, next), now)) continue;
      reserve(port, next, now);
      if (one_port) served_[next] = static_cast<std::uint8_t>(port);
    }
  }
}

void HypercubeChipCore::reserve(unsigned port, unsigned next, Time now) {
  inputs_[port].wanted = 0;
  inputs_[port].fresh = 0;
  asking_ &= ~step_bit(port);
  fresh_ &= ~step_bit(port);
  for (StepSet left = needed(port, next); left != 0; left &= left - 1) {
    outputs_[lowest_step(left)].buffers.reserve();
  }
  if (unidirectional_ && decides(port)) {
    turns_[port].theirs = {next, now};
    note(step_bit(port), next_turn(port));
  } else {
    grant(port, next, now);
  }
}

}  // namespace weft
