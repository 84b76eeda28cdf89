#include "testbench/families/iwarp/cell_waves.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace weft {
namespace {

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

const WaveCodes tags{"tags", tag_names};
const WaveCodes modes{"modes", mode_names};
const WaveCodes programs{"programs", program_state_names};
const WaveCodes operations{"operations", operation_names_text};

struct CellWaveInfo {
  const char* name;
  unsigned bits;
  WaveRadix radix;
  const WaveCodes* codes = nullptr;
  bool by_default = false;
};

// By CellWave.
constexpr std::array<CellWaveInfo, 14> cell_waves = {{
    {"word", 32, WaveRadix::hexadecimal, nullptr, true},
    {"tag", 4, WaveRadix::hexadecimal, &tags, true},
    {"channel", 5, WaveRadix::decimal},
    {"data", 8, WaveRadix::hexadecimal},
    {"control", 3, WaveRadix::binary},
    {"dequeue", 2, WaveRadix::binary},
    {"level", 8, WaveRadix::decimal},
    {"mode", 3, WaveRadix::hexadecimal, &modes},
    {"input", 8, WaveRadix::decimal},
    {"room", 8, WaveRadix::decimal},
    {"state", 2, WaveRadix::hexadecimal, &programs, true},
    {"operation", 5, WaveRadix::hexadecimal, &operations, true},
    {"line", 32, WaveRadix::decimal, nullptr, true},
    {"spools", 8, WaveRadix::binary},
}};

const CellWaveInfo& info_of(CellWave kind) { return cell_waves[static_cast<std::size_t>(kind)]; }

// `where` is the bus, or the part of the cell.
Wave wave_of(const std::string& where, CellWave kind) {
  const CellWaveInfo& info = info_of(kind);
  return {.name = fmt::format("{}.{}", where, info.name),
          .bits = info.bits,
          .radix = info.radix,
          .codes = info.codes,
          .by_default = info.by_default};
}

bool of_lines(CellWave kind) {
  return kind == CellWave::data || kind == CellWave::control || kind == CellWave::dequeue;
}

std::unique_ptr<SignalRecorder> record_lines(const BusWires& wires, CellWave kind,
                                             WaveWriter::Variable variable,
                                             const Recording& recording) {
  const auto value = [&wires, kind]() -> std::uint64_t {
    switch (kind) {
      case CellWave::data: return wires.forth.read().data;
      case CellWave::control: return wires.forth.read().control;
      default: return wires.back.read().lines;
    }
  };
  const auto& changed = kind == CellWave::dequeue ? wires.back.value_changed_event()
                                                  : wires.forth.value_changed_event();
  return std::make_unique<SignalRecorder>(recording.writer, variable, changed, value,
                                          recording.stop);
}

}  // namespace

CellWaves::CellWaves(std::vector<TracedCell> cells) : cells_(std::move(cells)) {
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) add_cell(cell);
}

void CellWaves::add_cell(std::size_t index) {
  using enum CellWave;
  const TracedCell& cell = cells_[index];
  const ChannelMap& map = cell.view.core->communication().channels();
  if (cell.position != nullptr) add_part(index, "program", 0, {state, operation, line});
  for (const Bus bus : all_busses) {
    const unsigned number = index_of(bus);
    if (!cell.bus_leads[number]) continue;
    add_part(index, name_of(bus), number, {word, tag, channel});
    if (cell.lines[number] != nullptr) {
      add_part(index, name_of(bus), number, {data, control, dequeue});
    }
  }
  for (unsigned i = 0; i < map.inputs; ++i) {
    add_part(index, fmt::format("input{}", i), i, {level, mode});
  }
  for (unsigned i = 0; i < map.outputs; ++i) {
    add_part(index, fmt::format("output{}", i), i, {fed_by, room});
  }
  add_part(index, "memory", 0, {spools});
}

void CellWaves::add_part(std::size_t cell, const std::string& part, unsigned number,
                         std::initializer_list<CellWave> of_part) {
  const std::string where = fmt::format("{}.{}", cells_[cell].view.name, part);
  for (const CellWave kind : of_part) {
    add(wave_of(where, kind));
    of_.push_back({cell, kind, number});
  }
}

void CellWaves::record(std::span<const ChosenWave> chosen, const Recording& recording) {
  for (std::size_t first = 0, last = 0; first < chosen.size(); first = last) {
    const std::size_t cell = of_[chosen[first].wave].cell;
    while (last < chosen.size() && of_[chosen[last].wave].cell == cell) ++last;
    record_cell(cells_[cell], chosen.subspan(first, last - first), recording);
  }
}

void CellWaves::record_cell(const TracedCell& cell, std::span<const ChosenWave> chosen,
                            const Recording& recording) {
  std::vector<CellRecorder::Chosen> of_cell;
  for (const auto& [wave, variable] : chosen) {
    const Of& of = of_[wave];
    if (of_lines(of.kind)) {
      lines_.push_back(record_lines(*cell.lines[of.number], of.kind, variable, recording));
    } else {
      of_cell.push_back({of.kind, of.number, variable});
    }
  }
  if (of_cell.empty()) return;
  recorders_.push_back(
      {chosen.front().wave, std::make_unique<CellRecorder>(recording.writer, cell, of_cell,
                                                           recording.start, recording.events)});
}

std::vector<const WaveCodes*> CellWaves::codes() const {
  if (recorders_.empty()) return {};
  return {&tags, &modes, &programs, &operations};
}

FirstEvent CellWaves::first_event() const {
  return first_of(recorders_, [](const CellRecorder& cell) { return cell.first_word(); });
}

BusWaves::BusWaves(std::vector<BusProbe> busses) : busses_(std::move(busses)) {
  using enum CellWave;
  for (std::size_t bus = 0; bus < busses_.size(); ++bus) {
    if (busses_[bus].words != nullptr) add_waves(bus, {word, tag, channel});
    if (busses_[bus].lines != nullptr) add_waves(bus, {data, control, dequeue});
  }
}

void BusWaves::add_waves(std::size_t bus, std::initializer_list<CellWave> of_bus) {
  for (const CellWave kind : of_bus) {
    add(wave_of(busses_[bus].name, kind));
    of_.push_back({bus, kind});
  }
}

void BusWaves::record(std::span<const ChosenWave> chosen, const Recording& recording) {
  for (std::size_t first = 0, last = 0; first < chosen.size(); first = last) {
    const std::size_t bus = of_[chosen[first].wave].bus;
    while (last < chosen.size() && of_[chosen[last].wave].bus == bus) ++last;
    record_bus(busses_[bus], chosen.subspan(first, last - first), recording);
  }
}

void BusWaves::record_bus(const BusProbe& bus, std::span<const ChosenWave> chosen,
                          const Recording& recording) {
  BusRecorder::Variables variables;
  bool any = false;
  for (const auto& [wave, variable] : chosen) {
    const CellWave kind = of_[wave].kind;
    if (of_lines(kind)) {
      lines_.push_back(record_lines(*bus.lines, kind, variable, recording));
    } else {
      variables.choose(kind, variable);
      any = true;
    }
  }
  if (!any) return;
  EventSource source;
  source.words = bus.words;
  recorders_.push_back({chosen.front().wave, std::make_unique<LoneBusRecorder>(
                                                 recording.writer, variables, bus.word_time,
                                                 recording.start, source, recording.events)});
}

std::vector<const WaveCodes*> BusWaves::codes() const {
  if (recorders_.empty()) return {};
  return {&tags};
}

FirstEvent BusWaves::first_event() const {
  return first_of(recorders_, [](const LoneBusRecorder& bus) { return bus.first_word(); });
}

}  // namespace weft
