#include "testbench/families/iwarp/cell_waits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include <boost/container_hash/hash.hpp>

#include "hw/iwarp/round_robin.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/components/iwarp_cells.hpp"
#include "platforms/registry/quantity.hpp"
#include "testbench/families/iwarp/cell_alarms.hpp"
#include "testbench/programs/assembly_programs.hpp"
#include "testbench/watchdog/watchdog.hpp"

namespace weft {

using namespace port;

CellWaits::CellWaits(const System& system, const ProgramPositions& positions)
    : system_(&system),
      cells_(&cells_of(system)),
      active_(cells_->size()),
      seen_(cells_->size()),
      from_(cells_->size()),
      to_(cells_->size()),
      from_elsewhere_(cells_->size()) {
  for (const CellView& cell : *cells_) {
    monitors_.emplace_back(cell, position_at(positions, cell.component));
  }
  const Platform& platform = system.platform();
  for (const auto& [bus, from, to] : busses_between_cells(platform)) {
    if (bus->cut_at == 0) continue;
    to_[from][bus->from.port] = FarEnd{{to, bus->to.port}, bus->cut_at};
    from_[to][bus->to.port] = FarEnd{{from, bus->from.port}, bus->cut_at};
  }
  for (const BusSpec& bus : platform.busses) {
    const auto to = cell_of(platform, bus.to.component);
    only_cells_ = only_cells_ && bus.cut_at == never && to &&
                  cell_of(platform, bus.from.component).has_value();
    if (!to || cell_of(platform, bus.from.component) || bus.cut_at == 0) continue;
    from_elsewhere_[*to][bus.to.port] = true;
  }
}

CommunicationInterface& CellWaits::agent(unsigned cell) const {
  return (*cells_)[cell].core->communication();
}

std::string CellWaits::name(unsigned cell) const { return (*cells_)[cell].name; }

// --- along a pathway

// What feeds an input channel through its bus.
CellWaits::Feeder CellWaits::before(const Channel& channel) const {
  const ChannelMap& map = agent(channel.cell).channels();
  const unsigned bus = map.bus_of[channel.input];
  const auto& far = from_[channel.cell][bus];
  if (from_elsewhere_[channel.cell][bus]) return {Feeder::Kind::elsewhere, {}};
  if (!far) return {Feeder::Kind::nothing, {}};
  const CommunicationInterface& there = agent(far->cell);
  const unsigned output = there.channels().output_at(far->input, map.input_number[channel.input]);
  if (output == ChannelMap::none) return {Feeder::Kind::nothing, {}};
  const unsigned words = there.free_slots(output) + agent(channel.cell).queue_level(channel.input);
  if (words != there.parameters().queue_words && now_ < far->cut_at) {
    return {Feeder::Kind::bus, {far->cell, output}};
  }
  const int input = there.input_of(output);
  if (input != Crossbar::none) {
    return {Feeder::Kind::channel, {far->cell, static_cast<unsigned>(input)}};
  }
  const bool held = (there.reserved() & bit(output)) != 0;
  return {held ? Feeder::Kind::program : Feeder::Kind::open, {far->cell, output}};
}

// The channel at the far end of an output of this one's cell.
std::optional<CellWaits::Channel> CellWaits::behind(const Channel& channel, unsigned output) const {
  const ChannelMap& map = agent(channel.cell).channels();
  for (unsigned bus = 0; bus < bus_count; ++bus) {
    if ((map.outputs_of[bus] & bit(output)) == 0) continue;
    const auto& far = to_[channel.cell][bus];
    if (!far) return {};
    const unsigned input =
        agent(far->cell).channels().input_at(far->input, map.output_number[output]);
    if (input == ChannelMap::none) return {};
    return Channel{far->cell, input};
  }
  return {};
}

// The cell whose program feeds the pathway of a channel: where it begins, or has been split.
std::optional<unsigned> CellWaits::source(Channel channel) const {
  while ((agent(channel.cell).channels().own & bit(channel.input)) == 0) {
    const Feeder feeder = before(channel);
    if (feeder.kind == Feeder::Kind::program) return feeder.channel.cell;
    if (feeder.kind != Feeder::Kind::channel) return {};
    channel = feeder.channel;
  }
  return channel.cell;
}

bool CellWaits::spooled(const Channel& channel) const {
  return !(*cells_)[channel.cell].core->memory().idle();
}

// --- what programs wait for

CellWaits::Wait CellWaits::wait_for_words(const Channel& channel) const {
  Wait wait{fmt::format("for a word on input channel {}", channel.input), {}};
  Channel at = channel;
  while ((agent(at.cell).channels().own & bit(at.input)) == 0) {
    const Feeder feeder = before(at);
    switch (feeder.kind) {
      case Feeder::Kind::nothing: return {wait.what + ", to which no bus leads", {channel.cell}};
      case Feeder::Kind::open:
        return {wait.what + ", to which no pathway leads", {}, Wait::On::anybody};
      case Feeder::Kind::elsewhere: return wait;  // it may come
      case Feeder::Kind::program:
        return {
            fmt::format("{} of a pathway that {} has split", wait.what, name(feeder.channel.cell)),
            {feeder.channel.cell}};
      case Feeder::Kind::bus: return wait;  // it will come
      case Feeder::Kind::channel: break;
    }
    at = feeder.channel;
    if (agent(at.cell).queue_level(at.input) == 0) continue;
    if (agent(at.cell).mode(at.input) != ChannelMode::routing) return wait;  // it will come
    wait.cells = wait_for_channel(at.cell, agent(at.cell).requested(at.input)).cells;
    return wait;
  }
  if (spooled(at)) return wait;
  wait.what += fmt::format(" from {}", name(at.cell));
  wait.cells = {at.cell};
  return wait;
}

CellWaits::Wait CellWaits::wait_for_room(Channel channel) const {
  Wait wait{fmt::format("for room in channel {}", channel.input), {}};
  while (true) {
    const CommunicationInterface& here = agent(channel.cell);
    if (here.room(channel.input) != 0) return wait;  // it will move
    switch (here.mode(channel.input)) {
      case ChannelMode::routing: {
        const Wait further = wait_for_channel(channel.cell, here.requested(channel.input));
        return {
            fmt::format("{}, which waits in {} {}", wait.what, name(channel.cell), further.what),
            further.cells};
      }
      case ChannelMode::own:
        return {wait.what + ", which leads nowhere",
                spooled(channel) ? std::vector<unsigned>{} : std::vector<unsigned>{channel.cell}};
      case ChannelMode::here:
        if (!spooled(channel)) wait.cells = {channel.cell};
        wait.what += fmt::format(", which {} reads", name(channel.cell));
        return wait;
      case ChannelMode::linked: {
        const auto further = behind(channel, static_cast<unsigned>(here.output_of(channel.input)));
        if (!further) return wait;
        channel = *further;
        break;
      }
      case ChannelMode::idle:
      case ChannelMode::discarding: return wait;
    }
  }
}

CellWaits::Wait CellWaits::wait_for_channel(unsigned cell, ChannelSet outputs) const {
  Wait wait{"for an output channel", {}};
  while (outputs != 0) {
    const unsigned output = take_first(outputs);
    const int input = agent(cell).input_of(output);
    const auto holder = input == Crossbar::none ? std::optional<unsigned>(cell)
                                                : source({cell, static_cast<unsigned>(input)});
    if (!holder) return {wait.what, {}};
    wait.cells.push_back(*holder);
  }
  std::sort(wait.cells.begin(), wait.cells.end());
  wait.cells.erase(std::unique(wait.cells.begin(), wait.cells.end()), wait.cells.end());
  if (!wait.cells.empty()) wait.what += fmt::format(" that {} holds", name(wait.cells.front()));
  return wait;
}

// The first of the gates that keeps the operation.
CellWaits::Wait CellWaits::wait_at_gates(unsigned cell, const std::vector<int>& inputs,
                                         const std::vector<int>& outputs) const {
  for (const int input : inputs) {
    const auto channel = static_cast<unsigned>(input);
    if (!agent(cell).readable(channel)) return wait_for_words({cell, channel});
  }
  for (const int output : outputs) {
    const auto channel = static_cast<unsigned>(output);
    if (agent(cell).room(channel) == 0) return wait_for_room({cell, channel});
  }
  return {"for a bus within the cell", {}};
}

// All but those of spooling gates come of words on busses; and nobody but the cell's own program,
// which waits, starts a gate.
CellWaits::Wait CellWaits::wait_for_event(unsigned cell, EventSet kinds) const {
  constexpr EventSet of_spools = events(AgentEvent::spool_end, AgentEvent::spool_error);
  const bool posted = (kinds & of_spools) != 0 && agent(cell).spool_event_posted();
  if (posted || agent(cell).pending_events(kinds) != 0) return {"for an event that has come", {}};
  bool bus = false;
  for (unsigned number = 0; number < bus_count; ++number) {
    bus = bus || from_[cell][number] || from_elsewhere_[cell][number];
  }
  const bool from_bus = bus && (kinds & ~of_spools) != 0;
  const bool from_spool = (kinds & of_spools) != 0 && !(*cells_)[cell].core->memory().idle();
  if (from_bus || from_spool) return {"for an event", {}, Wait::On::event};
  return {"for an event that nothing can raise", {cell}};
}

CellWaits::Wait CellWaits::wait_of_operation(unsigned cell, const Operation& operation) const {
  const GateBindings& gates = (*cells_)[cell].core->computation().gates();
  if (const auto* op = std::get_if<Read>(&operation)) {
    return wait_at_gates(cell, {gates.inputs[op->gate]}, {});
  }
  if (const auto* op = std::get_if<Write>(&operation)) {
    return wait_at_gates(cell, {}, {gates.outputs[op->gate]});
  }
  if (const auto* op = std::get_if<LongWord>(&operation)) {
    std::vector<int> inputs;
    std::vector<int> outputs;
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      if (op->reads[gate]) inputs.push_back(gates.inputs[gate]);
      if (op->writes[gate]) outputs.push_back(gates.outputs[gate]);
    }
    return wait_at_gates(cell, inputs, outputs);
  }
  if (const auto* op = std::get_if<Instruction>(&operation)) {
    std::vector<int> inputs;
    std::vector<int> outputs;
    for (unsigned gate = 0; gate < gate_count; ++gate) {
      if ((op->reads >> gate & 1) != 0) inputs.push_back(gates.inputs[gate]);
      if ((op->writes >> gate & 1) != 0) outputs.push_back(gates.outputs[gate]);
    }
    return wait_at_gates(cell, inputs, outputs);
  }
  if (const auto* op = std::get_if<SendMarker>(&operation)) {
    return wait_for_room({cell, op->input});
  }
  if (const auto* op = std::get_if<SendWord>(&operation)) return wait_for_room({cell, op->input});
  if (const auto* op = std::get_if<Acquire>(&operation)) {
    const ChannelMap& map = agent(cell).channels();
    return wait_for_channel(cell, map.outputs_of[index_of(op->bus)] & map.outputs_in[op->pool]);
  }
  if (const auto* op = std::get_if<AwaitEvent>(&operation)) return wait_for_event(cell, op->kinds);
  return {"for an agent of its cell", {}};
}

