# Message passing (Feldmann et al. 1993, section 4.3): messages from any cell to any other over pathways that
# last as long as the message. Both ends spool: a sender goes on at once, its memory being the buffer, and a
# message comes into the memory that its receiver has named before. What is between is done in service
# routines, beside the program:
#
# - the header: pathway begin and the corners of the route, message begin, three words (length; kind and
#   sender; argument); the trailer: message end, pathway end;
# - messages of one cell to another arrive in order. One for which no buffer is ready waits, and all others
#   to this cell behind it, until there is one;
# - requests of other cells, to write or to read memory here, need nothing of the program.
#
# A service routine must not wait for the network, or cells would wait for each other in a ring. So a trailer or
# a message that finds no room or no channel is left to the next event, or to the next routine that the program
# calls: there is no event for a channel that becomes free (section 5). A program that has called a
# routine goes on to call others until `finish_sends`.
#
# The library's: r100 to r115, r120 to r122; gates in0, spool 0 and 1; the first two own channels; the events
# pathway_begin and spool_end. Routines take arguments in r100 to r104, and change r100 to r105 and link.
        .include "routes.s"

        .equ kind_message, 0
        .equ kind_write, 1
        .equ kind_read, 2
        .equ kind_reply, 3
        .equ kind_of_program, 4         # up to 7: written as above, then a routine of the program in `handlers`
        .equ kind_shift, 16             # in the second word: kind, and below it the sender

        .equ entry_bytes, 32            # of the queue: destination, address, length, kind and sender, argument
        .equ most_own, 16               # messages of the program in the queue; the rest is for replies
        .equ queue_bytes, entry_bytes * (cells + most_own)

        .data
        .align 8
mp_buffers:        .space 16 * cells       # by sender: address, limit, state, words that came
mp_write_buffer:   .space 16               # likewise, of the request that comes in
mp_read_buffer:    .word mp_asked, mp_asked + 12, 0, 0
replies:        .word 0                 # that have come
writes:         .word 0                 # requests to write here that are done
mp_waiting:        .word 0                 # buffer that a message waits for, and its channel
mp_waiting_channel: .word 0
handlers:       .word mp_message_came, mp_write_came, mp_read_came, mp_reply_came
                .word mp_no_handler, mp_no_handler, mp_no_handler, mp_no_handler
                .align 8
mp_asked:          .space 16               # of a request to read: address, words, address over there
mp_asking:         .space 16
mp_queue:          .space queue_bytes
mp_queue_end:

        .equ state_ready, 1
        .equ state_came, 2

        .code
# --- the beginning

# Behind it messages come and go. Changes r62 to r87.
start_messages:
        mov     r105, link
        call    make_routes
        get     r112, own               # own channel of the next message
        addi    r121, r112, 1
        add     r121, r121, r112        # sum of both
        mov     r113, r0                # own channel of the message under way
        mov     r114, r0                # 0: none, 1: it is spooled, 2: its trailer waits for room
        li      r115, mp_queue             # the oldest message that waits
        mov     r122, r115              # behind the youngest
        vector  pathway_begin, mp_arrived
        vector  spool_end, mp_spooled
        li      r120, on_pathway_begin | on_spool_end
        put     dispatch, r120          # r120: events that are served
        jr      r105

# --- sending

# Goes on with what is to be sent, and then at r111. No event must be served meanwhile.
mp_pump:   addi    r108, r114, -2
        bne     r108, r0, mp_no_trailer
        instate r108, r113
        andi    r108, r108, 255
        slti    r108, r108, 7           # room for both
        beq     r108, r0, mp_pumped
        marker  r113, r0, message_end
        marker  r113, r0, pathway_end
        mov     r114, r0
mp_no_trailer:
        bne     r114, r0, mp_pumped
        beq     r115, r122, mp_pumped
        instate r108, r112
        shri    r108, r108, 20
        andi    r108, r108, 7
        addi    r108, r108, -mode_own
        bne     r108, r0, mp_pumped
        ld      r108, 0(r115)
        shli    r109, r108, 5
        li      r110, routes
        add     r109, r109, r110
        ld      r110, 0(r109)
        tryacquire r110, r112, r110, 0
        addi    r108, r110, 2
        beq     r108, r0, mp_pumped        # all are taken
        outstate r108, r110             # a fault where none leads there
        # at most eight words, as many as the queue of the free channel takes
        ld      r110, 8(r109)
        marker  r112, r110, pathway_begin
        ld      r110, 4(r109)
