// Requests between cells, to write and to read memory: the part of CellMessages that serves them.
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "hw/iwarp/word.hpp"
#include "testbench/programs/cell_messages.hpp"

namespace weft {
namespace {

constexpr std::uint32_t asked_words = 3;  // of a request to read: address, number, address there
constexpr std::uint32_t asked_bytes = asked_words * word_bytes;

}  // namespace

Program CellMessages::write_remote(OutgoingMessage message, std::uint32_t there) {
  message.kind = MessageKind::write;
  message.argument = there;
  co_await send(std::move(message));
}

Program CellMessages::read_remote(ReadRequest request) {
  if (!settings_.requests) throw std::logic_error("a cell that serves no requests has none served");
  const std::uint32_t asking = settings_.requests->memory + asked_bytes;
  co_await cell_->compute(settings_.clocks.read);
  co_await cell_->store(asking, request.there);
  co_await cell_->store(asking + word_bytes, request.words);
  co_await cell_->store(asking + 2 * word_bytes, request.here);
  OutgoingMessage message;
  message.to = request.from;
  message.way = settings_.requests->way(request.from);
  message.address = asking;
  message.words = asked_words;
  message.kind = MessageKind::read;
  const std::uint32_t before = replies_;
  enqueue(std::move(message));
  while (replies_ == before) co_await progress(1);
}

// Its words go where it says, and those of a request to read where it is looked at.
Program CellMessages::accept_request(unsigned channel, std::uint32_t argument) {
  if (!settings_.requests || kind_ > MessageKind::reply) {
    throw std::runtime_error(fmt::format("a message of kind {} from cell {}, which is not served",
                                         static_cast<unsigned>(kind_), coming_.from));
  }
  const bool asks = kind_ == MessageKind::read;
  const MessageClocks& clocks = settings_.clocks;
  co_await cell_->compute(asks ? clocks.read_arrival : clocks.write_arrival);
  const std::uint32_t address = asks ? settings_.requests->memory : argument;
  const std::uint32_t bytes = asks ? asked_bytes : coming_.words * word_bytes;
  co_await start_receive(channel, address, bytes);
}

// What was asked for goes as a message to be written.
Program CellMessages::answer() {
  const std::uint32_t asked = settings_.requests->memory;
  co_await cell_->compute(settings_.clocks.read_end);
  OutgoingMessage reply;
  reply.to = coming_.from;
  reply.way = settings_.requests->way(coming_.from);
  reply.kind = MessageKind::reply;
  reply.address = co_await cell_->load(asked);
  reply.words = co_await cell_->load(asked + word_bytes);
  reply.argument = co_await cell_->load(asked + 2 * word_bytes);
  enqueue(std::move(reply));
}

}  // namespace weft
