#include "tlm/iwarp/fair_shares.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>

namespace weft {
namespace {

/// What is left of a bus for those whose rate is not known yet.
struct BusShare {
  double left = 0;
  unsigned waiting = 0;
};

// `rates`: of those that can have no more, by place.
double limit_of(const SharingWords& words, const std::vector<BusShare>& shares,
                const std::vector<std::optional<double>>& rates) {
  double limit = words.most;
  for (const std::size_t ahead : words.behind) {
    if (rates[ahead]) limit = std::min(limit, *rates[ahead]);
  }
  for (const std::uint32_t bus : words.busses) {
    limit = std::min(limit, std::max(0.0, shares[bus].left) / shares[bus].waiting);
  }
  return limit;
}

}  // namespace

// The rates of all rise together; those that can have no more stay behind, and the others go on.
std::vector<double> fair_shares(const std::vector<SharingWords>& all,
                                const std::vector<double>& capacity) {
  constexpr double rounding = 1 + 1e-9;
  std::vector<BusShare> shares(capacity.size());
  for (std::size_t bus = 0; bus < capacity.size(); ++bus) shares[bus].left = capacity[bus];
  for (const SharingWords& words : all) {
    for (const std::uint32_t bus : words.busses) ++shares[bus].waiting;
  }
  std::vector<std::optional<double>> rates(all.size());
  std::vector<double> limits(all.size(), 0);
  std::vector<std::size_t> rising(all.size());
  std::iota(rising.begin(), rising.end(), std::size_t{0});
  while (!rising.empty()) {
    double level = std::numeric_limits<double>::infinity();
    for (const std::size_t one : rising) {
      limits[one] = limit_of(all[one], shares, rates);
      level = std::min(level, limits[one]);
    }
    std::erase_if(rising, [&](std::size_t one) {
      if (limits[one] > level * rounding) return false;
      rates[one] = level;
      for (const std::uint32_t bus : all[one].busses) {
        shares[bus].left -= level;
        --shares[bus].waiting;
      }
      return true;
    });
  }
  std::vector<double> found;
  found.reserve(rates.size());
  for (const std::optional<double>& rate : rates) found.push_back(*rate);
  return found;
}

}  // namespace weft
