// The files beside a VCD that make GTKWave show it well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/common/time.hpp"
#include "testbench/waveforms/wave_catalogue.hpp"

namespace weft {

/// Names of the set that belongs to a VCD: for `out.vcd` (or `out`) they are `out.gtkw`,
/// `out.tokens.txt`, `out.states.txt`, `out.inputs.txt` and others, beside it.
struct WaveFileNames {
  explicit WaveFileNames(const std::string& vcd);

  std::string vcd;
  std::string save;     ///< GTKWave save file.
  std::string tokens;   ///< Translate filter files: names of the codes of `.token`,
  std::string states;   ///< of `.state`
  std::string inputs;   ///< and of `.connected`;
  std::string packets;  ///< Where packets are traced: PacketNames, of `.packet`.
  // where cells are traced also
  std::string tags;        ///< of `.tag`,
  std::string modes;       ///< of `.mode`,
  std::string programs;    ///< of `program.state`
  std::string operations;  ///< and of `.operation`.
};

/// First line of a save file of ours. One that GTKWave wrote begins otherwise: it holds a user's
/// own arrangement.
inline constexpr std::string_view save_file_mark = "[*] written by Weft";

/// The save file: waves grouped by component and link, tokens, states and inputs shown by name, and
/// the view at `begin`. Files are named without folders, so that the set can be moved.
std::string gtkwave_save_file(const WaveFileNames& names, const std::vector<Wave>& waves,
                              Time begin);

// Translate filter files, "code text" in each line.
std::string token_names();
std::string state_names();
std::string input_names();
std::string tag_names();
std::string mode_names();
std::string program_state_names();
std::string operation_names_text();

}  // namespace weft
