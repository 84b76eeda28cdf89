#include "rtl/iwarp/agent_port.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "rtl/common/own_models.hpp"

namespace weft::rtl {

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
  begin_clock();
  spooled_from_ = 0;
  spooled_to_ = 0;
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

Word AgentPort::head(unsigned input, unsigned position) const {
  const unsigned place =
      iwarp_map::address::position.in(position) | iwarp_map::address::channel.in(input);
  return {read(ReadGroup::value, place), static_cast<WordTag>(read(ReadGroup::tag, place))};
}

Word AgentPort::take_word(DataPort port, unsigned input) {
  switch (port) {
    case DataPort::gate_0: return agent_->receive(0, input);
    case DataPort::gate_1: return agent_->receive(1, input);
    case DataPort::spool: return agent_->spool_from(spooled_from_++, input);
    case DataPort::spool_end: return agent_->spool_end(input);
  }
  return {};
}

void AgentPort::put_word(DataPort port, unsigned input, Word word) {
  if (port == DataPort::spool) return agent_->spool_to(spooled_to_++, input, word.value);
  agent_->send(port == DataPort::gate_0 ? 0 : 1, input, word);
}

std::optional<AgentStatus> AgentPort::take_posted(EventSet kinds) {
  const EventSet pending = pending_events(kinds);
  if (pending == 0) return std::nullopt;
  const auto event = static_cast<AgentEvent>(std::countr_zero(pending));
  const auto channel = static_cast<unsigned>(std::countr_zero(event_status(event)));
  agent_->clear_event(static_cast<unsigned>(event), channel);
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

}  // namespace weft::rtl
