#include "testbench/workloads/connection_steps.hpp"

#include <algorithm>
#include <limits>

namespace weft {
namespace {

/// The words of one side of a cell that have not been taken yet. Places are words of the timetable.
class SideOfPhase {
 public:
  SideOfPhase(const conset::Schedule& schedule, const std::vector<conset::ConnectionEnd>& ends)
      : schedule_(&schedule), ends_(&ends) {}

  bool done() const { return next_ == ends_->size(); }
  std::uint64_t place() const {
    if (done()) return std::numeric_limits<std::uint64_t>::max();
    return (*ends_)[next_].start / schedule_->clocks_per_word + first_;
  }
  /// Of the present connection.
  std::uint64_t words() const {
    return schedule_->set.connections[(*ends_)[next_].connection].words - first_;
  }
  StepEnd take(std::uint64_t words_taken) {
    const StepEnd taken{next_, first_};
    first_ += words_taken;
    if (words() == 0) {
      first_ = 0;
      ++next_;
    }
    return taken;
  }

 private:
  const conset::Schedule* schedule_;
  const std::vector<conset::ConnectionEnd>* ends_;
  std::size_t next_ = 0;
  std::uint64_t first_ = 0;
};

}  // namespace

std::vector<ConnectionStep> steps_of(const conset::Schedule& schedule,
                                     const conset::CellPhase& phase) {
  SideOfPhase sends(schedule, phase.sends);
  SideOfPhase receives(schedule, phase.receives);
  std::vector<ConnectionStep> steps;
  const auto alone = [](const SideOfPhase& one, const SideOfPhase& other) {
    return std::min(one.words(), other.place() - one.place());
  };
  while (!sends.done() || !receives.done()) {
    ConnectionStep& step = steps.emplace_back();
    if (sends.place() == receives.place()) {
      step.words = std::min(sends.words(), receives.words());
      step.sends = sends.take(step.words);
      step.receives = receives.take(step.words);
    } else if (sends.place() < receives.place()) {
      step.words = alone(sends, receives);
      step.sends = sends.take(step.words);
    } else {
      step.words = alone(receives, sends);
      step.receives = receives.take(step.words);
    }
  }
  return steps;
}

}  // namespace weft
