# Routes of a torus of cells, as a table that the run-time system makes when it begins (Borkar et al. 1990,
# section 8: "retrieving values from a configuration table").
#
# A route goes along x, then along y, the shorter way round each ring; of two that are as long, even cells
# take that to the right or down, odd ones the other, so that both carry as much. It begins in pool 0
# and takes the next pool behind each dateline, the bus that closes a ring: no routes wait for each other in
# a circle (Feldmann et al. 1993, 4.3). So there are three pools, 0 to 2, on each bus. Two cells have one bus each
# way between them, and none that closes a ring: the first goes ahead, the second back.
        .param width, 8, 1, 32
        .param height, 8, 1, 32
        .equ cells, width * height
        .equ route_bytes, 32

        .data
        .align 8
routes: .space route_bytes * cells      # by destination: bus, words of the header, these words

        .code
# A word of the header at r72: turn at `corner` into direction r80 and pool `next`.
        .macro turn_at corner, next
        shli    r84, r73, 20
        or      r84, r84, corner
        shli    r85, next, 24
        or      r84, r84, r85
        shli    r85, r80, 28
        or      r84, r84, r85
        li      r85, header_turn
        or      r84, r84, r85
        st      r84, 0(r72)
        addi    r72, r72, 4
        .endmacro

# From coordinate `from` to `to` in a ring of `size` cells, those of address base + coordinate * stride. Half way
# round it goes ahead or back as `odd` says.
        .macro go_along size, from, to, ahead, back, base, stride, odd
        .local forward, backward, way, corner, straight, there
        beq     from, to, there
        sub     r78, to, from
        shri    r79, r78, 31
        mul     r79, r79, size
        add     r78, r78, r79           # steps ahead
        shli    r79, r78, 1
        blt     size, r79, backward
        bne     size, r79, forward
        bne     odd, r0, backward
forward:
        li      r80, ahead
        mov     r81, r0                 # the coordinate behind the dateline
        slt     r82, to, from           # passes it
        jump    way
backward:
        li      r80, back
        addi    r81, size, -1
        slt     r82, from, to
way:    bge     r74, r0, corner
        mov     r74, r80                # the first bus
        jump    straight
corner: mul     r83, from, stride
        add     r83, r83, base
        turn_at r83, r73
straight:
        beq     r82, r0, there
        beq     to, r81, there
        mul     r83, r81, stride
        add     r83, r83, base
        addi    r86, r73, 1
        turn_at r83, r86
        mov     r73, r86
there:
        .endmacro

# Fills `routes`. Changes r62 to r87.
make_routes:
        get     r64, cell
        li      r65, width
        li      r66, height
        li      r63, cells
        li      r62, 1
        rem     r67, r64, r65           # x
        div     r68, r64, r65           # y
        mul     r87, r68, r65           # the first cell of the row
        add     r69, r67, r68
        andi    r69, r69, 1
        mov     r77, r69
        li      r86, 2
        bne     r65, r86, rt_not_two_wide
        mov     r69, r67
rt_not_two_wide:
        bne     r66, r86, rt_not_two_high
        mov     r77, r68
rt_not_two_high:
        li      r70, routes
        mov     r71, r0
rt_next_route:
        addi    r72, r70, 8
        mov     r73, r0                 # pool
        li      r74, -1
        rem     r75, r71, r65
        div     r76, r71, r65
        go_along r65, r67, r75, x_right, x_left, r87, r62, r69
        go_along r66, r68, r76, y_down, y_up, r75, r65, r77
        shli    r84, r73, 20
        or      r84, r84, r71
        st      r84, 0(r72)
        sub     r72, r72, r70
        shri    r72, r72, 2
        addi    r72, r72, -1
        st      r74, 0(r70)
        st      r72, 4(r70)
        addi    r70, r70, route_bytes
        addi    r71, r71, 1
        bne     r71, r63, rt_next_route
        ret
