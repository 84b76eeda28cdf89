# Opens a pathway to cell 1, sends it a message of ten words, 1 to 10, and ends both.
        get     r1, own                 # a channel of this cell
        li      r2, x_right
        li      r3, 1                   # the header: the address of the cell
        acquire r4, r1, r2, 0           # from pool 0
        marker  r1, r3, pathway_begin
        marker  r1, r3, message_begin
        bind    out0, r1
        li      r5, 10
        do      0, r5
        addi    r6, r6, 1
        mov     out0, r6                # waits while the queue is full
        loop    0
        marker  r1, r0, message_end
        marker  r1, r0, pathway_end
        halt
