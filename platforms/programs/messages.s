# Two cells: the first sends a message of n words to the second, which sends it back. The clocks of the
# primitives, and what came back.
        .include "library/messages.s"
        .param n, 64, 1, 1024

        .data
begun:    .word 0               # clocks that the sender takes until it goes on
ended:    .word 0               # ... that it waits until the message has left, and ends it
received: .word 0               # ... from the arrival of a pathway to the last word in memory
round:    .word 0               # ... of all, in the first cell
same:     .word 0               # words that came back as they were sent
          .align 8
sent:     .space 4 * n + 4
          .align 8
back:     .space 4 * n + 4

        .code
        .entry start
        .macro clock_since place, from
        get     r90, clock
        sub     r90, r90, from
        li      r91, place
        st      r90, 0(r91)
        .endmacro

        .macro send bus, to, address
        get     r80, clock
        begin_message r10, bus, 0, to, address, r11
        clock_since begun, r80
        get     r80, clock
        finish_message r10
        clock_since ended, r80
        .endmacro

start:  get     r10, own
        li      r11, n
        get     r1, cell
        li      r20, sent
        li      r21, back
        bne     r1, r0, second

        # word i is 3 i + 1
        mov     r3, r20
        li      r4, 1
        do      0, r11
        st      r4, 0(r3)
        addi    r3, r3, 4
        addi    r4, r4, 3
        loop    0
        li      r5, x_right
        li      r6, 1
        get     r81, clock
        send    r5, r6, r20
        receive_message r21, r7
        clock_since round, r81
        do      0, r11
        ld      r3, 0(r20)
        ld      r4, 0(r21)
        bne     r3, r4, other
        addi    r8, r8, 1
other:  addi    r20, r20, 4
        addi    r21, r21, 4
        loop    0
        li      r3, same
        st      r8, 0(r3)
        halt

second: li      r5, x_left
        get     r80, clock
        receive_message r21, r11
        clock_since received, r80
        send    r5, r0, r21
        halt
