#include "testbench/waveforms/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/waveforms/gtkwave_files.hpp"
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

Tracer::Tracer(std::vector<std::unique_ptr<WaveSource>> sources, std::string_view title,
               const TraceOptions& options)
    : options_(options),
      catalogue_(std::move(sources)),
      selected_(catalogue_.select(options.filters)),
      file_(checked_file(options), "--trace"),
      writer_(std::make_unique<VcdWriter>(file_, TraceWindow{options.start, options.stop}, title)),
      files_{options.file} {
  file_.on_failure([] {
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING) sc_core::sc_pause();
  });
  record();
  open_companions();
}

Tracer::~Tracer() = default;

// All variables are declared before the first value comes in.
void Tracer::record() {
  std::vector<std::vector<ChosenWave>> chosen(catalogue_.sources().size());
  for (const WaveCatalogue::Selected& selected : selected_) {
    const Wave& wave = catalogue_.wave(selected);
    chosen[selected.source].push_back(
        {selected.wave, writer_->declare(wave.name, wave.bits, wave.lowest)});
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    WaveSource& source = *catalogue_.sources()[i];
    source.record(chosen[i], {*writer_, events_, options_.start, options_.stop});
    add_codes(source);
  }
}

// Each once, whoever has them.
void Tracer::add_codes(const WaveSource& source) {
  for (const WaveCodes* codes : source.codes()) {
    const bool known = std::any_of(codes_.begin(), codes_.end(),
                                   [codes](const Companion& one) { return one.codes == codes; });
    if (!known) codes_.push_back({codes, nullptr});
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
  for (const Companion& one : codes_) {
    if (one.file) companions.push_back(one.file.get());
  }
  if (save_file_) companions.push_back(save_file_.get());
  for (OutputFile* companion : companions) companion->publish();
  file_.publish();
  for (const OutputFile* companion : companions) files_.push_back(companion->path());
}

// Shortly before the first packet and where it is, if a packet was seen.
WaveView Tracer::view() const {
  WaveView view{options_.start, nullptr};
  Time first = never;
  for (const auto& source : catalogue_.sources()) {
    const FirstEvent event = source->first_event();
    if (event.time >= first) continue;
    first = event.time;
    view.first = &source->waves()[event.wave];
  }
  if (first > options_.stop) return {options_.start, nullptr};
  if (first - options_.start >= margin) view.begin = first - margin;
  return view;
}

// From the beginning, so that nothing else is written into them. Where the VCD is no regular file,
// there is no place beside it.
void Tracer::open_companions() {
  if (!file_.regular()) return;
  const auto open = [](const std::string& path) {
    return std::make_unique<OutputFile>(path, "--trace");
  };
  const WaveFileNames names(options_.file);
  for (Companion& one : codes_) one.file = open(names.of(*one.codes));
  if (!holds_users_arrangement(names.save())) save_file_ = open(names.save());
}

void Tracer::write_companions() {
  const auto write = [](OutputFile& file, const std::string& text) {
    file.write(text);
    file.finish();
  };
  std::vector<const WaveCodes*> all_codes;
  for (const Companion& one : codes_) {
    all_codes.push_back(one.codes);
    if (one.file) write(*one.file, one.codes->text());
  }
  if (!save_file_) return;
  std::vector<const Wave*> waves;
  for (const auto& selected : selected_) waves.push_back(&catalogue_.wave(selected));
  write(*save_file_, gtkwave_save_file(WaveFileNames(options_.file), all_codes, waves, view()));
}

}  // namespace weft
