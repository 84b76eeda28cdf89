// Whose is a header?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "platforms/checks/range_set.hpp"
#include "platforms/processors.hpp"

namespace weft {

/// The processors of a platform by their headers. Refers to the platform.
class HeaderOwners {
 public:
  explicit HeaderOwners(const Platform& platform);

  /// Index into `processors` of the owner of a header; `nobody` where there is none.
  std::size_t find(std::uint32_t header) const;
  /// Those that have some of these headers, in the order of `processors`.
  std::vector<std::size_t> of(const RangeSet& headers) const;

  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

 private:
  std::size_t first_to(std::uint32_t header) const;

  const std::vector<Processor>* processors_;
  std::vector<std::size_t> by_header_;
};

}  // namespace weft
