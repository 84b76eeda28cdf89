// GetRow and PutRow on a chain of iWarp cells.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/measured_count.hpp"
#include "testbench/workloads/workload.hpp"

namespace weft {

/// How a row of words goes to a chain of cells, or comes from them (section 3.1.2).
enum class RowMethod : std::uint8_t { get_row, put_row };

/// One message carries the parts of all cells of a chain.
struct RowTransferParameters {
  RowMethod method = RowMethod::get_row;
  std::uint32_t words = 16;  ///< Of a cell's part.
  std::uint64_t rows = 0;    ///< 0 for no end.
};

/// Workload `row_transfer` (Borkar et al. 1990, 3.1.2): cells in a chain, by address, each with a
/// pathway to the next that stays open.
///
/// GetRow: the first cell sends a row, the parts of all others, as one message. Each cell reads its
/// part, begins a message of its own and joins the channel on which the row comes to its pathway,
/// in the middle of the message: the rest goes by, and never comes in. The begin marker of the next
/// row names the cell, which splits the channel off; then the cell's own channel is joined to the
/// pathway again for the next begin marker.
///
/// PutRow: each cell but the last begins a message with its part, takes the begin marker off the
/// message that comes in, and joins that as the rest of its own. When the end marker has passed it
/// begins the next row. The last cell has the whole row as one message.
///
/// Each word that a cell reads is checked.
class RowTransfer final : public Workload {
 public:
  /// What all programs of the run have in common.
  struct Shared {
    Shared(const Platform& platform, const RowTransferParameters& given);

    RowTransferParameters parameters;
    unsigned cells;
    MeasuredCount rows;        ///< That are whole in the last cell.
    MeasuredCount words_read;  ///< By programs.
    Time first = 0;            ///< End of the first row after the warm-up.
    Time last = 0;             ///< End of the last one.
    Distribution latency;  ///< From a row's begin marker in the first cell to its end in the last.
    std::deque<Time> under_way;  ///< When the rows began that have not ended.

    /// Whether a row more is to be sent.
    bool goes_on(std::uint64_t row) const { return parameters.rows == 0 || row < parameters.rows; }
    void row_ends(Time now);
    /// Throws std::runtime_error unless it is word `place` of this cell's part.
    void check(std::uint32_t value, std::uint64_t row, unsigned cell, std::uint32_t place,
               Time now);
  };

  RowTransfer(System& system, const RowTransferParameters& parameters);

  ReportedValues report(Time now) const override;

 private:
  /// Data words that leave the cells.
  struct WordCounter final : tlm::tlm_analysis_if<WordEvent> {
    explicit WordCounter(Time warm_up) : words(warm_up) {}
    void write(const WordEvent& event) override {
      if (event.word.tag == WordTag::data) words.add(event.begin);
    }
    MeasuredCount words;
  };

  std::unique_ptr<Shared> shared_;
  WordCounter carried_;
};

}  // namespace weft
