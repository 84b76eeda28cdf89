// Of the co-processor: what it receives.
#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "hw/hypercube/coprocessor_core.hpp"

namespace weft {

HypercubeFault HypercubeCoprocessor::receive(std::uint32_t block, Time now) {
  if (const HypercubeFault fault = fault_of_receive(block); fault != HypercubeFault::none) {
    return fault;
  }
  const std::uint32_t address = field(block, header_block::buffer);
  const std::uint32_t end = address == 0 ? 0 : address + field(block, header_block::length);
  if (address != 0 && overlaps(address, end, block)) return HypercubeFault::overlap;
  open_[block] = Open{address, end};
  const auto claimed =
      std::find_if(messages_.begin(), messages_.end(), [this, block](const Incoming& message) {
        return message.block == 0 && message.address != 0 && fits(message, block);
      });
  if (claimed == messages_.end()) {
    receives_.append(memory_, block);
    return HypercubeFault::none;
  }
  return claim(claimed, block, now);
}

bool HypercubeCoprocessor::fits(const Incoming& message, std::uint32_t block) const {
  const std::uint32_t source = field(block, header_block::node);
  const std::uint32_t type = field(block, header_block::type);
  return (source == hypercube_any || source == message.source) &&
         (type == hypercube_any || type == message.type);
}

std::uint32_t HypercubeCoprocessor::find_receive(const Incoming& message) const {
  std::uint32_t block = receives_.first();
  while (block != 0 && !fits(message, block)) block = receives_.after(memory_, block);
  return block;
}

void HypercubeCoprocessor::arrived(const HypercubePacket& packet, unsigned, Time now) {
  const HypercubePiece piece = arrivals_.receive(packet);
  const std::pair key(piece.source, piece.first_step);
  if (piece.first()) {
    messages_.push_back({piece.source, piece.type, piece.length, 0, 0, 0, 0, 0, {}});
    const auto message = arriving_[key] = std::prev(messages_.end());
    at_blocks(
        now, [this, message] { return blocks_up_to_receive_of(*message); },
        [this, message](Time at) { begin(message, at); });
  }
  const auto message = arriving_[key];
  if (piece.last()) arriving_.erase(key);
  const auto bytes = std::span(packet.data).subspan(piece.from, piece.bytes);
  if (port_) {
    bytes_waiting_ += piece.bytes;
    counters_.most_bytes_waiting = std::max(counters_.most_bytes_waiting, bytes_waiting_);
  }
  if (message->looked_for) return take(message, piece.offset, bytes, now);
  message->early.push_back({piece.offset, {bytes.begin(), bytes.end()}});
}

// Bytes of a message that has a place, or is thrown away.
void HypercubeCoprocessor::take(IncomingList::iterator message, std::uint32_t offset,
                                std::span<const std::uint8_t> bytes, Time now) {
  const auto count = static_cast<std::uint32_t>(bytes.size());
  if (message->address != 0) counters_.bytes_into_memory += count;
  if (message->address != 0 && port_) return store(message, offset, bytes);
  if (message->address != 0) memory_.write(message->address + offset, bytes);
  if (port_) bytes_waiting_ -= count;
  taken(message, count, now);
}

// So many more bytes of it are in memory, or thrown away.
void HypercubeCoprocessor::taken(IncomingList::iterator message, std::uint32_t bytes, Time now) {
  message->here += bytes;
  if (message->comparator) {
    comparators_.advance(*message->comparator, message->address + message->here);
  }
  if (message->whole()) finish(message, now);
}

// Its receive has been looked for.
void HypercubeCoprocessor::begin(IncomingList::iterator message, Time now) {
  find_place(message, now);
  message->looked_for = true;
  const std::vector<Incoming::Piece> early = std::exchange(message->early, {});
  for (const Incoming::Piece& piece : early) take(message, piece.offset, piece.bytes, now);
}

void HypercubeCoprocessor::find_place(IncomingList::iterator message, Time now) {
  if (const std::uint32_t block = find_receive(*message); block != 0) {
    receives_.remove(memory_, block);
    const HypercubeFault fault = claim(message, block, now);
    if (fault != HypercubeFault::none) complete(block, fault, now);
    return;
  }
  message->address = system_.take(message->length).value_or(0);
  if (message->address != 0) return;
  ++counters_.messages_lost;
  if (cpu_ != nullptr) cpu_->message_lost(message->source, message->length);
}

// The receive gets the message, which has begun to arrive.
HypercubeFault HypercubeCoprocessor::claim(IncomingList::iterator message, std::uint32_t block,
                                           Time now) {
  // a program may have written to its block meanwhile
  if (const HypercubeFault fault = fault_of_receive(block); fault != HypercubeFault::none) {
    drop(message);
    return fault;
  }
  const std::uint32_t buffer = field(block, header_block::buffer);
  if (buffer != 0 && field(block, header_block::length) < message->length) {
    drop(message);
    return HypercubeFault::too_long;
  }
  const bool begins = message->address == 0;
  if (begins) {
    message->address = buffer != 0 ? buffer : system_.take(message->length).value_or(0);
    if (message->address == 0) return HypercubeFault::no_system_buffer;
  } else {
    message->target = buffer;
  }
  message->block = block;
  if (buffer == 0) {
    memory_.set_word(block + header_block::buffer, message->address);
    memory_.set_word(block + header_block::length, message->length);
  }
  const bool checked = (field(block, header_block::options) & hypercube_unchecked) == 0;
  if (checked && message->target == 0 && !message->whole()) {
    message->comparator =
        comparators_.follow(message->address + message->here, message->address + message->length);
  }
  if (message->comparator) {
    write_flag(block, hypercube_begun, now);
  } else if (begins) {
    ++counters_.messages_unchecked;
  }
  if (message->whole()) finish(message, now);
  return HypercubeFault::none;
}

// What has come of it is forgotten, and what still comes is thrown away. Its buffer is given back,
// behind what is on its way to a memory beside it: when all of it has been taken.
void HypercubeCoprocessor::drop(IncomingList::iterator message) {
  const std::uint32_t buffer = std::exchange(message->address, 0);
  if (port_ && !message->whole()) {
    message->dropped = buffer;
    return;
  }
  if (buffer != 0) system_.give_back(buffer);
  if (message->whole()) messages_.erase(message);
}

// All of it is here.
void HypercubeCoprocessor::finish(IncomingList::iterator message, Time now) {
  if (message->address == 0) {
    if (message->dropped != 0) system_.give_back(message->dropped);
    messages_.erase(message);
    return;
  }
  if (message->block == 0) return;  // until a receive claims it
  if (message->target != 0) {
    const auto& parameters = chip_.parameters();
    const Time begin = moves_.empty() ? now : std::max(now, moves_.back().end);
    const std::uint64_t words = (std::uint64_t{message->length} + HypercubeMemory::word_bytes - 1) /
                                HypercubeMemory::word_bytes;
    moves_.push_back({message, port_ ? edge_after(now, parameters.tick)
                                     : begin + words * parameters.move_ticks * parameters.tick});
    driver_->evaluate_at(moves_.front().end);
    return;
  }
  if (message->comparator) comparators_.forget(*message->comparator);
  ++counters_.messages_received;
  const std::uint32_t block = message->block;
  messages_.erase(message);
  complete(block, HypercubeFault::none, now);
}

void HypercubeCoprocessor::finish_moves(Time now) {
  while (!moves_.empty() && moves_.front().end <= now) {
    const auto message = moves_.front().message;
    moves_.pop_front();
    if (port_) {
      move(message);
      continue;
    }
    memory_.write(message->target, memory_.bytes(message->address, message->length));
    moved(message, now);
  }
}

void HypercubeCoprocessor::moved(IncomingList::iterator message, Time now) {
  counters_.bytes_moved += message->length;
  system_.give_back(message->address);
  message->target = 0;
  finish(message, now);
}

}  // namespace weft
