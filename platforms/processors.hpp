// The processors of a platform (Part::processor), and how headers name them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hw/common/addressing.hpp"
#include "hw/common/time.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// A processor as workloads and routing see it.
struct Processor {
  std::size_t component = 0;
  std::vector<unsigned> coordinates;  ///< x first; empty unless it is a node of the network.
  std::uint32_t min_header = 0;       ///< Virtual channel c is header min_header + c.
  std::uint32_t max_header = 0;
  unsigned links = 0;  ///< Links that are connected: link0 to link<links - 1>.
};

/// How headers name virtual channels on this platform.
struct HeaderScheme {
  Addressing addressing = Addressing::channel;
  unsigned header_bytes = 1;
  unsigned channels = 0;  ///< Virtual channels of a processor: channel = index of the other one.
  std::uint32_t random_base = 0;  ///< Random headers (Valiant) begin here, behind all others.
};

/// Two processors of which the second cannot be reached from the first; indices in processors_of.
struct UnreachablePair {
  std::size_t source = 0;
  std::size_t destination = 0;
  Time since = 0;  ///< ps

  friend auto operator<=>(const UnreachablePair&, const UnreachablePair&) = default;
};

/// What a platform notes of its processors.
struct Processors {
  /// In the order of their headers, unless those were given by hand: nodes of the network by their
  /// label, each with the processors that hang on its router, then all others as they are written.
  std::vector<Processor> list;
  std::unordered_map<std::size_t, std::size_t> index;  ///< In `list`, by component.
  HeaderScheme headers;
  std::vector<UnreachablePair> unreachable;  ///< For faults; each pair once, in order.
};

/// See Processors::list.
const std::vector<Processor>& processors_of(const Platform& platform);
const HeaderScheme& headers_of(const Platform& platform);
/// See Processors::unreachable.
const std::vector<UnreachablePair>& unreachable_of(const Platform& platform);
/// Index in processors_of of a component that is a processor.
std::optional<std::size_t> processor_of(const Platform& platform, std::size_t component);
/// Can messages and their acknowledgements pass between two processors at a time, whatever links
/// are dead then? By default to the end of the run.
bool can_talk(const Platform& platform, std::size_t processor, std::size_t other, Time at = never);

}  // namespace weft
