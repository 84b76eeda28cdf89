#include "testbench/software/hypercube/bitonic_sort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>

#include "hw/common/random.hpp"
#include "testbench/software/merging.hpp"

namespace weft {
namespace {

constexpr std::uint32_t sent_block = 0x40;
constexpr std::array<std::uint32_t, 2> received_block{0x80, 0xC0};  // by parity of the step

/// A comparison with a neighbour.
struct BitonicStep {
  unsigned partner = 0;
  bool keeps_smaller = false;
};

std::vector<BitonicStep> bitonic_steps(unsigned node, unsigned degree) {
  std::vector<BitonicStep> steps;
  for (unsigned stage = 1; stage <= degree; ++stage) {
    const bool rising = (node >> stage & 1) == 0;
    for (unsigned dimension = stage; dimension-- > 0;) {
      const bool lower = (node >> dimension & 1) == 0;
      steps.push_back({hypercube_neighbour(node, dimension), lower == rising});
    }
  }
  return steps;
}

/// What the program of a node knows.
struct BitonicNode {
  BitonicSortParameters parameters;
  std::vector<BitonicStep> steps;
  // addresses of the lists
  std::uint32_t keys = 0;
  std::uint32_t merged = 0;
  std::array<std::uint32_t, 2> received{};  // by parity of the step

  std::uint32_t bytes() const { return parameters.keys * key_bytes; }
};

Program await_keys(HypercubeProcess& node, const BitonicNode& self, std::uint32_t step) {
  co_await node.receive(received_block[step % 2], self.steps[step].partner, step,
                        self.received[step % 2], self.bytes());
}

Program merge_with_partner(HypercubeProcess& node, BitonicNode& self, std::uint32_t step) {
  const std::uint32_t block = received_block[step % 2];
  co_await node.send(sent_block, self.steps[step].partner, step, self.keys, self.bytes());
  if (step + 1 < self.steps.size()) co_await await_keys(node, self, step + 1);
  using Until = HypercubeProcess::Until;
  co_await node.wait(block, self.parameters.in_progress ? Until::begun : Until::complete);
  const bool smaller = self.steps[step].keeps_smaller;
  const std::uint32_t begin = smaller ? 0 : self.bytes() - key_bytes;
  const std::uint32_t keys = self.parameters.keys;
  const std::array<KeyRun, 2> lists{KeyRun{self.keys + begin, keys},
                                    KeyRun{self.received[step % 2] + begin, keys}};
  co_await merge_keys(node, lists, KeyRun{self.merged + begin, keys}, smaller,
                      self.parameters.comparison);
  co_await node.wait(block);
  co_await node.wait(sent_block);
  std::swap(self.keys, self.merged);
}

Program sort_with_neighbours(HypercubeProcess& node, BitonicNode self,
                             BitonicSort::Record& record) {
  for (std::uint32_t i = 0; i < self.parameters.keys; ++i) {
    co_await node.store(self.keys + i * key_bytes, record.given[i]);
  }
  record.begin = node.now();
  co_await await_keys(node, self, 0);
  co_await sort_keys_in_memory(node, self.keys, self.merged, self.parameters.keys,
                               self.parameters.comparison);
  record.local = node.now();
  for (std::uint32_t step = 0; step < self.steps.size(); ++step) {
    co_await merge_with_partner(node, self, step);
  }
  record.end = node.now();
  for (std::uint32_t i = 0; i < self.parameters.keys; ++i) {
    const std::uint32_t key = co_await node.load(self.keys + i * key_bytes);
    record.sorted.push_back(key);
  }
}

}  // namespace

BitonicSort::BitonicSort(System& system, const BitonicSortParameters& parameters)
    : HypercubePrograms(system), parameters_(parameters), records_(nodes()) {
  for (unsigned node = 0; node < nodes(); ++node) {
    BitonicNode self;
    self.parameters = parameters;
    self.steps = bitonic_steps(node, degree());
    std::uint32_t list = first_list;
    for (std::uint32_t* address :
         {&self.keys, &self.merged, &self.received[0], &self.received[1]}) {
      *address = list;
      list += self.bytes();
    }
    RandomStream random(platform().seed, fmt::format("keys of node {}", node));
    for (std::uint32_t i = 0; i < parameters.keys; ++i) {
      records_[node].given.push_back(static_cast<std::uint32_t>(random()));
    }
    start_on(node, "bitonic_sort", sort_with_neighbours, std::move(self), std::ref(records_[node]));
  }
}

void BitonicSort::check() const {
  std::vector<std::uint32_t> given;
  std::vector<std::uint32_t> sorted;
  for (const Record& record : records_) {
    given.insert(given.end(), record.given.begin(), record.given.end());
    sorted.insert(sorted.end(), record.sorted.begin(), record.sorted.end());
  }
  std::sort(given.begin(), given.end());
  const auto [expected, found] = std::mismatch(given.begin(), given.end(), sorted.begin());
  if (expected == given.end()) return;
  const auto place = static_cast<std::size_t>(found - sorted.begin());
  throw std::runtime_error(
      fmt::format("key {} of node {} is {}; expected {}, as one processor sorts",
                  place % parameters_.keys, place / parameters_.keys, *found, *expected));
}

ReportedValues BitonicSort::report(Time now) const {
  require_ended("the sort", now);
  check();
  return figures();
}

ReportedValues BitonicSort::figures() const {
  Time begin = never;
  Time local = 0;
  Time end = 0;
  for (const Record& record : records_) {
    begin = std::min(begin, record.begin);
    local = std::max(local, record.local);
    end = std::max(end, record.end);
  }
  const auto in_ticks = [this](Time time) { return static_cast<double>(time / tick()); };
  return {reported::count("keys sorted", static_cast<double>(nodes() * parameters_.keys)),
          reported::single("ticks", in_ticks(end - begin)),
          reported::single("ticks of sorting within nodes", in_ticks(local - begin)), overruns()};
}

}  // namespace weft
