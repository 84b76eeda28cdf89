#include "testbench/waveforms/gtkwave_files.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <utility>

#include "hw/dslink/link_core.hpp"
#include "testbench/waveforms/cell_recorder.hpp"
#include "testbench/waveforms/codes.hpp"
#include "testbench/waveforms/vcd_writer.hpp"

namespace weft {
namespace {

// Display flags of GTKWave (analyzer.h).
constexpr std::uint32_t hexadecimal = 0x2;
constexpr std::uint32_t decimal = 0x4;
constexpr std::uint32_t binary = 0x8;
constexpr std::uint32_t right_justified = 0x20;
constexpr std::uint32_t blank = 0x200;
constexpr std::uint32_t collapsed = 0x1000;
constexpr std::uint32_t translated = 0x2000;
constexpr std::uint32_t closed = 0x400000;
constexpr std::uint32_t group_begin = 0x800000;
constexpr std::uint32_t group_end = 0x1000000;

/// Zoom, as the power of two of 1/ps: 200 pixels show 262 ns, a data token some 75 pixels.
constexpr int zoom = -18;

/// The groups of this many components are open, those after them closed.
constexpr std::size_t most_open_groups = 4;

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }
std::string_view all_but_last_part(std::string_view name) {
  return name.substr(0, name.rfind('.'));
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Writes the part of the save file that lists the waves.
class SaveFileLines {
 public:
  explicit SaveFileLines(const WaveFileNames& names) : names_(names) {}

  void add(const Wave& wave) {
    const std::string_view link = all_but_last_part(wave.name);
    if (link != link_) {
      const std::string_view component = all_but_last_part(link);
      end_link();
      if (component != component_) {
        end_component();
        component_ = component;
        ++components_;
        begin_group(component_, components_ > most_open_groups);
      }
      link_ = link;
      begin_group(last_part(link_), false);
    }
    add_line(wave);
  }

  std::string take() {
    end_link();
    end_component();
    return std::move(text_);
  }

 private:
  void add_line(const Wave& wave) {
    switch (wave.kind) {
      case WaveKind::d:
      case WaveKind::s: format(binary); break;
      case WaveKind::token: translate(1, names_.tokens); break;
      case WaveKind::link_state: translate(2, names_.states); break;
      case WaveKind::connected: translate(3, names_.inputs); break;
      case WaveKind::packet: translate(8, names_.packets); break;
      case WaveKind::credit:
      case WaveKind::input_level:
      case WaveKind::output_level:
      case WaveKind::channel:
      case WaveKind::level:
      case WaveKind::fed_by:
      case WaveKind::room:
      case WaveKind::line: format(decimal); break;
      case WaveKind::word:
      case WaveKind::data:
      case WaveKind::inner: format(hexadecimal); break;
      case WaveKind::control:
      case WaveKind::dequeue:
      case WaveKind::spools: format(binary); break;
      case WaveKind::tag: translate(4, names_.tags); break;
      case WaveKind::mode: translate(5, names_.modes); break;
      case WaveKind::state: translate(6, names_.programs); break;
      case WaveKind::operation: translate(7, names_.operations); break;
    }
    text_ += VcdWriter::name_with_range(wave.name, wave.bits, wave.lowest) + '\n';
  }

  void format(std::uint32_t flags) {
    fmt::format_to(std::back_inserter(text_), "@{:x}\n", flags | right_justified);
  }

  void translate(int filter, const std::string& file) {
    format(hexadecimal | translated);
    fmt::format_to(std::back_inserter(text_), "^{} {}\n", filter, file_name(file));
  }

  void begin_group(std::string_view name, bool is_closed) {
    group(group_begin | (is_closed ? closed : 0U), name);
  }

  // Collapsed, it has no row of its own (GiveNextTrace in GTKWave's analyzer.c).
  void end_group(std::string_view name, bool is_closed) {
    group(group_end | collapsed | (is_closed ? closed : 0U), name);
  }

  void group(std::uint32_t flags, std::string_view name) {
    fmt::format_to(std::back_inserter(text_), "@{:x}\n-{}\n", flags | blank, name);
  }

  void end_link() {
    if (!link_.empty()) end_group(last_part(link_), false);
    link_ = {};
  }

  void end_component() {
    if (!component_.empty()) end_group(component_, components_ > most_open_groups);
    component_ = {};
  }

  const WaveFileNames& names_;
  std::string text_;
  std::size_t components_ = 0;  // so far
  std::string_view component_;
  std::string_view link_;
};

}  // namespace

WaveFileNames::WaveFileNames(const std::string& file) : vcd(file) {
  const std::filesystem::path path(file);
  const std::string stem =
      path.extension() == ".vcd" ? std::filesystem::path(path).replace_extension().string() : file;
  save = stem + ".gtkw";
  tokens = stem + ".tokens.txt";
  states = stem + ".states.txt";
  inputs = stem + ".inputs.txt";
  packets = stem + ".packets.txt";
  tags = stem + ".tags.txt";
  modes = stem + ".modes.txt";
  programs = stem + ".programs.txt";
  operations = stem + ".operations.txt";
}

std::string gtkwave_save_file(const WaveFileNames& names, const std::vector<Wave>& waves,
                              Time begin) {
  std::string text = fmt::format(
      "{}\n[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] 1280 720\n[pos] -1 -1\n"
      "*{}.000000 -1\n[sst_width] 180\n[signals_width] 200\n[sst_expanded] 0\n",
      save_file_mark, file_name(names.vcd), file_name(names.save), begin, zoom);
  SaveFileLines lines(names);
  for (const Wave& wave : waves) lines.add(wave);
  return text + lines.take();
}

std::string token_names() {
  std::string text;
  const auto line = [&text](std::uint32_t code, std::string_view name) {
    for (const std::uint32_t bit : {0U, wave_code::repeated}) {
      fmt::format_to(std::back_inserter(text), "{:03X} {}\n", code | bit, name);
    }
  };
  for (std::uint32_t byte = 0; byte <= 0xff; ++byte) {
    line(byte, fmt::format("{:02x}", byte));
    line(byte | wave_code::header, fmt::format("?dark blue?to {:02x}", byte));
  }
  line(wave_code::fct, "?dark green?FCT");
  line(wave_code::eop, "?dark red?EOP");
  line(wave_code::eom, "?dark red?EOM");
  line(wave_code::null, "?gray20?NUL");
  line(wave_code::silent, "?black?silent");
  return text;
}

std::string state_names() {
  std::string text;
  for (const LinkState state :
       {LinkState::error_reset, LinkState::error_wait, LinkState::ready, LinkState::started,
        LinkState::connecting, LinkState::run, LinkState::halted}) {
    fmt::format_to(std::back_inserter(text), "{:X} {}\n", static_cast<unsigned>(state),
                   name_of(state));
  }
  return text;
}

std::string input_names() {
  std::string text;
  for (unsigned port = 0; port < wave_code::no_input; ++port) {
    fmt::format_to(std::back_inserter(text), "{:02X} link{}\n", port, port);
  }
  fmt::format_to(std::back_inserter(text), "{:02X} free\n", wave_code::no_input);
  return text;
}

std::string tag_names() {
  std::string text;
  const auto line = [&text](unsigned code, std::string_view name) {
    for (const unsigned bit : {0U, wave_code::repeated_tag}) {
      fmt::format_to(std::back_inserter(text), "{:X} {}\n", code | bit, name);
    }
  };
  for (unsigned tag = 0; tag < wave_code::idle_bus; ++tag) {
    line(tag, name_of(static_cast<WordTag>(tag)));
  }
  fmt::format_to(std::back_inserter(text), "{:X} ?gray20?idle\n", wave_code::idle_bus);
  return text;
}

std::string mode_names() {
  return "0 ?gray20?idle\n1 ?dark red?routing\n2 linked\n3 ?dark green?here\n4 discarding\n"
         "5 ?gray20?own\n";
}

std::string program_state_names() { return "0 ?gray20?ended\n1 runs\n2 ?dark red?stalled\n"; }

std::string operation_names_text() {
  std::string text;
  for (std::size_t i = 0; i < operation_names; ++i) {
    fmt::format_to(std::back_inserter(text), "{:02X} {}\n", i, operation_name(i));
  }
  return text;
}

}  // namespace weft
