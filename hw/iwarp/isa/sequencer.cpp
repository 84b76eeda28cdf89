#include "hw/iwarp/isa/sequencer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "hw/iwarp/isa/arithmetic.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/spool_control.hpp"

namespace weft::isa {

namespace {

constexpr std::uint64_t most_ahead = 64;  // clocks

std::uint32_t word_of(const AgentStatus& status) {
  return static_cast<std::uint32_t>(status.event) << 8 | status.channel;
}

std::string stored_into_code(std::uint32_t address) {
  return fmt::format("address {:#x} is part of the program, and nothing is stored there", address);
}

std::string no_place_text(const char* kind, std::uint32_t place) {
  return fmt::format("{:#x} is no place of a logical {} channel", place, kind);
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

void Sequencer::take_loaded(const Step& step, const std::array<std::uint64_t, 2>& loaded) {
  if (step.accesses == 0) return;
  unsigned number = 0;
  for (const Operation& access : step.instruction.operations) {
    if (!is_access(access.op)) continue;
    if (is_load(access.op) && !is_gate(access.d)) write(access, loaded[number]);
    ++number;
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

// Executes an instruction with memory and without gates at once, if it has no fault.
bool Sequencer::access_ahead(const Step& step, Time now) {
  if (step.reads != 0 || step.writes != 0) return false;
  port::Instruction instruction = moving_instruction(step);
  for (const port::MemoryAccess& access : instruction.accesses) {
    if (!harmless(access)) return false;
  }
  begin(step);
  compute({}, instruction);
  MemoryAgent& memory = cell_->memory();
  std::array<std::uint64_t, 2> loaded{};
  for (unsigned i = 0; i < step.accesses; ++i) {
    const port::MemoryAccess& access = instruction.accesses[i];
    if (access.kind == port::MemoryAccess::Kind::load) {
      loaded[i] =
          (access.wide ? memory.load_double(access.address, now) : memory.load(access.address, now))
              .data;
    } else if (access.wide) {
      memory.store_double(access.address, access.value, now);
    } else {
      memory.store(access.address, static_cast<std::uint32_t>(access.value), now);
    }
  }
  take_loaded(step, loaded);
  return true;
}

bool Sequencer::harmless(const port::MemoryAccess& access) const {
  if (access.kind == port::MemoryAccess::Kind::none) return true;
  const bool store = access.kind == port::MemoryAccess::Kind::store;
  return access.address % (access.wide ? 8 : 4) == 0 &&
         access.address < cell_->communication().parameters().memory_bytes &&
         !(store && access.address < image_->code_bytes());
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

// --- gates and memory

port::Operation Sequencer::issue_moving(const Step& step) {
  const port::Instruction instruction = moving_instruction(step);
  if (step.accesses == 0) return instruction;
  for (const port::MemoryAccess& access : instruction.accesses) {
    if (access.kind != port::MemoryAccess::Kind::store) continue;
    if (access.address >= image_->code_bytes()) continue;
    return trap(stored_into_code(access.address));
  }
  return instruction;
}

port::Instruction Sequencer::moving_instruction(const Step& step) {
  port::Instruction instruction;
  instruction.clocks = step.clocks;
  instruction.reads = step.reads;
  instruction.writes = step.writes;
  if (step.accesses == 0) return instruction;
  unsigned number = 0;
  for (const Operation& op : step.instruction.operations) {
    if (is_access(op.op)) {
      instruction.accesses[number++] = access_of(op, step.instruction.long_word);
    }
  }
  return instruction;
}

port::MemoryAccess Sequencer::access_of(const Operation& op, bool long_word) const {
  const std::uint32_t offset = long_word ? 0 : static_cast<std::uint32_t>(op.value);
  port::MemoryAccess access;
  access.kind = is_load(op.op) ? port::MemoryAccess::Kind::load : port::MemoryAccess::Kind::store;
  access.wide = is_wide_access(op.op);
  access.address = registers_.word(op.a) + offset;
  if (is_load(op.op) && is_output_gate(op.d)) {
    access.gates = static_cast<std::uint8_t>(access.wide ? 3 : 1U << (op.d - out0));
  }
  return access;
}

void Sequencer::compute(const port::Result& operands, port::Instruction& instruction) {
  for (unsigned gate = 0; gate < gate_count; ++gate) {
    if ((instruction.reads >> gate & 1U) == 0) continue;
    registers_.set(in0 + gate, operands.words[gate].value);
    tags_[gate] = operands.words[gate].tag;
  }
  const Step& step = steps_[current_];
  if (step.accesses != 0) take_stored(step, instruction);
  perform(step);
  for (unsigned gate = 0; gate < gate_count; ++gate)
    instruction.written[gate] = registers_.word(out0 + gate);
}

// What its stores write is read as it begins.
void Sequencer::take_stored(const Step& step, port::Instruction& instruction) const {
  unsigned number = 0;
  for (const Operation& op : step.instruction.operations) {
    if (!is_access(op.op)) continue;
    if (is_store(op.op)) {
      instruction.accesses[number].value =
          is_wide_access(op.op) ? registers_.pair(op.d) : registers_.word(op.d);
    }
    ++number;
  }
}

// --- registers

void Sequencer::perform(const Step& step) {
  counters_.flops += step.flops;
  if (step.instruction.long_word) return perform_long(step);
  const Operation& op = step.instruction.operations[0];
  if (info(op.op).unit == Unit::control) return perform_control(op);
  if (!is_access(op.op)) write(op, calculate(op, registers_, divided_by_zero_));
}

// All operands are read before a result is written.
void Sequencer::perform_long(const Step& step) {
  ++counters_.long_words;
  const Instruction& instruction = step.instruction;
  std::array<std::uint64_t, slot_count> results;
  for (unsigned left = step.slots; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const Operation& op = instruction.operations[i];
    results[i] = is_access(op.op) ? increment_of(op) : calculate(op, registers_, divided_by_zero_);
  }
  for (unsigned left = step.slots; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const Operation& op = instruction.operations[i];
    if (!is_access(op.op)) {
      write(op, results[i]);
    } else if (op.value != 0) {
      registers_.set(op.a, registers_.word(op.a) + static_cast<std::uint32_t>(results[i]));
    }
  }
  if (instruction.loop != 0) repeat(instruction.loop - 1U);
}

// By which an access in a long word counts its address on.
std::uint32_t Sequencer::increment_of(const Operation& access) const {
  const PostIncrement step = post_increment(static_cast<unsigned>(access.value));
  const int bytes = step.units * (is_wide_access(access.op) ? 8 : 4);
  return step.stride != 0 ? registers_.word(step.stride) : static_cast<std::uint32_t>(bytes);
}

void Sequencer::write(const Operation& op, std::uint64_t value) {
  if (has_pair_result(op.op)) {
    registers_.set_pair(op.d, value);
  } else {
    registers_.set(op.d, static_cast<std::uint32_t>(value));
  }
}

void Sequencer::perform_control(const Operation& op) {
  switch (op.op) {
    case Op::jump: pc_ = current_ + static_cast<std::uint32_t>(op.value); return;
    case Op::call:
      note_call();
      registers_.set(link_register, next_address());
      pc_ = current_ + static_cast<std::uint32_t>(op.value);
      return;
    case Op::jr: return go_to(registers_.word(op.a));
    case Op::callr: {
      const std::uint32_t target = registers_.word(op.a);
      note_call();
      registers_.set(link_register, next_address());
      return go_to(target);
    }
    case Op::do_: loops_[static_cast<unsigned>(op.value)] = {registers_.word(op.a), pc_}; return;
    case Op::loop: return repeat(static_cast<unsigned>(op.value));
    default:
      if (takes(op, registers_)) pc_ = current_ + static_cast<std::uint32_t>(op.value);
  }
}

// For messages: the routine that is called may be in another file.
void Sequencer::note_call() {
  if (image_->place(address()).file == 0) called_from_ = address();
}

void Sequencer::repeat(unsigned level) {
  Loop& loop = loops_[level];
  if (--loop.left != 0) pc_ = loop.begin;
}

void Sequencer::go_to(std::uint32_t address) {
  wrong_target_ = address;
  pc_ = address % 4 == 0 ? address / 4 : no_place;
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

// --- other agents

port::Operation Sequencer::issue_agent(const Operation& op, Time now) {
  const std::uint32_t a = registers_.word(op.a);
  const std::uint32_t b = registers_.word(op.b);
  const auto number = static_cast<unsigned>(op.value);
  switch (op.op) {
    case Op::acquire:
      if (b >= bus_count) return trap(fmt::format("there is no bus {}", b));
      return port::Acquire{a, static_cast<Bus>(b), number};
    case Op::tryacquire:
      if (b >= bus_count) return trap(fmt::format("there is no bus {}", b));
      return port::Acquire{a, static_cast<Bus>(b), number, false};
    case Op::assign: return port::Assign{a, b};
    case Op::instate: return port::ReadInput{a};
    case Op::outstate: return port::ReadOutput{a};
    case Op::marker: return port::SendMarker{a, {b, static_cast<WordTag>(number)}};
    case Op::word: return port::SendWord{a, b};
    case Op::bind:
      if (is_input_gate(op.d)) return port::BindInput{op.d - in0, a};
      return port::BindOutput{op.d - out0, a};
    case Op::join: return port::Join{a, b};
    case Op::redirect: return port::Redirect{a, b};
    case Op::restore: return port::Restore{a};
    case Op::inbus:
      if ((b & ~input_place_mask) != 0) return trap(no_place_text("input", b));
      return port::AllocateInput{a, decode_input_place(b)};
    case Op::outbus:
      if ((b & ~output_place_mask) != 0) return trap(no_place_text("output", b));
      return port::AllocateOutput{a, decode_output_place(b)};
    case Op::match:
      return port::LoadMatch{
          registers_.word(op.d),
          MatchEntry{a, b, (number & 1U) != 0, (number & 2U) != 0,
                     (number & 4U) != 0 ? MatchAction::guard : MatchAction::here}};
    case Op::unmatch: return port::LoadMatch{a, std::nullopt};
    case Op::freeze: return port::Freeze{};
    case Op::wake: return port::Wake{};
    case Op::save: return save_context(op);
    case Op::load: return port::LoadContext{a, b, registers_.word(op.d)};
    case Op::spool: return start_spool(op);
    case Op::unspool: return port::StopSpool{number};
    case Op::enable: return port::EnableEvent{static_cast<AgentEvent>(op.d), a};
    case Op::await: return port::AwaitEvent{static_cast<EventSet>(a)};
    case Op::vector: vectors_[op.d] = current_ + static_cast<std::uint32_t>(op.value); break;
    case Op::get: registers_.set(op.d, read_special(static_cast<Special>(number), now)); break;
    case Op::put: write_special(static_cast<Special>(number), a); break;
    case Op::resume:
      if (!serving_) return trap("resume outside a service routine");
      serving_ = false;
      go_to(back_);
      break;
    default: break;
  }
  return port::Compute{steps_[current_].clocks};
}

port::Operation Sequencer::start_spool(const Operation& op) {
  SpoolSettings settings = decode_spool_control(registers_.word(op.d));
  settings.address = registers_.word(op.a);
  settings.limit = registers_.word(op.b);
  const auto gate = static_cast<unsigned>(op.value);
  spools_[gate] = {address(), settings.limit - settings.address};
  return port::StartSpool{gate, settings};
}

port::Operation Sequencer::save_context(const Operation& op) {
  const std::uint32_t address = registers_.word(op.d);
  if (address < image_->code_bytes()) return trap(stored_into_code(address));
  return port::SaveContext{registers_.word(op.a), registers_.word(op.b), address};
}

port::Operation Sequencer::trap(std::string why) {
  trap_text_ = std::move(why);
  return port::Trap{trap_text_.c_str()};
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

std::uint32_t Sequencer::read_special(Special special, Time now) const {
  const ChannelSet own = cell_->communication().channels().own;
  switch (special) {
    case Special::cell: return cell_->communication().parameters().address;
    case Special::channels: return own;
    case Special::own: return static_cast<std::uint32_t>(std::countr_zero(own));
    case Special::clock: return static_cast<std::uint32_t>(now / clock_);
    case Special::in0_tag: return static_cast<std::uint32_t>(tags_[0]);
    case Special::in1_tag: return static_cast<std::uint32_t>(tags_[1]);
    case Special::event: return status_;
    case Special::back: return back_;
    case Special::dispatch: return dispatch_;
    case Special::traps: return traps_;
    default: break;
  }
  const auto gate = static_cast<unsigned>(special) - static_cast<unsigned>(Special::spool0);
  return cell_->memory().address(gate);
}

void Sequencer::write_special(Special special, std::uint32_t value) {
  switch (special) {
    case Special::back: back_ = value; return;
    case Special::dispatch: dispatch_ = static_cast<EventSet>(value); return;
    case Special::traps: traps_ = static_cast<EventSet>(value); return;
    default: return;
  }
}

}  // namespace weft::isa