mp_corners:
        addi    r110, r110, -1
        beq     r110, r0, mp_routed
        ld      r108, 12(r109)
        word    r112, r108
        addi    r109, r109, 4
        jump    mp_corners
mp_routed: ld      r108, 0(r115)
        marker  r112, r108, message_begin
        ld      r108, 8(r115)
        word    r112, r108
        ld      r109, 12(r115)
        word    r112, r109
        ld      r109, 16(r115)
        word    r112, r109
        ld      r109, 4(r115)
        shli    r110, r108, 2
        add     r110, r110, r109
        shli    r108, r108, 12          # the field spool_words
        ori     r108, r108, spool_out
        add     r108, r108, r112
        spool   0, r109, r110, r108
        seti    r114, 1
        mov     r113, r112
        sub     r112, r121, r112        # the other channel, while this one drains
        addi    r115, r115, entry_bytes
        li      r108, mp_queue_end
        bne     r115, r108, mp_pumped
        li      r115, mp_queue
mp_pumped: jr      r111

# Puts a message into the queue, with kind and sender in `named`. Uses r108.
        .macro enqueue to, address, words, named, argument
        .local behind
        st      to, 0(r122)
        st      address, 4(r122)
        st      words, 8(r122)
        st      named, 12(r122)
        st      argument, 16(r122)
        addi    r122, r122, entry_bytes
        li      r108, mp_queue_end
        bne     r122, r108, behind
        li      r122, mp_queue
behind:
        .endmacro

# Sends r102 words, one or more, at r101 to cell r100. They must stay until `finish_sends`.
send_message:
        li      r103, kind_message
# ... of kind r103, with argument r104.
send_kind:
        put     dispatch, r0
        sub     r105, r122, r115
        shri    r108, r105, 31
        beq     r108, r0, mp_counted
        li      r108, queue_bytes
        add     r105, r105, r108
mp_counted:
        slti    r105, r105, entry_bytes * most_own
        beq     r105, r0, mp_crowded
        get     r108, cell
        shli    r105, r103, kind_shift
        or      r105, r105, r108
        enqueue r100, r101, r102, r105, r104
        li      r111, mp_sent
        jump    mp_pump
mp_sent:   put     dispatch, r120
        ret
mp_crowded:
        li      r111, mp_crowd_pumped
        jump    mp_pump
mp_crowd_pumped:
        put     dispatch, r120
        jump    send_kind

# Waits until all messages have left this cell's memory.
finish_sends:
        put     dispatch, r0
        li      r111, mp_finishing
        jump    mp_pump
mp_finishing:
        put     dispatch, r120
        bne     r115, r122, finish_sends
        bne     r114, r0, finish_sends
        ret

# --- receiving

# A buffer of r102 words at r101 for the next message from cell r100.
post_receive:
        put     dispatch, r0
        shli    r103, r100, 4
        li      r104, mp_buffers
        add     r103, r103, r104
        st      r101, 0(r103)
        shli    r104, r102, 2
        add     r104, r104, r101
        st      r104, 4(r103)
        seti    r105, state_ready
        st      r105, 8(r103)
        li      r105, mp_waiting
        ld      r102, 0(r105)
        bne     r102, r103, mp_posted
        st      r0, 0(r105)
        ld      r105, 4(r105)
        ori     r105, r105, spool_until_end
        spool   1, r101, r104, r105
mp_posted: put     dispatch, r120
        ret

# Waits for the message from cell r100; r101 is its length in words. The buffer is free then.
wait_message:
        shli    r103, r100, 4
        li      r104, mp_buffers
        add     r103, r103, r104
mp_still:  put     dispatch, r0
        li      r111, mp_waited
        jump    mp_pump
