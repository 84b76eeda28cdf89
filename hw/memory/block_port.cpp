#include "hw/memory/block_port.hpp"

#include <algorithm>
#include <utility>

#include "hw/memory/parameter_check.hpp"

namespace weft {
BlockPort::BlockPort(const MemoryPortParameters& parameters, unsigned masters, Time clock,
                     MemoryDevice& memory)
    : parameters_(parameters),
      clock_(clock),
      memory_(&memory),
      waiting_(masters),
      slots_(parameters.accesses),
      last_served_(masters - 1) {
  check_parameters(parameters);
}

void BlockPort::ask(unsigned master, MemoryBlock block) {
  waiting_[master].push_back(std::make_shared<Work>(Work{std::move(block), asked_++, 0, 0}));
  ++open_;
}

void BlockPort::finish(Time now) {
  std::vector<std::shared_ptr<Work>> done;
  for (Slot& slot : slots_) {
    if (slot.work == nullptr || slot.known > now) continue;
    const std::shared_ptr<Work> work = std::exchange(slot.work, nullptr);
    const MemoryTransaction& transaction = slot.transaction;
    if (!work->block.write) {
      std::copy_n(transaction.data.begin(), transaction.words,
                  work->block.words.begin() + static_cast<std::ptrdiff_t>(slot.first));
    }
    work->answered += transaction.words;
    if (work->answered == work->block.words.size()) done.push_back(work);
  }
  std::sort(done.begin(), done.end(),
            [](const auto& one, const auto& other) { return one->number < other->number; });
  open_ -= done.size();
  for (const auto& work : done) work->block.done(work->block, now);
}

// As many as are left, up to the next multiple of the width.
unsigned BlockPort::words_of_access(const Work& work) const {
  const std::uint64_t address = work.block.address + work.begun * memory_word_bytes;
  const std::uint64_t room =
      (parameters_.access_bytes - address % parameters_.access_bytes) / memory_word_bytes;
  return static_cast<unsigned>(std::min<std::uint64_t>(room, work.block.words.size() - work.begun));
}

// False if nobody has anything to begin.
bool BlockPort::begin_one(Slot& slot, unsigned number, Time now) {
  const auto masters = static_cast<unsigned>(waiting_.size());
  unsigned tried = 1;
  while (tried <= masters && waiting_[(last_served_ + tried) % masters].empty()) ++tried;
  if (tried > masters) return false;
  last_served_ = (last_served_ + tried) % masters;
  auto& queue = waiting_[last_served_];
  const std::shared_ptr<Work> work = queue.front();
  slot.work = work;
  slot.first = work->begun;
  slot.known = never;
  MemoryTransaction& transaction = slot.transaction;
  transaction.address = work->block.address + work->begun * memory_word_bytes;
  transaction.words = words_of_access(*work);
  transaction.write = work->block.write;
  std::copy_n(work->block.words.begin() + static_cast<std::ptrdiff_t>(work->begun),
              transaction.words, transaction.data.begin());
  work->begun += transaction.words;
  if (work->begun == work->block.words.size()) queue.pop_front();
  if (const auto done = memory_->begin(number, transaction, now / clock_))
    answer(number, *done * clock_);
  return true;
}

void BlockPort::begin(Time now) {
  for (unsigned number = 0; number < slots_.size(); ++number) {
    Slot& slot = slots_[number];
    if (slot.work == nullptr && !begin_one(slot, number, now)) return;
  }
}

void BlockPort::answer(unsigned slot, Time at) { slots_[slot].known = edge_after(at, clock_); }

Time BlockPort::next() const {
  Time next = never;
  for (const Slot& slot : slots_) {
    if (slot.work != nullptr) next = std::min(next, slot.known);
  }
  return next;
}

}  // namespace weft
