// The adaptive routers at `packet` level.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "hw/adaptive/chaos_core.hpp"
#include "hw/adaptive/forced_core.hpp"
#include "tlm/engine/wheel.hpp"
#include "tlm/engine/wheel_cycles.hpp"
#include "tlm/packet/packet_port.hpp"

namespace weft {

/// A router of which `Core` is the algorithm; link ends `link0`, `link1`, ...
template <class Core, class Parameters>
class AdaptiveRouter : public sc_core::sc_module, public StartsItsLinks {
 public:
  /// `bit_times[i]` is that of link i, ps; links beyond lead nowhere.
  AdaptiveRouter(sc_core::sc_module_name name, const Parameters& parameters,
                 const std::vector<Time>& bit_times, RouterPlace place, std::uint64_t seed,
                 Wheel& wheel)
      : sc_module(name), cycles_(wheel, core_), core_(parameters, std::move(place), seed, cycles_) {
    for (unsigned port = 0; port < bit_times.size(); ++port) {
      links_.push_back(std::make_unique<PacketPort>(("link" + std::to_string(port)).c_str(),
                                                    bit_times[port], Core::input_frames(parameters),
                                                    core_, port));
      core_.attach(port, *links_.back());
    }
  }

  PacketPort& link(unsigned port) { return *links_.at(port); }
  Core& core() { return core_; }

 private:
  void start_of_simulation() override {
    for (const auto& link : links_) link->start();
  }

  WheelCycles<Core> cycles_;
  Core core_;
  std::vector<std::unique_ptr<PacketPort>> links_;
};

using ChaosRouter = AdaptiveRouter<ChaosCore, ChaosParameters>;
using ForcedRouter = AdaptiveRouter<ForcedCore, ForcedParameters>;

}  // namespace weft
