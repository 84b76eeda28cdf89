// A T9000 behind its control unit.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "hw/c104/control_target.hpp"
#include "hw/c104/controlled_switch.hpp"
#include "hw/t9000/processor_control.hpp"

namespace weft {

/// A T9000 that waits for its control unit, as its module tells of it.
struct ControlledProcessor {
  T9000Core* core = nullptr;
  /// ControlTarget::stopped_by; empty where no error stops a link.
  std::function<LinkError(unsigned link, Time now)> stopped_by;
  /// Of one whose links are started by command; else empty.
  struct Links {
    std::function<void(unsigned link, Time now)> start;
    std::function<void(unsigned link, Time now)> halt;
    std::function<SwitchLinkStatus(unsigned link)> status;
  };
  std::optional<Links> links = {};
};

/// The commands of a T9000 (ProcessorControl). All that change something count half a clock after
/// the edge.
class ProcessorTarget final : public ControlTarget {
 public:
  ProcessorTarget(ControlledProcessor of_unit, std::size_t memory_bytes)
      : processor_(std::move(of_unit)), control_(*processor_.core, memory_bytes) {}

  void take_over(std::function<void(unsigned link, Time now)> link_changed) override {
    processor_.core->on_link_change(std::move(link_changed));
  }
  bool counts_at_once(const ControlRequest& request) const override {
    return request.command == ControlCommand::identify || request.command == ControlCommand::peek;
  }
  ControlAnswer carry_out(const ControlRequest& request, Time now) override;
  LinkError stopped_by(unsigned link, Time now) const override {
    return processor_.stopped_by ? processor_.stopped_by(link, now) : LinkError::none;
  }

 private:
  ControlAnswer carry_out_on_links(const ControlRequest& request, Time now);
  bool is_of_links(const ControlRequest& request) const;

  ControlledProcessor processor_;
  ProcessorControl control_;
};

}  // namespace weft
