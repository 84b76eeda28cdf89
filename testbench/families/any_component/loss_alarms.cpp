#include "testbench/families/any_component/loss_alarms.hpp"

#include <fmt/format.h>

#include "hw/common/packet_losses.hpp"
#include "testbench/watchdog/errors_asked_for.hpp"

namespace weft {

Alarms LossAlarms::alarms(Time) const {
  Alarms alarms;
  const Platform& platform = system_->platform();
  const bool failure = !errors_are_asked_for(platform);
  for (const auto& [component, losing] : system_->all<LosesPackets>()) {
    const std::string& name = platform.components[component].name;
    const auto add = [&](std::uint64_t count, const char* what, const char* why) {
      if (count == 0) return;
      alarms.push_back(
          {Alarm::Kind::packets_lost, name,
           fmt::format("{}: {} {}{} {}", name, count, what, count == 1 ? "" : "s", why), count,
           failure});
    };
    const PacketLosses losses = losing->losses();
    add(losses.header_errors, "packet", "with a header that leads nowhere");
    add(losses.cut, "packet", "came in cut by a link error");
    add(losses.lost, "packet", "thrown away at links in error");
    add(losses.messages, "message",
        "thrown away, as a packet of them was cut or their T9000 was reset");
  }
  return alarms;
}

}  // namespace weft
