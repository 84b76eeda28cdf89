#include "rtl/iwarp/agent_port.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace weft::rtl {

namespace {

// in an address
std::uint32_t channel(unsigned number) { return iwarp_map::address::channel.in(number); }
std::uint32_t kind_of(AgentEvent event) {
  return iwarp_map::address::kind.in(static_cast<unsigned>(event));
}

}  // namespace

AgentPort::AgentPort(const IwarpParameters& parameters, std::unique_ptr<IwarpModel> model)
    : parameters_(parameters), map_(parameters), agent_(std::move(model)) {
  if (agent_ == nullptr) throw std::invalid_argument("this build has no rtl/iwarp");
  if (parameters.logical_inputs != agent_channels || parameters.logical_outputs != agent_channels ||
      parameters.queue_words != agent_queue_words ||
      parameters.match_entries != agent_match_entries) {
    throw std::invalid_argument(fmt::format(
        "rtl/iwarp is built for {} logical channels, queues of {} words and {} match entries",
        agent_channels, agent_queue_words, agent_match_entries));
  }
}

void AgentPort::close(Bus bus) {
  open_[index_of(bus)] = false;
  map_.outputs_of[index_of(bus)] = 0;
}

bool AgentPort::leads_to(Bus bus, unsigned pool) const {
  return (map_.outputs_of[index_of(bus)] & map_.outputs_in[pool]) != 0;
}

void AgentPort::request(unsigned input, Bus bus, unsigned pool) {
  namespace data = iwarp_map::write::request;
  write(WriteGroup::request, channel(input), data::pool.in(pool) | data::bus.in(index_of(bus)));
}

Word AgentPort::head(unsigned input, unsigned position) {
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
}

ChannelSet AgentPort::event_status(AgentEvent event) {
  return agent_->events(static_cast<unsigned>(event));
}

std::optional<AgentStatus> AgentPort::take_event(EventSet kinds) {
  for (unsigned kind = 0; kind < event_count; ++kind) {
    if ((kinds >> kind & 1) == 0) continue;
    const ChannelSet seen = agent_->events(kind);
    if (seen == 0) continue;
    const auto channel = static_cast<unsigned>(std::countr_zero(seen));
    const auto event = static_cast<AgentEvent>(kind);
    write(WriteGroup::event_clear, kind_of(event),
          iwarp_map::write::event_clear::channel.in(channel));
    return AgentStatus{event, channel};
  }
  return std::nullopt;
}

}  // namespace weft::rtl
