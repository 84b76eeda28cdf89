// Messages from one iWarp cell to another.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "platforms/pathways/pathway_planner.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// One iWarp cell sends messages to another, over pathways that stay open (section 6.1).
struct PathwayStreamParameters {
  std::uint32_t words = 64;         ///< Of a message.
  std::uint64_t messages = 0;       ///< On each pathway; 0 for no end.
  std::uint32_t pathways = 1;       ///< Side by side.
  Transfer send = Transfer::gates;  ///< By the program or by spooling gates.
  Transfer receive = Transfer::gates;
  std::string from;  ///< Component; empty for the first cell.
  std::string to;    ///< Component; empty for the last cell.
};

/// Workload `pathway_stream`: pathways side by side from one cell to another, and messages over
/// them (Borkar et al. 1990, 6.1), by gates (7.1) or by spooling gates (7.2).
class PathwayStream final : public Workload {
 public:
  /// What the receiver has seen.
  struct Tally {
    MeasuredCount messages;
    MeasuredCount words;
    Time first = 0;  ///< End of the first message after the warm-up.
    Time last = 0;   ///< End of the last one.
    std::uint64_t words_after_first = 0;
    std::uint64_t stolen_first = 0;  ///< Accesses of its spooling gates until then.
    std::uint64_t stolen_last = 0;

    explicit Tally(Time warm_up) : messages(warm_up), words(warm_up) {}
    void message_ends(Time now, std::uint64_t count, std::uint64_t stolen);
  };

  PathwayStream(System& system, const PathwayStreamParameters& parameters);

  ReportedValues report(Time now) const override;

 private:
  /// Data words by channel on the first bus.
  class ChannelCounter final : public tlm::tlm_analysis_if<WordEvent> {
   public:
    explicit ChannelCounter(Time warm_up) : counts(most_channels, MeasuredCount(warm_up)) {}
    void write(const WordEvent& event) override {
      if (event.word.tag == WordTag::data) counts[event.channel].add(event.begin);
    }
    std::vector<MeasuredCount> counts;
  };

  Pathway pathway_;
  ChannelCounter channels_;
  Tally tally_;
  Time clock_;
};

}  // namespace weft
