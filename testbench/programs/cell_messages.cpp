#include "testbench/programs/cell_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "hw/iwarp/channel_context.hpp"
#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/word.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned trailer_words = 2;
constexpr unsigned queue_words = 8;
constexpr unsigned kind_shift = 16;  // in the second word of a message; below it the sender
constexpr std::uint64_t spool_registers = 3 * port::register_clocks;  // as of port::StartSpool

// Those between two cells are under way one after the other.
TransferId transfer_of(unsigned from, unsigned to) { return TransferId{from} << 32U | to; }

}  // namespace

MessageClocks clocks_of_overhead(std::uint64_t overhead) {
  MessageClocks clocks;
  const auto spread = [overhead](std::initializer_list<std::uint64_t*> parts) {
    std::uint64_t sum = 0;
    for (const std::uint64_t* part : parts) sum += *part;
    std::uint64_t before = 0;  // of the parts in front
    for (std::uint64_t* part : parts) {
      const std::uint64_t begin = before * overhead / sum;
      before += *part;
      *part = before * overhead / sum - begin;
    }
  };
  spread({&clocks.queue, &clocks.begin, &clocks.begun, &clocks.trailer});
  spread({&clocks.arrival, &clocks.arrived, &clocks.end});
  return clocks;
}

CellMessages::CellMessages(CellProcess& cell, const MessageSettings& settings)
    : cell_(&cell), settings_(settings) {
  if (settings.requests && settings.receive != MessageReceive::spooled) {
    throw std::invalid_argument("requests are served where messages are spooled");
  }
  if (settings.requests && settings.transfers != nullptr) {
    throw std::invalid_argument("requests go word by word");
  }
  const unsigned lanes = settings.wait == MessageWait::agent ? bus_count : 1;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    lanes_.push_back({Stage::none, cell.own_channel(lane), cell.own_channel(lane)});
  }
}

unsigned CellMessages::lane_of(const OutgoingMessage& message) const {
  return settings_.wait == MessageWait::agent ? index_of(message.way.bus) : 0;
}

bool CellMessages::idle() const {
  return !comes_in_ && waiting_.empty() &&
         std::all_of(lanes_.begin(), lanes_.end(),
                     [](const Lane& lane) { return lane.stage == Stage::none; });
}

bool CellMessages::can_send(Bus bus) const {
  if (settings_.wait == MessageWait::program) {
    return waiting_.empty() && lanes_.front().stage != Stage::spools;
  }
  return lanes_[index_of(bus)].stage != Stage::spools &&
         std::none_of(waiting_.begin(), waiting_.end(),
                      [bus](const OutgoingMessage& one) { return one.way.bus == bus; });
}

EventSet CellMessages::served() const {
  const bool accepts = !comes_in_ && (!arrived_ || settings_.requests);
  return events(AgentEvent::spool_end) |
         (accepts ? events(AgentEvent::pathway_begin) : EventSet{0});
}

void CellMessages::enqueue(OutgoingMessage message) {
  if (message.way.header.size() > most_header) {
    throw std::runtime_error(fmt::format("a message over a way of {} header words, more than {}",
                                         message.way.header.size(), most_header));
  }
  waiting_.push_back(std::move(message));
}

Program CellMessages::send(OutgoingMessage message) {
  const bool writes = message.kind == MessageKind::write;
  co_await cell_->compute(settings_.clocks.queue + (writes ? settings_.clocks.write : 0));
  enqueue(std::move(message));
}

Program CellMessages::progress(std::uint64_t idle) {
  if (held_ && !arrived_) {
    const unsigned channel = *held_;
    held_.reset();
    co_await start_receive(channel, settings_.buffer, settings_.bytes);
  }
  co_await send_on();
  if (cell_->agent().pending_events(served()) == 0) {
    co_await cell_->compute(idle);
    co_return;
  }
  co_await serve();
}

Program CellMessages::progress_or_wait(std::uint64_t idle) {
  if (may_send_on()) {
    co_await progress(idle);
  } else {
    co_await serve();
  }
}

bool CellMessages::trailer_is_due() const {
  return std::any_of(lanes_.begin(), lanes_.end(),
                     [](const Lane& lane) { return lane.stage == Stage::trailer; });
}

// A trailer may find room, or a message a channel.
bool CellMessages::may_send_on() const {
  return trailer_is_due() ||
         std::any_of(waiting_.begin(), waiting_.end(), [this](const OutgoingMessage& message) {
           return lanes_[lane_of(message)].stage == Stage::none;
         });
}

