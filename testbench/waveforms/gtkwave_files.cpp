#include "testbench/waveforms/gtkwave_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <utility>

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

std::string_view component_of(const Wave& wave) {
  return all_but_last_part(all_but_last_part(wave.name));
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// Writes the part of the save file that lists the waves.
class SaveFileLines {
 public:
  SaveFileLines(const WaveFileNames& names, const std::vector<const WaveCodes*>& codes)
      : names_(names), codes_(codes) {}

  void add(const Wave& wave) {
    const std::string_view link = all_but_last_part(wave.name);
    if (link != link_) {
      const std::string_view component = component_of(wave);
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
    if (wave.codes != nullptr) {
      translate(*wave.codes);
    } else {
      format(flag_of(wave.radix));
    }
    text_ += VcdWriter::name_with_range(wave.name, wave.bits, wave.lowest) + '\n';
  }

  static std::uint32_t flag_of(WaveRadix radix) {
    switch (radix) {
      case WaveRadix::binary: return binary;
      case WaveRadix::decimal: return decimal;
      case WaveRadix::hexadecimal: break;
    }
    return hexadecimal;
  }

  void format(std::uint32_t flags) {
    fmt::format_to(std::back_inserter(text_), "@{:x}\n", flags | right_justified);
  }

  // Filters are numbered from 1, in the order of the codes.
  void translate(const WaveCodes& codes) {
    const auto found = std::find(codes_.begin(), codes_.end(), &codes);
    format(hexadecimal | translated);
    fmt::format_to(std::back_inserter(text_), "^{} {}\n", found - codes_.begin() + 1,
                   file_name(names_.of(codes)));
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
  const std::vector<const WaveCodes*>& codes_;
  std::string text_;
  std::size_t components_ = 0;  // so far
  std::string_view component_;
  std::string_view link_;
};

}  // namespace

WaveFileNames::WaveFileNames(const std::string& file) : vcd_(file), stem_(file) {
  std::filesystem::path path(file);
  if (path.extension() == ".vcd") stem_ = path.replace_extension().string();
}

std::string gtkwave_save_file(const WaveFileNames& names,
                              const std::vector<const WaveCodes*>& codes,
                              std::vector<const Wave*> waves, const WaveView& view) {
  std::string text = fmt::format(
      "{}\n[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n[size] 1280 720\n[pos] -1 -1\n"
      "*{}.000000 -1\n[sst_width] 180\n[signals_width] 200\n[sst_expanded] 0\n",
      save_file_mark, file_name(names.vcd()), file_name(names.save()), view.begin, zoom);
  if (view.first != nullptr) {
    std::stable_partition(waves.begin(), waves.end(),
                          [component = component_of(*view.first)](const Wave* wave) {
                            return component_of(*wave) == component;
                          });
  }
  SaveFileLines lines(names, codes);
  for (const Wave* wave : waves) lines.add(*wave);
  return text + lines.take();
}

}  // namespace weft
