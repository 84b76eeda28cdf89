// The network as the communication compiler sees it: cells that have channels, busses between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "hw/iwarp/bus.hpp"
#include "hw/iwarp/channel_map.hpp"
#include "platforms/platform.hpp"

namespace weft::conset {

/// A bus from one cell to another.
struct GraphBus {
  unsigned from = 0;  ///< Address of a cell.
  unsigned to = 0;
  Bus out = Bus::x_right;  ///< Of `from`.
  Bus in = Bus::x_left;    ///< Of `to`.
};

/// The cells of a platform, by address, and the busses between them that are whole at its start.
class CellGraph {
 public:
  /// Without `backloops` there are no busses that close a ring: only those between cells whose
  /// coordinates differ by one, in one dimension, as of the surface router of section 5.1.3.
  /// Throws InputError: no cells, no busses between them; cells without coordinates where there are
  /// to be no backloops; at `asked_at`, or else at the platform's name.
  explicit CellGraph(const Platform& platform, bool backloops = true,
                     const std::optional<Place>& asked_at = {});

  const std::string& platform() const { return platform_; }
  unsigned cells() const { return static_cast<unsigned>(names_.size()); }
  const std::string& name(unsigned cell) const { return names_[cell]; }
  const std::vector<std::string>& names() const { return names_; }
  /// Of a component with this name; nothing if it is no cell.
  std::optional<unsigned> find(const std::string& name) const;
  /// Sizes of the grid that all cells are nodes of, x first; empty if there is none. The address of
  /// a cell is then its number in the grid, x fastest.
  const Shape& shape() const { return shape_; }

  /// In the order of the cells that they come from, and then of the sides on which they leave.
  const std::vector<GraphBus>& busses() const { return busses_; }
  /// The busses that leave a cell are those from first_bus(cell) to before first_bus(cell + 1).
  std::size_t first_bus(unsigned cell) const { return first_bus_[cell]; }
  /// The bus that leaves a cell on this side, if there is one.
  std::optional<std::size_t> bus_out(unsigned cell, Bus side) const;

  /// The least hops to each cell; `no_way` to those that cannot be reached.
  std::vector<std::uint32_t> hops_from(unsigned cell) const;
  static constexpr std::uint32_t no_way = std::numeric_limits<std::uint32_t>::max();

  /// Logical channels of a cell; the least of all.
  unsigned channels() const { return channels_; }
  /// Which of a cell's logical input channels are allocated to which bus, and which are its own.
  const ChannelMap& channels_of(unsigned cell) const { return channels_of_[cell]; }
  /// Of the cells, ps.
  Time clock() const { return clock_; }
  /// Of a word on a bus, ps.
  Time word() const { return 2 * clock_; }
  /// Of a word from bus to bus, ps: four clocks (section 4.3.1: from two clocks to 4 sqrt(N), the
  /// hops across a torus of N cells being sqrt(N)).
  Time hop() const { return 4 * clock_; }
  /// Bytes a second over a bus.
  std::uint64_t bus_rate() const { return 4 * second / word(); }

 private:
  std::string platform_;
  std::vector<std::string> names_;
  Shape shape_;
  std::vector<GraphBus> busses_;
  std::vector<std::size_t> first_bus_;
  unsigned channels_ = 0;
  std::vector<ChannelMap> channels_of_;  // by cell
  Time clock_ = 0;
};

}  // namespace weft::conset
