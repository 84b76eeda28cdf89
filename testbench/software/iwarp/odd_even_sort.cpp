#include "testbench/software/iwarp/odd_even_sort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hw/common/random.hpp"
#include "platforms/components/cells.hpp"
#include "platforms/pathways/standing_pathways.hpp"
#include "testbench/programs/pathway_programs.hpp"
#include "testbench/software/all_ended.hpp"
#include "testbench/software/merging.hpp"

namespace weft {
namespace {

using port::LongWord;
using SortRecord = OddEvenSort::Record;

/// The two neighbours, as output gates are bound.
enum class Neighbour : unsigned { upper, lower };

constexpr unsigned index_of(Neighbour side) { return static_cast<unsigned>(side); }

/// Pathways of a cell by Neighbour; none at the ends of the chain.
using Ways = std::array<std::optional<Pathway>, 2>;

/// What the program of a cell knows.
struct Sorter {
  OddEvenSortParameters parameters;
  unsigned cells = 0;
  // addresses of the lists
  std::uint32_t keys = 0;
  std::uint32_t merged = 0;
  std::uint32_t neighbours = 0;
  std::array<unsigned, 2> input_gate{};  // by Neighbour
};

/// Sends a key to a neighbour and gets one from it.
Program swap_keys(CellProcess& cell, Sorter& self, Neighbour side, std::uint32_t mine,
                  std::uint32_t& other) {
  co_await cell.write(index_of(side), mine);
  co_await read_data(cell, self.input_gate[index_of(side)], other);
}

/// Sends all keys and gets as many. The first goes ahead: else both would wait for the other's.
Program swap_lists(CellProcess& cell, Sorter& self, Neighbour side) {
  const unsigned in = self.input_gate[index_of(side)];
  std::uint32_t key = co_await cell.load(self.keys);
  co_await cell.write(index_of(side), key);
  std::uint32_t to = self.neighbours;
  for (std::uint32_t i = 1; i < self.parameters.keys; ++i) {
    key = co_await cell.load(self.keys + i * key_bytes);
    LongWord both;
    both.reads[in] = true;
    both.writes[index_of(side)] = key;
    const std::array<Word, gate_count> words = co_await cell.long_word(both);
    require_data(words[in]);
    co_await cell.store(to, words[in].value);
    to += key_bytes;
  }
  co_await read_data(cell, in, key);
  co_await cell.store(to, key);
}

/// A phase with the neighbour of one side.
Program merge_split(CellProcess& cell, Sorter& self, Neighbour side, SortRecord& record) {
  const bool lower = side == Neighbour::upper;  // of the two, this cell
  const std::uint32_t last = (self.parameters.keys - 1) * key_bytes;
  const std::uint32_t mine = co_await cell.load(self.keys + (lower ? last : 0));
  std::uint32_t other = 0;
  co_await swap_keys(cell, self, side, mine, other);
  co_await cell.compute(self.parameters.comparison);
  ++record.phases;
  if (lower ? mine <= other : other <= mine) co_return;
  ++record.exchanges;
  co_await swap_lists(cell, self, side);
  const std::uint32_t begin = lower ? 0 : last;
  const std::uint32_t keys = self.parameters.keys;
  const std::array<KeyRun, 2> lists{KeyRun{self.keys + begin, keys},
                                    KeyRun{self.neighbours + begin, keys}};
  co_await merge_keys(cell, lists, KeyRun{self.merged + begin, keys}, lower,
                      self.parameters.comparison);
  std::swap(self.keys, self.merged);
}

Program open_to_neighbours(CellProcess& cell, const Ways& ways) {
  for (unsigned side = 0; side < ways.size(); ++side) {
    if (!ways[side]) continue;
    const unsigned own = cell.own_channel(side);
    co_await open_pathway(cell, own, *ways[side]);
    co_await cell.send_marker(own, WordTag::message_begin, ways[side]->header.back().address);
    co_await cell.bind_output(side, own);
    co_await cell.write(side, cell.cell().address);
  }
}

/// Binds the input gates, and notes which of them is whose.
Program accept_neighbours(CellProcess& cell, Sorter& self, const Ways& ways) {
  const auto neighbours = static_cast<unsigned>(
      std::count_if(ways.begin(), ways.end(), [](const auto& way) { return way.has_value(); }));
  for (unsigned gate = 0; gate < neighbours; ++gate) {
    Arrival arrival;
    co_await accept_pathway(cell, gate, arrival);
    co_await cell.read(gate);  // the message's begin marker
    std::uint32_t sender = 0;
    co_await read_data(cell, gate, sender);
    const Neighbour side = sender > cell.cell().address ? Neighbour::upper : Neighbour::lower;
    self.input_gate[index_of(side)] = gate;
  }
}

Program close_pathways(CellProcess& cell, Sorter& self, const Ways& ways) {
  for (unsigned side = 0; side < ways.size(); ++side) {
    if (!ways[side]) continue;
    co_await cell.send_marker(cell.own_channel(side), WordTag::message_end);
    co_await cell.send_marker(cell.own_channel(side), WordTag::pathway_end);
  }
  for (unsigned side = 0; side < ways.size(); ++side) {
    if (!ways[side]) continue;
    co_await cell.read(self.input_gate[side]);
    co_await cell.read(self.input_gate[side]);
  }
}

Program sort_keys(CellProcess& cell, Sorter self, Ways ways, SortRecord& record) {
  for (std::uint32_t i = 0; i < self.parameters.keys; ++i) {
    co_await cell.store(self.keys + i * key_bytes, record.given[i]);
  }
  record.begin = cell.now();
  co_await open_to_neighbours(cell, ways);
  co_await sort_keys_in_memory(cell, self.keys, self.merged, self.parameters.keys,
                               self.parameters.comparison);
  co_await accept_neighbours(cell, self, ways);
  for (unsigned phase = 0; phase < self.cells; ++phase) {
    const Neighbour side =
        (cell.cell().address + phase) % 2 == 0 ? Neighbour::upper : Neighbour::lower;
    if (ways[index_of(side)]) co_await merge_split(cell, self, side, record);
  }
  record.end = cell.now();
  co_await close_pathways(cell, self, ways);
  for (std::uint32_t i = 0; i < self.parameters.keys; ++i) {
    const std::uint32_t key = co_await cell.load(self.keys + i * key_bytes);
    record.sorted.push_back(key);
  }
}

std::vector<std::uint32_t> draw_keys(std::uint64_t seed, const CellView& cell,
                                     std::uint32_t count) {
  RandomStream random(seed, cell.name + "/keys");
  std::vector<std::uint32_t> keys(count);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  return keys;
}

Sorter sorter_of(const OddEvenSortParameters& parameters, std::size_t cells) {
  const std::uint32_t list = parameters.keys * key_bytes;
  Sorter sorter;
  sorter.parameters = parameters;
  sorter.cells = static_cast<unsigned>(cells);
  sorter.merged = list;
  sorter.neighbours = 2 * list;
  return sorter;
}

}  // namespace

OddEvenSort::OddEvenSort(System& system, const OddEvenSortParameters& parameters)
    : Workload(system),
      parameters_(parameters),
      records_(cells_of(system).size()),
      clock_(cells_of(system).front().clock) {
  const std::vector<Pathway> pathways = plan_standing(platform(), chain_both_ways(platform()));
  const std::size_t cells = records_.size();
  for (const CellView& cell : cells_of(system)) {
    const unsigned n = cell.address;
    Ways ways;
    if (n + 1 < cells) ways[index_of(Neighbour::upper)] = pathways[n];
    if (n > 0) ways[index_of(Neighbour::lower)] = pathways[cells - 1 + n - 1];
    records_[n].given = draw_keys(platform().seed, cell, parameters.keys);
    start_on_cells().start(cell, sort_keys, sorter_of(parameters, cells), std::move(ways),
                           std::ref(records_[n]));
  }
}

void OddEvenSort::check() const {
  std::vector<std::uint32_t> given;
  std::vector<std::uint32_t> sorted;
  for (const SortRecord& record : records_) {
    given.insert(given.end(), record.given.begin(), record.given.end());
    sorted.insert(sorted.end(), record.sorted.begin(), record.sorted.end());
  }
  const auto drop = std::is_sorted_until(sorted.begin(), sorted.end());
  if (drop != sorted.end()) {
    const auto place = static_cast<std::size_t>(drop - sorted.begin());
    throw std::runtime_error(fmt::format("key {} of cell {} is out of order",
                                         place % parameters_.keys, place / parameters_.keys));
  }
  std::sort(given.begin(), given.end());
  if (given != sorted) throw std::runtime_error("the sorted keys are not those that were given");
}

ReportedValues OddEvenSort::report(Time now) const {
  require_all_ended(cell_processes(), "cells", "the sort", now);
  check();
  return figures();
}

ReportedValues OddEvenSort::figures() const {
  Time begin = never;
  Time end = 0;
  std::uint64_t phases = 0;
  std::uint64_t exchanges = 0;
  for (const SortRecord& record : records_) {
    begin = std::min(begin, record.begin);
    end = std::max(end, record.end);
    phases += record.phases;
    exchanges += record.exchanges;
  }
  const auto keys = static_cast<double>(records_.size() * parameters_.keys);
  return {reported::count("keys sorted", keys),
          reported::single("clocks", static_cast<double>((end - begin) / clock_)),
          reported::count("pairs of neighbours in all phases", static_cast<double>(phases / 2)),
          reported::count("exchanges of all keys", static_cast<double>(exchanges / 2)),
          reported::rate("throughput", keys * second / static_cast<double>(end - begin),
                         Unit::keys_per_second)};
}

}  // namespace weft
