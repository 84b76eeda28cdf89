// The routing logic of the communication agent: markers at the heads of queues.
#include <bit>
#include <optional>

#include "hw/iwarp/communication_agent.hpp"
#include "hw/iwarp/round_robin.hpp"

namespace weft {

// Looks at the markers that were at the heads of their queues before this edge, and gives output
// channels that were free before it. `requests` were made before it; a begin marker that goes
// straight on asks at once.
void CommunicationAgent::route(ChannelSet heads, ChannelSet requests, ChannelSet free) {
  ChannelSet asking = requests;
  ChannelSet to_match = 0;
  for (ChannelSet left = heads; left != 0;) {
    const unsigned input = take_first(left);
    if (needs_match(input)) {
      to_match |= bit(input);
    } else {
      look_at_head(input);
    }
  }
  for (unsigned port = 0; port < parameters().match_ports && to_match != 0; ++port) {
    last_match_ = next_in_turn(to_match, last_match_);
    to_match &= ~bit(last_match_);
    look_at_head(last_match_);
  }
  asking |= requesting_ & heads & ~convert_;  // not those that have just turned
  while (asking != 0) {
    const unsigned input = next_in_turn(asking, last_request_);
    asking &= ~bit(input);
    if (grant(input, free)) last_request_ = input;
  }
}

// A begin marker is at the head, for a port of the match CAM (section 6.1.4).
bool CommunicationAgent::needs_match(unsigned input) {
  if (queues_.empty(input)) return false;
  const WordTag tag = queues_.front(input).tag;
  switch (mode_[input]) {
    case ChannelMode::idle: return tag == WordTag::pathway_begin;
    case ChannelMode::here:
    case ChannelMode::linked: return tag == WordTag::message_begin;
    default: return false;
  }
}

void CommunicationAgent::look_at_head(unsigned input) {
  attention_ &= ~bit(input);
  touched_ |= bit(input);
  if (queues_.empty(input)) return;
  switch (mode_[input]) {
    case ChannelMode::idle: return look_at_header(input);
    case ChannelMode::discarding: return drop(input);
    case ChannelMode::here: return look_at_message(input);
    case ChannelMode::linked:
      if (!ends_here(input)) return look_at_message(input);
      if ((posted_ & bit(input)) == 0) post(AgentEvent::pathway_end, input);
      take(input);
      return;
    case ChannelMode::routing:
    case ChannelMode::own: return;
  }
}

void CommunicationAgent::look_at_header(unsigned input) {
  const Word head = queues_.front(input);
  if (head.tag != WordTag::pathway_begin) {
    post(AgentEvent::stray_word, input);
    return drop(input);
  }
  const HeaderWord header = decode_header(head.value);
  const std::optional<MatchAction> action = match_.match_pathway(head.value);
  if (!action) return ask(input, opposite(static_cast<Bus>(channels().bus_of[input])), header.pool);
  if (*action == MatchAction::guard) return throw_away(input, AgentEvent::flying_dutchman);
  if (header.turn) return turn(input, header);
  set_mode(input, ChannelMode::here);
  posted_ |= bit(input);
  post(AgentEvent::pathway_begin, input);
}

// The marker goes, and the next word takes its place.
void CommunicationAgent::turn(unsigned input, const HeaderWord& corner) {
  set_mode(input, ChannelMode::routing);
  convert_ |= bit(input);
  retry_ = true;
  take(input);
  ask(input, corner.direction, corner.next_pool);
}

void CommunicationAgent::ask(unsigned input, Bus bus, unsigned pool) {
  if (!leads_to(bus, pool)) return throw_away(input, AgentEvent::end_of_array);
  set_mode(input, ChannelMode::routing);
  requests_[input] = {bus, static_cast<std::uint8_t>(pool)};
  requesting_ |= bit(input);
}

bool CommunicationAgent::grant(unsigned input, ChannelSet free) {
  const Request& request = requests_[input];
  const ChannelSet candidates = channels().outputs_of[index_of(request.bus)] &
                                channels().outputs_in[request.pool] & free & ~reserved_;
  if (candidates == 0) return false;
  const auto output = static_cast<unsigned>(std::countr_zero(candidates));
  requesting_ &= ~bit(input);
  reserved_ |= bit(output);
  link(input, output);
  return true;
}

void CommunicationAgent::drop(unsigned input) {
  count_word_thrown_away(input);
  take(input);
}

void CommunicationAgent::throw_away(unsigned input, AgentEvent why) {
  post(why, input);
  count_pathway_thrown_away(input);
  convert_ &= ~bit(input);
  set_mode(input, ChannelMode::discarding);
  if (!queues_.empty(input)) expose_one(input);
}

// A message for this cell is split off, any other goes on if there is a way.
void CommunicationAgent::look_at_message(unsigned input) {
  if (queues_.front(input).tag != WordTag::message_begin) return;
  const bool linked = mode_[input] == ChannelMode::linked;
  posted_ |= bit(input);
  if (match_.match_message(queues_.front(input).value)) {
    post(AgentEvent::message_begin, input);
    claimed_ |= bit(input);
    if (!linked) return;
    if (!is_redirected(input)) {
      default_output_[input] = static_cast<std::int8_t>(crossbar_.output_of(input));
    }
    unlink(input);
  } else if (linked) {
    expose_one(input);
  } else {
    post(AgentEvent::unclaimed_message, input);
  }
}

// --- heads of queues

void CommunicationAgent::expose_one(unsigned input) {
  switch (mode_[input]) {
    case ChannelMode::linked: return expose_linked(input);
    case ChannelMode::here: return expose_here(input);
    case ChannelMode::idle:
    case ChannelMode::discarding: attention_ |= bit(input); return;
    case ChannelMode::routing:
    case ChannelMode::own: return;
  }
}

void CommunicationAgent::expose_linked(unsigned input) {
  if ((convert_ & bit(input)) != 0) {
    convert_ &= ~bit(input);
    const std::uint32_t header = queues_.front(input).value;
    queues_.change_front(input,
                         {with_origin(header, parameters().address), WordTag::pathway_begin});
  }
  const WordTag tag = queues_.front(input).tag;
  if (tag != WordTag::data && !own(input)) {
    const bool looked_at = (posted_ & bit(input)) != 0;
    if ((tag == WordTag::message_begin && !looked_at) || ends_here(input)) {
      attention_ |= bit(input);
      return;
    }
    post_arrival(input, tag);
  }
  sendable_ |= bit(static_cast<unsigned>(crossbar_.output_of(input)));
}

void CommunicationAgent::expose_here(unsigned input) {
  const WordTag tag = queues_.front(input).tag;
  if (tag == WordTag::message_begin && (posted_ & bit(input)) == 0) {
    attention_ |= bit(input);
  } else {
    post_arrival(input, tag);
  }
}

bool CommunicationAgent::ends_here(unsigned input) {
  return (joint_ & bit(input)) != 0 && queues_.front(input).tag == WordTag::pathway_end;
}

void CommunicationAgent::post_arrival(unsigned input, WordTag tag) {
  if (tag == WordTag::data || (posted_ & bit(input)) != 0) return;
  posted_ |= bit(input);
  switch (tag) {
    case WordTag::message_end: return post(AgentEvent::message_end, input);
    case WordTag::application: return post(AgentEvent::application, input);
    case WordTag::pathway_end:
      if (mode_[input] == ChannelMode::here) post(AgentEvent::pathway_end, input);
      return;
    case WordTag::data:
    case WordTag::pathway_begin:
    case WordTag::message_begin: return;
  }
}

// A word with this tag has left the queue: what comes to its head is looked at.
void CommunicationAgent::go_on_behind(unsigned input, WordTag tag) {
  if (tag != WordTag::data) {
    posted_ &= ~bit(input);
    claimed_ &= ~bit(input);
    queues_.look_for_markers(input);
  }
  const int output = crossbar_.output_of(input);
  if (output != Crossbar::none) sendable_ &= ~bit(static_cast<unsigned>(output));
  if (tag == WordTag::message_end && is_redirected(input)) unlink(input);
  if (tag == WordTag::pathway_end) end_pathway(input);
  if (!queues_.empty(input)) expose_one(input);
}

}  // namespace weft
