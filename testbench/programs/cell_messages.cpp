#include "testbench/programs/cell_messages.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp/word.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned sending_gate = 0;
constexpr unsigned receiving_gate = 1;
constexpr unsigned trailer_words = 2;
constexpr unsigned queue_words = 8;

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

CellMessages::CellMessages(CellProcess& cell, std::uint32_t buffer, std::uint32_t bytes,
                           const MessageClocks& clocks)
    : cell_(&cell), clocks_(clocks), buffer_(buffer), limit_(buffer + bytes) {}

EventSet CellMessages::served() const {
  const bool accepts = !comes_in_ && !arrived_;
  return events(AgentEvent::spool_end) |
         (accepts ? events(AgentEvent::pathway_begin) : EventSet{0});
}

Program CellMessages::send(OutgoingMessage message) {
  if (message.way.header.size() > most_header) {
    throw std::runtime_error(fmt::format("a message over a way of {} header words, more than {}",
                                         message.way.header.size(), most_header));
  }
  co_await cell_->compute(clocks_.queue);
  waiting_ = std::move(message);
}

Program CellMessages::progress(std::uint64_t idle) {
  if (stage_ == Stage::trailer) co_await send_trailer();
  if (stage_ == Stage::none && waiting_) co_await begin_message();
  if (cell_->agent().pending_events(served()) == 0) {
    co_await cell_->compute(idle);
    co_return;
  }
  const AgentStatus status = co_await cell_->await_event(served());
  if (status.event == AgentEvent::pathway_begin) {
    co_await accept(status.channel);
  } else if (status.channel == sending_gate) {
    stage_ = Stage::trailer;
  } else {
    co_await finish();
  }
}

// The header and the words behind it fit into the queue of the channel, which is empty.
Program CellMessages::begin_message() {
  const unsigned own = cell_->own_channel(own_);
  const InputChannelState state = co_await cell_->read_input(own);
  if (state.mode != ChannelMode::own) co_return;
  const OutgoingMessage& message = *waiting_;
  const Pathway& way = message.way;
  co_await cell_->compute(clocks_.begin);
  const port::Result answer = co_await cell_->perform(port::Acquire{own, way.bus, way.pool, false});
  if (answer.output == port::none_free) co_return;
  if (answer.output == Crossbar::none) {
    throw std::runtime_error(fmt::format("{} has no channel of pool {} that leads anywhere",
                                         name_of(way.bus), way.pool));
  }
  co_await cell_->send_marker(own, WordTag::pathway_begin, encode(way.header[0]));
  for (std::size_t i = 1; i < way.header.size(); ++i) {
    co_await cell_->compute(clocks_.corner);
    co_await cell_->send_word(own, encode(way.header[i]));
  }
  co_await cell_->send_marker(own, WordTag::message_begin, message.to);
  co_await cell_->send_word(own, message.words);
  co_await cell_->send_word(own, cell_->cell().address);
  co_await cell_->send_word(own, 0);  // the argument of a kind of message that needs one
  SpoolSettings spool;
  spool.direction = SpoolDirection::from_memory;
  spool.channel = own;
  spool.address = message.address;
  spool.limit = message.address + message.words * word_bytes;
  spool.words = message.words;
  co_await cell_->start_spool(sending_gate, spool);
  waiting_.reset();
  stage_ = Stage::spools;
  own_ = 1 - own_;
  co_await cell_->compute(clocks_.begun);
}

Program CellMessages::send_trailer() {
  const unsigned own = cell_->own_channel(1 - own_);
  const InputChannelState state = co_await cell_->read_input(own);
  if (state.level > queue_words - trailer_words) co_return;
  co_await cell_->compute(clocks_.trailer);
  co_await cell_->send_marker(own, WordTag::message_end);
  co_await cell_->send_marker(own, WordTag::pathway_end);
  stage_ = Stage::none;
}

Program CellMessages::accept(unsigned channel) {
  comes_in_ = true;
  co_await cell_->bind_input(0, channel);
  co_await cell_->read(0);  // pathway begin
  co_await cell_->read(0);  // message begin
  co_await read_data(*cell_, 0, coming_.words);
  std::uint32_t sender = 0;
  co_await read_data(*cell_, 0, sender);
  coming_.from = sender;
  co_await cell_->read(0);  // the argument
  co_await cell_->compute(clocks_.arrival);
  SpoolSettings spool;
  spool.channel = channel;
  spool.address = buffer_;
  spool.limit = limit_;
  spool.until_end = true;
  co_await cell_->start_spool(receiving_gate, spool);
  co_await cell_->compute(clocks_.arrived);
}

Program CellMessages::finish() {
  co_await cell_->read(0);  // pathway end
  co_await cell_->compute(clocks_.end);
  comes_in_ = false;
  arrived_ = coming_;
}

}  // namespace weft
