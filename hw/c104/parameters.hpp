// Parameters of a C104 packet switch.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/c104/interval_table.hpp"
#include "hw/common/contention.hpp"
#include "hw/common/time.hpp"
#include "hw/dslink/parameters.hpp"

namespace weft {

/// Which waiting packet gets an output that became free (thesis 4.2.4).
enum class Arbitration : std::uint8_t {
  fifo,           ///< The longest waiting; the STC104's own.
  random,         ///< Any, with equal chances.
  network_first,  ///< Packets from other routers before packets from processors.
  oldest_first,   ///< The packet that was injected first.
  hops_first,     ///< The packet that has passed most routers.
};

/// What is set for each link of a C104 (facts.md, C104).
struct C104LinkParameters {
  IntervalTable intervals;     ///< Of the input side; empty: every header is invalid.
  unsigned header_bytes = 1;   ///< 1 or 2: bytes of a header that enters here.
  bool delete_header = false;  ///< Output side: the header is removed as the packet leaves.
  bool random_header = false;  ///< Input side: a header base + [0, range) is put in front.
  std::uint32_t random_base = 0;
  std::uint32_t random_range = 1;
  bool external = false;  ///< A processor is at the other end (for network_first).
  /// A link is there. A port without one may get packets too; they stay in its output buffer.
  bool connected = true;
};

/// Parameters of a C104. `per_link` has `links` entries.
struct C104Parameters {
  unsigned links = 32;           ///< 1..64.
  unsigned max_intervals = 36;   ///< Intervals that the table of a link can hold [M].
  unsigned input_buffer = 35;    ///< Tokens, 8 or more; with output_buffer 70 a link [NF].
  unsigned output_buffer = 35;   ///< Tokens, 1 or more.
  Time clock = 10 * nanosecond;  ///< Period of the crossbar's clock.
  /// From the verified header to its first bit at a free, aligned output; a multiple of `clock`,
  /// at least 2 of them. 40 ns and the parity bit that verifies the header make the thesis' 50. At
  /// `packet` level also 0: a packet goes on with the last bit of its header.
  Time routing_latency = 40 * nanosecond;
  Arbitration arbitration = Arbitration::fifo;
  bool acknowledgement_priority = false;  ///< Acknowledgements before data at every output.
  /// An output whose link is in error throws away what is for it, so that the rest of the network
  /// lives on; without it, packets wait for the link to be restarted [M].
  bool localize_error = true;
  /// Two hunt groups may share some of their links. The STC104's cannot: which links are side by
  /// side in a group is set for the switch [M], so two groups are the same or have no link in
  /// common.
  bool overlapping_groups = false;
  Contention contention = Contention::full;  ///< Other than full at `packet` level only.
  std::vector<C104LinkParameters> per_link;
};

}  // namespace weft
