#include "testbench/waveforms/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/events/event_sources.hpp"
#include "testbench/waveforms/vcd_writer.hpp"

namespace weft {
namespace {

/// Of the view before the first packet begins.
constexpr Time margin = 200 * nanosecond;

// Checks what can be checked before a file is opened.
const std::string& checked_file(const TraceOptions& options) {
  if (options.file.empty()) throw InputError(place_of("--trace"), "no file is named");
  if (options.file.ends_with(".fst")) {
    throw InputError(place_of(options.file), "FST is not written", "a name that ends in .vcd");
  }
  if (options.start > options.stop) {
    throw InputError(place_of(options.file),
                     fmt::format("the trace starts at {}, after its stop at {}",
                                 time_text(options.start), time_text(options.stop)));
  }
  return options.file;
}

bool holds_users_arrangement(const std::string& save_file) {
  std::ifstream file(save_file);
  std::string line;
  return std::getline(file, line) && line != save_file_mark;
}

}  // namespace

Tracer::Tracer(const System& system, const TraceOptions& options, const ProgramPositions& positions)
    : Tracer(WaveCatalogue(traced_links(system), traced_cells(system, positions),
                           traced_busses(system), traced_rtl(system)),
             system.platform().name, options) {
  if (packet_names_ == nullptr) return;
  events_.attach(*packet_names_, processor_sources(system), PacketNames::kinds,
                 EventOrder::as_reported);
}

Tracer::Tracer(std::vector<TracedLink> links, std::string_view title, const TraceOptions& options)
    : Tracer(WaveCatalogue(std::move(links)), title, options) {}

Tracer::Tracer(const WaveCatalogue& catalogue, std::string_view title, const TraceOptions& options)
    : options_(options),
      waves_(catalogue.select(options.filters)),
      file_(checked_file(options), "--trace"),
      writer_(std::make_unique<VcdWriter>(file_, TraceWindow{options.start, options.stop}, title)),
      files_{options.file} {
  file_.on_failure([] {
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING) sc_core::sc_pause();
  });
  attach(catalogue);
  open_companions();
}

Tracer::~Tracer() = default;

// All variables are declared before the first value comes in.
void Tracer::attach(const WaveCatalogue& catalogue) {
  if (std::any_of(waves_.begin(), waves_.end(),
                  [](const Wave& wave) { return wave.kind == WaveKind::packet; })) {
    packet_names_ = std::make_unique<PacketNames>();
  }
  std::vector<Declared> declared;
  declared.reserve(waves_.size());
  for (const Wave& wave : waves_) {
    const auto variable = writer_->declare(wave.name, wave.bits, wave.lowest);
    declared.push_back({wave.kind, variable, wave.number});
  }
  const std::span<const Declared> all = declared;
  for (std::size_t first = 0, last = 0; first < waves_.size(); first = last) {
    const Wave& wave = waves_[first];
    while (last < waves_.size() && waves_[last].owner == wave.owner &&
           waves_[last].of_cell() == wave.of_cell() && waves_[last].of_bus() == wave.of_bus() &&
           waves_[last].of_rtl() == wave.of_rtl()) {
      ++last;
    }
    const auto chosen = all.subspan(first, last - first);
    if (wave.of_rtl()) {
      attach_rtl(*catalogue.rtl()[wave.owner].block, chosen);
    } else if (wave.of_bus()) {
      attach_bus(catalogue.busses()[wave.owner], chosen);
    } else if (wave.of_cell()) {
      attach_cell(catalogue.cells()[wave.owner], chosen);
    } else {
      attach_link(catalogue.links()[wave.owner], chosen);
    }
  }
}

void Tracer::attach_cell(const TracedCell& cell, std::span<const Declared> chosen) {
  std::vector<CellRecorder::Chosen> of_cell;
  for (const auto& [kind, variable, number] : chosen) {
    switch (kind) {
      case WaveKind::data:
      case WaveKind::control:
      case WaveKind::dequeue: attach_lines(*cell.lines[number], kind, variable); break;
      default: of_cell.push_back({kind, static_cast<unsigned>(number), variable}); break;
    }
  }
  if (of_cell.empty()) return;
  cells_.push_back(
      std::make_unique<CellRecorder>(*writer_, cell, of_cell, options_.start, events_));
}

void Tracer::attach_bus(const BusProbe& bus, std::span<const Declared> chosen) {
  BusRecorder::Variables variables;
  bool any = false;
  for (const auto& [kind, variable, number] : chosen) {
    if (kind >= WaveKind::data) {
      attach_lines(*bus.lines, kind, variable);
    } else {
      variables.choose(kind, variable);
      any = true;
    }
  }
  if (!any) return;
  EventSource source;
  source.words = bus.words;
  busses_.push_back(std::make_unique<LoneBusRecorder>(*writer_, variables, bus.word_time,
                                                      options_.start, source, events_));
}

