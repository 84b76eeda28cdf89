// What can be traced, by name.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbench/waveforms/wave_source.hpp"

namespace weft {

/// All waves of some sources.
class WaveCatalogue {
 public:
  explicit WaveCatalogue(std::vector<std::unique_ptr<WaveSource>> sources)
      : sources_(std::move(sources)) {}

  /// One that was selected.
  struct Selected {
    std::size_t source = 0;  ///< Of `sources`.
    std::size_t wave = 0;    ///< Of its waves.
  };

  const std::vector<std::unique_ptr<WaveSource>>& sources() const { return sources_; }
  const Wave& wave(const Selected& selected) const {
    return sources_[selected.source]->waves()[selected.wave];
  }

  /// What the patterns (see matches_pattern) select, source by source in the order of their waves.
  /// A pattern selects all names that it matches and all that lie below one, so that `left.link0`
  /// selects `left.link0.token`. Without patterns: what is traced by default. Throws InputError for
  /// a pattern that selects nothing.
  std::vector<Selected> select(const std::vector<std::string>& patterns) const;

 private:
  template <class Action>
  void for_each_wave(const Action& action) const;
  [[noreturn]] void reject(const std::string& pattern) const;

  std::vector<std::unique_ptr<WaveSource>> sources_;
};

}  // namespace weft
