# What the primitives of the run-time library take: messages of n words between cell 0 and the cell `other`, and
# those of all cells. Clocks, the reading of the clock left out; and what came, which is checked.
        .include "library/synchronise.s"
        .include "library/message_passing.s"
        .param n, 64, 1, 4096
        .param other, 1, 1, 1023

        .equ spin, 8 * n + 4000         # clocks of a program that computes meanwhile

        .data
call_clocks:    .word 0                 # send_message, until it returns
send_clocks:    .word 0                 # what a message takes from a program that sends it and computes
receive_clocks: .word 0                 # ... that receives it and computes
way_clocks:     .word 0                 # from the call of send_message to the end of wait_message
write_clocks:   .word 0                 # write_remote, until it returns
read_clocks:    .word 0                 # read_remote, until the words are there
barrier_clocks: .word 0
reduce_clocks:  .word 0
broadcast_clocks: .word 0               # from the first word in cell 0 to the last one here
right:          .word 0                 # checks that were good
sum:            .word 0
                .align 8
here:           .space 4 * n
                .align 8
there:          .space 4 * n

        .code
        .entry  start
        .macro begin_clock
        get     r20, clock
        .endmacro

        .macro end_clock place
        get     r21, clock
        sub     r21, r21, r20
        addi    r21, r21, -1
        li      r22, place
        st      r21, 0(r22)
        .endmacro

        .macro good
        addi    r23, r23, 1
        .endmacro

        .macro compute
        li      r22, spin
        do      0, r22
        loop    0
        .endmacro

# Counts it if all words at `there` are those at `here`.
compare:
        li      r24, here
        li      r25, there
        mov     r26, r12
same:   ld      r27, 0(r24)
        ld      r28, 0(r25)
        bne     r27, r28, not_same
        st      r0, 0(r25)
        addi    r24, r24, 4
        addi    r25, r25, 4
        addi    r26, r26, -1
        bne     r26, r0, same
        good
not_same:
        ret

start:  mov     r23, r0
        get     r10, cell
        li      r11, other
        li      r12, n
        li      r1, here                # the same in all cells
        mov     r2, r0
fill:   addi    r2, r2, 3
        st      r2, 0(r1)
        addi    r1, r1, 4
        addi    r3, r3, 1
        bne     r3, r12, fill
        call    open_synchronisation
        call    start_messages
        call    barrier

        begin_clock
        call    barrier
        end_clock barrier_clocks
        addi    r100, r10, 1
        begin_clock
        call    reduce_add
        end_clock reduce_clocks
        li      r1, sum
        st      r100, 0(r1)

        # the first word of the broadcast tells when cell 0 began
        call    barrier
        li      r100, there
        li      r101, n
        bne     r10, r0, spread
        li      r100, here
        get     r20, clock
        st      r20, 0(r100)
spread: call    broadcast
        get     r21, clock
        beq     r10, r0, spread_out
        li      r22, there
        ld      r20, 0(r22)
        li      r22, here
        st      r20, 0(r22)
        sub     r21, r21, r20
        addi    r21, r21, -1
        li      r22, broadcast_clocks
        st      r21, 0(r22)
        call    compare
spread_out:
        call    barrier

        beq     r10, r0, first
        bne     r10, r11, last_barriers

        # the other cell: a message while it computes, then one for which it waits
        mov     r100, r0
        li      r101, there
        mov     r102, r12
        call    post_receive
        call    barrier
        begin_clock
        compute
        end_clock receive_clocks
        mov     r100, r0
        call    wait_message
        call    compare
        mov     r100, r0
        li      r101, there
        mov     r102, r12
        call    post_receive
        call    barrier
        mov     r100, r0
        call    wait_message
        get     r21, clock
        li      r1, there
        ld      r2, 0(r1)               # when it was sent
        sub     r21, r21, r2
        addi    r21, r21, -1
        li      r22, way_clocks
        st      r21, 0(r22)
        li      r22, here
        st      r2, 0(r22)
        call    compare
        call    barrier
        # a request to write, of which it hears by its count
written:
        li      r1, writes
        ld      r1, 0(r1)
        beq     r1, r0, written
        call    compare
        call    barrier
        jump    ended

first:  call    barrier
        begin_clock
        mov     r100, r11
        li      r101, here
        mov     r102, r12
        call    send_message
        end_clock call_clocks
        compute
        end_clock send_clocks
        call    finish_sends
        call    barrier
        mov     r100, r11
        li      r101, here
        mov     r102, r12
        get     r1, clock
        st      r1, 0(r101)
        call    send_message
        call    finish_sends
        call    barrier
        begin_clock
        mov     r100, r11
        li      r101, here
        mov     r102, r12
        li      r104, there
        call    write_remote
        end_clock write_clocks
        call    finish_sends
        call    barrier
        begin_clock
        mov     r100, r11
        li      r101, here
        mov     r102, r12
        li      r104, there
        call    read_remote
        end_clock read_clocks
        call    compare
        jump    ended

last_barriers:
        call    barrier
        call    barrier
        call    barrier
        call    barrier
        # corrected by the clocks that the program computed itself
ended:  li      r1, spin
        li      r2, send_clocks
        ld      r3, 0(r2)
        beq     r3, r0, no_send
        sub     r3, r3, r1
        st      r3, 0(r2)
no_send:
        li      r2, receive_clocks
        ld      r3, 0(r2)
        beq     r3, r0, no_receive
        sub     r3, r3, r1
        st      r3, 0(r2)
no_receive:
        li      r2, right
        st      r23, 0(r2)
        call    barrier
        halt
