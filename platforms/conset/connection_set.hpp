// What an application needs of the network: connections, used in steps. The first half of the form
// that partitioner, scheduler, run-time system and pictures share; see schedule.hpp for the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/netlist/place.hpp"

namespace weft::conset {

/// A persistent channel from one cell to another, one way, of guaranteed bandwidth and latency
/// (Feldmann, Stricker and Warfel 1993, principle 2.1).
struct Connection {
  std::string name;
  unsigned from = 0;            ///< Address of a cell.
  unsigned to = 0;              ///< Of another one.
  std::uint64_t words = 1;      ///< Of 32 bits that go over it in each of its steps.
  std::uint64_t bandwidth = 0;  ///< The least while it is active, bytes a second; 0: none is asked.
  Time latency = never;         ///< The greatest that a word may take through the network, ps.
  Place place;                  ///< Where it was written.
};

/// All uses of the first connections end before one of the second begins, within each step.
struct Ordering {
  std::vector<std::size_t> before;  ///< Indices in `connections`, ascending.
  std::vector<std::size_t> after;
  Place place;
};

/// Connections, and the steps of the application that use them: building blocks of its own, one
/// behind the other (section 2). A connection may be in several steps, and then is in several
/// phases.
struct ConnectionSet {
  std::vector<Connection> connections;
  std::vector<std::vector<std::size_t>> steps;  ///< Indices in `connections`, ascending.
  std::vector<Ordering> order;
  Place place;  ///< The file or the pattern.
};

inline constexpr std::size_t most_connections = 65'536;     ///< Of a set.
inline constexpr std::uint64_t most_words = 1'000'000'000;  ///< Of a connection; 1 is the least.

}  // namespace weft::conset
