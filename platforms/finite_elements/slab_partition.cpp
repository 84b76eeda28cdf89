#include "platforms/finite_elements/slab_partition.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <tuple>

#include <boost/random/uniform_real_distribution.hpp>

#include "hw/common/random.hpp"

namespace weft::finite_elements {
namespace {

using Elements = std::span<std::uint32_t>;
using Weights = std::vector<double>;

class Cutter {
 public:
  Cutter(const std::vector<GridPlace>& places, const SlabPlan& plan)
      : places_(&places), plan_(&plan), part_of_(places.size(), 0) {
    RandomStream random(plan.seed, "finite element parts");
    boost::random::uniform_real_distribution<double> draw(-1, 1);
    for (const auto& slab : plan.parts) {
      auto& bars = weights_.emplace_back();
      for (const unsigned parts : slab) {
        Weights& bar = bars.emplace_back();
        for (unsigned i = 0; i < parts; ++i) bar.push_back(1 + plan.unevenness * draw(random));
      }
    }
  }

  std::vector<unsigned> cut() {
    std::vector<std::uint32_t> elements(places_->size());
    std::iota(elements.begin(), elements.end(), 0U);
    Weights slabs;
    for (const auto& bars : weights_) slabs.push_back(sum_of_bars(bars));
    unsigned part = 0;
    cut_along(0, elements, slabs, [&](std::size_t slab, Elements in_slab) {
      Weights bars;
      for (const Weights& bar : weights_[slab]) bars.push_back(sum(bar));
      cut_along(1, in_slab, bars, [&](std::size_t bar, Elements in_bar) {
        cut_along(2, in_bar, weights_[slab][bar], [&](std::size_t, Elements in_part) {
          for (const std::uint32_t element : in_part) part_of_[element] = part;
          ++part;
        });
      });
    });
    return std::move(part_of_);
  }

 private:
  static double sum(const Weights& weights) {
    return std::accumulate(weights.begin(), weights.end(), 0.0);
  }
  static double sum_of_bars(const std::vector<Weights>& bars) {
    double all = 0;
    for (const Weights& bar : bars) all += sum(bar);
    return all;
  }

  // Pieces by their weights, in the order along the axis; each goes to `next` with its number.
  template <class Next>
  void cut_along(unsigned axis, Elements elements, const Weights& weights, const Next& next) {
    std::sort(elements.begin(), elements.end(), [&](std::uint32_t one, std::uint32_t other) {
      return rank(axis, one) < rank(axis, other);
    });
    const double all = sum(weights);
    double before = 0;
    std::size_t begin = 0;
    for (std::size_t piece = 0; piece < weights.size(); ++piece) {
      before += weights[piece];
      const bool is_last = piece + 1 == weights.size();
      const auto end = is_last ? elements.size()
                               : static_cast<std::size_t>(std::lround(
                                     before / all * static_cast<double>(elements.size())));
      next(piece, elements.subspan(begin, end - begin));
      begin = end;
    }
  }

  std::tuple<unsigned, unsigned, unsigned, std::uint32_t> rank(unsigned axis,
                                                               std::uint32_t element) const {
    const GridPlace& at = (*places_)[element];
    return {at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3], element};
  }

  const std::vector<GridPlace>* places_;
  const SlabPlan* plan_;
  std::vector<std::vector<Weights>> weights_;  // by slab and bar, of the parts
  std::vector<unsigned> part_of_;              // by element
};

}  // namespace

std::vector<unsigned> cut_into_slabs(const std::vector<GridPlace>& places, const SlabPlan& plan) {
  return Cutter(places, plan).cut();
}

}  // namespace weft::finite_elements