Program CellMessages::serve() {
  const AgentStatus status = co_await cell_->await_event(served());
  if (status.event == AgentEvent::pathway_begin) {
    co_await accept(status.channel);
  } else if (status.channel < lanes_.size()) {
    lanes_[status.channel].stage = Stage::trailer;
  } else {
    co_await finish();
    if (kind_ == MessageKind::message) arrived_ = coming_;
  }
}

// Of each lane what is under way, and then the first message whose lane is free.
Program CellMessages::send_on() {
  for (Lane& lane : lanes_) {
    if (lane.stage == Stage::trailer) co_await send_trailer(lane);
  }
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (lanes_[lane_of(waiting_[i])].stage != Stage::none) continue;
    bool begun = false;
    co_await begin_message(waiting_[i], begun);
    if (begun) waiting_.erase(waiting_.begin() + static_cast<long>(i));
    co_return;
  }
}

// The header and the words behind it fit into the queue of the channel, which is empty.
Program CellMessages::begin_message(const OutgoingMessage& message, bool& begun) {
  const unsigned gate = lane_of(message);
  Lane& lane = lanes_[gate];
  const unsigned own = lane.next;
  const InputChannelState state = co_await cell_->read_input(own);
  if (state.mode != ChannelMode::own) co_return;
  const Pathway& way = message.way;
  co_await cell_->compute(settings_.clocks.begin);
  bool granted = true;
  co_await ask(own, way, granted);
  if (!granted) co_return;
  co_await cell_->send_marker(own, WordTag::pathway_begin, encode(way.header[0]));
  for (std::size_t i = 1; i < way.header.size(); ++i) {
    co_await cell_->compute(settings_.clocks.corner);
    co_await cell_->send_word(own, encode(way.header[i]));
  }
  co_await cell_->send_marker(own, WordTag::message_begin, message.to);
  co_await cell_->send_word(own, message.words);
  const auto kind = static_cast<std::uint32_t>(message.kind);
  co_await cell_->send_word(own, kind << kind_shift | cell_->cell().address);
  co_await cell_->send_word(own, message.argument);
  if (settings_.transfers != nullptr) {
    co_await send_whole(message, gate);
  } else {
    SpoolSettings spool;
    spool.direction = SpoolDirection::from_memory;
    spool.channel = own;
    spool.address = message.address;
    spool.limit = message.address + message.words * word_bytes;
    spool.words = message.words;
    co_await cell_->start_spool(gate, spool);
  }
  begun = true;
  lane.stage = Stage::spools;
  lane.own = own;
  if (settings_.wait == MessageWait::program) {
    lane.next = cell_->own_channel(0) + cell_->own_channel(1) - own;
  }
  co_await cell_->compute(settings_.clocks.begun);
}

// Asks once; or has the agent ask until a channel is free, by the register of the channel's context
// (Feldmann et al. 1993, section 4.2).
Program CellMessages::ask(unsigned own, const Pathway& way, bool& granted) {
  if (!cell_->agent().leads_to(way.bus, way.pool)) {
    throw std::runtime_error(fmt::format("{} has no channel of pool {} that leads anywhere",
                                         name_of(way.bus), way.pool));
  }
  if (settings_.wait == MessageWait::program) {
    const port::Result answer =
        co_await cell_->perform(port::Acquire{own, way.bus, way.pool, false});
    granted = answer.output != port::none_free;
    co_return;
  }
  const InputContext waits{
      .mode = ChannelMode::routing, .requested_bus = way.bus, .requested_pool = way.pool};
  co_await cell_->store(settings_.context,
                        encode(waits) | place_of_input(cell_->agent().channels(), own));
  co_await cell_->freeze();
  co_await cell_->load_context({ChannelSet{1} << own, 0, settings_.context});
  co_await cell_->wake();
}

Program CellMessages::send_whole(const OutgoingMessage& message, unsigned gate) {
  co_await cell_->compute(spool_registers);
  TransferStep step;
  step.cell = cell_->cell().address;
  step.memory = &cell_->cell().core->memory();
  step.gate = gate;
  step.sends = transfer_of(step.cell, message.to);
  step.way = message.way.sides;
  step.words = message.words;
  step.word_time = word_time(cell_->agent().parameters());
  step.data.reserve(message.words);
  for (std::uint32_t i = 0; i < message.words; ++i) {
    step.data.push_back(cell_->cell().core->memory().peek(message.address + i * word_bytes));
  }
  settings_.transfers->begin(std::move(step), cell_->now());
}

