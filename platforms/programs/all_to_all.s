# Each cell of a torus sends a message of n words to each other one, and checks each word that it gets.
#
# Word i from cell s to cell d is s * 2^20 + 2 d + i: that of the array `given` at place 2 d + i. So no two
# messages are the same, and none needs a copy.
        .include "library/synchronise.s"
        .include "library/message_passing.s"
        .param n, 32, 1, 16384

        .equ given_words, n + 2 * cells

        .data
begin:  .word 0                         # clock behind the barrier
sent:   .word 0                         # ... at which the last message is in the queue
end:    .word 0                         # ... at which the last one has come
right:  .word 0                         # words that came as they should
        .align 8
given:  .space 4 * given_words
        .align 8
came:   .space 4 * n * cells            # by sender
order:  .space 4 * cells                # the cells as this one sends to them

        .code
        .entry  start
        .macro note where
        li      r2, where
        get     r1, clock
        st      r1, 0(r2)
        .endmacro

start:  call    open_synchronisation
        get     r10, cell
        li      r11, cells
        li      r12, n
        # a random order: cell i changes places with one of the first i + 1 cells
        mov     r1, r10
        li      r2, 1664525
        li      r3, 1013904223
        mov     r4, r0                  # i
        li      r5, order
        mov     r6, r5                  # its place
shuffle:
        mul     r1, r1, r2
        add     r1, r1, r3
        shri    r7, r1, 8
        addi    r8, r4, 1
        rem     r7, r7, r8
        shli    r7, r7, 2
        add     r7, r7, r5
        ld      r8, 0(r7)
        st      r8, 0(r6)
        st      r4, 0(r7)
        addi    r4, r4, 1
        addi    r6, r6, 4
        bne     r4, r11, shuffle
        # what is sent
        shli    r1, r10, 20
        li      r2, given
        li      r3, given_words
        do      0, r3
        st      r1, 0(r2)
        addi    r1, r1, 1
        addi    r2, r2, 4
        loop    0
        call    start_messages
        # buffers
        mov     r100, r0
        li      r101, came
        mov     r102, r12
buffer: call    post_receive
        mov     r102, r12
        shli    r1, r102, 2
        add     r101, r101, r1
        addi    r100, r100, 1
        bne     r100, r11, buffer
        call    barrier

        note    begin
        li      r14, order
        mov     r15, r11
next:   ld      r100, 0(r14)
        beq     r100, r10, is_sent      # not to itself
        li      r101, given
        shli    r1, r100, 3
        add     r101, r101, r1
        mov     r102, r12
        call    send_message
is_sent:
        addi    r14, r14, 4
        addi    r15, r15, -1
        bne     r15, r0, next
        note    sent
        addi    r13, r10, -1            # the sources, from the cell before on
again:  bge     r13, r0, take_in
        addi    r13, r11, -1
take_in:
        beq     r13, r10, all_came_in
        mov     r100, r13
        call    wait_message
        addi    r13, r13, -1
        jump    again
all_came_in:
        note    end
        call    finish_sends

        # what has come
        mov     r13, r0                 # the sender
        mov     r4, r0                  # right ones
check:  beq     r13, r10, checked       # nothing comes from here
        mul     r2, r13, r12
        shli    r2, r2, 2
        li      r3, came
        add     r2, r2, r3
        shli    r1, r13, 20
        shli    r3, r10, 1
        add     r1, r1, r3
        do      0, r12
        ld      r3, 0(r2)
        bne     r3, r1, wrong
        addi    r4, r4, 1
wrong:  addi    r1, r1, 1
        addi    r2, r2, 4
        loop    0
checked:
        addi    r13, r13, 1
        bne     r13, r11, check
        li      r2, right
        st      r4, 0(r2)
        call    barrier
        halt
