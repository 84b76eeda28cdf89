#include "hw/node/cache_core.hpp"

#include <algorithm>

#include "hw/common/parameter_error.hpp"
#include "hw/node/parameter_check.hpp"

namespace weft {

CacheCore::CacheCore(const CacheParameters& parameters, unsigned line_bytes)
    : line_bytes_(line_bytes),
      ways_(parameters.ways),
      lines_((check_cache(parameters, line_bytes), parameters.bytes / line_bytes)),
      next_way_(lines_.size() / ways_) {}

std::size_t CacheCore::set_of(std::uint64_t address) const {
  return line_of(address) % next_way_.size();
}

std::size_t CacheCore::word_of(std::uint64_t address) const {
  return address % line_bytes_ / memory_word_bytes;
}

std::optional<std::size_t> CacheCore::find(std::uint64_t address) const {
  const std::size_t first = set_of(address) * ways_;
  for (std::size_t i = first; i < first + ways_; ++i) {
    if (lines_[i].number == line_of(address)) return i;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> CacheCore::load(std::uint64_t address) const {
  const std::optional<std::size_t> line = find(address);
  if (!line) return std::nullopt;
  return lines_[*line].data[word_of(address)];
}

void CacheCore::store(std::uint64_t address, std::uint64_t word) {
  if (const std::optional<std::size_t> line = find(address))
    lines_[*line].data[word_of(address)] = word;
}

void CacheCore::fill(const MemoryTransaction& line) {
  std::optional<std::size_t> place = find(line.address);
  if (!place) {
    unsigned& way = next_way_[set_of(line.address)];
    place = set_of(line.address) * ways_ + way;
    way = (way + 1) % ways_;
  }
  lines_[*place] = {line_of(line.address), line.data};
}

void CacheCore::invalidate(std::uint64_t address) {
  if (const std::optional<std::size_t> line = find(address)) lines_[*line].number.reset();
}

void CacheCore::invalidate_all() {
  for (Line& line : lines_) line.number.reset();
}

}  // namespace weft
