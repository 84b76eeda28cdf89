#include "testbench/software/iwarp/fft_program.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>

#include "hw/iwarp/header_word.hpp"
#include "hw/iwarp_toolchain/assembler.hpp"

namespace weft {
namespace {

// A complex number is a double word, its real part the lower. What is loaded ahead of its use, and
// stored before there is a result, falls into the guards.
constexpr const char* common_text = R"(
        .param points, 16, 1, 1024      # of this cell
        .param stages, 6, 1, 10         # between cells
        .equ bytes, 8 * points
        .equ origins, 1024              # cells that a pathway may come from

        .data
begin:        .space 4
between:      .space 4
end:          .space 4
              .align 8
partners:     .space 16 * stages        # bus, header, partner, 1 in the upper cell
early:        .space 4 * origins        # by origin: channel of a pathway that has come, and 1
guard_before: .space 8
points_here:  .space bytes
guard:        .space 2 * bytes + 16
differences_guard: .space 8
differences:  .space bytes + 16
roots:        .space stages * bytes + bytes + 16

# r1 is the cell's own channel, out0 and out1 are bound to it. r30 goes through `partners`, r26 through
# `roots`.

        .macro note where
        li      r7, where
        get     r6, clock
        st      r6, 0(r7)
        .endmacro

# Opens a pathway out of channel r1.
        .macro open bus, header, pool
        .local busy
busy:   instate r6, r1
        shri    r6, r6, 20
        andi    r6, r6, 7
        li      r7, mode_own
        bne     r6, r7, busy
        acquire r6, r1, bus, pool
        marker  r1, header, pathway_begin
        .endmacro

# Puts what comes in and what is here together into `to`, point by point.
        .macro combine operation, to
        li      r20, points_here
        li      r21, to - 8
        { ldd   r4, (r20)+8 }
        do      0, r3
        { operation r8, in0, r4; std r8, (r21)+8 }
        { operation r9, in0, r5; ldd r4, (r20)+8; loop 0 }
        std     r8, 0(r21)
        mov     r6, in0                 # the end marker
        .endmacro

# A stage between cells over channels of a pool.
        .macro exchange pool
        .local upper, done
        ld      r31, 0(r30)
        ld      r32, 4(r30)
        ld      r33, 8(r30)
        ld      r34, 12(r30)
        addi    r30, r30, 16
        bne     r34, r0, upper
        open    r31, r32, pool
        li      r20, points_here
        do      0, r3
        { ldd   out0, (r20)+8; loop 0 }
        marker  r1, r0, pathway_end
        call    accept
        combine fadd, points_here
        jump    done
upper:  call    accept
        combine fsub, differences
        open    r31, r32, pool
        call    multiply_and_send
        marker  r1, r0, pathway_end
done:
        .endmacro

        .code
        .entry  start

# Binds in0 to the pathway from cell r33; those of others stay until they are asked for.
accept:
        li      r8, early
        shli    r9, r33, 2
        add     r9, r9, r8
        li      r7, on_pathway_begin
look:   ld      r6, 0(r9)
        bne     r6, r0, here
        await   r6, r7
        andi    r6, r6, 0xff
        bind    in0, r6
        mov     r10, in0                # the begin marker
        shri    r10, r10, 10
        andi    r10, r10, origins - 1
        shli    r10, r10, 2
        add     r10, r10, r8
        addi    r6, r6, 1
        st      r6, 0(r10)
        jump    look
here:   st      r0, 0(r9)
        addi    r6, r6, -1
        bind    in0, r6
        ret

# Sends the points, and puts the differences times their roots in their places.
multiply_and_send:
        li      r20, points_here
        li      r21, points_here - 8
        li      r22, differences
        { ldd   r4, (r22)+8; ldd r10, (r26)+8 }
        do      0, r3
        { fmul  r12, r4, r10; fadd r15, r18, r19; ldd out0, (r20)+8 }
        { fmul  r13, r5, r11; std r14, (r21)+8 }
        { fmul  r18, r4, r11; fsub r14, r12, r13 }
        { fmul  r19, r5, r10; ldd r4, (r22)+8; ldd r10, (r26)+8; loop 0 }
        fadd    r15, r18, r19
        std     r14, 0(r21)
        addi    r26, r26, -8            # the root that was loaded ahead
        ret

# A stage within the cell: the points of a butterfly are r40 bytes apart. The inner loop goes along the
# longer of the two: the r41 points of a group, each with the next root, or the r42 groups, all with
# one root.
butterflies:
        bltu    r41, r42, along_groups
        mov     r43, r41                # the inner loop
        mov     r44, r42                # the outer one
        li      s0, 8                   # from one butterfly to the next
        li      s1, 8                   # from one root to the next
        shli    r45, r40, 1             # from one inner loop to the next
        mov     r46, r0                 # ... of the roots
        jump    begin_outer
along_groups:
        mov     r43, r42
        mov     r44, r41
        shli    s0, r40, 1
        mov     s1, r0
        li      r45, 8
        li      r46, 8
begin_outer:
        li      r47, points_here
        mov     r48, r26
        do      1, r44
        mov     r20, r47
        add     r21, r47, r40
        mov     r22, r20
        mov     r23, r21
        mov     r24, r48
        { ldd   r4, (r20)+s0; ldd r6, (r21)+s0 }
        { ldd   r10, (r24)+s1; fsub r12, r4, r6 }
        do      0, r43
        { fsub  r13, r5, r7; fmul r16, r12, r10 }
        { fadd  r8, r4, r6; fmul r18, r12, r11 }
        { fadd  r9, r5, r7; fmul r17, r13, r11; ldd r4, (r20)+s0; ldd r6, (r21)+s0 }
        { fsub  r14, r16, r17; fmul r19, r13, r10; std r8, (r22)+s0 }
        { fadd  r15, r18, r19; ldd r10, (r24)+s1 }
        { fsub  r12, r4, r6; std r14, (r23)+s0; loop 0 }
        add     r47, r47, r45
        add     r48, r48, r46
        loop    1
        ret

start:
        note    begin
        get     r1, own
        bind    out0, r1
        bind    out1, r1
        li      r3, points
        li      r30, partners
        li      r26, roots
)";

constexpr const char* stages_within_text = R"(
        note    between
        li      r41, points / 2
        li      r42, 1
        li      r40, bytes / 2
within: beq     r41, r0, done
        call    butterflies
        shli    r6, r41, 3
        add     r26, r26, r6            # the roots of the next stage
        shri    r41, r41, 1
        shri    r40, r40, 1
        shli    r42, r42, 1
        jump    within
done:   note    end
        halt
)";

