#include "testbench/events/event.hpp"

namespace weft {

const char* name_of(EventKind kind) {
  constexpr std::array<const char*, all_event_kinds.size()> names{"token",
                                                                  "link_state",
                                                                  "packet_begins",
                                                                  "packet_ends",
                                                                  "packet_queued",
                                                                  "message_sent",
                                                                  "packet_received",
                                                                  "message_received",
                                                                  "word",
                                                                  "dequeue",
                                                                  "hop",
                                                                  "wait"};
  return names[static_cast<std::size_t>(kind)];
}

Time Event::time() const {
  return std::visit([](const auto* one) { return time_of(*one); }, report);
}

}  // namespace weft
