// What registers, a control unit and errors do to a switch of packets.
#include <algorithm>
#include <bit>

#include "hw/common/kernel_time.hpp"
#include "tlm/c104/packet_crossbar.hpp"

namespace weft::packet {

// All that is not taken, at first or after it was taken back.
void PacketCrossbar::grant_room(Port& port, Time now) {
  if (port.framed) return;
  std::uint32_t room = capacity_;
  for (const Transit* transit = port.first; transit != nullptr; transit = transit->next) {
    room -= transit->room;
  }
  const bool left = port.is_left_by_one(now) && port.leaves != never;
  port.link.free_room(left ? room - port.leaving_room : room);
  if (left) port.link.free_room_at(port.leaving_room, port.leaves, *wheel_);
}

void PacketCrossbar::hold_links() {
  steady_ = false;
  for (const auto& port : ports_) {
    if (port != nullptr && !port->framed) port->link.hold();
  }
}

void PacketCrossbar::start_link(unsigned number) {
  Port* const at = port(number);
  if (at == nullptr || at->link.is_running()) return;
  at->link.restart();
  grant_room(*at, kernel_time());
  grant(kernel_time());
}

void PacketCrossbar::halt_link(unsigned number) {
  Port* const at = port(number);
  if (at == nullptr || at->framed) return;
  steady_ = false;
  at->link.halt();
  grant(kernel_time());
}

// From now on routes are found as headers are decoded. Those that were decoded before are known.
void PacketCrossbar::tables_may_change(Time now) {
  if (!policy_.decides_by_tables()) return;
  for (const auto& port : ports_) {
    if (port == nullptr) continue;
    for (Transit* transit = port->first; transit != nullptr; transit = transit->next) {
      if (transit->decoded) continue;
      if (transit->request < now) {
        decode(*transit, now);
      } else if (transit->entry.time() != transit->request) {
        wheel_->schedule(transit->entry, transit->request);
      }
    }
  }
}

unsigned PacketCrossbar::holder(unsigned output, Time now) const {
  for (const auto& port : ports_) {
    if (port == nullptr || !port->is_left_by_one(now)) continue;
    if (port->leaving_to == output) return port->number;
  }
  return no_port;
}

// An error has stopped all links that it could leave by.
bool PacketCrossbar::gives_up(const Transit& transit) const {
  if (!policy_.parameters().localize_error) return false;
  for (std::uint64_t left = transit.route.links(); left != 0; left &= left - 1) {
    const Port* output = port(static_cast<unsigned>(std::countr_zero(left)));
    if (output == nullptr) return false;
    const LinkState state = output->link.state();
    if (state != LinkState::halted && state != LinkState::started) return false;
  }
  return true;
}

void PacketCrossbar::lose(Transit& transit, Time now) {
  transit.lost = true;
  transit.route.action = IntervalAction::discard;
  drop(transit, now);
}

}  // namespace weft::packet
