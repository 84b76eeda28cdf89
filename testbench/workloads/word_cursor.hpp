// Where a cell is in the timetable of a phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "testbench/programs/phased_connections.hpp"

namespace weft {

/// The words of one side of a cell, sends or receives, in the order of the timetable.
class WordCursor {
 public:
  /// Each word is taken `lead` words later than the timetable has it.
  WordCursor(const ConnectionPlan& plan, const std::vector<conset::ConnectionEnd>& ends,
             std::uint64_t lead)
      : plan_(&plan), ends_(&ends), lead_(lead) {}

  bool done() const { return next_ == ends_->size(); }
  const conset::ConnectionEnd& end() const { return (*ends_)[next_]; }
  std::uint64_t number() const { return number_; }
  bool at_begin() const { return number_ == 0; }
  std::uint64_t words() const { return plan_->schedule.set.connections[end().connection].words; }
  /// Clock of the word by the timetable.
  std::uint64_t due() const {
    return end().start + (number_ + lead_) * plan_->schedule.clocks_per_word;
  }
  void advance() {
    if (++number_ < words()) return;
    number_ = 0;
    ++next_;
  }

 private:
  const ConnectionPlan* plan_;
  const std::vector<conset::ConnectionEnd>* ends_;
  std::uint64_t lead_;
  std::size_t next_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace weft
