// Tells a run that stands still for ever from one that takes long.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/common/time.hpp"
#include "platforms/system.hpp"
#include "testbench/watchdog/wait_graph.hpp"
#include "testbench/watchdog/watch.hpp"

namespace weft {

/// Looks at a system now and then and changes nothing: for packets in the network that wait for
/// each other (see WaitGraph), and with the watches of the families that run on it. Where nothing
/// is left that could happen, each look comes after twice the time of the one before, and what was
/// seen is not asked again: a network that idles for a second is looked at twice, and not ten
/// thousand times.
class Watchdog {
 public:
  /// `period` is in ps, and longer than an FCT is on its way; 0 for no looks at all. The system
  /// must outlive it.
  Watchdog(const System& system, Time period);

  /// Called after those that are there already.
  void add(std::unique_ptr<Watch> watch) { watches_.push_back(std::move(watch)); }

  /// `never` without looks.
  Time next_look() const { return next_look_; }
  /// To be called at `next_look`. What stands still since the look before, in lines of text; empty
  /// if nothing does.
  std::string look(Time now);
  /// To be called at the end of a run: looks once more, if the look before is long enough ago.
  std::string look_at_end(Time now);
  /// At the end of the run: what went wrong and nobody has noticed; empty if nothing did.
  std::string unseen_errors() const;
  /// At the end of the run, `now`: what its results do not tell. Without looks nothing is a
  /// failure.
  Alarms alarms(Time now) const;

 private:
  std::string deadlock(Time now, bool nothing_happened);
  void plan_next(Time now);

  Time period_;
  Time last_look_ = 0;
  Time next_look_;
  unsigned idle_looks_ = 0;  ///< In a row, up to the last one.
  WaitGraph network_;
  std::vector<std::unique_ptr<Watch>> watches_;
};

/// Most lines that tell who waits for whom.
inline constexpr std::size_t most_lines_of_waits = 11;

/// A title and the lines below it, as one text.
std::string text_of_waits(const std::string& title, const std::vector<std::string>& lines);

}  // namespace weft
