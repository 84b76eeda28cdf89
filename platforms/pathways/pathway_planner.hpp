// Plans the pathways of iWarp programs over the busses that work.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "hw/iwarp/header_word.hpp"
#include "platforms/platform.hpp"

namespace weft {

/// The way of a pathway as a program opens it: the channel to ask for, and the header.
struct Pathway {
  Bus bus = Bus::x_right;
  unsigned pool = 0;
  std::vector<HeaderWord> header;  ///< The first goes into the begin marker.
  unsigned hops = 0;
  std::vector<Bus> sides;  ///< On which it leaves each cell, the destination's excepted.
};

/// Shortest ways by street signs (Borkar et al. 1990, 6.1.3), of those the ones with the fewest
/// header words. A header is a list of turns, so a way may go round dead busses wherever they are.
///
/// Pathways wait for channels that others hold, and shall not do so in a ring. So the busses have
/// an order: XRight by rising address, XLeft by falling, YDown by rising, YUp by falling. A way
/// that goes on over a bus that is not higher than the one before changes to the next pool, as at
/// the dateline of a torus. Dependencies then only rise, whatever the wiring. A mesh needs one
/// pool, the shortest ways of a torus three; with fewer, ways are longer.
class PathwayPlanner {
 public:
  /// `pools` in the order in which a way takes them. Over the busses that are whole at `at`, ps.
  PathwayPlanner(const Platform& platform, std::vector<unsigned> pools, Time at = 0);

  /// From cell to cell by address; nothing if there is no way, or if they are the same.
  std::optional<Pathway> plan(unsigned from, unsigned to);

  /// By address, whether there is a way from `from`.
  std::vector<bool> reachable(unsigned from);

 private:
  static constexpr std::uint32_t unseen = ~std::uint32_t{0};

  /// What is at the far end of an output bus.
  struct Step {
    bool alive = false;
    unsigned to = 0;  // address
    Bus in = Bus::x_right;
    std::uint32_t rank = 0;
    std::uint32_t pools = 0;  // of its channels, a bit each
  };
  /// A pathway has come to a cell over a bus, in the pool of this number.
  struct State {
    unsigned cell = 0;
    Bus in = Bus::x_right;
    unsigned pool = 0;
  };
  struct Visit {
    std::uint32_t words = unseen;  // of the header so far
    std::uint32_t hops = 0;
    std::uint32_t rank = 0;  // of the bus that it came over
    std::uint32_t from = unseen;
    Bus out = Bus::x_right;  // of the cell before
  };

  std::size_t index_of_state(const State& state) const {
    return (std::size_t{state.cell} * bus_count + index_of(state.in)) * pools_.size() + state.pool;
  }
  State state_at(std::size_t index) const;
  void search(unsigned from, std::optional<unsigned> to);
  void begin(unsigned from);
  void extend(std::size_t index);
  void visit(const Step& step, unsigned pool, const Visit& visit);
  std::optional<std::size_t> arrival(unsigned to) const;
  Pathway pathway_to(std::size_t arrived, unsigned from) const;

  std::vector<unsigned> pools_;
  std::vector<std::array<Step, bus_count>> steps_;  // by address and output bus
  std::vector<Visit> visits_;                       // by state, of the search before
  std::vector<std::size_t> layer_;                  // states that are one hop further
  std::vector<std::size_t> touched_;
};

/// The pools of which every bus of the platform has a channel, ascending.
std::vector<unsigned> common_pools(const Platform& platform);

/// When busses are cut, ascending and each once, with 0.
std::set<Time> bus_fault_times(const Platform& platform);

/// No pathway leads from one cell to another.
struct CellsApart {
  unsigned from = 0;  ///< Address.
  unsigned to = 0;    ///< Address.
  Time since = 0;     ///< The fault that parts them, ps.
};

/// All pairs that faults part, each once, in the order of `since`; none if no bus is cut.
std::vector<CellsApart> cells_apart(const Platform& platform);

}  // namespace weft
