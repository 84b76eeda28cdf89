# The basic transfers of the copy-transfer model on two cells: how many clocks each takes for n words of
# 64 bits. Copies are of the first cell; then it sends to the second one, through a gate by loads and
# stores, and by spooling gates. What stands at t_1C64 and so on, `weft copy-transfer measure` reads.
        .include "library/messages.s"
        .param n, 128, 8, 512           # words of 64 bits, a power of two

        .equ stride, 64
        .data
words:  .word n
wrong:  .word 0                         # of those that were moved
t_1C1:  .word 0
t_1C64: .word 0
t_64C1: .word 0
t_1Cw:  .word 0
t_wC1:  .word 0
t_1S0:  .word 0
t_64S0: .word 0
t_wS0:  .word 0
t_0R1:  .word 0
t_0R64: .word 0
t_0Rw:  .word 0
t_Nd:   .word 0
t_1F0:  .word 0
t_0D1:  .word 0
        .align 8
near:   .space 8 * n + 8                # loops load one ahead
        .align 8
back:   .space 8 * n + 8
        .align 8
index:  .space 4 * n + 8
        .align 8
spread: .space 8 * n + 8
        .align 8
far:    .space 8 * n * stride

        .macro begin_clock
        get     r80, clock
        .endmacro

        .macro end_clock place
        get     r90, clock
        sub     r90, r90, r80
        li      r91, place
        st      r90, 0(r91)
        .endmacro

# Counts words of `near` that are not at `there`, so many bytes apart.
        .macro compare there, step
        .local other, next
        li      r1, near
        li      r2, there
        do      0, r3
        ld      r5, 0(r1)
        ld      r6, 0(r2)
        bne     r5, r6, other
        ld      r5, 4(r1)
        ld      r6, 4(r2)
        beq     r5, r6, next
other:  addi    r70, r70, 1
next:   addi    r1, r1, 8
        addi    r2, r2, step
        loop    0
        .endmacro

# index[i] = 5 i mod n, in bytes of long words.
        .macro make_index
        li      r2, index
        li      r8, 8 * (n - 1)
        li      r9, 0
        do      0, r3
        st      r9, 0(r2)
        addi    r9, r9, 40
        and     r9, r9, r8
        addi    r2, r2, 4
        loop    0
        .endmacro

# Zeros, so that nothing is taken for what was there before.
        .macro clear there
        li      r2, there
        do      0, r3
        std     r0, 0(r2)
        addi    r2, r2, 8
        loop    0
        .endmacro

# near[i] = (i + 1, -i - 1)
        .macro fill
        li      r1, near
        li      r6, 0
        do      0, r3
        addi    r6, r6, 1
        sub     r7, r0, r6
        std     r6, 0(r1)
        addi    r1, r1, 8
        loop    0
        .endmacro

        .code
        .entry start
