#include "testbench/families/iwarp/cell_recorder.hpp"

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
      "compute",        "acquire",         "assign",
      "read_input",     "read_output",     "send_marker",
      "send_word",      "bind_input",      "bind_output",
      "read",           "write",           "long_word",
      "join",           "redirect",        "restore",
      "allocate_input", "allocate_output", "load_match",
      "enable_event",   "await_event",     "freeze",
      "wake",           "save_context",    "load_context",
      "start_spool",    "stop_spool",      "load",
      "store",          "instruction",     "fault"};
  return names[number];
}

CellRecorder::CellRecorder(WaveWriter& writer, const TracedCell& cell,
                           const std::vector<Chosen>& chosen, Time start, EventStream& events)
    : writer_(&writer), cell_(cell) {
  std::vector<std::pair<Bus, BusRecorder::Variables>> of_busses;
  for (const Chosen& one : chosen) {
    if (one.kind <= CellWave::channel) {
      choose_of_bus(one, of_busses);
    } else {
      sampled_.push_back(one);
    }
  }
  const Time now = sc_core::sc_time_stamp().value();
  for (const auto& [bus, variables] : of_busses) {
    BusRecorder& recorder =
        busses_.emplace_back(writer, variables, 2 * cell_.view.clock, start, now);
    EventSource source;
    source.words = &cell_.view.reports->words(bus);
    events.attach(recorder, source, {EventKind::word}, EventOrder::by_time);
  }
  cell_.view.core->communication().attach(*this);
  for (const Chosen& one : sampled_) writer_->change(one.variable, sample(one), now);
}

void CellRecorder::choose_of_bus(const Chosen& chosen,
                                 std::vector<std::pair<Bus, BusRecorder::Variables>>& of_busses) {
  const Bus bus = static_cast<Bus>(chosen.number);
  auto found = std::find_if(of_busses.begin(), of_busses.end(),
                            [bus](const auto& other) { return other.first == bus; });
  if (found == of_busses.end()) {
    of_busses.push_back({bus, {}});
    found = of_busses.end() - 1;
  }
  found->second.choose(chosen.kind, chosen.variable);
}

Time CellRecorder::first_word() const {
  Time first = never;
  for (const BusRecorder& bus : busses_) first = std::min(first, bus.first_word());
  return first;
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
    case CellWave::level: return agent.queue_level(chosen.number);
    case CellWave::mode: return static_cast<std::uint64_t>(agent.mode(chosen.number));
    case CellWave::fed_by: {
      const int input = agent.input_of(chosen.number);
      return input == Crossbar::none ? nothing_linked : static_cast<std::uint64_t>(input);
    }
    case CellWave::room: return agent.free_slots(chosen.number);
    case CellWave::state: return state_of(cell_.view.core->computation());
    case CellWave::operation: return cell_.view.core->computation().operation().index();
    case CellWave::line: return cell_.position->line();
    case CellWave::spools: return active_spools(cell_.view.core->memory());
    default: return 0;
  }
}

}  // namespace weft
