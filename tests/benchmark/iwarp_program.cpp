// Speed of assembly programs on one iWarp cell: iwarp_program_benchmark signal|word
// [integers|memory|gates] [CLOCKS], in
// processor time. SystemC elaborates once in a process, so this runs one level.
#include <cstdlib>
#include <ctime>
#include <string>

#include <fmt/format.h>
#include <systemc>

#include "tests/hw/iwarp_assembly.hpp"

namespace weft::test {
namespace {

// Integer instructions alone, memory in every long word, all four gates in every long word.
const std::string integers = R"(
again:
    addi r1, r1, 3
    xor r2, r2, r1
    add r3, r3, r2
    jump again
)";
const std::string memory = R"(
    li r4, 0x1000
    li r1, 0x1000
again:
    mov r2, r4
    mov r3, r4
    do 0, r1
    { fadd r8, r8, r7; fmul r7, r5, r6; ld r5, (r2)+4; ld r6, (r3)+4; loop 0 }
    jump again
)";
const std::string gates = R"(
    get r1, own
    addi r2, r1, 1
    bind out0, r1
    bind in0, r1
    bind out1, r2
    bind in1, r2
    { fmov out0, r1; mov out1, r2 }
    do 0, r0
    { fmov out0, in0; mov out1, in1; loop 0 }
)";

int measure(const std::string& name, CellAgents& cell, const std::string& text,
            std::uint64_t clocks) {
  const auto image = std::make_shared<isa::ProgramImage>(isa::assemble(text, "benchmark.s"));
  isa::Sequencer program(image, cell);
  cell.computation().run(program);
  IwarpBench::run(100 * one_clock);
  const std::uint64_t before = program.counters(0).instructions;
  const std::clock_t begin = std::clock();
  IwarpBench::run(clocks * one_clock);
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const auto done = static_cast<double>(program.counters(0).instructions - before);
  fmt::print("{}: {:.2f} million instructions/s, {:.2f} million clocks/s {}\n", name,
             done / took / 1e6, static_cast<double>(clocks) / took / 1e6,
             cell.computation().fault());
  return EXIT_SUCCESS;
}

int run(const std::string& level, const std::string& which, std::uint64_t clocks) {
  const std::string& text = which == "integers" ? integers : which == "memory" ? memory : gates;
  const std::string name = level + " " + which;
  if (level == "word") {  // no clock runs
    WheelProcess engine("engine");
    word::Iwarp cell("cell", {}, engine.wheel());
    return measure(name, cell.core().agents(), text, clocks);
  }
  IwarpBench bench("bench", 25 * nanosecond, /*records=*/false);
  bench.add({}, Level::signal);
  return measure(name, bench[0].core(), text, clocks);
}

}  // namespace
}  // namespace weft::test

int main(int argc, char** argv) {
  const std::string level = argc > 1 ? argv[1] : "word";
  const std::string which = argc > 2 ? argv[2] : "integers";
  return weft::test::run(level, which, argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 2'000'000);
}

int sc_main(int, char**) { return EXIT_FAILURE; }
