#include "hw/t9000/message_memory.hpp"

#include <algorithm>
#include <utility>

#include "hw/t9000/parameter_check.hpp"

namespace weft {
namespace {

std::size_t words_for(std::size_t bytes) {
  return bytes / memory_word_bytes + (bytes % memory_word_bytes != 0 ? 1 : 0);
}

// As they stand in memory, the last one filled up with zeros.
std::vector<std::uint64_t> words_of(std::span<const std::byte> bytes, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(words)).begin());
  return words;
}

}  // namespace

MessageMemory::MessageMemory(const MemoryPortParameters& parameters,
                             const T9000Parameters& processor, MemoryDevice& memory,
                             MemoryContents& contents)
    : fetches_ahead_(parameters.fetch_ahead),
      acknowledgements_first_(processor.acknowledgement_priority),
      contents_(&contents),
      port_(parameters, by_processes + 1, processor.clock, memory),
      places_(parameters.messages_at),
      buffers_(processor.links) {
  check_parameters(parameters, processor);
}

// --- messages

void MessageMemory::put(std::uint64_t place, std::span<const std::byte> bytes) {
  for (const std::uint64_t word : words_of(bytes, words_for(bytes.size()))) {
    contents_->set_word(place, word);
    place += memory_word_bytes;
  }
}

std::vector<std::byte> MessageMemory::bytes_at(std::uint64_t place, unsigned bytes) {
  std::vector<std::uint64_t> words(words_for(bytes));
  for (std::uint64_t& word : words) {
    word = contents_->word(place);
    place += memory_word_bytes;
  }
  const auto found = std::as_bytes(std::span(words)).first(bytes);
  return {found.begin(), found.end()};
}

void MessageMemory::place(const SendRequest& request) {
  if (request.bytes == 0) return;
  const std::uint64_t place = places_.take(request.bytes);
  sent_from_.emplace(&request, place);
  put(place, request.body.bytes());
}

void MessageMemory::release(const SendRequest& request) {
  const auto place = sent_from_.find(&request);
  if (place == sent_from_.end()) return;
  places_.give_back(place->second);
  sent_from_.erase(place);
}

void MessageMemory::go_on_with(unsigned channel, const SendRequest& request) {
  if (const auto place = sent_from_.find(&request); place != sent_from_.end())
    sending_[channel] = place->second;
}

// --- packets that go out

void MessageMemory::fetch(PacketQueues& queues, unsigned link) {
  Buffer& buffer = buffers_[queues.place_of(link)];
  if (!buffer.empty() || !queues.has_data(link)) return;
  Packet packet = queues.take_data(link);
  if (packet.bytes() == 0) {
    buffer.ready.push_back(std::move(packet));
    return;
  }
  MemoryBlock block;
  block.address = sending_.at(packet.channel) + packet.first;
  block.words.resize(words_for(packet.bytes()));
  block.done = [&buffer](const MemoryBlock& read, Time) {
    Packet& here = *buffer.reading;
    if (here.body) {
      const auto bytes = std::as_bytes(std::span(read.words)).first(here.bytes());
      here.body = MessageBody(std::vector<std::byte>(bytes.begin(), bytes.end()));
      here.first = 0;
    }
    buffer.ready.push_back(std::move(here));
    buffer.reading.reset();
  };
  buffer.reading = std::move(packet);
  port_.ask(to_links, std::move(block));
}

const Packet* MessageMemory::next(PacketQueues& queues, unsigned link) {
  const Buffer& buffer = buffers_[queues.place_of(link)];
  if (!queues.empty(link) && (acknowledgements_first_ || buffer.empty())) {
    const Packet& front = queues.front(link);
    if (front.tag.protocol.acknowledgement()) return &front;
  }
  return buffer.ready.empty() ? nullptr : &buffer.ready.front();
}

Packet MessageMemory::take(PacketQueues& queues, unsigned link) {
  if (next(queues, link)->tag.protocol.acknowledgement()) return queues.take(link);
  Buffer& buffer = buffers_[queues.place_of(link)];
  Packet packet = std::move(buffer.ready.front());
  buffer.ready.pop_front();
  return packet;
}

void MessageMemory::put_back(const PacketQueues& queues, unsigned link, const Packet& packet) {
  buffers_[queues.place_of(link)].ready.push_front(packet);
}

std::size_t MessageMemory::packets() const {
  std::size_t packets = 0;
  for (const Buffer& buffer : buffers_) packets += buffer.ready.size() + (buffer.reading ? 1 : 0);
  return packets;
}

// --- packets that come in

void MessageMemory::store(unsigned channel, unsigned bytes, std::span<const std::byte> data,
                          Stored stored) {
  MemoryBlock block;
  block.address = places_.take(bytes);
  block.write = true;
  block.words = words_of(data, words_for(bytes));
  received_[channel].push_back(block.address);
  const unsigned kept = data.empty() ? 0 : bytes;
  block.done = [this, kept, stored = std::move(stored)](const MemoryBlock& written, Time now) {
    stored(bytes_at(written.address, kept), now);
  };
  port_.ask(from_links, std::move(block));
}

void MessageMemory::forget(unsigned channel) {
  const auto places = received_.find(channel);
  if (places == received_.end()) return;
  for (const std::uint64_t place : places->second) places_.give_back(place);
  received_.erase(places);
}

}  // namespace weft
