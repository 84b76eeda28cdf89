#include "testbench/programs/ring_barrier.hpp"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "hw/iwarp/isa/operations.hpp"
#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned barrier_gate = 1;

}  // namespace

Program RingBarrier::wait() {
  adds_ = false;
  word_ = ++round_;
  co_await go_round();
}

Program RingBarrier::add_up(float& sum) {
  adds_ = true;
  word_ = std::bit_cast<std::uint32_t>(sum);
  co_await go_round();
  sum = std::bit_cast<float>(word_);
}

Program RingBarrier::go_round() {
  if (place_.x != 0) {
    co_await find(place_.row);
    co_await send();
    co_await receive(place_.row);
    tell();
    co_await send();
  } else {
    if (place_.width > 1) {
      co_await send();
      co_await receive(place_.row);
      tell();
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
  if (place_.y == 0) {
    co_await send();
    co_await receive(place_.column);
    tell();
    co_await send();
    co_await receive(place_.column);
  } else {
    co_await find(place_.column);
    co_await send();
    co_await receive(place_.column);
    tell();
    co_await send();
  }
  co_await drain();
  if (place_.width > 1) co_await cell_->join(place_.own, place_.row);
}

// The first time round a word takes what each cell brings.
Program RingBarrier::find(unsigned input) {
  co_await receive(input);
  if (!adds_) co_return;
  co_await cell_->compute(isa::UnitClocks{}.single);
  word_ = std::bit_cast<std::uint32_t>(std::bit_cast<float>(comes_) + std::bit_cast<float>(word_));
}

// The second time it tells all of the whole.
void RingBarrier::tell() { word_ = comes_; }

Program RingBarrier::receive(unsigned input) {
  if (bound_ != static_cast<int>(input)) co_await cell_->bind_input(barrier_gate, input);
  bound_ = static_cast<int>(input);
  co_await read_data(*cell_, barrier_gate, comes_);
  if (!adds_ && comes_ != round_) {
    throw std::runtime_error(
        fmt::format("a word of barrier {} came in at barrier {}", comes_, round_));
  }
  co_await cell_->compute(word_clocks_);
}

Program RingBarrier::send() { co_await cell_->send_word(place_.own, word_); }

Program RingBarrier::drain() {
  InputChannelState state = co_await cell_->read_input(place_.own);
  while (state.level > 0) state = co_await cell_->read_input(place_.own);
}

}  // namespace weft
