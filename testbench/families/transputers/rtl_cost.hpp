// What co-simulation costs: a switch at `rtl` in SystemC against the same RTL in a bare loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platforms/platform.hpp"

namespace weft {

/// What stood on the wires of a switch at each edge of its clock, link 0 in the lowest bit, and
/// what it answered.
struct PinRecord {
  std::vector<std::uint64_t> d_in;
  std::vector<std::uint64_t> s_in;
  std::uint64_t checksum = 0;  ///< Of D and S of all edges, as it drove them.

  std::size_t clocks() const { return d_in.size(); }
  /// As bytes, for a process that made it and one that reads it.
  std::string to_bytes() const;
  static PinRecord of_bytes(const std::string& bytes);
};

/// How long all edges of a record took.
struct RtlTiming {
  double seconds = 0;  ///< Of processor time.
  std::uint64_t checksum = 0;
};

/// The first switch at `rtl` of the platform, by component. Throws InputError if there is none.
std::size_t first_rtl_switch(const Platform& platform);

/// Runs the platform, and records that switch. A process can do this once, or time_cosimulation.
PinRecord record_pins(const Platform& platform);

/// The Verilated class alone, in a loop that sets its pins, clocks it and reads them.
RtlTiming time_bare(const Platform& platform, const PinRecord& record);

/// The module rtl::C104 with SystemC signals on its wires, which one process drives.
RtlTiming time_cosimulation(const Platform& platform, const PinRecord& record);

}  // namespace weft
