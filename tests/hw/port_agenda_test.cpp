// What a T9000 remembers of its ports' times, against a look at all of them.
#include "hw/t9000/port_agenda.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "hw/common/random.hpp"

namespace weft {
namespace {

constexpr unsigned agenda_ports = 5;

struct AgendaOfPort {
  Time event = never, choose = 0, room = 0;
};

Time first_of(const std::array<AgendaOfPort, agenda_ports>& ports, Time AgendaOfPort::*kind,
              Time now) {
  Time first = never;
  for (const AgendaOfPort& port : ports) {
    if (port.*kind > now) first = std::min(first, port.*kind);
  }
  return first;
}

TEST(PortAgenda, knows_the_first_times_of_all_ports) {
  RandomStream random(1, "agenda");
  PortAgenda agenda;
  for (unsigned port = 0; port < agenda_ports; ++port) agenda.add_port();
  std::array<AgendaOfPort, agenda_ports> ports;
  Time now = 1;
  for (unsigned step = 0; step < 100'000; ++step) {
    const auto number = static_cast<unsigned>(random.below(agenda_ports));
    const Time time = now + random.below(20);
    switch (random.below(4)) {
      case 0:
        ports[number].event = random.below(4) == 0 ? never : time;
        agenda.set_event(number, ports[number].event);
        break;
      case 1:
        ports[number].choose = time;
        agenda.set_choose(number, time);
        break;
      case 2:
        ports[number].room = time;
        agenda.set_room(number, time);
        break;
      default: agenda.pass(now); now += random.below(6);
    }
    const bool due = std::any_of(ports.begin(), ports.end(),
                                 [now](const AgendaOfPort& port) { return port.event <= now; });
    ASSERT_EQ(agenda.has_event(now), due) << step;
    ASSERT_EQ(agenda.next(now), std::min(first_of(ports, &AgendaOfPort::event, now),
                                         first_of(ports, &AgendaOfPort::room, now)))
        << step;
    ASSERT_EQ(agenda.next_choose(now), first_of(ports, &AgendaOfPort::choose, now)) << step;
  }
}

}  // namespace
}  // namespace weft
