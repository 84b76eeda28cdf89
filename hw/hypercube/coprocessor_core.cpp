#include "hw/hypercube/coprocessor_core.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>
#include <utility>

namespace weft {

namespace {

constexpr std::uint32_t most_type = 0xFFFF;
constexpr std::uint32_t word_bytes = 4;

}  // namespace

std::string_view name_of(HypercubeInstruction instruction) {
  switch (instruction) {
    case HypercubeInstruction::send: return "send";
    case HypercubeInstruction::receive: return "receive";
    case HypercubeInstruction::broadcast: return "broadcast";
    case HypercubeInstruction::broadcast_to_neighbours: return "broadcast to neighbours";
    case HypercubeInstruction::release: return "buffer release";
  }
  return "an unknown instruction";
}

HypercubeCoprocessor::HypercubeCoprocessor(const HypercubeChipParameters& parameters, unsigned node,
                                           const HypercubeSurroundings& surroundings,
                                           CycleDriver& driver)
    : memory_(parameters.memory_bytes),
      system_(parameters.memory_bytes - parameters.system_buffer_bytes,
              parameters.system_buffer_bytes),
      comparators_(parameters.comparators == 0 ? parameters.degree : parameters.comparators),
      chip_(parameters, node, *this, driver),
      surroundings_(surroundings),
      driver_(&driver),
      sends_(parameters.degree + 1) {}

Time HypercubeCoprocessor::evaluate(Time now) {
  if (port_) port_->finish(now);
  finish_moves(now);
  Time next = chip_.step(now);
  if (!moves_.empty()) next = std::min(next, moves_.front().end);
  if (!port_) return next;
  works_->begin(now);
  port_->begin(now);
  return std::min({next, works_->next(), port_->next()});
}

HypercubeFault HypercubeCoprocessor::execute(HypercubeInstruction instruction,
                                             std::uint32_t operand, Time now) {
  ++counters_.instructions[static_cast<std::size_t>(instruction)];
  if (instruction == HypercubeInstruction::release) {
    if (system_.give_back(operand)) return HypercubeFault::none;
    ++counters_.faults;
    return HypercubeFault::never_given;
  }
  if (const HypercubeFault exception = fault_of_block(operand); exception != HypercubeFault::none) {
    ++counters_.faults;
    return exception;
  }
  open_.emplace(operand, Open{});
  const Time from = works_ ? edge_after(now, chip_.parameters().tick) : now;
  at_blocks(
      from, [this, instruction, operand] { return block_of(instruction, operand); },
      [this, instruction, operand](Time at) { carry_out(instruction, operand, at); });
  if (works_) driver_->evaluate_at(from);
  return HypercubeFault::none;
}

void HypercubeCoprocessor::carry_out(HypercubeInstruction instruction, std::uint32_t block,
                                     Time now) {
  HypercubeFault fault = HypercubeFault::none;
  switch (instruction) {
    case HypercubeInstruction::send: fault = send(block, now); break;
    case HypercubeInstruction::receive: fault = receive(block, now); break;
    default:
      fault = broadcast(block, instruction == HypercubeInstruction::broadcast_to_neighbours, now);
  }
  if (fault != HypercubeFault::none) complete(block, fault, now);
}

bool HypercubeCoprocessor::idle() const {
  return outgoing_.empty() && arriving_.empty() && moves_.empty() && chip_.empty() &&
         !(port_ && (port_->busy() || works_->busy()));
}

// --- blocks

void HypercubeCoprocessor::write_flag(std::uint32_t block, std::uint32_t flag, Time now) {
  memory_.set_word(block + header_block::flag, flag);
  if (cpu_ == nullptr) return;
  if (!works_) return cpu_->flag_written(block, now);
  works_->when_written([this, block](Time at) { cpu_->flag_written(block, at); });
}

void HypercubeCoprocessor::complete(std::uint32_t block, HypercubeFault fault, Time now) {
  if (fault != HypercubeFault::none) ++counters_.faults;
  at_blocks(now, nullptr, [this, block, fault](Time at) {
    open_.erase(block);
    write_flag(block, flag_of(fault), at);
  });
}

HypercubeFault HypercubeCoprocessor::fault_of_block(std::uint32_t block) const {
  if (block == 0 || block % word_bytes != 0 || !memory_.holds(block, header_block::bytes)) {
    return HypercubeFault::bad_block;
  }
  return open_.count(block) != 0 ? HypercubeFault::block_in_use : HypercubeFault::none;
}

// Of what is to be sent.
HypercubeFault HypercubeCoprocessor::fault_of_message(std::uint32_t block) const {
  const std::uint32_t length = field(block, header_block::length);
  const std::uint32_t address = field(block, header_block::buffer);
  if (field(block, header_block::type) > most_type) return HypercubeFault::bad_type;
  if (length == 0) return HypercubeFault::empty;
  if (address == 0 || !memory_.holds(address, length)) return HypercubeFault::outside_memory;
  return HypercubeFault::none;
}

HypercubeFault HypercubeCoprocessor::fault_of_receive(std::uint32_t block) const {
  const std::uint32_t source = field(block, header_block::node);
  const std::uint32_t type = field(block, header_block::type);
  const std::uint32_t length = field(block, header_block::length);
  const std::uint32_t address = field(block, header_block::buffer);
  if (source != hypercube_any && (source >= surroundings_.nodes || source == chip_.node())) {
    return HypercubeFault::no_such_node;
  }
  if (type != hypercube_any && type > most_type) return HypercubeFault::bad_type;
  if (address == 0) return HypercubeFault::none;
  if (length == 0) return HypercubeFault::empty;
  if (std::uint64_t{address} + length > system_.begin()) return HypercubeFault::outside_memory;
  return HypercubeFault::none;
}

// What would be written by two, or over a block that the co-processor still needs.
bool HypercubeCoprocessor::overlaps(std::uint32_t begin, std::uint32_t end,
                                    std::uint32_t own_block) const {
  const auto meets = [begin, end](std::uint32_t from, std::uint32_t to) {
    return begin < to && from < end;
  };
  if (meets(own_block, own_block + header_block::bytes)) return true;
  return std::any_of(open_.begin(), open_.end(), [&meets](const auto& one) {
    const auto& [block, bytes] = one;
    return meets(block, block + header_block::bytes) || meets(bytes.begin, bytes.end);
  });
}

HypercubeFault HypercubeCoprocessor::neighbours_of(std::uint32_t block, StepSet& ports) const {
  const std::uint32_t count = field(block, header_block::node);
  if (count == 0 || count > chip_.parameters().degree) return HypercubeFault::no_such_node;
  if (!memory_.holds(block, header_block::list + count * word_bytes)) {
    return HypercubeFault::outside_memory;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t other = field(block, header_block::list + i * word_bytes);
    const StepSet step = steps_closer(chip_.node(), other);
    const bool neighbour = std::has_single_bit(step) && step < step_bit(chip_.parameters().degree);
    if (!neighbour || (ports & step) != 0) return HypercubeFault::no_such_node;
    if ((surroundings_.links & step) == 0) return HypercubeFault::part_of_cube;
    ports |= step;
  }
  return HypercubeFault::none;
}

// --- to be sent

std::uint64_t HypercubeCoprocessor::open_outgoing(std::uint32_t block, unsigned list) {
  outgoing_.emplace(
      next_outgoing_,
      Outgoing{block, field(block, header_block::buffer), field(block, header_block::length),
               static_cast<std::uint16_t>(field(block, header_block::type)), list});
  return next_outgoing_++;
}

HypercubeFault HypercubeCoprocessor::send(std::uint32_t block, Time now) {
  const std::uint32_t destination = field(block, header_block::node);
  if (destination >= surroundings_.nodes || destination == chip_.node()) {
    return HypercubeFault::no_such_node;
  }
  if (const HypercubeFault fault = fault_of_message(block); fault != HypercubeFault::none) {
    return fault;
  }
  const std::uint32_t packets = hypercube_packets(field(block, header_block::length));
  chip_.send({destination, packets, open_outgoing(block, chip_.parameters().degree)}, now);
  return HypercubeFault::none;
}

HypercubeFault HypercubeCoprocessor::broadcast(std::uint32_t block, bool neighbours, Time now) {
  StepSet ports = 0;
  HypercubeFault fault = fault_of_message(block);
  if (fault != HypercubeFault::none) return fault;
  if (neighbours) {
    fault = neighbours_of(block, ports);
  } else if (!surroundings_.complete) {
    fault = HypercubeFault::part_of_cube;
  }
  if (fault != HypercubeFault::none) return fault;
  const unsigned list = chip_.parameters().degree;
  const std::uint32_t packets = hypercube_packets(field(block, header_block::length));
  chip_.broadcast({ports, packets, open_outgoing(block, list)}, now);
  sends_[list].append(memory_, block);
  return HypercubeFault::none;
}

void HypercubeCoprocessor::queued(std::uint64_t message, unsigned port, Time now) {
  Outgoing& outgoing = outgoing_.find(message)->second;
  outgoing.list = port;
  at_blocks(now, nullptr,
            [this, port, block = outgoing.block](Time) { sends_[port].append(memory_, block); });
}

HypercubePacketData HypercubeCoprocessor::packet_data(std::uint64_t message, std::uint32_t index,
                                                      Time now) {
  const auto place = outgoing_.find(message);
  const Outgoing outgoing = place->second;
  const std::uint32_t packets = hypercube_packets(outgoing.length);
  if (index == 0) {
    at_blocks(now, nullptr, [this, list = outgoing.list, block = outgoing.block](Time at) {
      sends_[list].remove(memory_, block);
      write_flag(block, hypercube_begun, at);
    });
  }
  const HypercubePacketData data = take_data(message, index);
  if (index + 1 == packets) {
    counters_.bytes_from_memory += outgoing.length;
    outgoing_.erase(place);
    complete(outgoing.block, HypercubeFault::none, now);
  }
  return data;
}

// --- to be received

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
    const std::uint64_t words = (std::uint64_t{message->length} + word_bytes - 1) / word_bytes;
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
