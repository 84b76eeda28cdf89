#include "testbench/software/hypercube/arriving_vector.hpp"

#include <algorithm>
#include <functional>

#include "testbench/software/values.hpp"

namespace weft {
namespace {

constexpr std::uint32_t vector_block = 0x40;
constexpr std::uint32_t ready_block = 0x80;
constexpr std::uint32_t ready_word = 0xC0;
constexpr double vector_factor = 1.5;

enum VectorMessage : std::uint32_t { vector_ready, vector_data };

Program supply_vector(HypercubeProcess& node, unsigned receiver, const std::vector<double>& x) {
  const auto bytes = static_cast<std::uint32_t>(x.size()) * vector_value_bytes;
  for (std::uint32_t i = 0; i < x.size(); ++i) {
    co_await node.store_double(first_vector + i * vector_value_bytes, x[i]);
  }
  for (unsigned round = 0; round < ArrivingVector::rounds; ++round) {
    co_await node.receive(ready_block, receiver, vector_ready, ready_word, 4);
    co_await node.wait(ready_block);
    co_await node.send(vector_block, receiver, vector_data, first_vector, bytes);
    co_await node.wait(vector_block);
  }
}

/// d is written to where y is.
Program compute_with_vector(HypercubeProcess& node, std::uint32_t operation,
                            ArrivingVector::Record& record) {
  const auto count = static_cast<std::uint32_t>(record.y.size());
  const std::uint32_t bytes = count * vector_value_bytes;
  const std::uint32_t y = first_vector + bytes;
  for (unsigned round = 0; round < ArrivingVector::rounds; ++round) {
    const bool in_progress = round == 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      co_await node.store_double(y + i * vector_value_bytes, record.y[i]);
    }
    const std::uint64_t overruns_before = node.overruns();
    record.begin[round] = node.now();
    co_await node.receive(vector_block, 0, vector_data, first_vector, bytes,
                          in_progress ? 0 : hypercube_unchecked);
    co_await node.send(ready_block, 0, vector_ready, ready_word, 4);
    using Until = HypercubeProcess::Until;
    co_await node.wait(vector_block, in_progress ? Until::begun : Until::complete);
    record.begun[round] = node.now();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t place = i * vector_value_bytes;
      const double value = co_await node.load_double(first_vector + place);
      const double other = co_await node.load_double(y + place);
      co_await node.compute(operation);
      co_await node.store_double(y + place, vector_factor * value + other);
    }
    record.end[round] = node.now();
    record.overruns[round] = node.overruns() - overruns_before;
    co_await node.wait(vector_block);
    co_await node.wait(ready_block);
    for (std::uint32_t i = 0; i < count; ++i) {
      const double d = co_await node.load_double(y + i * vector_value_bytes);
      record.d[round].push_back(d);
    }
  }
}

}  // namespace

ArrivingVector::ArrivingVector(System& system, const ArrivingVectorParameters& parameters)
    : HypercubePrograms(system), parameters_(parameters) {
  record_.x = drawn_values(platform().seed, "vector/x", parameters.values);
  record_.y = drawn_values(platform().seed, "vector/y", parameters.values);
  const auto receiver = static_cast<unsigned>(nodes() - 1);
  start_on(0, "supply", supply_vector, receiver, std::cref(record_.x));
  start_on(receiver, "arriving_vector", compute_with_vector, parameters.operation,
           std::ref(record_));
}

ReportedValues ArrivingVector::report(Time now) const {
  require_ended("the operation", now);
  std::vector<double> expected;
  for (std::size_t i = 0; i < record_.x.size(); ++i) {
    expected.push_back(vector_factor * record_.x[i] + record_.y[i]);
  }
  double error = 0;
  for (const auto& d : record_.d) error = std::max(error, require_equal(d, expected, "the vector"));
  return figures(error);
}

ReportedValues ArrivingVector::figures(double error) const {
  const auto ticks = [this](const std::array<Time, rounds>& to, unsigned round) {
    return static_cast<double>((to[round] - record_.begin[round]) / tick());
  };
  const double complete = ticks(record_.end, 0);
  const double in_progress = ticks(record_.end, 1);
  return {reported::single("ticks when complete", complete),
          reported::single("ticks in progress", in_progress),
          reported::single("ticks to begin when complete", ticks(record_.begun, 0)),
          reported::single("ticks to begin in progress", ticks(record_.begun, 1)),
          reported::single("time won", complete == 0 ? 0 : 100 * (1 - in_progress / complete),
                           Unit::percent),
          reported::count("overrun exceptions", static_cast<double>(record_.overruns[1])),
          reported::figure("error", Statistic::maximum, error)};
}

}  // namespace weft
