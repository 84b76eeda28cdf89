#include "testbench/programs/ring_barrier.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned barrier_gate = 1;
constexpr unsigned passes = 2;  // of a word round a ring: one finds all there, one lets them go

}  // namespace

Program RingBarrier::wait() {
  ++round_;
  if (place_.x != 0) {
    for (unsigned pass = 0; pass < passes; ++pass) {
      co_await receive(place_.row);
      co_await send();
    }
  } else {
    if (place_.width > 1) {
      co_await send();
      co_await receive(place_.row);
    }
    if (place_.height > 1) co_await go_round_column();
    if (place_.width > 1) {
      co_await send();
      co_await receive(place_.row);
    }
  }
  co_await drain();
}

// The channel of the row sends down meanwhile.
Program RingBarrier::go_round_column() {
  if (place_.width > 1) co_await cell_->join(place_.own, place_.column);
  for (unsigned pass = 0; pass < passes; ++pass) {
    if (place_.y == 0) co_await send();
    co_await receive(place_.column);
    if (place_.y != 0) co_await send();
  }
  co_await drain();
  if (place_.width > 1) co_await cell_->join(place_.own, place_.row);
}

Program RingBarrier::receive(unsigned input) {
  if (bound_ != static_cast<int>(input)) co_await cell_->bind_input(barrier_gate, input);
  bound_ = static_cast<int>(input);
  std::uint32_t round = 0;
  co_await read_data(*cell_, barrier_gate, round);
  if (round != round_) {
    throw std::runtime_error(
        fmt::format("a word of barrier {} came in at barrier {}", round, round_));
  }
  co_await cell_->compute(word_clocks_);
}

Program RingBarrier::send() { co_await cell_->send_word(place_.own, round_); }

Program RingBarrier::drain() {
  InputChannelState state = co_await cell_->read_input(place_.own);
  while (state.level > 0) state = co_await cell_->read_input(place_.own);
}

}  // namespace weft
