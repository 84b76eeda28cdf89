// A C104 behind its control unit.
#pragma once

#include <cstdint>
#include <functional>

#include "hw/c104/control_target.hpp"
#include "hw/c104/controlled_switch.hpp"

namespace weft {

/// Identify, peek and poke are those of the registers (C104Registers); `reset` halts all links and
/// takes the configuration away.
class SwitchTarget final : public ControlTarget {
 public:
  /// `of_unit` must outlive it. Its links do not start by themselves.
  explicit SwitchTarget(ControlledSwitch& of_unit) : switch_(&of_unit) {}

  void take_over(std::function<void(unsigned link, Time now)> link_changed) override;
  /// Pokes that do not start a link are written half a clock later.
  bool counts_at_once(const ControlRequest& request) const override;
  ControlAnswer carry_out(const ControlRequest& request, Time now) override;
  LinkError stopped_by(unsigned link, Time now) const override {
    return switch_->stopped_by(link, now);
  }

 private:
  bool starts_link(std::uint32_t address) const;
  void reset(Time now);

  ControlledSwitch* switch_;
};

}  // namespace weft
