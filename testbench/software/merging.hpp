// Sorting by merging, on a CPU that loads and stores the words of its memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "testbench/programs/program.hpp"

namespace weft {

inline constexpr std::uint32_t key_bytes = 4;

/// Keys in memory that are still to be read or written, in rising or falling order.
struct KeyRun {
  std::uint32_t address = 0;
  std::uint32_t left = 0;

  void step(bool rising) {
    address += rising ? key_bytes : -key_bytes;
    --left;
  }
};

/// Fills `to` from two runs: rising from their smallest keys, or falling from their greatest. `Cpu`
/// has `load`, `store` and `compute`; a comparison takes so many of its clocks.
template <class Cpu>
Program merge_keys(Cpu& cpu, std::array<KeyRun, 2> from, KeyRun to, bool rising,
                   std::uint32_t comparison) {
  std::array<std::optional<std::uint32_t>, 2> heads;
  while (to.left > 0) {
    for (unsigned i = 0; i < 2; ++i) {
      if (heads[i] || from[i].left == 0) continue;
      const std::uint32_t key = co_await cpu.load(from[i].address);
      heads[i] = key;
      from[i].step(rising);
    }
    unsigned taken = heads[0] ? 0 : 1;
    if (heads[0] && heads[1]) {
      co_await cpu.compute(comparison);
      taken = (*heads[1] < *heads[0]) == rising ? 1 : 0;
    }
    co_await cpu.store(to.address, *heads[taken]);
    heads[taken].reset();
    to.step(rising);
  }
}

/// From runs of one key to one of all `count`, at `keys` in the end; these are swapped with
/// `merged`, which has as much room.
template <class Cpu>
Program sort_keys_in_memory(Cpu& cpu, std::uint32_t& keys, std::uint32_t& merged,
                            std::uint32_t count, std::uint32_t comparison) {
  for (std::uint32_t length = 1; length < count; length *= 2) {
    for (std::uint32_t first = 0; first < count; first += 2 * length) {
      const std::uint32_t middle = std::min(first + length, count);
      const std::uint32_t end = std::min(middle + length, count);
      const std::array<KeyRun, 2> halves{KeyRun{keys + first * key_bytes, middle - first},
                                         KeyRun{keys + middle * key_bytes, end - middle}};
      const KeyRun whole{merged + first * key_bytes, end - first};
      co_await merge_keys(cpu, halves, whole, true, comparison);
    }
    std::swap(keys, merged);
  }
}

}  // namespace weft
