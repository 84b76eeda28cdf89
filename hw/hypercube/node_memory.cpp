#include "hw/hypercube/node_memory.hpp"

#include <algorithm>

namespace weft {
namespace {

constexpr std::uint32_t outer_word_bytes = 8;

}  // namespace

std::span<const std::uint8_t> HypercubeMemory::bytes(std::uint32_t address,
                                                     std::uint32_t count) const {
  if (contents_ == nullptr) return {&bytes_[address], count};
  read_.clear();
  std::uint64_t word = 0;
  for (std::uint32_t at = address; at != address + count; ++at) {
    if (read_.empty() || at % outer_word_bytes == 0) word = contents_->word(word_below(at));
    read_.push_back(static_cast<std::uint8_t>(word >> 8 * (at % outer_word_bytes)));
  }
  return read_;
}

void HypercubeMemory::write(std::uint32_t address, std::span<const std::uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), &bytes_[address]);
  put_words(address, bytes.size());
}

std::uint32_t HypercubeMemory::word(std::uint32_t address) const {
  const std::span<const std::uint8_t> found = bytes(address, 4);
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{found[i]} << 8 * i;
  return value;
}

void HypercubeMemory::set_word(std::uint32_t address, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) {
    bytes_[address + i] = static_cast<std::uint8_t>(value >> 8 * i);
  }
  if (words_noted_ == nullptr) return put_words(address, 4);
  words_noted_->push_back({address, noted_word(word_below(address))});
}

std::vector<std::uint64_t> HypercubeMemory::note(std::uint32_t address,
                                                 std::span<const std::uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), &bytes_[address]);
  std::vector<std::uint64_t> words;
  for (std::uint64_t at = word_below(address); at < address + bytes.size(); at += outer_word_bytes)
    words.push_back(noted_word(static_cast<std::uint32_t>(at)));
  return words;
}

void HypercubeMemory::noted_written(std::uint32_t address, std::uint32_t count) {
  put_words(address, 1);
  put_words(address + count - 1, 1);
}

MemoryBlock HypercubeMemory::block_around(std::uint32_t address, std::uint32_t bytes) {
  MemoryBlock block;
  block.address = word_below(address);
  block.words.resize((address + bytes - block.address + outer_word_bytes - 1) / outer_word_bytes);
  return block;
}

// To the memory beside it, if there is one.
void HypercubeMemory::put_words(std::uint32_t address, std::size_t bytes) {
  if (contents_ == nullptr) return;
  for (std::uint64_t at = word_below(address); at < address + bytes; at += outer_word_bytes)
    contents_->set_word(at, noted_word(static_cast<std::uint32_t>(at)));
}

std::uint64_t HypercubeMemory::noted_word(std::uint32_t address) const {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < outer_word_bytes; ++i)
    word |= std::uint64_t{bytes_[address + i]} << 8 * i;
  return word;
}

}  // namespace weft
