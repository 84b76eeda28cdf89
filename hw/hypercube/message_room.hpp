// Buffers of a switch for messages that it stores whole.
#pragma once

#include <cstdint>
#include <map>

#include "hw/common/time.hpp"

namespace weft {

/// Bytes in use. What is taken or given back may be told ahead, and in any order.
class HypercubeMessageRoom {
 public:
  void take(Time at, std::uint64_t bytes) { changes_[at] += static_cast<std::int64_t>(bytes); }
  void give_back(Time at, std::uint64_t bytes) { changes_[at] -= static_cast<std::int64_t>(bytes); }

  /// The most that were in use at a time, up to `now`; nothing is told of times before it any more.
  std::uint64_t most_used(Time now) {
    for (; !changes_.empty() && changes_.begin()->first <= now; changes_.erase(changes_.begin())) {
      used_ += changes_.begin()->second;
      if (used_ > most_) most_ = used_;
    }
    return static_cast<std::uint64_t>(most_);
  }

 private:
  std::map<Time, std::int64_t> changes_;
  std::int64_t used_ = 0;
  std::int64_t most_ = 0;
};

}  // namespace weft
