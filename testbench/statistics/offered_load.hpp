// What sources offer, what of it gets through, and whether the rest piles up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// What sources have done that send whatever becomes of their earlier messages, from the start on.
struct SourceCounts {
  std::uint64_t offered = 0;    ///< Messages that they had to send.
  std::uint64_t accepted = 0;   ///< Of these, the ones that they were let send.
  std::uint64_t delivered = 0;  ///< Of those, the ones that have come in to their end.
  /// By source: its messages that nobody has acknowledged.
  std::vector<std::uint64_t> waiting;
  bool at_end = false;  ///< They have nothing more to send, whatever comes.

  std::uint64_t backlog() const { return accepted - delivered; }
};

/// Whether results of a run are those of the load that was offered.
enum class LoadState : std::uint8_t {
  too_short,  ///< Nothing is seen to pile up, but so much could that it would not be seen.
  steady,     ///< Nothing is seen to pile up.
  throttled,  ///< Sources had to drop more than OfferedLoad::most_refused of what they had to send.
  unstable,   ///< Messages pile up as long as the run lasts: no latency is that of this load.
};

inline constexpr std::array<std::string_view, 4> load_state_names{"too short", "steady",
                                                                  "throttled", "unstable"};
constexpr std::string_view name_of(LoadState state) {
  return load_state_names[static_cast<unsigned>(state)];
}

/// What the sources of a run did, from the end of the warm-up on.
struct CarriedLoad {
  std::uint64_t offered = 0;
  std::uint64_t accepted = 0;
  std::uint64_t delivered = 0;
  std::uint64_t backlog = 0;  ///< In the end.
  double growth = 0;          ///< Of the backlog, a second.
  double growth_share = 0;    ///< Of what was accepted, 0..1.
  /// The upper end of its interval, one-sided at 99 %: what more than that is would have been seen.
  /// Nothing where so little was offered that there is no interval.
  std::optional<double> growth_at_most;
  LoadState state = LoadState::too_short;
  Time measured = 0;  ///< ps
  /// Says why it is not steady; empty if it is.
  std::string text;

  ReportedValues report() const;
};

/// Judges by the backlog: messages accepted and not delivered. That of a steady network goes up and
/// down, but not away; that of a saturated one grows by what it cannot carry, or, where sources
/// hold no more than so many messages, they drop what is too much.
///
/// The measured time is cut into 20 to 39 stretches of equal length. The growth is the mean of what
/// the backlog gained in each, with an interval by Student's t (batch means, Jain 1991, p. 430).
/// What a saturated network gains in one stretch does not depend on the one before; in a steady one
/// a gain is followed by a loss, and the interval is too wide rather than too narrow. So the
/// method errs, if at all, by calling a short run steady, or too short. A run is unstable where the
/// growth is above 0 at a confidence of 99 %, and at least `least_growth` of what was accepted; or
/// where that is so of one of the sources alone, at a confidence that allows for their number
/// (Bonferroni). It is too short where a growth of `coarse_growth` would not have been seen; but of
/// sources that have nothing more to send and whose messages have all come in, no run is.
class OfferedLoad {
 public:
  static constexpr double least_growth = 0.01;
  static constexpr double most_refused = 0.01;
  static constexpr std::uint64_t fewest_messages = 100;
  /// A growth of this share of what was accepted has to be told from none, or the run is too short.
  static constexpr double coarse_growth = 0.1;

  /// Samples are `step` ps apart, at first.
  explicit OfferedLoad(Time step);

  /// The end of the warm-up, with what there is then.
  void begin(Time now, const SourceCounts& counts);
  /// When to sample next; `never` before `begin`.
  Time next() const { return next_; }
  void sample(Time now, const SourceCounts& counts);

  /// Up to `now`.
  CarriedLoad load(Time now, const SourceCounts& counts) const;
  /// The same without a verdict, which is what takes time.
  CarriedLoad unjudged(Time now, const SourceCounts& counts) const;

 private:
  static constexpr std::size_t most_samples = 128;

  /// What was there at one time.
  struct Point {
    std::uint64_t backlog = 0;
    std::vector<std::uint64_t> waiting;  // by source
  };

  void thin_out();
  bool all_grow(double accepted, CarriedLoad& load) const;
  std::size_t growing_sources(double accepted) const;
  void judge(CarriedLoad& load, bool at_end) const;

  Time step_;
  Time next_ = never;
  Time begun_ = 0;
  SourceCounts first_;
  std::vector<Point> points_;  // the first one is that of `begin`
};

}  // namespace weft
