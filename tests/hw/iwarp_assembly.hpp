// Assembly programs on the cells of a bench.
#pragma once

#include <memory>
#include <string>

#include "hw/iwarp/isa/sequencer.hpp"
#include "hw/iwarp_toolchain/assembler.hpp"
#include "tests/hw/iwarp_bench.hpp"

namespace weft::test {

/// Puts a program on a cell; it begins with the run.
inline std::unique_ptr<isa::Sequencer> load(BenchCell& cell, const std::string& text,
                                            const isa::UnitClocks& clocks = {}) {
  auto image = std::make_shared<isa::ProgramImage>(isa::assemble(text, "test.s"));
  auto sequencer = std::make_unique<isa::Sequencer>(image, cell.core(), clocks);
  cell.core().computation().run(*sequencer);
  return sequencer;
}

/// One cell with one program, run to its end or for a millisecond.
struct AloneOnCell {
  IwarpBench bench;
  std::unique_ptr<isa::Sequencer> program;

  explicit AloneOnCell(const std::string& text, Level level = Level::word,
                       const IwarpParameters& parameters = {}) {
    bench.add(parameters, level);
    program = load(bench[0], text);
  }
  AloneOnCell& run(Time duration = 1000 * microsecond) {
    IwarpBench::run(duration);
    return *this;
  }
  std::uint32_t r(unsigned number) const { return program->register_value(number); }
  std::string fault() { return bench[0].core().computation().fault(); }
  isa::Counters counters() const { return program->counters(sc_core::sc_time_stamp().value()); }
};

}  // namespace weft::test
