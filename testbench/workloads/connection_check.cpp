#include "testbench/workloads/connection_check.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "testbench/workloads/connection_words.hpp"

namespace weft {

void ConnectionCheck::take(std::size_t connection, std::uint64_t number, std::uint32_t value) {
  const std::uint32_t expected = connection_word(connection, number);
  if (value != expected) {
    throw std::runtime_error(fmt::format("word {} of connection '{}' came in as {:#x}, not {:#x}",
                                         number, set_->connections[connection].name, value,
                                         expected));
  }
  ++words_;
}

Program CheckedElements::gather(std::size_t connection, std::uint64_t number,
                                std::uint32_t& value) {
  value = connection_word(connection, number);
  if (clocks_.gather > 0) co_await cell_->compute(clocks_.gather);
}

Program CheckedElements::scatter(std::size_t connection, std::uint64_t number,
                                 std::uint32_t value) {
  check_->take(connection, number, value);
  if (clocks_.scatter > 0) co_await cell_->compute(clocks_.scatter);
}

}  // namespace weft
