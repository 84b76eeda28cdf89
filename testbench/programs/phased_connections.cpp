#include "testbench/programs/phased_connections.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "hw/iwarp/round_robin.hpp"
#include "hw/iwarp/word.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned data_gate = 0;

std::uint32_t bytes_of(const std::vector<std::uint32_t>& registers) {
  return static_cast<std::uint32_t>(registers.size()) * word_bytes;
}

}  // namespace

PhasedConnections::PhasedConnections(CellProcess& cell, const ConnectionPlan& plan,
                                     const SwitchClocks& clocks, std::uint32_t address)
    : cell_(&cell),
      plan_(&plan),
      barrier_(cell, plan.barrier[cell.cell().address], clocks.barrier_word),
      begin_phase_(clocks.begin_phase),
      address_(address) {
  std::vector<std::uint32_t> memory = barrier_.place().context;
  for (const auto& phase : plan.linkages.phases) {
    const std::vector<std::uint32_t>& context = phase[cell.cell().address].context;
    memory.insert(memory.end(), context.begin(), context.end());
  }
  if (!cell.cell().core->memory().preset(address, memory)) {
    throw std::runtime_error(fmt::format("no memory for {} phases", plan.linkages.phases.size()));
  }
}

std::uint32_t PhasedConnections::bytes(const ConnectionPlan& plan, unsigned cell) {
  std::uint32_t sum = bytes_of(plan.barrier[cell].context);
  for (const auto& phase : plan.linkages.phases) sum += bytes_of(phase[cell].context);
  return sum;
}

Program PhasedConnections::open() {
  const conset::ChannelSets& sets = barrier_.place().channels;
  co_await cell_->freeze();
  co_await cell_->load_context({sets.inputs, sets.outputs, address_});
  co_await cell_->wake();
}

// Steps as in section 4.2. What arrives while the agent is frozen is kept in its queue; what
// arrives before the linkages are there makes the load a fault.
Program PhasedConnections::load_phase(std::size_t phase) {
  const Time begin = cell_->now();
  co_await cell_->enable(AgentEvent::pathway_begin, 0);  // 1
  if (loaded_) co_await require_drained(phase);
  co_await leave_channel();
  co_await cell_->freeze();  // 3
  const conset::ChannelSets& sets = plan_->linkages.channels[cell_->cell().address];
  const std::uint32_t each = bytes_of(present().context);
  const std::uint32_t address =
      address_ + bytes_of(barrier_.place().context) + static_cast<std::uint32_t>(phase) * each;
  co_await cell_->load_context({sets.inputs, sets.outputs, address});  // 4
  const Time last_steps = 2 * port::register_clocks;
  const Time taken = (cell_->now() - begin) / cell_->cell().clock + last_steps;
  if (taken < begin_phase_) co_await cell_->compute(begin_phase_ - taken);
  co_await cell_->wake();                                             // 5
  co_await cell_->enable(AgentEvent::pathway_begin, ~ChannelSet{0});  // 6
  require_none_lost(phase);
  phase_ = phase;
  loaded_ = true;
  receives_from_ = Crossbar::none;
}

// The channel into which the gate sends may be one of a bus in the next phase; that of the barrier
// never is.
Program PhasedConnections::leave_channel() {
  if (sends_from_ == Crossbar::none) co_return;
  co_await cell_->bind_output(data_gate, barrier_.place().own);
  sends_from_ = Crossbar::none;
}

// A word of the phase that came before any channel here was on its bus with its number.
void PhasedConnections::require_none_lost(std::size_t phase) const {
  const CommunicationInterface& agent = cell_->agent();
  const ChannelSet lost = agent.event_status(AgentEvent::stray_word);
  if (lost == 0) return;
  std::string busses;
  for (const Bus bus : all_busses) {
    if ((lost >> agent.channels().first_input[index_of(bus)] & 1U) == 0) continue;
    busses += fmt::format("{}{}", busses.empty() ? "" : ", ", name_of(bus));
  }
  throw std::runtime_error(
      fmt::format("words came in over {} for a channel that phase {} puts there, before it was "
                  "loaded",
                  busses, phase));
}

// All channel buffers drain before the state is changed.
Program PhasedConnections::require_drained(std::size_t next) {
  const CommunicationInterface& agent = cell_->agent();
  for (ChannelSet left = present().used; left != 0;) {
    const unsigned output = take_first(left);
    const port::Result result = co_await cell_->perform(port::ReadOutput{output});
    const OutputChannelState& state = result.output_state;
    const unsigned under_way = agent.parameters().queue_words - state.free_slots;
    if (state.drained && under_way == 0) continue;
    const unsigned waiting =
        state.input == Crossbar::none ? 0 : agent.queue_level(static_cast<unsigned>(state.input));
    throw std::runtime_error(fmt::format(
        "phase {} is loaded while words of phase {} are under way: {} behind logical output "
        "channel {}, {} before it",
        next, phase_, under_way, output, waiting));
  }
}

Program PhasedConnections::use_to_send(const conset::ConnectionEnd& end) {
  if (sends_from_ == static_cast<int>(end.input)) co_return;
  co_await cell_->bind_output(data_gate, end.input);
  sends_from_ = static_cast<int>(end.input);
}

Program PhasedConnections::use_to_receive(const conset::ConnectionEnd& end) {
  if (receives_from_ == static_cast<int>(end.input)) co_return;
  co_await cell_->bind_input(data_gate, end.input);
  receives_from_ = static_cast<int>(end.input);
}

Program PhasedConnections::send_element(const conset::ConnectionEnd& end, std::uint32_t value) {
  co_await use_to_send(end);
  co_await cell_->write(data_gate, value);
}

Program PhasedConnections::receive_element(const conset::ConnectionEnd& end, std::uint32_t& value) {
  co_await use_to_receive(end);
  co_await read_data(*cell_, data_gate, value);
}

}  // namespace weft
