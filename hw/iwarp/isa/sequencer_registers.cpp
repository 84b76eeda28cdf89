// What instructions of the sequencer do with registers and with its own course.
#include <bit>

#include "hw/iwarp/isa/arithmetic.hpp"
#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/sequencer.hpp"

namespace weft::isa {

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

}  // namespace weft::isa
