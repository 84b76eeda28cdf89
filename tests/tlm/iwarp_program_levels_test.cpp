// Random programs in assembly on rings of cells: at `rtl`, `signal`, `word` and with levels mixed,
// every instruction begins and ends at the same time, and every word on every bus.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hw/common/random.hpp"
#include "hw/iwarp_toolchain/disassembler.hpp"
#include "tests/hw/iwarp_assembly.hpp"
#include "tests/tlm/iwarp_levels.hpp"

namespace weft::test {
namespace {

constexpr unsigned ring = 3;
constexpr unsigned words_in_turn = 24;

// Sends to the cell on the right, reads from the one on the left and from a spooling gate; an
// application marker calls a service routine. In each turn all cells send and read equally often.
class ProgramWriter {
 public:
  ProgramWriter(std::uint64_t seed, unsigned cell)
      : random_(seed, fmt::format("program{}", cell)), cell_(cell) {}

  std::string write() {
    std::string text = fmt::format(R"(
    get r1, own
    li r3, {}
    li r2, x_right
    acquire r4, r1, r2, 0
    marker r1, r3, pathway_begin
    li r5, on_pathway_begin
    await r6, r5
    andi r6, r6, 0xff
    bind in0, r6
    bind out0, r1
    mov r7, in0
    li r8, -1
    enable application, r8
    vector application, service
    li r9, on_application
    put dispatch, r9
    addi r10, r1, 1
    bind in1, r10
    li r11, 0x10000
    li r12, 0x70000
    addi r13, r10, spool_out
    spool 0, r11, r12, r13
    li r15, 0x80000
    addi r14, r10, 1
    bind out1, r14
    spool 1, r12, r15, r14          # without a limit to be reached
    li r20, 0x8000
    li s0, 12
again:
    mov r21, r20
    addi r22, r20, 0x400
    addi r25, r20, 0x200
)",
                                   (cell_ + 1) % ring);
    unsigned sent = 0;
    unsigned read = 0;
    while (read < words_in_turn) {
      if (sent < words_in_turn && sent < read + 6 && random_.below(3) == 0) {
        ++sent;
        text += send();
      } else if (read < sent && random_.below(3) == 0) {
        ++read;
        text += receive();
      } else {
        text += work();
      }
    }
    return text + R"(
    jump again
service:
    get r91, event
    addi r90, r90, 1
    resume
)";
  }

 private:
  std::string any() { return fmt::format("r{}", 30 + random_.below(20)); }
  std::string pair() { return fmt::format("r{}", 60 + 2 * random_.below(10)); }

  std::string send() {
    switch (random_.below(5)) {
      case 0: return fmt::format("    marker r1, {}, application\n", any());
      case 1: return fmt::format("    word r1, {}\n", any());
      case 2:
        return fmt::format("    {{ fadd out0, {}, {}; ld {}, (r21)+4 }}\n", any(), any(), any());
      case 3: return "    ld out0, 8(r20)\n";
      default: return fmt::format("    add out0, {}, {}\n", any(), any());
    }
  }
  std::string receive() {
    switch (random_.below(4)) {
      case 0: return fmt::format("    {{ fmul {}, in0, in1; st {}, (r22)+s0 }}\n", any(), any());
      case 1:
        return fmt::format("    {{ add {}, in0, in1; dadd {}, {}, {} }}\n", any(), pair(), pair(),
                           pair());
      case 2: return "    st in0, 16(r20)\n";
      default: return fmt::format("    xor {}, in0, {}\n", any(), any());
    }
  }
  std::string work() {
    switch (random_.below(8)) {
      case 0: return fmt::format("    ldd {}, {}(r20)\n", pair(), 8 * random_.below(100));
      case 1: return fmt::format("    std {}, {}(r20)\n", pair(), 8 * random_.below(100));
      case 2:
        return fmt::format("    li r24, {}\n    do 0, r24\n    addi {}, r24, 3\n    loop 0\n",
                           1 + random_.below(9), any());
      case 3: return fmt::format("    dmul {}, {}, {}\n", pair(), pair(), pair());
      case 4: return fmt::format("    {{ ldd {}, (r25)+8; st {}, (r22)+4 }}\n", pair(), any());
      case 6:
        return "    mov out1, r91\n    mov out1, r90\n    ldd r80, 0(r20)\n    ldd r80, 8(r20)\n   "
               " ldd r80, 0(r20)\n    ldd r80, 8(r20)\n";
      case 5: return fmt::format("    mul {}, {}, {}\n", any(), any(), any());
      default: return fmt::format("    sub {}, {}, {}\n", any(), any(), any());
    }
  }

