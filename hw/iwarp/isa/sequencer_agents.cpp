// What instructions of the sequencer ask of other agents and of special registers.
#include <bit>

#include <fmt/format.h>

#include "hw/iwarp/isa/encoding.hpp"
#include "hw/iwarp/isa/sequencer.hpp"
#include "hw/iwarp/isa/spool_control.hpp"

namespace weft::isa {

namespace {

std::string no_place_text(const char* kind, std::uint32_t place) {
  return fmt::format("{:#x} is no place of a logical {} channel", place, kind);
}

}  // namespace

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
  if (address < image_->code_bytes()) return trap_store(address);
  return port::SaveContext{registers_.word(op.a), registers_.word(op.b), address};
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
