// What can be traced, by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "testbench/waveforms/traced_link.hpp"

namespace weft {

/// The waves of a link end, in the order in which they are shown.
enum class WaveKind : std::uint8_t {
  d,             ///< D wire; `signal` level only.
  s,             ///< S wire.
  token,         ///< What this end transmits, as in codes.hpp.
  packet,        ///< Id of the packet that this end transmits; 0 between packets.
  state,         ///< LinkState.
  credit,        ///< Tokens it may send; as of its last token's begin or change of state.
  input_level,   ///< C104: tokens in the input buffer.
  output_level,  ///< C104: tokens in the output buffer.
  connected,     ///< C104: the input that is connected to this output, 0xff for none.
};
// The three of a C104 are sampled whenever a token begins on the link, in either direction. The
// levels are the model's: a token counts for the buffer behind the crossbar from when it is known
// at which edge of the clock it crosses.

const char* name_of(WaveKind kind);
unsigned bits_of(WaveKind kind);

/// One thing that can be traced.
struct Wave {
  std::string name;  ///< "node[3,2].router.link5.token"
  WaveKind kind = WaveKind::token;
  std::size_t link = 0;  ///< Of WaveCatalogue::links.
};

/// All that can be traced on some links.
class WaveCatalogue {
 public:
  /// Link ends up to which the wires are traced by default.
  static constexpr std::size_t small_platform = 64;

  explicit WaveCatalogue(std::vector<TracedLink> links);

  const std::vector<TracedLink>& links() const { return links_; }
  const std::vector<Wave>& waves() const { return waves_; }

  /// What the patterns (see matches_pattern) select, in the order of `waves`. A pattern selects all
  /// names that it matches and all that lie below one, so that `left.link0` selects
  /// `left.link0.token`. Without patterns: tokens and states of all links and, on a small platform,
  /// their wires. Throws InputError for a pattern that selects nothing.
  std::vector<Wave> select(const std::vector<std::string>& patterns) const;

 private:
  bool is_default(const Wave& wave) const;
  [[noreturn]] void reject(const std::string& pattern) const;

  std::vector<TracedLink> links_;
  std::vector<Wave> waves_;
};

}  // namespace weft