void Tracer::attach_wire(const TracedLink::Wire& wire, WaveWriter::Variable variable) {
  signals_.push_back(std::make_unique<SignalRecorder>(
      *writer_, variable, wire.value_changed_event(),
      [&wire] { return std::uint64_t{wire.read() ? 1U : 0U}; }, options_.stop));
}

void Tracer::attach_lines(const BusWires& wires, WaveKind kind, WaveWriter::Variable variable) {
  const auto value = [&wires, kind]() -> std::uint64_t {
    switch (kind) {
      case WaveKind::data: return wires.forth.read().data;
      case WaveKind::control: return wires.forth.read().control;
      default: return wires.back.read().lines;
    }
  };
  const auto& changed = kind == WaveKind::dequeue ? wires.back.value_changed_event()
                                                  : wires.forth.value_changed_event();
  signals_.push_back(
      std::make_unique<SignalRecorder>(*writer_, variable, changed, value, options_.stop));
}

void Tracer::attach_rtl(rtl::RtlBlock& block, std::span<const Declared> chosen) {
  std::vector<RtlRecorder::Chosen> of_block;
  for (const auto& [kind, variable, number] : chosen) of_block.push_back({number, variable});
  rtl_.push_back(std::make_unique<RtlRecorder>(*writer_, block, of_block, options_.stop));
}

void Tracer::attach_link(const TracedLink& link, std::span<const Declared> chosen) {
  LinkRecorder::Variables of_link;
  RouterRecorder::Variables of_router;
  bool any_of_link = false;
  bool any_of_router = false;
  for (const auto& [kind, variable, number] : chosen) {
    switch (kind) {
      case WaveKind::d:
      case WaveKind::s: attach_wire(kind == WaveKind::d ? *link.d : *link.s, variable); continue;
      case WaveKind::token: of_link.token = variable; break;
      case WaveKind::packet: of_link.packet = variable; break;
      case WaveKind::link_state: of_link.state = variable; break;
      case WaveKind::credit: of_link.credit = variable; break;
      case WaveKind::input_level: of_router.input_level = variable; break;
      case WaveKind::output_level: of_router.output_level = variable; break;
      case WaveKind::connected: of_router.connected = variable; break;
      default: continue;  // of no link
    }
    (kind < WaveKind::input_level ? any_of_link : any_of_router) = true;
  }
  if (any_of_link) {
    links_.push_back(std::make_unique<LinkRecorder>(*writer_, link, of_link, options_.start,
                                                    events_, packet_names_.get()));
  }
  if (any_of_router) {
    routers_.push_back(std::make_unique<RouterRecorder>(*writer_, link, of_router, events_));
  }
}

void Tracer::close(Time end) {
  if (!has_begun(end)) {
    throw InputError(place_of(options_.file),
                     fmt::format("the trace starts at {}, after the end of the run at {}",
                                 time_text(options_.start), time_text(end)));
  }
  events_.finish(end);
  writer_->finish(end);
  file_.finish();
  write_companions();
  std::vector<OutputFile*> companions;
  for (const auto& one : names_) companions.push_back(one.file.get());
  if (save_file_) companions.push_back(save_file_.get());
  for (OutputFile* companion : companions) companion->publish();
  file_.publish();
  for (const OutputFile* companion : companions) files_.push_back(companion->path());
}

// Shortly before the first packet, if the tokens of a packet were seen.
Time Tracer::begin_of_view() const {
  Time first = never;
  for (const auto& link : links_) first = std::min(first, link->first_packet());
  for (const auto& cell : cells_) first = std::min(first, cell->first_word());
  for (const auto& bus : busses_) first = std::min(first, bus->first_word());
  if (first > options_.stop || first - options_.start < margin) return options_.start;
  return first - margin;
}

// From the beginning, so that nothing else is written into them. Where the VCD is no regular file,
// there is no place beside it.
void Tracer::open_companions() {
  if (!file_.regular()) return;
  const auto open = [](const std::string& path) {
    return std::make_unique<OutputFile>(path, "--trace");
  };
  const WaveFileNames names(options_.file);
  names_.push_back({open(names.tokens), token_names});
  names_.push_back({open(names.states), state_names});
  names_.push_back({open(names.inputs), input_names});
  if (packet_names_) {
    names_.push_back({open(names.packets), [this] { return packet_names_->text(); }});
  }
  if (!cells_.empty() || !busses_.empty()) names_.push_back({open(names.tags), tag_names});
  if (!cells_.empty()) {
    names_.push_back({open(names.modes), mode_names});
    names_.push_back({open(names.programs), program_state_names});
    names_.push_back({open(names.operations), operation_names_text});
  }
  if (!holds_users_arrangement(names.save)) save_file_ = open(names.save);
}

void Tracer::write_companions() {
  const auto write = [](OutputFile& file, const std::string& text) {
    file.write(text);
    file.finish();
  };
  for (const auto& [file, text] : names_) write(*file, text());
  if (save_file_) {
    const WaveFileNames names(options_.file);
    write(*save_file_, gtkwave_save_file(names, waves_, begin_of_view()));
  }
}

}  // namespace weft
