// Of the co-processor of a hypercube node: what it does at a memory beside it.
#include <algorithm>
#include <utility>

#include "hw/hypercube/coprocessor_core.hpp"

namespace weft {
namespace {

// The masters of the port.
constexpr unsigned to_chip = 0;
constexpr unsigned from_chip = 1;
constexpr unsigned by_moves = 2;
constexpr unsigned by_blocks = 3;

// Those bytes of it.
std::vector<std::uint8_t> bytes_of(const MemoryBlock& block, std::uint32_t address,
                                   std::uint32_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t at = address + i - block.address;
    bytes[i] = static_cast<std::uint8_t>(block.words[at / memory_word_bytes] >>
                                         8 * (at % memory_word_bytes));
  }
  return bytes;
}

}  // namespace

void HypercubeCoprocessor::lie_in(const MemoryPortParameters& parameters, MemoryDevice& memory,
                                  MemoryContents& contents) {
  port_.emplace(parameters, by_blocks + 1, chip_.parameters().tick, memory);
  works_.emplace(*port_, by_blocks, memory_);
  fetches_ahead_ = parameters.fetch_ahead;
  memory_.lie_in(contents);
}

void HypercubeCoprocessor::memory_answers(unsigned slot, Time at) {
  port_->answer(slot, at);
  const Time tick = edge_after(at, chip_.parameters().tick);
  chip_.data_there(tick);
  driver_->evaluate_at(tick);
}

// --- header blocks

// Of an instruction: its block, and the list of neighbours behind it.
std::vector<HypercubeBlockWorks::Bytes> HypercubeCoprocessor::block_of(
    HypercubeInstruction instruction, std::uint32_t block) const {
  std::uint32_t bytes = header_block::bytes;
  if (instruction == HypercubeInstruction::broadcast_to_neighbours) {
    const std::uint32_t count =
        std::min(field(block, header_block::node), chip_.parameters().degree);
    const std::uint32_t with_list = header_block::list + count * 4;
    if (memory_.holds(block, with_list)) bytes = std::max(bytes, with_list);
  }
  return {{block, bytes}};
}

// Of the receives that wait, up to the first that the message fits.
std::vector<HypercubeBlockWorks::Bytes> HypercubeCoprocessor::blocks_up_to_receive_of(
    const Incoming& message) const {
  std::vector<HypercubeBlockWorks::Bytes> blocks;
  for (std::uint32_t block = receives_.first(); block != 0;
       block = receives_.after(memory_, block)) {
    blocks.push_back({block, header_block::bytes});
    if (fits(message, block)) break;
  }
  return blocks;
}

// --- to be sent

bool HypercubeCoprocessor::fetch(std::uint64_t message, std::uint32_t index) {
  if (!port_) return true;
  Outgoing& outgoing = outgoing_.find(message)->second;
  if (outgoing.asked == index + 1) return !outgoing.part.empty();
  outgoing.asked = index + 1;
  const HypercubePart part = hypercube_part(outgoing.length, index);
  const std::uint32_t address = outgoing.address + part.offset;
  MemoryBlock block = HypercubeMemory::block_around(address, part.bytes);
  block.done = [&outgoing, address, part](const MemoryBlock& read, Time) {
    outgoing.part = bytes_of(read, address, part.bytes);
  };
  port_->ask(to_chip, std::move(block));
  return false;
}

// What goes into a packet; of a memory beside it, what was read, and the next is asked for.
HypercubePacketData HypercubeCoprocessor::take_data(std::uint64_t message, std::uint32_t index) {
  Outgoing& outgoing = outgoing_.find(message)->second;
  if (!port_) {
    return hypercube_packet_data(memory_.bytes(outgoing.address, outgoing.length), outgoing.type,
                                 index);
  }
  const std::vector<std::uint8_t> part = std::exchange(outgoing.part, {});
  if (fetches_ahead_ && index + 1 < hypercube_packets(outgoing.length)) fetch(message, index + 1);
  return hypercube_packet_data(outgoing.length, outgoing.type, index, part);
}

// --- to be received

void HypercubeCoprocessor::store(IncomingList::iterator message, std::uint32_t offset,
                                 std::span<const std::uint8_t> bytes) {
  const std::uint32_t address = message->address + offset;
  MemoryBlock block;
  block.address = HypercubeMemory::word_below(address);
  block.write = true;
  block.words = memory_.note(address, bytes);
  const auto count = static_cast<std::uint32_t>(bytes.size());
  block.done = [this, message, address, count](const MemoryBlock&, Time now) {
    memory_.noted_written(address, count);
    bytes_waiting_ -= count;
    taken(message, count, now);
  };
  port_->ask(from_chip, std::move(block));
}

// Read as a whole, then written.
void HypercubeCoprocessor::move(IncomingList::iterator message) {
  const std::uint32_t from = message->address;
  const std::uint32_t to = message->target;
  const std::uint32_t length = message->length;
  MemoryBlock block = HypercubeMemory::block_around(from, length);
  block.done = [this, message, from, to, length](const MemoryBlock& read, Time) {
    MemoryBlock written;
    written.address = HypercubeMemory::word_below(to);
    written.write = true;
    written.words = memory_.note(to, bytes_of(read, from, length));
    written.done = [this, message, to, length](const MemoryBlock&, Time now) {
      memory_.noted_written(to, length);
      moved(message, now);
    };
    port_->ask(by_moves, std::move(written));
  };
  port_->ask(by_moves, std::move(block));
}

}  // namespace weft