CellWaits::Wait CellWaits::wait_of(unsigned cell) const {
  return wait_of_operation(cell, (*cells_)[cell].core->computation().operation());
}

// --- deadlock

// Words, modes and free slots of all channels; what moves changes them, on a bus too.
std::size_t CellWaits::picture() const {
  std::size_t picture = 0;
  for (const CellView& cell : *cells_) {
    const CommunicationInterface& agent = cell.core->communication();
    for (unsigned input = 0; input < agent.channels().inputs; ++input) {
      boost::hash_combine(picture, agent.queue_level(input));
      boost::hash_combine(picture, agent.output_of(input));
      boost::hash_combine(picture, agent.mode(input));
    }
    for (unsigned output = 0; output < agent.channels().outputs; ++output) {
      boost::hash_combine(picture, agent.free_slots(output));
    }
  }
  return picture;
}

bool CellWaits::spools_are_idle() const {
  return std::all_of(cells_->begin(), cells_->end(),
                     [](const CellView& cell) { return cell.core->memory().idle(); });
}

// Those that ask for a channel.
std::vector<std::string> CellWaits::waiting_headers() const {
  std::vector<std::string> lines;
  for (unsigned cell = 0; cell < cells_->size(); ++cell) {
    const CommunicationInterface& here = agent(cell);
    for (unsigned input = 0; input < here.channels().inputs; ++input) {
      if ((here.channels().own & bit(input)) != 0) continue;  // its program waits
      if (here.mode(input) != ChannelMode::routing || here.queue_level(input) == 0) continue;
      lines.push_back(fmt::format("a header in {}, on input channel {}, waits {}", name(cell),
                                  input, wait_for_channel(cell, here.requested(input)).what));
    }
  }
  return lines;
}