  RandomStream random_;
  unsigned cell_;
};

struct Trace final : isa::InstructionObserver {
  std::vector<std::string> lines;
  void executed(const isa::InstructionEvent& event) override {
    lines.push_back(fmt::format("{} {} {} {} {}", event.begin, event.end, event.stalled, event.line,
                                isa::text_of(event)));
  }
};

struct Ring {
  IwarpBench bench;
  std::deque<Trace> traces;
  std::vector<std::unique_ptr<isa::Sequencer>> programs;

  Ring(const std::string& name, const Levels& levels, std::uint64_t seed, bool traced)
      : bench(name) {
    build_array(bench, {ring, 1, true}, {}, levels);
    for (unsigned n = 0; n < ring; ++n) {
      programs.push_back(load(bench[n], ProgramWriter(seed, n).write()));
      if (traced) programs.back()->observe(&traces.emplace_back());
    }
  }
};

struct IwarpProgramLevels : testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seed, IwarpProgramLevels, testing::Range<std::uint64_t>(1, 7));

TEST_P(IwarpProgramLevels, agree_on_every_instruction) {
  constexpr Time duration = 400 * microsecond;
  const bool traced = GetParam() % 2 == 0;  // without an observer, instructions run ahead
  Ring signal("signal", all_at(Level::signal), GetParam(), traced);
  std::deque<Ring> others;
  others.emplace_back("word", all_at(Level::word), GetParam(), traced);
  others.emplace_back("mixed", alternating, GetParam(), traced);
  if (rtl::make_iwarp_model() != nullptr) {
    others.emplace_back("rtl", all_at(Level::rtl), GetParam(), traced);
    others.emplace_back("one_rtl", in_turn, GetParam(), traced);
  }
  IwarpBench::run(duration);
  std::uint64_t services = 0;
  std::uint64_t bus_waits = 0;
  std::uint64_t gate_waits = 0;
  for (unsigned n = 0; n < ring; ++n) {
    const isa::Counters counters = signal.programs[n]->counters(duration);
    EXPECT_EQ(signal.bench[n].core().computation().fault(), "");
    EXPECT_GT(counters.instructions, 1500U);
    services += counters.services;
    gate_waits += counters.stalled[static_cast<unsigned>(Stall::empty_gate)];
    bus_waits += counters.stalled[static_cast<unsigned>(Stall::memory_bus)];
    for (Ring& other : others) {
      EXPECT_EQ(other.programs[n]->counters(duration), counters);
      for (unsigned r = 0; r < isa::register_count; ++r) {
        EXPECT_EQ(other.programs[n]->register_value(r), signal.programs[n]->register_value(r)) << r;
      }
      if (traced) {
        EXPECT_EQ(other.traces[n].lines, signal.traces[n].lines);
      }
      for (const Bus bus : all_busses) {
        expect_same(signal.bench[n].sent(bus), other.bench[n].sent(bus), name_of(bus));
      }
    }
  }
  EXPECT_GT(services, 30U);
  EXPECT_GT(bus_waits, 30U);
  EXPECT_GT(gate_waits, 30U);
}

}  // namespace
}  // namespace weft::test
