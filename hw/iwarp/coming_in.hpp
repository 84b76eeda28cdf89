// What is on its way in over the busses of a cell, and when it will be there.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hw/iwarp/channel_map.hpp"

namespace weft {

/// By the edge of the clock at which last phases end the logical channels that have a word or a
/// dequeue signal then: in a ring, as that is told when a word begins, two clocks ahead. At one
/// edge a channel has one word and one signal at most: it is on one bus.
class ComingIn {
 public:
  static constexpr unsigned places = 8;
  /// Of an edge, by its number, which runs on.
  static constexpr unsigned place_of(std::uint64_t edge) { return edge % places; }

  struct Lines {
    ChannelSet words = 0;     ///< Logical inputs.
    ChannelSet dequeues = 0;  ///< Logical outputs.

    bool empty() const { return words == 0 && dequeues == 0; }
  };

  /// What ends at the edge of a place.
  Lines& at(unsigned place) { return lines_[place]; }
  const Lines& at(unsigned place) const { return lines_[place]; }
  /// How many edges behind this one something ends first, `places` if nothing does.
  unsigned edges_until_next(unsigned place) const {
    unsigned edges = 0;
    while (edges < places && at(place_of(place + edges)).empty()) ++edges;
    return edges;
  }

  /// Calls `take(input, edges)` for each word that ends so many edges behind this one, 1 or more,
  /// the latest first, and forgets it.
  template <class Take>
  void take_back_words(unsigned place, Take take) {
    for (unsigned edges = places - 2; edges != 0; --edges) {
      Lines& lines = at(place_of(place + edges));
      for (ChannelSet left = lines.words; left != 0; left &= left - 1) {
        take(static_cast<unsigned>(std::countr_zero(left)), edges);
      }
      lines.words = 0;
    }
  }

 private:
  std::array<Lines, places> lines_{};
};

}  // namespace weft
