#include "hw/memory/dram_core.hpp"

#include <algorithm>

#include "hw/common/parameter_error.hpp"
#include "hw/memory/parameter_check.hpp"

namespace weft {

DramCore::DramCore(const DramParameters& parameters)
    : parameters_(checked(parameters)),
      banks_(parameters.banks),
      next_refresh_(parameters.refresh_interval) {}

// A refresh begins when it is due, or when all banks have ended what they do, and closes all pages.
MemoryClocks DramCore::refreshed_until(MemoryClocks now) {
  if (parameters_.refresh_interval == 0) return now;
  while (next_refresh_ <= now) {
    MemoryClocks end = next_refresh_;
    for (const Bank& bank : banks_) end = std::max(end, bank.closes);
    end += parameters_.refresh_clocks;
    for (Bank& bank : banks_) bank = {std::nullopt, end, end};
    ++counts_.refreshes;
    next_refresh_ += parameters_.refresh_interval;
    now = std::max(now, end);
  }
  return now;
}

// When the bank can begin with an access of that page, but for refreshes.
MemoryClocks DramCore::ready(const Bank& bank, std::uint64_t page, MemoryClocks now) {
  const bool hit = bank.page == page;
  return std::max({now, bank.next_column, hit ? 0 : bank.closes});
}

// When the column is selected, of a page that is open by then.
MemoryClocks DramCore::column(Bank& bank, std::uint64_t page, MemoryClocks begin) {
  if (bank.page == page) {
    ++counts_.hits;
    return begin;
  }
  ++(bank.page ? counts_.conflicts : counts_.misses);
  const MemoryClocks close = bank.page ? parameters_.precharge_clocks : 0;
  bank.page = page;
  return begin + close + parameters_.activate_clocks;
}

void DramCore::close(Bank& bank, MemoryClocks now) const {
  if (!bank.page) return;
  bank.page.reset();
  bank.closes = std::max(bank.closes, now) + parameters_.precharge_clocks;
  bank.next_column = bank.closes;
}

DramTimes DramCore::access_page(std::uint64_t page, unsigned words, bool write, MemoryClocks now) {
  const std::size_t number = page % banks_.size();
  if (parameters_.one_bank_open && number != last_bank_) close(banks_[last_bank_], now);
  last_bank_ = number;
  Bank& bank = banks_[number];
  const MemoryClocks begin = refreshed_until(ready(bank, page, now));
  const MemoryClocks first =
      std::max(column(bank, page, begin) + parameters_.access_clocks, pins_free_);
  const MemoryClocks last = first + MemoryClocks{words - 1} * parameters_.word_clocks;
  pins_free_ = last + parameters_.word_clocks;
  bank.next_column = pins_free_ - parameters_.access_clocks;
  bank.closes = last + (write ? parameters_.recovery_clocks : 0);
  if (!parameters_.keeps_pages_open) close(bank, bank.closes);
  return {first, last};
}

DramTimes DramCore::access(const DramAccess& access, MemoryClocks now) {
  const unsigned words_of_page = parameters_.page_bytes / parameters_.word_bytes;
  std::uint64_t word = access.address / parameters_.word_bytes;
  DramTimes times;
  for (unsigned left = access.words; left != 0;) {
    const auto in_page = static_cast<unsigned>(word % words_of_page);
    const unsigned words = std::min(left, words_of_page - in_page);
    const DramTimes part = access_page(word / words_of_page, words, access.write, now);
    if (left == access.words) times.first = part.first;
    times.last = part.last;
    word += words;
    left -= words;
  }
  return times;
}

}  // namespace weft
