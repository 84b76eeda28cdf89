// Random streams: one for each component and workload, so that none shifts another.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace weft {

/// A stream of random numbers named by a seed and by what it is for.
/// SplitMix64 (Steele, Lea, Flood 2014): eight bytes of state, and any two names give streams that
/// do not overlap in practice. Distributions are Boost's: the same numbers on every platform.
class RandomStream {
 public:
  using result_type = std::uint64_t;

  RandomStream(std::uint64_t seed, std::string_view owner) : state_(mix(seed)) {
    for (const char c : owner) state_ = mix(state_ ^ static_cast<unsigned char>(c));
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    state_ += golden_gamma;
    return mix(state_);
  }

  /// Uniform in [0, bound); bound > 0.
  std::uint64_t below(std::uint64_t bound);

  /// Exponential with the given mean, rounded to a whole number, at least 1.
  std::uint64_t exponential(std::uint64_t mean);

  /// Normal, rounded to a whole number; 0 where it would be less.
  std::uint64_t normal(std::uint64_t mean, std::uint64_t deviation);

  /// True with this probability, 0..1.
  bool chance(double probability);

  /// Trials until the first one that succeeds, with a chance of `probability`, above 0 and at most
  /// 1, each: geometric, at least 1.
  std::uint64_t trials(double probability);

 private:
  static constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15;

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

/// The seed of a component: of the run's seed and its path in the platform ("node[3,2].router").
inline std::uint64_t component_seed(std::uint64_t seed, std::string_view path) {
  return RandomStream(seed, path)();
}

}  // namespace weft
