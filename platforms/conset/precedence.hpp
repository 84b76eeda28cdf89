// Which connections must wait for which.
#pragma once

#include <cstddef>
#include <vector>

#include "platforms/conset/connection_set.hpp"

namespace weft::conset {

/// The orderings of a connection set, looked up by connection.
class Precedence {
 public:
  /// Throws InputError at an ordering: connections that wait for each other in a circle.
  explicit Precedence(const ConnectionSet& set);

  /// Indices in ConnectionSet::order of those in which a connection is to be first, and second.
  const std::vector<std::size_t>& before(std::size_t connection) const {
    return before_[connection];
  }
  const std::vector<std::size_t>& after(std::size_t connection) const { return after_[connection]; }
  /// How many orderings stand one behind the other before a connection; 0 for most.
  std::size_t depth(std::size_t connection) const { return depth_[connection]; }

 private:
  std::vector<std::vector<std::size_t>> before_;  // by connection
  std::vector<std::vector<std::size_t>> after_;
  std::vector<std::size_t> depth_;
};

}  // namespace weft::conset
