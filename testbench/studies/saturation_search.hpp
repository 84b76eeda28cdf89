// Which loads to try next when looking for the highest one that is steady.
#pragma once

#include <string>
#include <vector>

namespace weft {

/// One run. Loads are payload of a processor that sends, in MB/s.
struct LoadPoint {
  double offered = 0;        ///< By the mean interval between messages.
  double delivered = 0;      ///< That came in, in the time that was measured.
  double latency = 0;        ///< The standard one, mean, ns; of what has arrived.
  double percentile_99 = 0;  ///< Of it.
  std::string status;        ///< RunResult::status

  /// Nothing was seen to pile up.
  bool steady() const { return status == "ok" || status == "too short"; }
};

/// An interval of loads, steady at its lower end and not at its upper one, that is cut into three
/// by two runs at a time. Runs are as long as it takes for their messages: so many that a growth of
/// the backlog by half of the distance between two loads would be seen at a confidence of 99 %. A
/// lower end above which nothing was steady is tried again with as many messages as what was tried
/// there; if it is not steady any more, the search goes on below.
class SaturationSearch {
 public:
  /// Loads to be tried side by side.
  struct Step {
    std::vector<double> loads;  ///< Ascending.
    double messages = 0;        ///< Of each, about.
    double growth = 0;          ///< That is to be seen, as a share of the messages.
  };

  /// `calm` was seen steady and is taken for it; nothing is carried at `most`. A run has `messages`
  /// at most, and a sixteenth of them at least. Ends when the interval is `within` percent of its
  /// upper end.
  SaturationSearch(const LoadPoint& calm, double most, double messages, double within);

  bool done() const { return !wide() && !doubtful(); }
  Step next() const;
  /// What became of `step`, by load.
  void take(const Step& step, const std::vector<LoadPoint>& points);

  const LoadPoint& steady() const { return steady_; }  ///< By its longest run.
  double unsteady() const { return unsteady_; }

 private:
  static constexpr unsigned parts = 3;

  double width() const { return unsteady_ - steady_.offered; }
  bool wide() const { return width() > within_ / 100 * unsteady_; }
  bool doubtful() const { return sure_ < tried_; }
  void go_below(double messages);

  LoadPoint calm_;
  double most_messages_;
  double within_;
  LoadPoint steady_;
  double unsteady_;
  double sure_;       // messages of the longest run by which the lower end is steady
  double tried_ = 0;  // and of those above it, where none was
};

}  // namespace weft