void put(isa::ProgramImage& image, const std::string& label, std::size_t word,
         std::uint32_t value) {
  image.data[(image.symbols.at(label) - image.data_address()) / 4 + word] = value;
}

void put(isa::ProgramImage& image, const std::string& label, const ComplexFloats& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    put(image, label, 2 * i, std::bit_cast<std::uint32_t>(numbers[i].real()));
    put(image, label, 2 * i + 1, std::bit_cast<std::uint32_t>(numbers[i].imag()));
  }
}

}  // namespace

FftProgram::FftProgram(const ExchangeStages& stages, std::size_t points_of_cell)
    : stages_(&stages), points_(points_of_cell) {
  std::string text = common_text;
  for (unsigned stage = 0; stage < stages.count(); ++stage)
    text += fmt::format("        exchange {}\n", stages.way(stage, 0).pool);
  text += stages_within_text;
  const auto set = [](const char* name, std::size_t value) {
    return isa::ParameterSetting{name, fmt::format("{}", value), "fft"};
  };
  image_ = isa::assemble(text, "fft.s",
                         {{set("points", points_of_cell), set("stages", stages.count())}, {}});
}

std::shared_ptr<const isa::ProgramImage> FftProgram::of_cell(unsigned cell,
                                                             const ComplexFloats& points,
                                                             const ComplexFloats& twiddles) const {
  auto image = std::make_shared<isa::ProgramImage>(image_);
  for (unsigned stage = 0; stage < stages_->count(); ++stage) {
    const Pathway& way = stages_->way(stage, cell);
    const unsigned partner = stages_->partner(stage, cell);
    put(*image, "partners", 4 * stage, index_of(way.bus));
    put(*image, "partners", 4 * stage + 1, encode(way.header[0]));
    put(*image, "partners", 4 * stage + 2, partner);
    put(*image, "partners", 4 * stage + 3, cell > partner ? 1 : 0);
  }
  put(*image, "points_here", points);
  put(*image, "roots", roots_of(cell, twiddles));
  return image;
}

// In the order in which it needs them: for each point of a stage between cells in which it is the
// upper one, and for each point of a group in a stage within it.
ComplexFloats FftProgram::roots_of(unsigned cell, const ComplexFloats& twiddles) const {
  ComplexFloats roots;
  const auto add = [&](unsigned stage, std::size_t first, std::size_t count) {
    const std::size_t half = twiddles.size() >> stage;  // from a lower point to its upper one
    for (std::size_t i = first; i < first + count; ++i)
      roots.push_back(twiddles[(i % half) << stage]);
  };
  const unsigned between = stages_->count();
  for (unsigned stage = 0; stage < between; ++stage) {
    const unsigned partner = stages_->partner(stage, cell);
    if (cell > partner) add(stage, partner * points_, points_);
  }
  unsigned stage = between;
  for (std::size_t half = points_ / 2; half != 0; half /= 2) add(stage++, 0, half);
  return roots;
}

}  // namespace weft
