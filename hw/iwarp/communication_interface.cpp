#include "hw/iwarp/communication_interface.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "hw/iwarp/round_robin.hpp"

namespace weft {

namespace {

// in an address
std::uint32_t channel(unsigned number) { return iwarp_map::address::channel.in(number); }

std::uint32_t place_of(ContextPart part, unsigned number) {
  return iwarp_map::address::part.in(static_cast<std::uint32_t>(part)) | channel(number);
}

}  // namespace

void CommunicationInterface::refuse(const char* twice) {
  throw std::logic_error(fmt::format("communication agent of a cell: {} in a clock", twice));
}

bool CommunicationInterface::are_ready(ChannelSet words, ChannelSet with_room) const {
  while (words != 0) {
    if (!readable(take_first(words))) return false;
  }
  while (with_room != 0) {
    if (room(take_first(with_room)) == 0) return false;
  }
  return true;
}

// --- memory agent

Word CommunicationInterface::spool_from(unsigned input) {
  constexpr std::uint32_t one_word = bit_of(DataPort::spool);
  constexpr std::uint32_t two_words = one_word << (into_queues / 2);
  if ((used_ & one_word) == 0) {
    if ((emptied_ & bit(input)) != 0) refuse("a queue is spooled from by two gates");
    used_ |= one_word;
  } else {
    if ((emptied_ & bit(input)) == 0) refuse("words of two queues are spooled");
    claim(two_words, "more than a double word is spooled from a queue");
  }
  emptied_ |= bit(input);
  return take_word(DataPort::spool, input);
}

Word CommunicationInterface::spool_end(unsigned input) {
  claim(bit_of(DataPort::spool_end), "two spools end at end markers");
  if ((emptied_ & bit(input)) != 0) refuse("a queue is spooled from by two gates");
  emptied_ |= bit(input);
  return take_word(DataPort::spool_end, input);
}

void CommunicationInterface::spool_to(unsigned input, std::uint32_t value) {
  constexpr std::uint32_t one_word = bit_of(DataPort::spool) << into_queues;
  constexpr std::uint32_t two_words = one_word << (into_queues / 2);
  if ((used_ & one_word) == 0) {
    used_ |= one_word;
  } else {
    if ((filled_ & bit(input)) == 0) refuse("words are spooled into two queues");
    claim(two_words, "more than a double word is spooled into a queue");
  }
  filled_ |= bit(input);
  put_word(DataPort::spool, input, {value, WordTag::data});
}

// --- events

std::optional<AgentStatus> CommunicationInterface::take_event(EventSet kinds) {
  const std::optional<AgentStatus> status = take_posted(kinds);
  if (status) claim(event_read, "two events are read");
  return status;
}

ChannelSet CommunicationInterface::event_status(AgentEvent event) const {
  return read(ReadGroup::events, iwarp_map::address::kind.in(static_cast<unsigned>(event)));
}

// --- configuration

void CommunicationInterface::request(unsigned input, Bus bus, unsigned pool) {
  namespace data = iwarp_map::write::request;
  write(WriteGroup::request, channel(input), data::pool.in(pool) | data::bus.in(index_of(bus)));
}

void CommunicationInterface::withdraw(unsigned input) {
  write(WriteGroup::withdraw, channel(input), 0);
}

bool CommunicationInterface::assign(unsigned input, unsigned output) {
  if (reserved(output)) return false;
  write(WriteGroup::assign, channel(input), iwarp_map::write::assign::output.in(output));
  return true;
}

void CommunicationInterface::join(unsigned input, unsigned output) {
  write(WriteGroup::join, channel(input), iwarp_map::write::join::output.in(output));
}

void CommunicationInterface::redirect(unsigned input, unsigned output) {
  write(WriteGroup::redirect, channel(input), iwarp_map::write::redirect::output.in(output));
}

void CommunicationInterface::restore(unsigned input) {
  write(WriteGroup::restore, channel(input), 0);
}

void CommunicationInterface::set_match_value(std::uint32_t value) {
  write(WriteGroup::match_value, 0, value);
}

void CommunicationInterface::set_match_mask(std::uint32_t mask) {
  write(WriteGroup::match_mask, 0, mask);
}

void CommunicationInterface::load_match(unsigned number, const MatchEntry& entry) {
  namespace data = iwarp_map::write::match_load;
  write(WriteGroup::match_load, iwarp_map::address::entry.in(number),
        data::pathways.in(entry.pathways) | data::messages.in(entry.messages) |
            data::guard.in(entry.action == MatchAction::guard));
}

void CommunicationInterface::clear_match(unsigned number) {
  write(WriteGroup::match_load, iwarp_map::address::entry.in(number), 0);
}

void CommunicationInterface::enable_event(AgentEvent event, ChannelSet channels) {
  write(WriteGroup::event_enable, iwarp_map::address::kind.in(static_cast<unsigned>(event)),
        channels);
}

void CommunicationInterface::freeze() {
  write(WriteGroup::freeze, 0, iwarp_map::write::freeze::frozen.in(1));
}

void CommunicationInterface::wake() { write(WriteGroup::freeze, 0, 0); }

// --- allocation

void CommunicationInterface::allocate_input(unsigned input, const InputPlace& place) {
  write(WriteGroup::allocate, place_of(ContextPart::input, input), encode(place));
}

void CommunicationInterface::allocate_output(unsigned output, const OutputPlace& place) {
  write(WriteGroup::allocate, place_of(ContextPart::output, output), encode(place));
}

void CommunicationInterface::change_allocation(WriteGroup group, unsigned index,
                                               std::uint32_t data) {
  if (group != WriteGroup::allocate && group != WriteGroup::context) return;
  const unsigned number = iwarp_map::address::channel.of(index);
  const auto part = static_cast<ContextPart>(iwarp_map::address::part.of(index));
  if (part == ContextPart::input) map_.allocate(number, decode_input_place(data));
  if (part == ContextPart::output) map_.allocate(number, decode_output_place(data));
}

// --- contexts

std::uint32_t CommunicationInterface::input_context(unsigned input) const {
  return read(ReadGroup::input_context, channel(input));
}

std::uint32_t CommunicationInterface::output_context(unsigned output) const {
  return read(ReadGroup::output_context, channel(output));
}

void CommunicationInterface::release_inputs(ChannelSet inputs) {
  write(WriteGroup::context, place_of(ContextPart::release_inputs, 0), inputs);
}

void CommunicationInterface::release_outputs(ChannelSet outputs) {
  write(WriteGroup::context, place_of(ContextPart::release_outputs, 0), outputs);
}

void CommunicationInterface::load_input(unsigned input, std::uint32_t context) {
  write(WriteGroup::context, place_of(ContextPart::input, input), context);
}

void CommunicationInterface::load_output(unsigned output, std::uint32_t context) {
  write(WriteGroup::context, place_of(ContextPart::output, output), context);
}

// --- what its registers tell

bool CommunicationInterface::frozen() const {
  return iwarp_map::read::status::frozen.of(read(ReadGroup::status, 0)) != 0;
}

ChannelMode CommunicationInterface::mode(unsigned input) const {
  return static_cast<ChannelMode>(ChannelStatus(read(ReadGroup::channel, channel(input))).mode());
}

int CommunicationInterface::output_of(unsigned input) const {
  return ChannelStatus(read(ReadGroup::channel, channel(input))).output();
}

int CommunicationInterface::default_output(unsigned input) const {
  return ChannelStatus(read(ReadGroup::channel, channel(input))).default_output();
}

bool CommunicationInterface::redirected(unsigned input) const {
  const int output = output_of(input);
  return output != Crossbar::none && (map_.own & bit(input)) == 0 &&
         output != default_output(input) && !passes_through(static_cast<unsigned>(output));
}

ChannelSet CommunicationInterface::requested(unsigned input) const {
  const ChannelStatus status(read(ReadGroup::channel, channel(input)));
  return map_.outputs_of[status.requested_bus()] & map_.outputs_in[status.requested_pool()];
}

int CommunicationInterface::input_of(unsigned output) const {
  return OutputStatus(read(ReadGroup::output, channel(output))).input();
}

bool CommunicationInterface::drained(unsigned output) const {
  return OutputStatus(read(ReadGroup::output, channel(output))).drained();
}

bool CommunicationInterface::passes_through(unsigned output) const {
  return OutputStatus(read(ReadGroup::output, channel(output))).passes_through();
}

bool CommunicationInterface::reserved(unsigned output) const {
  return OutputStatus(read(ReadGroup::output, channel(output))).reserved();
}

ChannelSet CommunicationInterface::reserved() const {
  ChannelSet held = 0;
  for (unsigned output = 0; output < map_.outputs; ++output) {
    if (reserved(output)) held |= bit(output);
  }
  return held;
}

unsigned CommunicationInterface::free_slots(unsigned output) const {
  return OutputStatus(read(ReadGroup::output, channel(output))).free_slots();
}

}  // namespace weft
