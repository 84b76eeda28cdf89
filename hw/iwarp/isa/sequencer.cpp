#include "hw/iwarp/isa/sequencer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hw/iwarp/isa/encoding.hpp"

namespace weft::isa {

namespace {

constexpr std::uint64_t most_ahead = 64;  // clocks

std::uint32_t word_of(const AgentStatus& status) {
  return static_cast<std::uint32_t>(status.event) << 8 | status.channel;
}

}  // namespace

Sequencer::Sequencer(std::shared_ptr<const ProgramImage> image, CellAgents& cell,
                     const UnitClocks& clocks)
    : steps_(decode_program(*image, clocks)),
      pc_(image->entry / 4),
      current_(pc_),
      cell_(&cell),
      clock_(cell.communication().parameters().clock),
      image_(std::move(image)) {
  vectors_.fill(no_place);
}

Counters Sequencer::counters(Time now) const {
  Counters counters = counters_;
  for (unsigned reason = 1; reason < stall_count; ++reason) {
    counters.stalled[reason] =
        cell_->computation().stalled_for(static_cast<Stall>(reason), now) / clock_;
  }
  return counters;
}

// --- one instruction after the other

std::optional<port::Operation> Sequencer::next(const port::Result& result, Time now) {
  if (!loaded_) load();
  if (pending_) finish(result, now);
  if (divided_by_zero_) return trap("division by zero");
  if (!trap_text_.empty()) return port::Trap{trap_text_.c_str()};
  if (auto operation = serve_event()) return operation;
  return fetch(now);
}

// Long words and moves between gates, with nobody who looks on.
std::optional<port::GateAccess> Sequencer::next_at_gates(Time now) {
  if (!goes_straight_on()) return std::nullopt;
  const Step& step = steps_[pc_];
  if (step.kind != StepKind::moving || step.accesses != 0) return std::nullopt;
  begin(step);
  pending_ = true;
  issued_ = now;
  return port::GateAccess{step.clocks, step.reads, step.writes};
}

// Nothing is to be done between the instruction before and the next one.
bool Sequencer::goes_straight_on() const {
  const Step& before = steps_[current_];
  const bool brings_nothing =
      before.kind == StepKind::plain || (before.kind == StepKind::moving && before.accesses == 0);
  return loaded_ && (!pending_ || brings_nothing) && pc_ < steps_.size() && observer_ == nullptr &&
         stop_ == nullptr && !divided_by_zero_ && trap_text_.empty() && waiting_events() == 0;
}

void Sequencer::load() {
  loaded_ = true;
  MemoryAgent& memory = cell_->memory();
  private_memory_ = memory.is_private();
  if (memory.preset(0, image_->code) && memory.preset(image_->data_address(), image_->data)) return;
  trap(fmt::format("the program takes {} bytes of memory, and there are fewer", image_->bytes()));
}

// What an operation brought goes into registers.
void Sequencer::finish(const port::Result& result, Time now) {
  pending_ = false;
  const Step& step = steps_[current_];
  const Operation& op = step.instruction.operations[0];
  if (step.kind == StepKind::moving) {
    take_loaded(step, result.loaded);
  } else {
    take_answer(op, result);
  }
  if (observer_ != nullptr) report(now);
}

// Of another agent.
void Sequencer::take_answer(const Operation& op, const port::Result& result) {
  switch (op.op) {
    case Op::acquire:
    case Op::tryacquire:
    case Op::assign: return registers_.set(op.d, static_cast<std::uint32_t>(result.output));
    case Op::instate: return registers_.set(op.d, encode(result.input_state));
    case Op::outstate: return registers_.set(op.d, encode(result.output_state));
    case Op::await: return registers_.set(op.d, word_of(result.status));
    default: return;
  }
}

// Unless it waits. That of a context depends on the channels, which are still in its registers.
std::uint64_t Sequencer::clocks_of_current() const {
  const Operation& op = steps_[current_].instruction.operations[0];
  const ChannelSet inputs = registers_.word(op.a);
  const ChannelSet outputs = registers_.word(op.b);
  if (op.op == Op::save) return clocks_of(port::SaveContext{inputs, outputs, 0});
  if (op.op == Op::load) return clocks_of(port::LoadContext{inputs, outputs, 0});
  return steps_[current_].clocks;
}

void Sequencer::report(Time now) {
  const Time worked = clocks_of_current() * clock_;
  observer_->executed({image_.get(), address(), line(), issued_, now, now - issued_ - worked});
}

std::optional<port::Operation> Sequencer::fetch(Time now) {
  const bool runs_ahead = may_run_ahead();
  const bool memory_ahead = runs_ahead && private_memory_ && cell_->memory().bus_free() <= now;
  std::uint64_t clocks = 0;
  while (true) {
    if (pc_ >= steps_.size() || steps_[pc_].kind == StepKind::none) {
      if (clocks != 0) return port::Compute{clocks};
      return trap(fmt::format("the program goes on at address {:#x}, where there is no instruction",
                              pc_ == no_place ? wrong_target_ : next_address()));
    }
    if (stop_ != nullptr) stop_->before(next_address(), now);
    const Step& step = steps_[pc_];
    const bool accesses = memory_ahead && step.kind == StepKind::moving && access_ahead(step, now);
    if (!accesses) {
      if (step.kind != StepKind::plain && clocks != 0) return port::Compute{clocks};
      begin(step);
      if (step.kind != StepKind::plain) return issue(step, now);
      perform(step);
    }
    clocks += std::max<std::uint64_t>(step.clocks, step.accesses);
    if (runs_ahead && clocks < most_ahead && !divided_by_zero_) continue;
    pending_ = !runs_ahead;
    issued_ = now;
    return port::Compute{clocks};
  }
}

void Sequencer::begin(const Step& step) {
  current_ = pc_;
  pc_ += step.words;
  ++counters_.instructions;
}

bool Sequencer::may_run_ahead() const {
  return observer_ == nullptr && stop_ == nullptr && !keeps_pace_ && dispatch_ == 0 &&
         (traps_ & ~events(AgentEvent::spool_error)) == 0 && cell_->memory().idle() &&
         !cell_->communication().spool_event_posted();
}

std::optional<port::Operation> Sequencer::issue(const Step& step, Time now) {
  issued_ = now;
  if (step.kind == StepKind::halt) {
    halted_ = true;
    halted_at_ = now;
    return std::nullopt;
  }
  pending_ = true;
  if (step.kind == StepKind::moving) return issue_moving(step);
  return issue_agent(step.instruction.operations[0], now);
}

// --- events

// Events that the program has not asked to be told of wait for `await`.
EventSet Sequencer::waiting_events() const {
  const EventSet stops = static_cast<EventSet>(traps_ & ~dispatch_);
  const EventSet dispatched = serving_ ? EventSet{0} : dispatch_;
  return cell_->communication().pending_events(static_cast<EventSet>(stops | dispatched));
}

std::optional<port::Operation> Sequencer::serve_event() {
  const EventSet waiting = waiting_events();
  if (waiting == 0) return std::nullopt;
  const AgentStatus status = *cell_->communication().take_event(waiting);
  const auto kind = static_cast<unsigned>(status.event);
  if ((dispatch_ >> kind & 1U) == 0) {
    if (status.event == AgentEvent::spool_error) {
      return trap(spool_error(status.channel % spool_count));
    }
    return trap(fmt::format("event {} of channel {}", name_of(status.event), status.channel));
  }
  if (vectors_[kind] == no_place) {
    return trap(fmt::format("event {} has no service routine", name_of(status.event)));
  }
  back_ = next_address();
  status_ = word_of(status);
  pc_ = vectors_[kind];
  serving_ = true;
  ++counters_.services;
  return port::Compute{1};
}

std::string Sequencer::spool_error(unsigned gate) const {
  const SpoolStart& start = spools_[gate];
  return fmt::format(
      "spooling gate {}, started at {} with room for {} words, would pass its limit, or finds no "
      "memory",
      gate, image_->place_text(start.address), start.room / 4);
}

bool Sequencer::gives_up(Time) {
  if (waiting_events() == 0) return false;
  pending_ = false;
  --counters_.instructions;
  pc_ = current_;
  return true;
}

// --- faults

port::Operation Sequencer::trap(std::string why) {
  trap_text_ = std::move(why);
  return port::Trap{trap_text_.c_str()};
}

port::Operation Sequencer::trap_store(std::uint32_t address) {
  return trap(
      fmt::format("address {:#x} is part of the program, and nothing is stored there", address));
}

std::string Sequencer::explain(const std::string& fault, Time now) const {
  return fmt::format("{}{}: {}, at clock {}", caller_text(), image_->place_text(address()), fault,
                     now / clock_);
}

// Of an instruction in an included file, the line that brought the program there.
std::string Sequencer::caller_text() const {
  if (image_->place(address()).file == 0) return {};
  if (const auto caller = image_->macro_caller(address())) {
    return fmt::format("{}:{}: in ", image_->file(), caller->line);
  }
  if (called_from_ == no_place) return {};
  return fmt::format("{}: in ", image_->place_text(called_from_));
}

}  // namespace weft::isa
