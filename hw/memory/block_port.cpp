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
      open_(masters),
      slots_(parameters.accesses),
      last_served_(masters - 1) {
  check_parameters(parameters);
}

void BlockPort::ask(unsigned master, MemoryBlock block) {
  const auto work = std::make_shared<Work>(Work{std::move(block), asked_++, 0, 0});
  waiting_[master].push_back(work);
  open_[master].push_back(work);
}

void BlockPort::finish(Time now) {
  for (Slot& slot : slots_) {
    if (slot.work == nullptr || slot.known > now) continue;
    const std::shared_ptr<Work> work = std::exchange(slot.work, nullptr);
    const MemoryTransaction& transaction = slot.transaction;
    if (!work->block.write) {
      std::copy_n(transaction.data.begin(), transaction.words,
                  work->block.words.begin() + static_cast<std::ptrdiff_t>(slot.first));
    }
    work->answered += transaction.words;
  }
  std::vector<std::shared_ptr<Work>> done;
  for (auto& of_master : open_) {
    while (!of_master.empty() &&
           of_master.front()->answered == of_master.front()->block.words.size()) {
      done.push_back(of_master.front());
      of_master.pop_front();
    }
  }
  std::sort(done.begin(), done.end(),
            [](const auto& one, const auto& other) { return one->number < other->number; });
  for (const auto& work : done) work->block.done(work->block, now);
}

// As many as are left, up to the next multiple of the width.
unsigned BlockPort::words_of_access(const Work& work) const {
  const std::uint64_t address = work.block.address + work.begun * memory_word_bytes;
  const std::uint64_t room =
      (parameters_.access_bytes - address % parameters_.access_bytes) / memory_word_bytes;
  return static_cast<unsigned>(std::min<std::uint64_t>(room, work.block.words.size() - work.begun));
}

// It has an access to begin, and none is on its way with which that shares a word that one writes.
bool BlockPort::may_begin(unsigned master) const {
  if (waiting_[master].empty()) return false;
  const Work& work = *waiting_[master].front();
  const std::uint64_t begin = work.block.address + work.begun * memory_word_bytes;
  const std::uint64_t end = begin + words_of_access(work) * memory_word_bytes;
  return std::none_of(slots_.begin(), slots_.end(), [&work, begin, end](const Slot& slot) {
    const MemoryTransaction& other = slot.transaction;
    return slot.work != nullptr && (other.write || work.block.write) &&
           begin < other.address + other.words * memory_word_bytes && other.address < end;
  });
}

// False if nobody has anything that may begin.
bool BlockPort::begin_one(Slot& slot, unsigned number, Time now) {
  const auto masters = static_cast<unsigned>(waiting_.size());
  unsigned tried = 1;
  while (tried <= masters && !may_begin((last_served_ + tried) % masters)) ++tried;
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

bool BlockPort::busy() const {
  return std::any_of(open_.begin(), open_.end(),
                     [](const auto& of_master) { return !of_master.empty(); });
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