start:  li      r3, n
        addi    r4, r3, -1
        shli    r11, r3, 1              # words of 32 bits
        li      s1, 8 * stride
        li      s2, 8 * stride - 4      # from the second half of a long word
        get     r1, cell
        bne     r1, r0, second

        fill
        make_index

        li      r1, near                # 1C1: a load and a store a long word
        li      r2, back
        begin_clock
        { ldd r12, (r1)+8 }
        do      0, r4
        { ldd r12, (r1)+8; std r12, (r2)+8; loop 0 }
        { std r12, (r2)+8 }
        end_clock t_1C1
        compare back, 8

        li      r1, near                # 1C64
        li      r2, far
        begin_clock
        { ldd r12, (r1)+8 }
        do      0, r4
        { ldd r12, (r1)+8; std r12, (r2)+s1; loop 0 }
        { std r12, (r2)+s1 }
        end_clock t_1C64
        compare far, 8 * stride

        clear   back
        li      r1, far                 # 64C1
        li      r2, back
        begin_clock
        { ldd r12, (r1)+s1 }
        do      0, r4
        { ldd r12, (r1)+s1; std r12, (r2)+8; loop 0 }
        { std r12, (r2)+8 }
        end_clock t_64C1
        compare back, 8

        clear   far                     # wC1: indices are loaded one ahead
        li      r1, near
        li      r2, far
        li      r20, index
        begin_clock
        { ld r5, (r20)+4 }
        { ld r5, (r20)+4; add r7, r5, r1 }
        { ldd r12, (r7) }
        do      0, r4
        { ld r5, (r20)+4; add r7, r5, r1 }
        { ldd r12, (r7); std r12, (r2)+8; loop 0 }
        { std r12, (r2)+8 }
        end_clock t_wC1

        clear   back                    # 1Cw, which undoes it
        li      r1, far
        li      r2, back
        li      r20, index
        begin_clock
        { ld r5, (r20)+4; ldd r12, (r1)+8 }
        do      0, r3
        { ld r5, (r20)+4; add r7, r5, r2 }
        { std r12, (r7); ldd r12, (r1)+8; loop 0 }
        end_clock t_1Cw
        compare back, 8

        li      r1, near                # words with a stride again, for 64S0
        li      r2, far
        do      0, r3
        { ldd r12, (r1)+8 }
        { std r12, (r2)+s1; loop 0 }

        get     r21, own                # 1S0: into a gate
        li      r22, x_right
        li      r23, 1
        acquire r24, r21, r22, 0
        marker  r21, r23, pathway_begin
        marker  r21, r23, message_begin
        bind    out0, r21
        li      r1, near
        begin_clock
        do      0, r11
        { ld out0, (r1)+4; loop 0 }
        end_clock t_1S0
        do      0, r11                  # Nd: as many without a load
        { fmov out0, r11; loop 0 }
        li      r1, far                 # 64S0
        begin_clock
        do      0, r3
        { ld out0, (r1)+4 }
        { ld out0, (r1)+s2; loop 0 }
        end_clock t_64S0
        li      r1, near                # wS0: indices are loaded one ahead
        li      r20, index
        begin_clock
        { ld r5, (r20)+4 }
        do      0, r3
        { ld r5, (r20)+4; add r7, r5, r1 }
        { ld out0, (r7)+4 }
        { ld out0, (r7); loop 0 }
        end_clock t_wS0
        marker  r21, r0, message_end
        marker  r21, r0, pathway_end

        li      r8, on_pathway_begin    # the other cell is ready
        await   r9, r8
        andi    r9, r9, 0xff
        bind    in1, r9
        mov     r5, in1
        mov     r5, in1
        get     r21, own                # 1F0: by a spooling gate
        addi    r21, r21, 1
        li      r1, near
        begin_clock
        begin_message r21, r22, 0, r23, r1, r11
        finish_message r21
        end_clock t_1F0
        li      r1, wrong
        st      r70, 0(r1)
        halt

second: fill                            # what is to come in
        make_index

        li      r8, on_pathway_begin    # 0R1: out of a gate
        await   r9, r8
        andi    r9, r9, 0xff
        bind    in0, r9
        mov     r5, in0                 # the begin markers
        mov     r5, in0
        li      r2, back
        begin_clock
        do      0, r11
        { st in0, (r2)+4; loop 0 }
        end_clock t_0R1
        begin_clock                     # Nd: as fast as the bus brings them
        do      0, r11
        { fmov r5, in0; loop 0 }
        end_clock t_Nd
        li      r2, far                 # 0R64
        begin_clock
        do      0, r3
        { st in0, (r2)+4 }
        { st in0, (r2)+s2; loop 0 }
        end_clock t_0R64
        li      r1, spread              # 0Rw
        li      r20, index
        begin_clock
        { ld r5, (r20)+4 }
        do      0, r3
        { ld r5, (r20)+4; add r7, r5, r1 }
        { st in0, (r7)+4 }
        { st in0, (r7); loop 0 }
        end_clock t_0Rw
        mov     r5, in0                 # the end markers
        mov     r5, in0
        compare back, 8
        compare far, 8 * stride
        compare spread, 8
        clear   back

        get     r21, own
        li      r22, x_left
        acquire r24, r21, r22, 0
        marker  r21, r0, pathway_begin  # ready, to cell 0
        marker  r21, r0, pathway_end
        li      r1, back                # 0D1: by a spooling gate
        begin_clock
        receive_message r1, r7
        end_clock t_0D1
        compare back, 8
        li      r1, wrong
        st      r70, 0(r1)
        halt