mp_waited: put     dispatch, r120
        ld      r104, 8(r103)
        addi    r104, r104, -state_came
        bne     r104, r0, mp_still
        st      r0, 8(r103)
        ld      r101, 12(r103)
        ret

# The service routine of a pathway that has come: its words go into memory, by spooling gate 1.
mp_arrived:
        get     r108, event
        andi    r108, r108, 255         # its channel
        bind    in0, r108
        mov     r107, in0               # pathway begin
        mov     r107, in0               # message begin
        mov     r109, in0               # its length
        mov     r107, in0               # kind and sender, until it is whole
        mov     r111, in0               # argument
        li      r120, on_spool_end      # other pathways wait
        shri    r110, r107, kind_shift
        beq     r110, r0, mp_for_buffer
        li      r106, mp_read_buffer
        addi    r110, r110, -kind_read
        beq     r110, r0, mp_take
        # to write: into the place that it names
        li      r106, mp_write_buffer
        st      r111, 0(r106)
        shli    r110, r109, 2
        add     r110, r110, r111
        st      r110, 4(r106)
        jump    mp_take
mp_for_buffer:
        shli    r110, r107, 4
        li      r106, mp_buffers
        add     r106, r106, r110
        ld      r110, 8(r106)
        addi    r110, r110, -state_ready
        beq     r110, r0, mp_take
        li      r110, mp_waiting
        st      r106, 0(r110)
        st      r108, 4(r110)
        jump    mp_taken
mp_take:   ld      r110, 0(r106)
        ld      r111, 4(r106)
        ori     r108, r108, spool_until_end
        spool   1, r110, r111, r108
mp_taken:  st      r109, 12(r106)          # the buffer r106, until it is full
        put     dispatch, r120
        resume

# The service routine of a gate that has ended.
mp_spooled:
        get     r108, event
        andi    r108, r108, 255
        bne     r108, r0, mp_filled
        seti    r114, 2
        jump    mp_serve_on
mp_filled: mov     r108, in0               # pathway end; the gate took the end of the message
        shri    r108, r107, kind_shift
        shli    r108, r108, 2
        li      r109, handlers
        add     r109, r109, r108
        ld      r109, 0(r109)
        jr      r109

# The routines of each kind go on here, when they are done with their message.
served:
        li      r120, on_pathway_begin | on_spool_end
mp_serve_on:
        li      r111, mp_serve_end
        jump    mp_pump
mp_serve_end:
        put     dispatch, r120
        resume

mp_message_came:
        seti    r108, state_came
        st      r108, 8(r106)
        jump    served

# --- requests

mp_write_came:
        li      r109, writes
        jump    mp_count_one
mp_reply_came:
        li      r109, replies
mp_count_one:
        ld      r108, 0(r109)
        addi    r108, r108, 1
        st      r108, 0(r109)
        jump    served

# Sends what was asked for, as a message to write.
mp_read_came:
        shli    r106, r107, 32 - kind_shift
        shri    r106, r106, 32 - kind_shift
        li      r109, mp_asked
        ld      r107, 0(r109)
        ld      r110, 4(r109)
        ld      r109, 8(r109)
        get     r111, cell
        li      r108, kind_reply << kind_shift
        or      r111, r111, r108
        enqueue r106, r107, r110, r111, r109
        jump    served

mp_no_handler:
        jump    served

# Writes r102 words at r101 to address r104 of cell r100. They must stay until `finish_sends`.
write_remote:
        li      r103, kind_write
        jump    send_kind

# Reads r102 words at r101 of cell r100, to address r104 here, and waits for them.
read_remote:
        mov     r90, link
        li      r103, mp_asking
        st      r101, 0(r103)
        st      r102, 4(r103)
        st      r104, 8(r103)
        li      r91, replies
        ld      r91, 0(r91)
        mov     r101, r103
        li      r102, 3
        li      r103, kind_read
        call    send_kind
        li      r103, replies
mp_reply_wait:
        put     dispatch, r0
        li      r111, mp_reply_pumped
        jump    mp_pump
mp_reply_pumped:
        put     dispatch, r120
        ld      r104, 0(r103)
        beq     r104, r91, mp_reply_wait
        jr      r90
