// A C104 behind its control unit.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "hw/c104/control_target.hpp"
#include "hw/c104/controlled_switch.hpp"

namespace weft {

/// Identify, peek and poke are those of the registers (C104Registers); `reset` halts all links and
/// takes the configuration away.
class SwitchTarget final : public ControlTarget {
 public:
  /// `of_unit` must outlive it. Its links do not start by themselves. `partitions`: by link, a bit
  /// for each link of its partition; a poke that routes out of it is refused. None of a whole one.
  explicit SwitchTarget(ControlledSwitch& of_unit, std::vector<std::uint64_t> partitions = {})
      : switch_(&of_unit), partitions_(std::move(partitions)) {}

  void take_over(std::function<void(unsigned link, Time now)> link_changed) override;
  /// Pokes that do not start a link are written half a clock later.
  bool counts_at_once(const ControlRequest& request) const override;
  ControlAnswer carry_out(const ControlRequest& request, Time now) override;
  LinkError stopped_by(unsigned link, Time now) const override {
    return switch_->stopped_by(link, now);
  }

 private:
  bool starts_link(std::uint32_t address) const;
  bool leaves_partition(const ControlRequest& poke) const;
  void reset(Time now);

  ControlledSwitch* switch_;
  std::vector<std::uint64_t> partitions_;
};

}  // namespace weft
