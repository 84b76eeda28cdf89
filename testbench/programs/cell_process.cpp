#include "testbench/programs/cell_process.hpp"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "hw/iwarp/round_robin.hpp"
#include "testbench/programs/program_error.hpp"

namespace weft {

void CellProcess::start(Program program) {
  program_ = std::move(program);
  suspended_ = program_.handle();
  cell_->core->computation().run(*this);
}

std::optional<port::Operation> CellProcess::next(const port::Result& result, Time now) {
  now_ = now;
  result_ = result;
  operation_.reset();
  suspended_.resume();
  if (!program_.done()) {
    ++operations_;
    return operation_;
  }
  finished_ = true;
  rethrow(program_, cell_->name);
  return {};
}

std::string CellProcess::explain(const std::string& fault, Time now) const {
  return fmt::format("{}: {}, at clock {}", text(), fault, now / cell_->clock);
}

std::string CellProcess::text() const { return fmt::format("operation {}", operations_); }

unsigned CellProcess::own_channel(unsigned number) const {
  ChannelSet own = agent().channels().own;
  for (unsigned i = 0; i < number && own != 0; ++i) take_first(own);
  if (own == 0) throw std::out_of_range("there are not so many channels of the cell's own");
  return static_cast<unsigned>(std::countr_zero(own));
}

}  // namespace weft