// Where no program can go on, and no words are on their way.
bool CellWaits::is_server(unsigned cell, bool others_ended) const {
  const CellMonitor& monitor = monitors_[cell];
  const auto* assembly = dynamic_cast<const AssemblyProgram*>(monitor.position());
  const bool told =
      monitor.told() || (assembly != nullptr && assembly->sequencer().counters(now_).services != 0);
  return !only_cells_ || (told && others_ended);
}

// A program that has someone to wait for that can go on is not stuck. What any program may bring
// about comes as long as one can go on, or words are on their way.
std::vector<bool> CellWaits::find_stuck(const std::vector<Wait>& waits, bool quiet,
                                        bool headers) const {
  std::vector<bool> stuck(waits.size());
  std::vector<bool> over(waits.size());
  for (unsigned cell = 0; cell < waits.size(); ++cell) {
    const CellMonitor& monitor = monitors_[cell];
    const Wait& wait = waits[cell];
    over[cell] = !monitor.has_program() || monitor.ended();
    stuck[cell] = !over[cell] && seen_[cell] && monitor.stalled() &&
                  active_[cell] == monitor.active() &&
                  (wait.on == Wait::On::programs ? !wait.cells.empty() : quiet);
  }
  const auto never_goes_on = [&](unsigned cell) { return stuck[cell] || over[cell]; };
  for (bool changed = true; changed;) {
    changed = false;
    bool all = true;
    for (unsigned cell = 0; cell < waits.size(); ++cell) all = all && never_goes_on(cell);
    for (unsigned cell = 0; cell < waits.size(); ++cell) {
      if (!stuck[cell]) continue;
      const auto& on = waits[cell].cells;
      if (waits[cell].on == Wait::On::programs ? std::all_of(on.begin(), on.end(), never_goes_on)
                                               : all) {
        continue;
      }
      stuck[cell] = false;
      changed = true;
    }
  }
  const bool ended = std::any_of(monitors_.begin(), monitors_.end(), [](const CellMonitor& one) {
    return one.has_program() && one.ended();
  });
  for (unsigned cell = 0; cell < waits.size(); ++cell) {
    const bool waits_for_event = waits[cell].on == Wait::On::event;
    if (waits_for_event && !headers && is_server(cell, ended)) stuck[cell] = false;
  }
  return stuck;
}

