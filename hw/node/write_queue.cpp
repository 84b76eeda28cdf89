#include "hw/node/write_queue.hpp"

#include <algorithm>
#include <bit>

#include "hw/common/parameter_error.hpp"
#include "hw/node/parameter_check.hpp"

namespace weft {

WriteQueue::WriteQueue(const WriteQueueParameters& parameters) : parameters_(checked(parameters)) {}

std::size_t WriteQueue::find(bool port, std::uint64_t address) const {
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) {
    return one.port == port && one.block == block_of(address);
  });
  return static_cast<std::size_t>(entry - entries_.begin());
}

bool WriteQueue::takes(bool port, std::uint64_t address) const {
  return entries_.size() < parameters_.entries || find(port, address) < entries_.size();
}

void WriteQueue::store(bool port, std::uint64_t address, std::uint64_t word) {
  const std::size_t number = find(port, address);
  if (number == entries_.size()) entries_.push_back({port, block_of(address), 0, {}});
  Entry& entry = entries_[number];
  const std::uint64_t place = address % parameters_.entry_bytes / memory_word_bytes;
  entry.words |= 1U << place;
  entry.data[place] = word;
}

bool WriteQueue::holds(std::uint64_t first, std::uint64_t end) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& one) {
    const std::uint64_t begin = one.block * parameters_.entry_bytes;
    return !one.port && begin < end && first < begin + parameters_.entry_bytes;
  });
}

QueuedWrite WriteQueue::first() const {
  const Entry& entry = entries_.front();
  const auto skipped = static_cast<unsigned>(std::countr_zero(entry.words));
  const auto words = static_cast<unsigned>(std::countr_one(entry.words >> skipped));
  QueuedWrite write{entry.port, {}};
  write.transaction.address = entry.block * parameters_.entry_bytes + skipped * memory_word_bytes;
  write.transaction.words = words;
  write.transaction.write = true;
  std::copy_n(entry.data.begin() + skipped, words, write.transaction.data.begin());
  return write;
}

void WriteQueue::pop() {
  Entry& entry = entries_.front();
  const auto skipped = static_cast<unsigned>(std::countr_zero(entry.words));
  const auto words = static_cast<unsigned>(std::countr_one(entry.words >> skipped));
  entry.words &= ~(((1U << words) - 1) << skipped);
  if (entry.words == 0) entries_.pop_front();
}

}  // namespace weft
