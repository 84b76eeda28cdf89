// Words on the busses of iWarp cells, and how long their programs were stalled.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "platforms/components/cells.hpp"
#include "platforms/system.hpp"
#include "testbench/events/event.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/statistics/reported_value.hpp"

namespace weft {

/// Observes all cells of a system, and all busses as a sink of events.
class CellStatistics final : public EventSink {
 public:
  /// What it listens to, of places by Platform::busses.
  static constexpr EventKinds kinds{EventKind::word};

  /// `warm_up` in ps. To be made before the run; the system must outlive it.
  CellStatistics(System& system, Time warm_up);

  void write(const Event& event) override {
    const WordEvent& word = *std::get<const WordEvent*>(event.report);
    BusCounter& bus = busses_[event.place->index];
    bus.words.add(word.begin);
    if (word.word.tag != WordTag::data) bus.note_marker(word);
  }

  /// Words that all busses have carried, from the start on.
  std::uint64_t words() const;
  /// By Platform::busses: the part of the time from the warm-up to `now` that it carried words,
  /// 0..1.
  std::vector<double> utilisation(Time now) const;
  /// From the warm-up to `now`; bus by bus on a small platform. Nothing without cells and busses.
  /// What cells have thrown away, and begin markers on pathways that were open, from the start on,
  /// by channel, if there were any.
  ReportedValues report(Time now) const;
  /// Of these what was thrown away and begun again, with what may be and was not, if that is asked
  /// for.
  ReportedValues losses(bool all_that_may_be) const;

 private:
  static constexpr std::size_t most_listed = 16;  // busses

  struct BusCounter {
    MeasuredCount words;
    Time word_time;
    ChannelSet open = 0;                                     // pathways that have begun
    std::array<std::uint64_t, most_channels> begun_again{};  // begin markers on open ones

    void note_marker(const WordEvent& word) {
      if (word.word.tag == WordTag::pathway_end) open &= ~bit(word.channel);
      if (word.word.tag != WordTag::pathway_begin) return;
      if ((open & bit(word.channel)) != 0) ++begun_again[word.channel];
      open |= bit(word.channel);
    }
  };

  /// Sees the computation agent at each edge at which it is called; between two of them nothing
  /// changes.
  class StallCounter final : public CellClient {
   public:
    StallCounter(const ComputationPort& port, Time warm_up) : port_(&port), seen_(warm_up) {}
    void clock(Time now) override;
    Time next() const override { return never; }
    ClientWatch watched() const override { return {}; }
    /// From the warm-up to `now`, ps.
    Time stalled(Time now) const {
      return stalled_ + (was_stalled_ && now > seen_ ? now - seen_ : 0);
    }

   private:
    const ComputationPort* port_;
    Time seen_;
    Time stalled_ = 0;
    bool was_stalled_ = false;
  };

  const System* system_;
  Time warm_up_;
  std::vector<BusCounter> busses_;   // by Platform::busses
  std::deque<StallCounter> stalls_;  // by address
};

}  // namespace weft
