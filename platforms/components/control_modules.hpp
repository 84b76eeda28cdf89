// What makes modules with control links, at each of their levels.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/c104/controlled_switch.hpp"
#include "hw/common/cycle_process.hpp"
#include "platforms/components/processor_target.hpp"
#include "platforms/elaboration/make_context.hpp"
#include "platforms/protocols/dslink.hpp"
#include "tlm/engine/wheel_cycles.hpp"

namespace weft {

/// Switches that wait for their control units; a part that components share.
struct ControlledSwitches {
  std::map<std::size_t, ControlledSwitch*> by_component;
};
/// Likewise T9000s.
struct ControlledProcessors {
  std::map<std::size_t, ControlledProcessor> by_component;
};

struct ControlAtSignal {
  using Link = DsLink;
  using End = WireEnd;

  static auto drivers(const MakeContext&) {
    return [](auto& evaluated) {
      return std::make_shared<CycleProcess>("unit",
                                            [&evaluated](Time now) { evaluated.evaluate(now); });
    };
  }
  /// `names` by port; null for a port that is not connected.
  static auto links(const MakeContext& context, std::vector<std::string> names) {
    return [&context, names = std::move(names)](unsigned port, LinkClient& client) {
      if (!context.links.has(port)) return std::unique_ptr<DsLink>();
      const DsLinkParameters& link = context.links.by_port[port];
      return std::make_unique<DsLink>(names[port].c_str(), link, link.input_buffer, client, port,
                                      context.seed);
    };
  }
};

struct ControlAtToken {
  using Link = token::DsLink;
  using End = TokenEnd;

  static auto drivers(const MakeContext& context) {
    return [&context](auto& evaluated) {
      using Evaluated = std::remove_reference_t<decltype(evaluated)>;
      return std::make_shared<WheelCycles<Evaluated>>(context.wheel, evaluated);
    };
  }
  static auto links(const MakeContext& context, std::vector<std::string> names) {
    return [&context, names = std::move(names)](unsigned port, LinkClient& client) {
      if (!context.links.has(port)) return std::unique_ptr<token::DsLink>();
      const DsLinkParameters& link = context.links.by_port[port];
      return std::make_unique<token::DsLink>(names[port].c_str(), link, link.input_buffer, client,
                                             port, context.seed, context.wheel);
    };
  }
};

}  // namespace weft