// The spooling gate for it waits for the trailer.
void CellMessages::receive_whole() {
  TransferStep step;
  step.cell = cell_->cell().address;
  step.receives = transfer_of(coming_.from, step.cell);
  step.words = coming_.words;
  step.word_time = word_time(cell_->agent().parameters());
  MemoryAgent* const memory = &cell_->cell().core->memory();
  step.received = [memory, buffer = settings_.buffer](const std::vector<std::uint32_t>& words) {
    memory->preset(buffer, words);
  };
  settings_.transfers->begin(std::move(step), cell_->now());
}

Program CellMessages::send_trailer(Lane& lane) {
  const InputChannelState state = co_await cell_->read_input(lane.own);
  if (state.level > queue_words - trailer_words) co_return;
  co_await cell_->compute(settings_.clocks.trailer);
  co_await cell_->send_marker(lane.own, WordTag::message_end);
  co_await cell_->send_marker(lane.own, WordTag::pathway_end);
  lane.stage = Stage::none;
}

Program CellMessages::accept(unsigned channel) {
  comes_in_ = true;
  comes_by_ = channel;
  co_await cell_->bind_input(0, channel);
  co_await cell_->read(0);  // pathway begin
  co_await cell_->read(0);  // message begin
  co_await read_data(*cell_, 0, coming_.words);
  std::uint32_t named = 0;
  co_await read_data(*cell_, 0, named);
  std::uint32_t argument = 0;
  co_await read_data(*cell_, 0, argument);
  coming_.from = named & ((1U << kind_shift) - 1);
  kind_ = static_cast<MessageKind>(named >> kind_shift);
  if (kind_ == MessageKind::message) {
    co_await accept_message(channel);
  } else {
    co_await accept_request(channel, argument);
  }
  co_await cell_->compute(settings_.clocks.arrived);
}

Program CellMessages::accept_message(unsigned channel) {
  co_await cell_->compute(settings_.clocks.arrival);
  if (settings_.receive == MessageReceive::by_word) co_return;
  if (arrived_) {
    held_ = channel;
  } else {
    co_await start_receive(channel, settings_.buffer, settings_.bytes);
    if (settings_.transfers != nullptr) receive_whole();
  }
}

// Spools words into memory, up to the end of their message.
Program CellMessages::start_receive(unsigned channel, std::uint32_t address, std::uint32_t bytes) {
  SpoolSettings spool;
  spool.channel = channel;
  spool.address = address;
  spool.limit = address + bytes;
  spool.until_end = true;
  co_await cell_->start_spool(static_cast<unsigned>(lanes_.size()), spool);
}

Program CellMessages::finish() {
  co_await cell_->read(0);  // pathway end
  switch (kind_) {
    case MessageKind::message: co_await cell_->compute(settings_.clocks.end); break;
    case MessageKind::read: co_await answer(); break;
    case MessageKind::write:
      co_await cell_->compute(settings_.clocks.write_end);
      ++writes_;
      break;
    case MessageKind::reply:
      co_await cell_->compute(settings_.clocks.reply_end);
      ++replies_;
      break;
  }
  comes_in_ = false;
}

// Events of what is sent interrupt a program that does something else.
Program CellMessages::send_in_background() {
  if (cell_->agent().pending_events(events(AgentEvent::spool_end)) != 0) {
    const AgentStatus status = co_await cell_->await_event(events(AgentEvent::spool_end));
    lanes_[status.channel].stage = Stage::trailer;
  }
  if (trailer_is_due()) co_await send_on();
}

// There is nothing else to do, so that what found no channel is tried again, too.
Program CellMessages::await_word() {
  co_await send_in_background();
  while (!cell_->agent().readable(comes_by_)) {
    if (may_send_on()) co_await send_on();
    co_await cell_->compute(1);
    co_await send_in_background();
  }
}

Program CellMessages::receive_word(std::uint32_t& value) {
  co_await await_word();
  co_await read_data(*cell_, 0, value);
}

Program CellMessages::end_receive() {
  co_await await_word();
  co_await cell_->read(0);  // message end
  co_await finish();
}

}  // namespace weft