std::string CellWaits::line(unsigned cell, const Wait& wait) const {
  return fmt::format("{} waits {}", monitors_[cell].place(), wait.what);
}

std::string CellWaits::look(Time now) {
  now_ = now;
  std::vector<Wait> waits(monitors_.size());
  for (unsigned cell = 0; cell < waits.size(); ++cell) {
    if (monitors_[cell].has_program() && monitors_[cell].stalled()) waits[cell] = wait_of(cell);
  }
  const std::size_t seen = picture();
  quiet_ = spools_are_idle() && seen == picture_;
  std::vector<std::string> headers;
  if (quiet_ && only_cells_) headers = waiting_headers();
  const std::vector<bool> stuck = find_stuck(waits, quiet_, !headers.empty());
  picture_ = seen;
  for (unsigned cell = 0; cell < waits.size(); ++cell) {
    active_[cell] = monitors_[cell].active();
    seen_[cell] = monitors_[cell].stalled();
  }
  const auto count = std::count(stuck.begin(), stuck.end(), true);
  if (count == 0) return {};
  const std::string title = fmt::format("deadlock at {}: {} program{} can never go on",
                                        time_text(now), count, count == 1 ? "" : "s");
  std::vector<std::string> lines;
  for (unsigned cell = 0; cell < stuck.size(); ++cell) {
    if (!stuck[cell]) continue;
    if (lines.size() + 1 == most_lines_of_waits &&
        static_cast<std::size_t>(count) > most_lines_of_waits) {
      lines.push_back(
          fmt::format("... and {} more", static_cast<std::size_t>(count) - lines.size()));
      break;
    }
    lines.push_back(line(cell, waits[cell]));
  }
  lines.insert(lines.end(), headers.begin(),
               headers.begin() + static_cast<std::ptrdiff_t>(
                                     std::min(headers.size(), std::size_t{most_lines_of_waits})));
  const std::string errors = unseen_errors();
  if (!errors.empty()) lines.push_back(errors);
  return text_of_waits(title, lines);
}

// Words move, or a program may still take or send some.
bool CellWaits::words_are_on_their_way() const {
  return !quiet_ || !spools_are_idle() || picture() != picture_ ||
         std::any_of(monitors_.begin(), monitors_.end(), [](const CellMonitor& monitor) {
           return monitor.has_program() && !monitor.ended() && !monitor.stalled();
         });
}

Alarms CellWaits::alarms(Time now) const {
  Alarms alarms = no_word_arrived(*system_, words_are_on_their_way(), now);
  for (Alarm& lost : words_lost(*system_)) alarms.push_back(std::move(lost));
  for (unsigned cell = 0; cell < monitors_.size(); ++cell) {
    const CellMonitor& monitor = monitors_[cell];
    if (!monitor.has_program() || monitor.ended()) continue;
    const bool halts = dynamic_cast<const AssemblyProgram*>(monitor.position()) != nullptr;
    std::string text;
    if (!monitor.stalled()) {
      if (halts) text = monitor.place() + " has not halted";
    } else if (const Wait wait = wait_of(cell);
               halts || (wait.on != Wait::On::event && monitor.since() <= now / 2)) {
      text = line(cell, wait);
    }
    if (text.empty()) continue;
    alarms.push_back({Alarm::Kind::program_stalled, name(cell), text, 0, false});
  }
  return alarms;
}

std::string CellWaits::unseen_errors() const {
  for (const CellMonitor& monitor : monitors_) {
    const std::string error = monitor.spool_error();
    if (!error.empty()) return fmt::format("{}: {}", monitor.place(), error);
  }
  return {};
}

}  // namespace weft
