// What can be traced, by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "testbench/waveforms/traced_cell.hpp"
#include "testbench/waveforms/traced_link.hpp"
#include "testbench/waveforms/traced_rtl.hpp"

namespace weft {

/// The waves of a link end, then those of a cell, the first of which a bus by itself has too, and
/// of RTL, in the order in which they are shown.
enum class WaveKind : std::uint8_t {
  d,             ///< D wire; `signal` level only.
  s,             ///< S wire.
  token,         ///< What this end transmits, as in codes.hpp; not where it is whole packets.
  packet,        ///< Id of the packet that this end transmits, at all levels; 0 between packets.
  link_state,    ///< LinkState; where there are tokens.
  credit,        ///< Tokens it may send; as of its last token's begin or change of state.
  input_level,   ///< C104: tokens in the input buffer.
  output_level,  ///< C104: tokens in the output buffer.
  connected,     ///< C104: the input that is connected to this output, 0xff for none.
  // Of an iWarp cell; see iwarp_observables.
  word,       ///< Of an output bus.
  tag,        ///< WordTag, or as in wave_code.
  channel,    ///< Number on the bus.
  data,       ///< Lines; `signal` level only.
  control,    ///< Lines.
  dequeue,    ///< Lines.
  level,      ///< Words in the queue of an input channel.
  mode,       ///< ChannelMode.
  fed_by,     ///< Of an output channel: the input, 0xff for none.
  room,       ///< Free slots at its far end.
  state,      ///< Of the program, as in wave_code.
  operation,  ///< Number of its kind in port::Operation.
  line,       ///< ProgramPosition::line.
  spools,     ///< A bit for each active spooling gate.
  inner,      ///< Any signal inside RTL.
};
// The three of a C104 are sampled whenever a token begins on the link, in either direction. The
// levels are the model's: a token counts for the buffer behind the crossbar from when it is known
// at which edge of the clock it crosses.

const char* name_of(WaveKind kind);

/// One thing that can be traced.
struct Wave {
  std::string name;  ///< "node[3,2].router.link5.token"
  WaveKind kind = WaveKind::token;
  /// Of WaveCatalogue::links, of its cells, of its busses, or of its blocks of RTL.
  std::size_t owner = 0;
  std::size_t number = 0;  ///< Of a cell: the bus or the channel; of RTL: the signal.
  unsigned bits = 1;
  unsigned lowest = 0;    ///< Number of the lowest bit.
  bool lone_bus = false;  ///< Of a bus whose transmitter is no cell.

  bool of_rtl() const { return kind == WaveKind::inner; }
  bool of_bus() const { return lone_bus; }
  bool of_cell() const { return kind >= WaveKind::word && !of_rtl() && !of_bus(); }
  bool of_link() const { return kind < WaveKind::word; }
};

/// All that can be traced on some links, cells and busses, and inside RTL.
class WaveCatalogue {
 public:
  /// Link ends up to which the wires are traced by default.
  static constexpr std::size_t small_platform = 64;

  /// `busses` are those whose transmitters are no cells.
  explicit WaveCatalogue(std::vector<TracedLink> links, std::vector<TracedCell> cells = {},
                         std::vector<BusProbe> busses = {}, std::vector<TracedRtl> rtl = {});

  const std::vector<TracedLink>& links() const { return links_; }
  const std::vector<TracedCell>& cells() const { return cells_; }
  const std::vector<BusProbe>& busses() const { return busses_; }
  const std::vector<TracedRtl>& rtl() const { return rtl_; }
  const std::vector<Wave>& waves() const { return waves_; }

  /// What the patterns (see matches_pattern) select, in the order of `waves`. A pattern selects all
  /// names that it matches and all that lie below one, so that `left.link0` selects
  /// `left.link0.token`. Without patterns: tokens and states of all links, or
  /// packets where there are no tokens, and on a small platform their wires; words, tags and
  /// programs of all cells; nothing inside RTL. Throws InputError for a pattern that selects
  /// nothing.
  std::vector<Wave> select(const std::vector<std::string>& patterns) const;

 private:
  bool is_default(const Wave& wave) const;
  [[noreturn]] void reject(const std::string& pattern) const;

  void add_cell(std::size_t index);
  void add_bus(std::size_t index);
  void add_rtl(std::size_t index);
  void add_part(std::size_t cell, const std::string& part, unsigned number,
                std::initializer_list<WaveKind> kinds);

  std::vector<TracedLink> links_;
  std::vector<TracedCell> cells_;
  std::vector<BusProbe> busses_;
  std::vector<TracedRtl> rtl_;
  std::vector<Wave> waves_;
};

}  // namespace weft
