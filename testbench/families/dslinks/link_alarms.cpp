#include "testbench/families/dslinks/link_alarms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "platforms/registry/quantity.hpp"
#include "rtl/dslink/link_pins.hpp"
#include "testbench/families/dslinks/loss_on_links.hpp"
#include "testbench/watchdog/errors_asked_for.hpp"

namespace weft {
namespace {

/// One end, of wires or tokens.
struct End {
  LinkState state;
  LinkError error;
  bool has_run;
  const DsLinkParameters* parameters;
};

std::optional<End> end_of(const System::LinkProbe& probe) {
  if (probe.core != nullptr) {
    return End{probe.core->state(), probe.core->error_flag(), probe.core->has_run(),
               &probe.core->parameters()};
  }
  if (probe.pins != nullptr) {
    return End{probe.pins->state(), probe.pins->error(), probe.pins->has_run(),
               &probe.pins->parameters()};
  }
  return {};
}

bool runs(const std::optional<End>& end) { return !end || end->state == LinkState::run; }

// All that a start-up may wait for, and the NULs and FCTs of both sides, many times over.
Time longest_start_up(const DsLinkParameters& p) {
  constexpr Time bits = 200;
  const Time spacewire = p.form == LinkForm::spacewire ? p.error_wait + p.connect_timeout : 0;
  return p.error_reset + spacewire + bits * p.startup_bit_time;
}

std::string text_of(const System::LinkProbe& probe, const End& end) {
  const std::string error =
      end.error == LinkError::none ? "" : fmt::format(", error {}", name_of(end.error));
  return fmt::format("{} is in the state {}{}", probe.name(), name_of(end.state), error);
}

std::string counted(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Of a packet that was cut a part has come in.
std::string text_of(const LinkTraffic& lost) {
  if (lost.packets == 0) return counted(lost.bytes, "byte") + " of packets that were cut";
  const std::string bytes =
      lost.bytes == 0 ? "" : fmt::format(", {} in all,", counted(lost.bytes, "byte"));
  return counted(lost.packets, "packet") + bytes;
}

}  // namespace

Alarms LinkAlarms::alarms(Time now) const {
  Alarms alarms = not_running(now);
  const Alarms losses = lost(now);
  alarms.insert(alarms.end(), losses.begin(), losses.end());
  return alarms;
}

Alarms LinkAlarms::lost(Time now) const {
  Alarms alarms;
  const auto& probes = system_->link_probes();
  const bool failure = !errors_are_asked_for(system_->platform());
  for (std::size_t end = 0; end < probes.size(); ++end) {
    const LinkProbe& from = probes[end];
    const LinkProbe& to = probes[end ^ 1U];
    const LinkTraffic lost = lost_on_the_way(from, to, now);
    if (lost.none()) continue;
    alarms.push_back(
        {Alarm::Kind::lost_on_links, from.name(),
         fmt::format("{}: {} lost on the way to {}", from.name(), text_of(lost), to.name()),
         lost.packets, failure});
  }
  return alarms;
}

Alarms LinkAlarms::not_running(Time now) const {
  Alarms alarms;
  const Platform& platform = system_->platform();
  const auto& probes = system_->link_probes();
  for (std::size_t link = 0; link < platform.links.size(); ++link) {
    const std::optional<End> from = end_of(probes[2 * link]);
    const std::optional<End> to = end_of(probes[2 * link + 1]);
    if (runs(from) && runs(to)) continue;
    const End& stopped = runs(from) ? *to : *from;
    if (stopped.parameters->cut_at <= now) continue;
    const bool has_run = (!from || from->has_run) && (!to || to->has_run);
    const bool had_time = has_run || now > longest_start_up(*stopped.parameters);
    std::string ends;
    if (!runs(from)) ends = text_of(probes[2 * link], *from);
    if (!runs(to)) ends += (ends.empty() ? "" : ", ") + text_of(probes[2 * link + 1], *to);
    const char* what = has_run    ? "is not in Run any more"
                       : had_time ? "has never reached Run"
                                  : "has not reached Run yet";
    alarms.push_back({Alarm::Kind::link_not_running, probes[2 * link].name(),
                      fmt::format("the link {} - {} {} at {}: {}", probes[2 * link].name(),
                                  probes[2 * link + 1].name(), what, time_text(now), ends),
                      0, had_time && !errors_are_asked_for(platform, link)});
  }
  return alarms;
}

}  // namespace weft
