// Configuration of a C104 through registers.
#pragma once

#include <cstdint>

#include "hw/c104/c104_core.hpp"

namespace weft {

/// The register map of a C104: 32-bit registers at byte addresses that are multiples of 4. The
/// functions are those of the STC104 (facts.md, C104); the layout is Weft's own, as the real one is
/// not public. What is written takes effect with the next header.
///
/// - 0x000 device (r): bits 31-16 0x0104; bits 7-0 number of links.
/// - 0x004 arbitration (rw): 0 fifo, 1 random, 2 network first, 3 oldest first, 4 hops first.
/// - 0x008 acknowledgement priority (rw): 1 for acknowledgements before data at every output.
/// - 0x00c routing latency (r): in periods of the crossbar's clock.
/// - 0x010 clock (r): period of the crossbar's clock, ps.
/// - 0x014 buffers (r): bits 31-16 output, bits 15-0 input, tokens a link.
/// - 0x018 max intervals (r): intervals that a link's table can hold.
/// - 0x01c packets routed (r): low 32 bits of the counter.
/// - 0x020 packets discarded (r): by a discard interval.
/// - 0x024 header errors (r): by an invalid interval, or none.
///
/// Link n has its own at 0x1000 * (n + 1):
///
/// - 0x000 control (rw): bits 1-0 header bytes, 1 or 2; bit 2 delete header (output side); bit 3
///   random header (input side); bit 4 external, a processor is at the other end.
/// - 0x004 random base (rw): first random header, 0 to 65535.
/// - 0x008 random range (rw): number of random headers, 1 to 65536.
/// - 0x00c interval count (rw): intervals in the table; those that are added are invalid.
/// - 0x010 status (r): bits 2-0 LinkState; bits 6-4 LinkError, the error flag; bits 15-8 credit.
/// - 0x014 command (w): 1 restarts the halted link and clears the error flag.
/// - 0x400 + 8 i, limit i (rw): exclusive upper bound of interval i, 1 to 65536.
/// - 0x404 + 8 i, target i (rw): bits 1-0 IntervalAction; bits 15-8 first link; bits 23-16 links in
///   the hunt group.
///
/// Intervals count only up to the interval count, which is written first. While a table is being
/// rewritten its limits may be out of order; headers that arrive then may go anywhere in it.
class C104Registers {
 public:
  explicit C104Registers(C104Core& core) : core_(&core) {}

  /// Throws std::out_of_range where there is no register that can be read.
  std::uint32_t read(std::uint32_t address) const;
  /// Throws std::out_of_range where there is no register, std::invalid_argument for a register that
  /// cannot be written and for a value that it cannot hold; nothing is changed then.
  void write(std::uint32_t address, std::uint32_t value);

  // Addresses, for software.
  static constexpr std::uint32_t device = 0x000;
  static constexpr std::uint32_t arbitration = 0x004;
  static constexpr std::uint32_t acknowledgement_priority = 0x008;
  static constexpr std::uint32_t routing_latency = 0x00c;
  static constexpr std::uint32_t clock = 0x010;
  static constexpr std::uint32_t buffers = 0x014;
  static constexpr std::uint32_t max_intervals = 0x018;
  static constexpr std::uint32_t packets_routed = 0x01c;
  static constexpr std::uint32_t packets_discarded = 0x020;
  static constexpr std::uint32_t header_errors = 0x024;

  static constexpr std::uint32_t link_base(unsigned link) { return 0x1000 * (link + 1); }
  static constexpr std::uint32_t control = 0x000;
  static constexpr std::uint32_t random_base = 0x004;
  static constexpr std::uint32_t random_range = 0x008;
  static constexpr std::uint32_t interval_count = 0x00c;
  static constexpr std::uint32_t status = 0x010;
  static constexpr std::uint32_t command = 0x014;
  static constexpr std::uint32_t limit(unsigned interval) { return 0x400 + 8 * interval; }
  static constexpr std::uint32_t target(unsigned interval) { return 0x404 + 8 * interval; }

  /// Values of the packed registers.
  static std::uint32_t control_of(const C104LinkParameters& link);
  static std::uint32_t target_of(const Interval& interval);

 private:
  std::uint32_t read_global(std::uint32_t address) const;
  std::uint32_t read_link(unsigned link, std::uint32_t offset, std::uint32_t address) const;
  void write_global(std::uint32_t address, std::uint32_t value);
  void write_link(unsigned link, std::uint32_t offset, std::uint32_t address, std::uint32_t value);
  void write_control(unsigned link, std::uint32_t value);
  void write_target(Interval& interval, std::uint32_t value);
  unsigned link_at(std::uint32_t address) const;
  std::size_t interval_index(unsigned link, std::uint32_t offset, std::uint32_t address) const;

  C104Core* core_;
};

}  // namespace weft
