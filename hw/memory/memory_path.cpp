#include "hw/memory/memory_path.hpp"

#include <algorithm>
#include <cassert>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/parameter_check.hpp"

namespace weft {

MemoryPath::MemoryPath(const PathParameters& parameters, MemoryDevice& memory)
    : parameters_(checked(parameters)),
      memory_(&memory),
      bus_(parameters.bus),
      asked_(parameters.bus.masters),
      slots_(parameters.queue) {}

void MemoryPath::request(unsigned master, unsigned tag, const MemoryTransaction& transaction,
                         MemoryClocks now) {
  const unsigned bytes = transaction.words * memory_word_bytes;
  const unsigned words = (bytes + parameters_.bus_bytes - 1) / parameters_.bus_bytes;
  request_bus(master, tag, transaction, parameters_.command_clocks + words, now);
  asked_[master].memory = true;
}

void MemoryPath::request_bus(unsigned master, unsigned tag, const MemoryTransaction& transaction,
                             unsigned clocks, MemoryClocks now) {
  assert(!asking(master));
  bus_.request(master, clocks, now);
  asked_[master] = {true, false, tag, transaction};
}

const std::vector<PathCompletion>& MemoryPath::completions(MemoryClocks now) {
  completions_.clear();
  for (Slot& slot : slots_) {
    if (!slot.used || !slot.answered || *slot.answered >= now) continue;
    const unsigned back = slot.work.transaction.write ? 1 : parameters_.return_clocks;
    returning_.push_back({*slot.answered + back, slot.work});
    slot = {};
  }
  const auto due = std::stable_partition(returning_.begin(), returning_.end(),
                                         [now](const Returning& one) { return one.due > now; });
  for (auto one = due; one != returning_.end(); ++one) completions_.push_back(one->work);
  returning_.erase(due, returning_.end());
  return completions_;
}

std::optional<unsigned> MemoryPath::free_slot() const {
  const auto found =
      std::find_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return !slot.used; });
  if (found == slots_.end()) return std::nullopt;
  return static_cast<unsigned>(found - slots_.begin());
}

void MemoryPath::evaluate(MemoryClocks now) {
  begin_next(now);
  const std::optional<unsigned> slot = free_slot();
  if (!slot) return;
  const std::optional<BusGrant> grant = bus_.evaluate(now);
  if (!grant) return;
  Asked& asked = asked_[grant->master];
  const PathCompletion work{grant->master, asked.tag, asked.transaction};
  if (asked.memory) {
    slots_[*slot] = {true, work, grant->end, std::nullopt};
    waiting_.push_back(*slot);
  } else {
    returning_.push_back({grant->end, work});
  }
  asked.asking = false;
}

bool MemoryPath::in_buffer(const MemoryTransaction& transaction) const {
  if (ahead_.state != AheadState::there || transaction.write) return false;
  const std::uint64_t first = ahead_.line.address;
  const std::uint64_t end = first + parameters_.line_bytes;
  return transaction.address >= first &&
         transaction.address + std::uint64_t{transaction.words} * memory_word_bytes <= end;
}

void MemoryPath::begin_next(MemoryClocks now) {
  if (ahead_.state == AheadState::reading && ahead_.answered && *ahead_.answered < now)
    ahead_.state = AheadState::there;
  if (waiting_.empty() || ahead_.state == AheadState::reading) return;
  Slot& slot = slots_[waiting_.front()];
  if (slot.entered > now) return;
  MemoryTransaction& transaction = slot.work.transaction;
  if (in_buffer(transaction)) {
    const std::uint64_t offset = (transaction.address - ahead_.line.address) / memory_word_bytes;
    std::copy_n(ahead_.line.data.begin() + static_cast<std::ptrdiff_t>(offset), transaction.words,
                transaction.data.begin());
    slot.answered = now;
    waiting_.pop_front();
    read_ahead(ahead_.line.address + parameters_.line_bytes, now);
    return;
  }
  const std::uint64_t page = page_of(transaction.address);
  if (ahead_.state == AheadState::there && !transaction.write && last_page_ == page) {
    // the row is begun anew first
    ahead_.state = AheadState::none;
    row_begins_ = now + parameters_.row_restart_clocks;
  }
  if (row_begins_ > now) return;
  drop_ahead(transaction);
  const bool follows = parameters_.read_ahead == ReadAhead::always || last_page_ == page;
  last_page_ = page;
  const unsigned number = waiting_.front();
  waiting_.pop_front();
  slot.answered = memory_->begin(number, transaction, now);
  if (!transaction.write && follows) {
    const std::uint64_t line = transaction.address / parameters_.line_bytes;
    read_ahead((line + 1) * parameters_.line_bytes, now);
  }
}

void MemoryPath::drop_ahead(const MemoryTransaction& transaction) {
  const std::uint64_t line = transaction.address / parameters_.line_bytes;
  if (transaction.write && line == ahead_.line.address / parameters_.line_bytes)
    ahead_.state = AheadState::none;
}

void MemoryPath::read_ahead(std::uint64_t line, MemoryClocks now) {
  if (parameters_.read_ahead == ReadAhead::off) return;
  ahead_.state = AheadState::none;
  if (page_of(line) != last_page_) return;
  ahead_.state = AheadState::reading;
  ahead_.line = {line, parameters_.line_bytes / memory_word_bytes, false, {}};
  ahead_.answered = memory_->begin(parameters_.queue, ahead_.line, now);
}

void MemoryPath::answer(unsigned slot, MemoryClocks at) {
  (slot == parameters_.queue ? ahead_.answered : slots_[slot].answered) = at;
}

bool MemoryPath::quiet() const {
  const auto asks = [](const Asked& one) { return one.asking; };
  const auto used = [](const Slot& one) { return one.used; };
  return returning_.empty() && ahead_.state != AheadState::reading &&
         std::none_of(asked_.begin(), asked_.end(), asks) &&
         std::none_of(slots_.begin(), slots_.end(), used);
}

}  // namespace weft
