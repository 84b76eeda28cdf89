# Adds up the words of every message that comes, in service routines; counts meanwhile.
        vector  pathway_begin, opened
        vector  message_begin, began
        li      r2, on_pathway_begin | on_message_begin
        put     dispatch, r2
count:  addi    r10, r10, 1
        jump    count

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
