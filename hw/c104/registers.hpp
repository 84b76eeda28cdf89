// Configuration of a C104 through registers.
#pragma once

#include <cstdint>

#include "hw/c104/controlled_switch.hpp"
#include "hw/c104/register_map.hpp"

namespace weft {

/// The registers of a C104: docs/reference/registers.md, from rtl/registers/c104.yaml. Those of
/// link n are at link_base(n). 32 bits each, at byte addresses that are multiples of 4; what is
/// written takes effect with the next header.
///
/// Intervals count only up to the interval count, which is written first. While a table is being
/// rewritten its limits may be out of order; headers that arrive then may go anywhere in it. A hunt
/// group that overlaps one of another interval is refused, unless the switch allows that
/// (C104Parameters::overlapping_groups): who makes new ones takes those out first that they
/// overlap.
class C104Registers {
 public:
  explicit C104Registers(ControlledSwitch& of_switch) : switch_(&of_switch) {}

  /// Throws std::out_of_range where there is no register that can be read.
  std::uint32_t read(std::uint32_t address) const;
  /// Throws std::out_of_range where there is no register, std::invalid_argument for a register that
  /// cannot be written and for a value that it cannot hold; nothing is changed then.
  void write(std::uint32_t address, std::uint32_t value);
  /// Gives those that hold a configuration the value that they have after a reset: no intervals.
  void reset();

  // Addresses, for software.
  static constexpr std::uint32_t device = c104_map::shared::device::at;
  static constexpr std::uint32_t arbitration = c104_map::shared::arbitration::at;
  static constexpr std::uint32_t acknowledgement_priority =
      c104_map::shared::acknowledgement_priority::at;
  static constexpr std::uint32_t routing_latency = c104_map::shared::routing_latency::at;
  static constexpr std::uint32_t clock = c104_map::shared::clock::at;
  static constexpr std::uint32_t buffers = c104_map::shared::buffers::at;
  static constexpr std::uint32_t max_intervals = c104_map::shared::max_intervals::at;
  static constexpr std::uint32_t packets_routed = c104_map::shared::packets_routed::at;
  static constexpr std::uint32_t packets_discarded = c104_map::shared::packets_discarded::at;
  static constexpr std::uint32_t header_errors = c104_map::shared::header_errors::at;

  static constexpr std::uint32_t link_base(unsigned link) {
    return c104_map::link::at + c104_map::link::every * link;
  }
  static constexpr std::uint32_t control = c104_map::link::control::at;
  static constexpr std::uint32_t random_base = c104_map::link::random_base::at;
  static constexpr std::uint32_t random_range = c104_map::link::random_range::at;
  static constexpr std::uint32_t interval_count = c104_map::link::interval_count::at;
  static constexpr std::uint32_t status = c104_map::link::status::at;
  static constexpr std::uint32_t command = c104_map::link::command::at;
  static constexpr std::uint32_t input = c104_map::link::input::at;
  static constexpr std::uint32_t limit(unsigned interval) {
    return c104_map::link::limit::at + c104_map::link::limit::every * interval;
  }
  static constexpr std::uint32_t target(unsigned interval) {
    return c104_map::link::target::at + c104_map::link::target::every * interval;
  }

  /// Values of the packed registers.
  static std::uint32_t control_of(const C104LinkParameters& link);
  static std::uint32_t target_of(const Interval& interval);

 private:
  std::uint32_t read_global(std::uint32_t address) const;
  std::uint32_t read_input(unsigned link) const;
  std::uint32_t read_link(unsigned link, std::uint32_t offset, std::uint32_t address) const;
  void write_global(std::uint32_t address, std::uint32_t value);
  void write_link(unsigned link, std::uint32_t offset, std::uint32_t address, std::uint32_t value);
  void write_control(unsigned link, std::uint32_t value);
  void write_interval(unsigned link, std::size_t index, const Interval& written);
  Interval with_target(unsigned link, std::size_t index, std::uint32_t value) const;
  void require_apart(unsigned link, std::size_t index, const Interval& written,
                     std::uint32_t value) const;
  unsigned link_at(std::uint32_t address) const;
  std::size_t interval_index(unsigned link, std::uint32_t offset, std::uint32_t address) const;

  const C104Parameters& parameters() const { return switch_->policy().parameters(); }
  C104Parameters& configuration() { return switch_->policy_to_write().configuration(); }

  ControlledSwitch* switch_;
};

}  // namespace weft
