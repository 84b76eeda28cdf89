#include "rtl/iwarp/agent_port.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "rtl/common/own_models.hpp"
#include "rtl/common/verilated_run.hpp"

namespace weft::rtl {

namespace {

// in an address
std::uint32_t channel(unsigned number) { return iwarp_map::address::channel.in(number); }
std::uint32_t kind_of(AgentEvent event) {
  return iwarp_map::address::kind.in(static_cast<unsigned>(event));
}

}  // namespace

void check_rtl_parameters(const IwarpParameters& parameters) {
  const auto require = [](const char* name, unsigned value, unsigned built) {
    if (value == built) return;
    throw ParameterError({name}, fmt::format("a cell at rtl that the RTL cannot be: {} ({}) must "
                                             "be {}",
                                             name, value, built));
  };
  require("logical_inputs", parameters.logical_inputs, agent_channels);
  require("logical_outputs", parameters.logical_outputs, agent_channels);
  require("queue_words", parameters.queue_words, agent_queue_words);
  require("match_entries", parameters.match_entries, agent_match_entries);
  if (parameters.match_ports > agent_match_ports) {
    throw ParameterError(
        {"match_ports"},
        fmt::format("a cell at rtl that the RTL cannot be: match_ports ({}) must be "
                    "at most {}",
                    parameters.match_ports, agent_match_ports));
  }
}

AgentPort::AgentPort(const IwarpParameters& parameters, std::unique_ptr<IwarpModel> model)
    : CommunicationInterface(parameters), agent_(std::move(model)) {
  if (agent_ == nullptr) throw std::invalid_argument(why_no_models());
  check_rtl_parameters(parameters);
  output_cut_.fill(never);
  input_cut_.fill(never);
}

void AgentPort::close(Bus bus) {
  open_[index_of(bus)] = false;
  close_bus(bus);
}

void AgentPort::clock(Time now) {
  writes_ = 0;
  context_written_ = false;
  posted_ = false;
  count_thrown_away();
  for (CellClient* client : clients_) client->clock(now);
}

void AgentPort::count_thrown_away() {
  for (unsigned input = 0; input < agent_channels; ++input) {
    const ChannelStatus status = agent_->channel(input);
    if (status.thrown_away()) count_word_thrown_away(input);
    if (status.abandoned()) count_pathway_thrown_away(input);
  }
}

void AgentPort::write(WriteGroup group, unsigned index, std::uint32_t data) {
  if (writes_ == agent_writes) {
    throw RtlStopped(fmt::format(
        "more than {} writes to the registers of the communication agent in a clock", writes_));
  }
  ++writes_;
  agent_->write(address_of(group, index), data);
}

void AgentPort::request(unsigned input, Bus bus, unsigned pool) {
  namespace data = iwarp_map::write::request;
  write(WriteGroup::request, channel(input), data::pool.in(pool) | data::bus.in(index_of(bus)));
}

void AgentPort::withdraw(unsigned input) { write(WriteGroup::withdraw, channel(input), 0); }

bool AgentPort::assign(unsigned input, unsigned output) {
  if (output_status(output).reserved()) return false;
  write(WriteGroup::assign, channel(input), iwarp_map::write::assign::output.in(output));
  return true;
}

Word AgentPort::head(unsigned input, unsigned position) const {
  const unsigned place = iwarp_map::address::position.in(position) | channel(input);
  return {read(ReadGroup::value, place), static_cast<WordTag>(read(ReadGroup::tag, place))};
}

void AgentPort::push(unsigned input, Word word) {
  const std::uint32_t tag = iwarp_map::address::tag.in(static_cast<unsigned>(word.tag));
  write(WriteGroup::push, tag | channel(input), word.value);
}

Word AgentPort::take(unsigned input) {
  const Word word = head(input);
  write(WriteGroup::take, channel(input), 0);
  return word;
}

void AgentPort::join(unsigned input, unsigned output) {
  write(WriteGroup::join, channel(input), iwarp_map::write::join::output.in(output));
}

void AgentPort::redirect(unsigned input, unsigned output) {
  write(WriteGroup::redirect, channel(input), iwarp_map::write::redirect::output.in(output));
}

void AgentPort::restore(unsigned input) { write(WriteGroup::restore, channel(input), 0); }

void AgentPort::load_match(unsigned number, const MatchEntry& entry) {
  write(WriteGroup::match_value, 0, entry.value);
  write(WriteGroup::match_mask, 0, entry.mask);
  namespace data = iwarp_map::write::match_load;
  write(WriteGroup::match_load, iwarp_map::address::entry.in(number),
        data::pathways.in(entry.pathways) | data::messages.in(entry.messages) |
            data::guard.in(entry.action == MatchAction::guard));
}

void AgentPort::clear_match(unsigned number) {
  write(WriteGroup::match_load, iwarp_map::address::entry.in(number), 0);
}

void AgentPort::enable_event(AgentEvent event, ChannelSet channels) {
  write(WriteGroup::event_enable, kind_of(event), channels);
}

void AgentPort::post_event(AgentEvent event, unsigned channel) {
  write(WriteGroup::event_post, kind_of(event), iwarp_map::write::event_post::channel.in(channel));
  posted_ = true;
}

ChannelSet AgentPort::event_status(AgentEvent event) const {
  return agent_->events(static_cast<unsigned>(event));
}

std::optional<AgentStatus> AgentPort::take_event(EventSet kinds) {
  const EventSet pending = pending_events(kinds);
  if (pending == 0) return std::nullopt;
  const auto event = static_cast<AgentEvent>(std::countr_zero(pending));
  const auto channel = static_cast<unsigned>(std::countr_zero(event_status(event)));
  write(WriteGroup::event_clear, kind_of(event),
        iwarp_map::write::event_clear::channel.in(channel));
  return AgentStatus{event, channel};
}

EventSet AgentPort::pending_events(EventSet kinds) const {
  EventSet pending = 0;
  for (unsigned kind = 0; kind < event_count; ++kind) {
    const auto one = static_cast<EventSet>(kinds & 1U << kind);
    if (one != 0 && agent_->events(kind) != 0) pending |= one;
  }
  return pending;
}

// There is one port for them, behind all other writes of the clock.
void AgentPort::write_context(ContextPart part, unsigned input, std::uint32_t data) {
  if (std::exchange(context_written_, true)) {
    throw RtlStopped(
        "more than one write to the context registers of a communication agent in a clock");
  }
  write(WriteGroup::context,
        iwarp_map::address::part.in(static_cast<std::uint32_t>(part)) | channel(input), data);
}

void AgentPort::release_inputs(ChannelSet inputs) {
  write_context(ContextPart::release_inputs, 0, inputs);
}

void AgentPort::release_outputs(ChannelSet outputs) {
  write_context(ContextPart::release_outputs, 0, outputs);
}

void AgentPort::load_input(unsigned input, std::uint32_t context) {
  write_context(ContextPart::input, input, context);
}

void AgentPort::load_output(unsigned output, std::uint32_t context) {
  write_context(ContextPart::output, output, context);
}

ChannelSet AgentPort::requested(unsigned input) const {
  const ChannelStatus status = agent_->channel(input);
  return channels().outputs_of[status.requested_bus()] &
         channels().outputs_in[status.requested_pool()];
}

ChannelSet AgentPort::reserved() const {
  ChannelSet held = 0;
  for (unsigned output = 0; output < agent_channels; ++output) {
    if (output_status(output).reserved()) held |= bit(output);
  }
  return held;
}

}  // namespace weft::rtl
