#include "testbench/waveforms/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "platforms/netlist/input_error.hpp"
#include "platforms/registry/quantity.hpp"

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

Tracer::Tracer(const System& system, const TraceOptions& options)
    : Tracer(traced_links(system), system.platform().name, options) {}

Tracer::Tracer(std::vector<TracedLink> links, std::string_view title, const TraceOptions& options)
    : Tracer(WaveCatalogue(std::move(links)), title, options) {}

Tracer::Tracer(const WaveCatalogue& catalogue, std::string_view title, const TraceOptions& options)
    : options_(options),
      waves_(catalogue.select(options.filters)),
      file_(checked_file(options)),
      writer_(file_, {options.start, options.stop}, title),
      files_{options.file} {
  file_.on_failure([] {
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING) sc_core::sc_pause();
  });
  attach(catalogue.links());
}

Tracer::~Tracer() = default;

// All variables are declared before the first value comes in.
void Tracer::attach(const std::vector<TracedLink>& links) {
  std::vector<Declared> declared;
  declared.reserve(waves_.size());
  for (const Wave& wave : waves_) {
    declared.push_back({wave.kind, writer_.declare(wave.name, bits_of(wave.kind))});
  }
  const std::span<const Declared> all = declared;
  for (std::size_t first = 0, last = 0; first < waves_.size(); first = last) {
    while (last < waves_.size() && waves_[last].link == waves_[first].link) ++last;
    attach_link(links[waves_[first].link], all.subspan(first, last - first));
  }
}

void Tracer::attach_link(const TracedLink& link, std::span<const Declared> chosen) {
  LinkRecorder::Variables of_link;
  RouterRecorder::Variables of_router;
  bool any_of_link = false;
  bool any_of_router = false;
  for (const auto& [kind, variable] : chosen) {
    switch (kind) {
      case WaveKind::d:
      case WaveKind::s:
        wires_.push_back(std::make_unique<WireRecorder>(
            writer_, kind == WaveKind::d ? *link.d : *link.s, variable, options_.stop));
        continue;
      case WaveKind::token: of_link.token = variable; break;
      case WaveKind::packet: of_link.packet = variable; break;
      case WaveKind::state: of_link.state = variable; break;
      case WaveKind::credit: of_link.credit = variable; break;
      case WaveKind::input_level: of_router.input_level = variable; break;
      case WaveKind::output_level: of_router.output_level = variable; break;
      case WaveKind::connected: of_router.connected = variable; break;
    }
    (kind < WaveKind::input_level ? any_of_link : any_of_router) = true;
  }
  if (any_of_link) {
    links_.push_back(std::make_unique<LinkRecorder>(writer_, link, of_link, options_.start));
  }
  if (any_of_router) {
    routers_.push_back(std::make_unique<RouterRecorder>(writer_, link, of_router));
  }
}

void Tracer::close(Time end) {
  if (end < options_.start) {
    throw InputError(place_of(options_.file),
                     fmt::format("the trace starts at {}, after the end of the run at {}",
                                 time_text(options_.start), time_text(end)));
  }
  writer_.finish(end);
  file_.finish();
  const auto companions = make_companions();
  for (const auto& companion : companions) companion->publish();
  file_.publish();
  for (const auto& companion : companions) files_.push_back(companion->path());
}

// Shortly before the first packet, if the tokens of a packet were seen.
Time Tracer::begin_of_view() const {
  Time first = never;
  for (const auto& link : links_) first = std::min(first, link->first_packet());
  if (first > options_.stop || first - options_.start < margin) return options_.start;
  return first - margin;
}

// Where the VCD is no regular file, there is no place beside it.
std::vector<std::unique_ptr<OutputFile>> Tracer::make_companions() const {
  std::vector<std::unique_ptr<OutputFile>> files;
  if (!file_.regular()) return files;
  const auto make = [&files](const std::string& path, const std::string& text) {
    files.push_back(std::make_unique<OutputFile>(path));
    files.back()->write(text);
    files.back()->finish();
  };
  const WaveFileNames names(options_.file);
  make(names.tokens, token_names());
  make(names.states, state_names());
  make(names.inputs, input_names());
  if (!holds_users_arrangement(names.save)) {
    make(names.save, gtkwave_save_file(names, waves_, begin_of_view()));
  }
  return files;
}

}  // namespace weft
