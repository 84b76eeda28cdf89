// How far a mean can be trusted when the samples depend on each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace weft {

/// Confidence interval of the mean of a correlated sequence by the method of batch means: between
/// 20 and 40 batches of equal length; when there would be more, neighbours are merged. Memory is
/// bounded and a sample costs an addition.
class BatchMeans {
 public:
  void add(double value) {
    sum_ += value;
    if (++in_batch_ == batch_size_) end_batch();
  }

  /// Half of the width of the 95 % interval around the mean, by Student's t: of all batches, or,
  /// where neighbours are seen to correlate, of pairs of them, and so on. Nothing where `fewest`
  /// still do, nor until there are so many complete ones.
  std::optional<double> half_width_95() const;

  static constexpr std::size_t fewest = 10;

 private:
  static constexpr std::size_t most = 40;

  void end_batch();

  std::array<double, most> sums_{};
  std::size_t count_ = 0;
  std::uint64_t batch_size_ = 1;
  std::uint64_t in_batch_ = 0;
  double sum_ = 0;
};

}  // namespace weft
