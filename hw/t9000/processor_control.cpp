#include "hw/t9000/processor_control.hpp"

#include <algorithm>

namespace weft {

std::optional<std::uint32_t> ProcessorControl::read(std::uint32_t address) const {
  if (address % word_bytes != 0 || !has(address, word_bytes)) return {};
  std::uint32_t word = 0;
  for (unsigned i = 0; i < word_bytes; ++i) {
    word |= static_cast<std::uint32_t>(memory_[address + i]) << (8 * i);
  }
  return word;
}

bool ProcessorControl::write(std::uint32_t address, std::uint32_t word) {
  if (address % word_bytes != 0 || !has(address, word_bytes)) return false;
  for (unsigned i = 0; i < word_bytes; ++i) {
    memory_[address + i] = static_cast<std::uint8_t>(word >> (8 * i));
  }
  return true;
}

bool ProcessorControl::begin_load(std::uint32_t address, std::uint32_t bytes) {
  if (!has(address, bytes)) return false;
  next_ = address;
  end_ = next_ + bytes;
  return true;
}

bool ProcessorControl::load(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > end_ - next_) return false;
  std::copy(bytes.begin(), bytes.end(), memory_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ += bytes.size();
  return true;
}

bool ProcessorControl::run(Time now) {
  if (next_ != end_ || has_ended_ || !core_->processor().stopped()) return false;
  has_run_ = true;
  core_->start_processor(now);
  return true;
}

bool ProcessorControl::stop(Time now) {
  if (core_->processor().stopped()) return false;
  core_->processor().stop(now);
  return true;
}

void ProcessorControl::reset(Time now) {
  if (has_run_) {
    has_ended_ |= !core_->begins_again();
    core_->reset(now);
  }
  has_run_ = false;
  std::fill(memory_.begin(), memory_.end(), std::uint8_t{0});
  next_ = end_ = 0;
}

}  // namespace weft
