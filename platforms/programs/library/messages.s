# Messages of words between two cells, spooled out of memory and into it. A message has a pathway to
# itself: pathway begin, message begin, its length in words, the words, message end, pathway end. The
# sender's memory is the buffer: it goes on at once, and may change the words when the message has left.
#
# r100 to r107 are the library's. `own` is a channel of the cell, spooling gate 0 sends and 1 receives.

# Waits for the channel `own` and for one of the pool on `bus`, and begins a message of `words` words at
# `address` to the cell `to`.
        .macro begin_message own, bus, pool, to, address, words
        .local busy
        li      r100, mode_own
busy:   instate r101, own
        shri    r101, r101, 20
        andi    r101, r101, 7
        bne     r101, r100, busy
        acquire r101, own, bus, pool
        marker  own, to, pathway_begin
        marker  own, to, message_begin
        word    own, words
        shli    r100, words, 2
        add     r100, r100, address
        shli    r101, words, 12         # the field spool_words
        ori     r101, r101, spool_out
        add     r101, r101, own
        spool   0, address, r100, r101
        .endmacro

# Behind the last word, when the event spool_end of gate 0 has been taken.
        .macro end_message own
        marker  own, r0, message_end
        marker  own, r0, pathway_end
        .endmacro

# Waits until the message has left memory, and ends it.
        .macro finish_message own
        .local wait
        li      r100, on_spool_end
wait:   await   r101, r100
        andi    r101, r101, 255         # the gate
        bne     r101, r0, wait
        end_message own
        .endmacro

# Waits for a message and puts its words at `address`; `words` gets its length.
        .macro receive_message address, words
        .local wait
        li      r102, on_pathway_begin
        await   r103, r102
        andi    r103, r103, 255         # its channel
        bind    in0, r103
        mov     r104, in0               # pathway begin
        mov     r104, in0               # message begin
        mov     words, in0
        shli    r104, words, 2
        add     r104, r104, address
        shli    r105, words, 12
        add     r105, r105, r103
        spool   1, address, r104, r105
        li      r102, on_spool_end
        li      r105, 1
wait:   await   r104, r102
        andi    r104, r104, 255
        bne     r104, r105, wait
        mov     r104, in0               # message end
        mov     r104, in0               # pathway end
        .endmacro
