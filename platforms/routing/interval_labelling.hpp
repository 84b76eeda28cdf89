// Interval labelling: from routes by label to the tables of C104s.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/c104/parameters.hpp"
#include "platforms/components/c104_tables.hpp"
#include "platforms/platform.hpp"
#include "platforms/routing/routing.hpp"

namespace weft {

/// Headers that lead to one processor.
struct HeaderOwner {
  std::uint32_t min_header = 0;
  std::uint32_t max_header = 0;
  std::size_t router = 0;  ///< Of the topology, on which it hangs.
  HuntGroup exit;          ///< By which it leaves that router.
};

/// Makes the interval tables of a network.
class IntervalLabelling {
 public:
  /// `owners` in the order of their headers, which do not overlap. With `grouped`, the links of a
  /// hunt group take whatever comes; without, each has its share of the destinations. Random
  /// headers (Valiant) are `random_base` + label.
  IntervalLabelling(const Routing& routing, const PortPlan& ports, std::vector<HeaderOwner> owners,
                    bool grouped, std::uint32_t random_base);

  /// The table of a router's inputs of one kind: neighbouring headers that leave by the same hunt
  /// group share an interval. Headers that belong to nobody fall to the interval before them, so
  /// that no intervals are spent on them. What a fault has cut off is discarded. Without a place.
  /// Without grouping, that of one link: `input`.
  RoutingTable table(std::size_t router, unsigned kind, unsigned input) const;

  /// Labels, and so random headers.
  std::size_t labels() const { return first_owner_.empty() ? 0 : first_owner_.size() - 1; }

 private:
  // Owners from `first` up to, without, `last` go the same way.
  struct Stretch {
    std::size_t first;
    std::size_t last;
    Route route;
  };
  std::vector<Stretch> stretches(const std::vector<Route>& routes) const;
  void share_out(std::vector<Stretch>& stretches) const;
  void spread(std::vector<Stretch>& stretches, unsigned input) const;
  void add(std::vector<Interval>& table, std::size_t last_owner, Interval interval) const;

  void add_random_routes(std::vector<Interval>& table, std::size_t router) const;

  const Routing* routing_;
  Lanes lanes_;
  std::vector<HeaderOwner> owners_;
  bool grouped_;
  std::uint32_t random_base_;
  std::vector<std::size_t> label_of_owner_;
  bool in_order_ = true;                  // labels of the owners ascend
  std::vector<std::size_t> first_owner_;  // by label, and one more: the first of it or above
};

}  // namespace weft
