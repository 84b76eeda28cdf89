#include "hw/c104/switch_policy.hpp"

#include <algorithm>
#include <string>

#include "hw/c104/parameter_check.hpp"
#include "hw/common/parameter_error.hpp"

namespace weft {

SwitchPolicy::SwitchPolicy(const C104Parameters& parameters, std::uint64_t seed)
    : parameters_(checked(parameters)), arbiter_(seed, "arbiter") {
  parameters_.per_link.resize(parameters_.links);
  inputs_.reserve(parameters_.links);
  for (unsigned port = 0; port < parameters_.links; ++port) {
    inputs_.push_back({RandomStream(seed, "header" + std::to_string(port)), {}});
  }
  may_draw_ = std::any_of(parameters_.per_link.begin(), parameters_.per_link.end(),
                          [](const C104LinkParameters& one) { return one.random_header; });
  only_tables_ = !may_draw_;
  share_tables();
}

// Ports that are alike share a table, and the parameters need not keep theirs.
void SwitchPolicy::share_tables() {
  for (unsigned port = 0; port < parameters_.links; ++port) {
    IntervalTable own = std::exchange(parameters_.per_link[port].intervals, {});
    const auto alike = std::find_if(inputs_.begin(), inputs_.begin() + port,
                                    [&own](const Input& input) { return input.table == own; });
    inputs_[port].table = alike != inputs_.begin() + port ? alike->table : std::move(own);
  }
}

const Interval& SwitchPolicy::look_up(unsigned port, std::uint32_t header, Time known) {
  Input& input = inputs_[port];
  while (input.rewrites < rewrites_.size() && rewrites_[input.rewrites].at < known) {
    input.table = rewrites_[input.rewrites++].tables[port];
  }
  return input.table.lookup(header);
}

std::optional<std::uint32_t> SwitchPolicy::draw_header(unsigned port, Time known) {
  const C104LinkParameters& own = link(port);
  if (!own.random_header) return {};
  const std::uint32_t drawn =
      own.random_base +
      static_cast<std::uint32_t>(inputs_[port].random_headers.below(own.random_range));
  if (look_up(port, drawn, known).action == IntervalAction::strip) return {};
  return drawn;
}

const Interval& SwitchPolicy::route(unsigned port, PacketTransfer& packet, Time known) {
  if (const auto drawn = may_draw_ ? draw_header(port, known) : std::nullopt) {
    packet.inner_header = packet.header;
    packet.inner_bytes = static_cast<std::uint8_t>(link(port).header_bytes);
    packet.header = *drawn;
  }
  const Interval* interval = &look_up(port, packet.header, known);
  while (interval->action == IntervalAction::strip && packet.inner_bytes != 0) {
    packet.header = packet.inner_header;
    packet.inner_bytes = 0;
    interval = &look_up(port, packet.header, known);
  }
  return *interval;
}

// Smaller goes first.
std::uint64_t SwitchPolicy::rank(const ArbiterView& view) const {
  switch (parameters_.arbitration) {
    case Arbitration::fifo: return view.request;
    case Arbitration::random: return 0;
    case Arbitration::network_first: return link(view.input).external ? 1 : 0;
    case Arbitration::oldest_first: return view.packet->injected;
    case Arbitration::hops_first: return 0xffffU - view.packet->hops;
  }
  return 0;
}

}  // namespace weft
