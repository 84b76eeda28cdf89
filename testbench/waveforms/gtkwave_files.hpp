// The files beside a VCD that make GTKWave show it well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/waveforms/wave_source.hpp"

namespace weft {

/// Names of the set that belongs to a VCD: for `out.vcd` (or `out`) they are `out.gtkw` and, of the
/// codes `tokens`, `out.tokens.txt`, beside it.
class WaveFileNames {
 public:
  explicit WaveFileNames(const std::string& vcd);

  const std::string& vcd() const { return vcd_; }
  /// GTKWave save file.
  std::string save() const { return stem_ + ".gtkw"; }
  /// Translate filter file.
  std::string of(const WaveCodes& codes) const { return stem_ + '.' + codes.name + ".txt"; }

 private:
  std::string vcd_;
  std::string stem_;
};

/// First line of a save file of ours. One that GTKWave wrote begins otherwise: it holds a user's
/// own arrangement.
inline constexpr std::string_view save_file_mark = "[*] written by Weft";

/// What a viewer shows at first.
struct WaveView {
  Time begin = 0;               ///< ps
  const Wave* first = nullptr;  ///< Its component stands above all others; may be null.
};

/// The save file: waves grouped by component and link, those of `codes` shown by name. `codes` are
/// those that have a file. Files are named without folders, so that the set can be moved.
std::string gtkwave_save_file(const WaveFileNames& names,
                              const std::vector<const WaveCodes*>& codes,
                              std::vector<const Wave*> waves, const WaveView& view);

}  // namespace weft
