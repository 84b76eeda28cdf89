#include "testbench/waveforms/cell_recorder.hpp"

#include <algorithm>

namespace weft {
namespace {

constexpr std::uint64_t nothing_linked = 0xff;

std::uint64_t state_of(const ComputationPort& port) {
  if (port.ended()) return wave_code::program_ended;
  return port.stalled() ? wave_code::program_stalled : wave_code::program_runs;
}

std::uint64_t active_spools(const MemoryAgent& memory) {
  std::uint64_t set = 0;
  for (unsigned gate = 0; gate < spool_count; ++gate) {
    if (memory.active(gate)) set |= std::uint64_t{1} << gate;
  }
  return set;
}

}  // namespace

const char* operation_name(std::size_t number) {
  constexpr std::array<const char*, operation_names> names{
      "compute",         "acquire",     "send_marker", "send_word",
      "bind_input",      "bind_output", "read",        "write",
      "long_word",       "join",        "restore",     "load_match",
      "enable_event",    "await_event", "freeze",      "wake",
      "load_forwarding", "start_spool", "stop_spool",  "load",
      "store",           "instruction", "fault"};
  return names[number];
}

// --- a bus

void CellRecorder::BusRecorder::start(Time now) {
  if (tag) owner_->writer_->change(*tag, wave_code::idle_bus, now);
  shown_ = wave_code::idle_bus;
}

void CellRecorder::BusRecorder::write(const Event& of_bus) {
  const WordEvent& event = *std::get<const WordEvent*>(of_bus.report);
  const auto code = static_cast<std::uint64_t>(event.word.tag);
  shown_ = shown_ == code ? code | wave_code::repeated_tag : code;
  WaveWriter& writer = *owner_->writer_;
  if (tag) writer.change(*tag, shown_, event.begin);
  if (word) writer.change(*word, event.word.value, event.begin);
  if (channel) writer.change(*channel, event.channel, event.begin);
  end_ = event.begin + 2 * owner_->cell_.view.clock;
  if (owner_->first_word_ == never && event.begin >= owner_->start_) {
    owner_->first_word_ = event.begin;
  }
}

void CellRecorder::BusRecorder::rest(Time now) {
  if (now < end_) return;
  end_ = never;
  start(now);
}

// --- the cell

CellRecorder::CellRecorder(WaveWriter& writer, const TracedCell& cell,
                           const std::vector<Chosen>& chosen, Time start, EventStream& events)
    : writer_(&writer), cell_(cell), start_(start) {
  for (const Chosen& one : chosen) choose(one);
  const Time now = sc_core::sc_time_stamp().value();
  for (BusRecorder& bus : busses_) {
    bus.start(now);
    EventSource source;
    source.words = &cell_.view.reports->words(bus.bus());
    events.attach(bus, source, {EventKind::word}, EventOrder::by_time);
  }
  cell_.view.core->communication().attach(*this);
  for (const Chosen& one : sampled_) writer_->change(one.variable, sample(one), now);
}

void CellRecorder::choose(const Chosen& chosen) {
  const auto slot = [&](WaveKind kind) -> std::optional<WaveWriter::Variable>* {
    const Bus bus = static_cast<Bus>(chosen.number);
    const auto found = std::find_if(busses_.begin(), busses_.end(),
                                    [bus](const BusRecorder& other) { return other.bus() == bus; });
    BusRecorder& recorder = found == busses_.end() ? busses_.emplace_back(*this, bus) : *found;
    if (kind == WaveKind::word) return &recorder.word;
    return kind == WaveKind::tag ? &recorder.tag : &recorder.channel;
  };
  switch (chosen.kind) {
    case WaveKind::word:
    case WaveKind::tag:
    case WaveKind::channel: *slot(chosen.kind) = chosen.variable; break;
    default: sampled_.push_back(chosen); break;
  }
}

void CellRecorder::clock(Time now) {
  for (BusRecorder& bus : busses_) bus.rest(now);
  for (const Chosen& one : sampled_) writer_->change(one.variable, sample(one), now);
}

// At the end of each word, so that the bus is seen to be idle.
Time CellRecorder::next() const {
  Time first = never;
  for (const BusRecorder& bus : busses_) first = std::min(first, bus.end());
  return first;
}

std::uint64_t CellRecorder::sample(const Chosen& chosen) const {
  const CellAgents& core = *cell_.view.core;
  const CommunicationInterface& agent = core.communication();
  switch (chosen.kind) {
    case WaveKind::level: return agent.queue_level(chosen.number);
    case WaveKind::mode: return static_cast<std::uint64_t>(agent.mode(chosen.number));
    case WaveKind::fed_by: {
      const int input = agent.input_of(chosen.number);
      return input == Crossbar::none ? nothing_linked : static_cast<std::uint64_t>(input);
    }
    case WaveKind::room: return agent.free_slots(chosen.number);
    case WaveKind::state: return state_of(cell_.view.core->computation());
    case WaveKind::operation: return cell_.view.core->computation().operation().index();
    case WaveKind::line: return cell_.position->line();
    case WaveKind::spools: return active_spools(cell_.view.core->memory());
    default: return 0;
  }
}

}  // namespace weft
