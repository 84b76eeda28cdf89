#include "testbench/programs/cell_synchronisation.hpp"

#include "testbench/programs/pathway_programs.hpp"

namespace weft {
namespace {

constexpr unsigned words_in = 1;          // input gate
constexpr std::uint8_t down_gate = 0b01;  // output gates, one bit each
constexpr std::uint8_t right_gate = 0b10;

Pathway to_neighbour(Bus bus, unsigned pool, unsigned to) {
  Pathway way;
  way.bus = bus;
  way.pool = pool;
  way.header = {{.address = to}};
  return way;
}

/// A long word that writes a value to output gates, and one into memory.
port::Instruction writes_to(std::uint8_t gates, std::uint32_t value) {
  port::Instruction instruction;
  instruction.clocks = 2;
  instruction.writes = gates;
  instruction.written = {value, value};
  return instruction;
}
port::Instruction stores_and_writes(std::uint8_t gates, std::uint32_t value,
                                    std::uint32_t address) {
  port::Instruction instruction = writes_to(gates, value);
  instruction.accesses[0].kind = port::MemoryAccess::Kind::store;
  instruction.accesses[0].address = address;
  instruction.accesses[0].value = value;
  return instruction;
}
/// One that loads a word, for output gates or the program.
port::Instruction loads(std::uint8_t gates, std::uint32_t address) {
  port::Instruction instruction = writes_to(gates, 0);
  instruction.accesses[0].kind = port::MemoryAccess::Kind::load;
  instruction.accesses[0].address = address;
  instruction.accesses[0].gates = gates;
  return instruction;
}

}  // namespace

CellSynchronisation::CellSynchronisation(CellProcess& cell, unsigned width, unsigned height)
    : cell_(&cell),
      width_(width),
      height_(height),
      x_(cell.cell().address % width),
      y_(cell.cell().address / width),
      role_(x_ != 0   ? Role::row
            : y_ != 0 ? Role::column
                      : Role::root),
      right_(x_ + 1 < width),
      below_(y_ + 1 < height),
      to_left_(cell.own_channel(2)),
      to_right_(cell.own_channel(3)) {}

// --- pathways

Program CellSynchronisation::open() {
  const unsigned here = cell_->cell().address;
  const unsigned cells = width_ * height_;
  unsigned come = right_ ? 1 : 0;
  if (right_) co_await open_to(to_right_, Bus::x_right, here + 1);
  if (role_ == Role::row) {
    ++come;
    co_await open_to(to_left_, Bus::x_left, here - 1);
  } else if (height_ > 1) {
    ++come;
    const bool back = !below_ && height_ == 2;  // a column of two has no ring
    co_await open_to(to_left_, back ? Bus::y_up : Bus::y_down, (here + width_) % cells);
  }
  co_await accept_pathways(come);
  co_await barrier();
}

Program CellSynchronisation::open_to(unsigned own, Bus bus, unsigned to) {
  const Pathway way = to_neighbour(bus, pool, to);
  co_await open_pathway(*cell_, own, way);
}

Program CellSynchronisation::accept_pathways(unsigned count) {
  const unsigned here = cell_->cell().address;
  for (unsigned i = 0; i < count; ++i) {
    Arrival arrival;
    co_await accept_pathway(*cell_, words_in, arrival);
    if (right_ && arrival.origin == here + 1) {
      from_right_ = arrival.channel;
    } else if (role_ == Role::row) {
      from_left_ = arrival.channel;
    } else {
      in_column_ = arrival.channel;
    }
  }
}

// --- barrier and sum

Program CellSynchronisation::barrier() {
  std::uint32_t nothing = 0;
  co_await cell_->compute(1);  // that is set
  co_await reduce_add(nothing);
}

Program CellSynchronisation::reduce_add(std::uint32_t& sum) {
  co_await cell_->compute(2);  // the call; is there a cell to the right
  if (right_) co_await add(from_right_, sum);
  co_await cell_->compute(1);  // to the routine of the role
  switch (role_) {
    case Role::row: co_await combine_in_row(sum); break;
    case Role::column: co_await combine_in_column(sum); break;
    case Role::root: co_await combine_at_root(sum); break;
  }
  co_await cell_->compute(1);  // back
}

Program CellSynchronisation::add(unsigned channel, std::uint32_t& sum) {
  co_await cell_->bind_input(words_in, channel);
  std::uint32_t value = 0;
  co_await read_data(*cell_, words_in, value);
  sum += value;
}

Program CellSynchronisation::combine_in_row(std::uint32_t& sum) {
  co_await cell_->send_word(to_left_, sum);
  sum = 0;
  co_await add(from_left_, sum);
  co_await pass_right(sum);
}

Program CellSynchronisation::combine_in_column(std::uint32_t& sum) {
  co_await add(in_column_, sum);
  co_await cell_->send_word(to_left_, sum);
  co_await read_data(*cell_, words_in, sum);
  co_await cell_->compute(1);  // is there a cell below
  if (below_) co_await cell_->send_word(to_left_, sum);
  co_await pass_right(sum);
}

Program CellSynchronisation::combine_at_root(std::uint32_t& sum) {
  co_await cell_->compute(1);  // is there a cell below
  if (below_) {
    co_await cell_->send_word(to_left_, sum);
    sum = 0;
    co_await add(in_column_, sum);
    co_await cell_->send_word(to_left_, sum);
    co_await cell_->compute(1);  // to what follows
  }
  co_await pass_right(sum);
}

Program CellSynchronisation::pass_right(std::uint32_t sum) {
  co_await cell_->compute(1);  // is there a cell to the right
  if (right_) co_await cell_->send_word(to_right_, sum);
}

// --- broadcast

Program CellSynchronisation::broadcast(std::uint32_t address, std::uint32_t words) {
  if (role_ == Role::root) {
    co_await spread(address, words);
  } else {
    co_await pass_on(address, words);
  }
  co_await cell_->compute(1);  // back
}

Program CellSynchronisation::spread(std::uint32_t address, std::uint32_t words) {
  co_await cell_->compute(3);  // the call, and which role
  co_await cell_->bind_output(0, to_left_);
  co_await cell_->bind_output(1, to_right_);
  co_await cell_->compute(2);  // which neighbours
  if (!right_ && !below_) co_return;
  co_await cell_->compute(1);  // the loop
  const std::uint8_t gates = (below_ ? down_gate : 0) | (right_ ? right_gate : 0);
  for (std::uint32_t i = 0; i < words; ++i) {
    if (!right_ || !below_) {
      co_await cell_->perform(loads(gates, address + 4 * i));
      continue;
    }
    const port::Result word = co_await cell_->perform(loads(0, address + 4 * i));
    co_await cell_->perform(writes_to(gates, static_cast<std::uint32_t>(word.loaded[0])));
  }
}

// One of a row has words for the right only.
Program CellSynchronisation::pass_on(std::uint32_t address, std::uint32_t words) {
  co_await cell_->compute(5);  // the call, and which role
  const bool in_row = role_ == Role::row;
  co_await cell_->bind_input(words_in, in_row ? from_left_ : in_column_);
  if (!in_row) co_await cell_->bind_output(0, to_left_);
  co_await cell_->bind_output(1, to_right_);
  co_await cell_->compute(in_row ? 2 : 3);  // which neighbours, and the loop
  const std::uint8_t down = !in_row && below_ ? down_gate : 0;
  co_await take_words(address, words, down | (right_ ? right_gate : 0));
}

Program CellSynchronisation::take_words(std::uint32_t address, std::uint32_t words,
                                        std::uint8_t gates) {
  for (std::uint32_t i = 0; i < words; ++i) {
    std::uint32_t value = 0;
    co_await read_data(*cell_, words_in, value);
    co_await cell_->perform(stores_and_writes(gates, value, address + 4 * i));
  }
}

}  // namespace weft
