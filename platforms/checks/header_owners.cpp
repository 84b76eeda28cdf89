#include "platforms/checks/header_owners.hpp"

#include <algorithm>
#include <numeric>

namespace weft {

HeaderOwners::HeaderOwners(const Platform& platform)
    : processors_(&processors_of(platform)), by_header_(processors_->size()) {
  std::iota(by_header_.begin(), by_header_.end(), std::size_t{0});
  std::sort(by_header_.begin(), by_header_.end(), [this](std::size_t a, std::size_t b) {
    return (*processors_)[a].min_header < (*processors_)[b].min_header;
  });
}

// Index into `by_header_` of the first processor whose headers end at `header` or above.
std::size_t HeaderOwners::first_to(std::uint32_t header) const {
  const auto found = std::lower_bound(by_header_.begin(), by_header_.end(), header,
                                      [this](std::size_t processor, std::uint32_t value) {
                                        return (*processors_)[processor].max_header < value;
                                      });
  return static_cast<std::size_t>(found - by_header_.begin());
}

std::size_t HeaderOwners::find(std::uint32_t header) const {
  const std::size_t at = first_to(header);
  if (at == by_header_.size() || (*processors_)[by_header_[at]].min_header > header) {
    return nobody;
  }
  return by_header_[at];
}

std::vector<std::size_t> HeaderOwners::of(const RangeSet& headers) const {
  std::vector<std::size_t> owners;
  for (const HeaderRange& range : headers.ranges()) {
    for (std::size_t at = first_to(range.first);
         at < by_header_.size() && (*processors_)[by_header_[at]].min_header <= range.last; ++at) {
      owners.push_back(by_header_[at]);
    }
  }
  std::sort(owners.begin(), owners.end());
  owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  return owners;
}

}  // namespace weft
