// Where messages lie in a memory.
#pragma once

#include <cstdint>
#include <map>

namespace weft {

/// Gives out room from an address on: the lowest that is free, in whole words of 8 bytes.
class MessagePlaces {
 public:
  explicit MessagePlaces(std::uint64_t first) : first_(first) {}

  /// `bytes` is 1 or more.
  std::uint64_t take(std::uint64_t bytes) {
    const std::uint64_t needed = (bytes + 7) / 8 * 8;
    std::uint64_t place = first_;
    for (const auto& [begin, end] : taken_) {
      if (begin - place >= needed) break;
      place = end;
    }
    taken_.emplace(place, place + needed);
    return place;
  }
  /// A place that was given out.
  void give_back(std::uint64_t place) { taken_.erase(place); }

 private:
  std::uint64_t first_;
  std::map<std::uint64_t, std::uint64_t> taken_;  // ends, by begins
};

}  // namespace weft
