# Adds up the words of one message, in a service routine, and leaves the sum in memory.
        .data
sum:    .space  4
        .code
        vector  pathway_begin, opened
        vector  message_begin, began
        li      r2, on_pathway_begin | on_message_begin
        put     dispatch, r2
wait:   beq     r9, r0, wait
        li      r1, sum
        st      r8, 0(r1)
        halt

opened: get     r3, event
        andi    r3, r3, 0xff            # the channel
        bind    in0, r3
        mov     r4, in0                 # takes the begin marker
        resume

began:  mov     r4, in0
        li      r7, tag_message_end
next:   mov     r4, in0
        get     r6, in0_tag
        beq     r6, r7, done
        add     r8, r8, r4
        jump    next
done:   addi    r9, r9, 1
        resume
