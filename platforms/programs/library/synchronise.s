# Barrier, reduction and broadcast of a torus of cells, over three logical channels of each cell that are
# reserved for it (Feldmann et al. 1993, section 5): on the busses to the left and right along rows, and down
# the ring of the first column. Words of a row go to its first cell, from there round the column, and back.
#
# The library's: r92 to r99; gates in1, out0, out1 while a routine runs; the third and fourth own channels; pool 3
# on x_left, x_right and y_down, and on y_up where the column has two cells: the second answers over that. A program
# calls open_synchronisation before start_messages.
        .include "routes.s"

        .equ synchronisation_pool, 3

        .code
# r92, r93, r94: channels on which words come from the right, from the left, in the column.
# r95: own channel to the left, of the first column down. r96: own channel to the right.
# r97: the routine by which this cell combines. r98: 1 but in the last column, r99: 1 but in the last row.

        .macro open_to own, bus, address
        acquire r100, own, bus, synchronisation_pool
        outstate r100, r100             # a fault where none leads there
        marker  own, address, pathway_begin
        .endmacro

# Opens the pathways, and waits until those of all cells are there. Changes r64 to r75, r100.
open_synchronisation:
        get     r64, cell
        li      r65, width
        rem     r66, r64, r65           # x
        div     r67, r64, r65           # y
        li      r68, height
        addi    r98, r66, 1
        slt     r98, r98, r65
        addi    r99, r67, 1
        slt     r99, r99, r68
        get     r95, own
        addi    r95, r95, 2
        addi    r96, r95, 1
        mov     r69, r98                # pathways that come
        beq     r98, r0, sy_opened_right
        addi    r70, r64, 1
        li      r71, x_right
        open_to r96, r71, r70
sy_opened_right:
        bne     r66, r0, sy_open_left
        seti    r71, 1
        beq     r68, r71, sy_opened
        addi    r69, r69, 1
        add     r70, r64, r65           # down the ring
        li      r71, cells
        blt     r70, r71, sy_open_down
        sub     r70, r70, r71
        seti    r71, 2
        bne     r68, r71, sy_open_down
        li      r71, y_up
        jump    sy_open_column
sy_open_down:
        li      r71, y_down
sy_open_column:
        open_to r95, r71, r70
        jump    sy_opened
sy_open_left:
        addi    r69, r69, 1
        addi    r70, r64, -1
        li      r71, x_left
        open_to r95, r71, r70
sy_opened: beq     r69, r0, sy_all_came
        li      r70, on_pathway_begin
        await   r71, r70
        andi    r71, r71, 255
        bind    in1, r71
        mov     r72, in1                # its begin marker tells where it began
        shri    r72, r72, 10
        andi    r72, r72, 1023
        addi    r69, r69, -1
        beq     r66, r0, sy_came_to_first
        addi    r73, r64, -1
        beq     r72, r73, sy_came_from_left
sy_came_from_right:
        mov     r92, r71
        jump    sy_opened
sy_came_from_left:
        mov     r93, r71
        jump    sy_opened
sy_came_to_first:
        addi    r73, r64, 1
        bne     r72, r73, sy_came_in_column
        bne     r98, r0, sy_came_from_right
sy_came_in_column:
        mov     r94, r71
        jump    sy_opened
sy_all_came:
        li      r97, sy_combine_in_row
        bne     r66, r0, barrier
        li      r97, sy_combine_in_column
        bne     r67, r0, barrier
        li      r97, sy_combine_at_root

# Waits until all cells have called it. Changes r100.
barrier:
        mov     r100, r0

# The sum of r100 over all cells, in each of them in r100.
reduce_add:
        beq     r98, r0, sy_row_combined
        bind    in1, r92
        add     r100, r100, in1
sy_row_combined:
        jr      r97
sy_combine_in_row:
        word    r95, r100
        bind    in1, r93
        mov     r100, in1
        beq     r98, r0, sy_combined
        word    r96, r100
sy_combined:
        ret
sy_combine_in_column:
        bind    in1, r94
        add     r100, r100, in1
        word    r95, r100
        mov     r100, in1
        beq     r99, r0, sy_pass_right
        word    r95, r100
sy_pass_right:
        beq     r98, r0, sy_passed
        word    r96, r100
sy_passed: ret
sy_combine_at_root:
        beq     r99, r0, sy_pass_right
        word    r95, r100
        bind    in1, r94
        mov     r100, in1
        word    r95, r100
        jump    sy_pass_right

# r101 words at r100 of cell 0 to the same place in all cells. Changes r100, r102 and the loop of level 2.
broadcast:
        get     r102, cell
        beq     r102, r0, sy_broadcast_root
        li      r102, sy_combine_in_row
        beq     r97, r102, sy_broadcast_in_row
        bind    in1, r94
        bind    out0, r95
        bind    out1, r96
        beq     r99, r0, sy_broadcast_last_row
        beq     r98, r0, sy_broadcast_on_down
        do      2, r101
        mov     r102, in1
        { add   out0, r102, r0; fmov out1, r102; st r102, (r100)+4; loop 2 }
        ret
sy_broadcast_root:
        bind    out0, r95
        bind    out1, r96
        beq     r99, r0, sy_root_right
        beq     r98, r0, sy_root_down
        do      2, r101
        { ld    r102, (r100)+4 }
        { add   out0, r102, r0; fmov out1, r102; loop 2 }
        ret
sy_root_right:
        beq     r98, r0, sy_broadcast_done
        do      2, r101
        { ld    out1, (r100)+4; loop 2 }
        ret
sy_root_down:
        do      2, r101
        { ld    out0, (r100)+4; loop 2 }
sy_broadcast_done:
        ret
sy_broadcast_on_down:
        do      2, r101
        mov     r102, in1
        { add   out0, r102, r0; st r102, (r100)+4; loop 2 }
        ret
sy_broadcast_in_row:
        bind    in1, r93
        bind    out1, r96
sy_broadcast_last_row:
        beq     r98, r0, sy_broadcast_end
        do      2, r101
        mov     r102, in1
        { fmov  out1, r102; st r102, (r100)+4; loop 2 }
        ret
sy_broadcast_end:
        do      2, r101
        mov     r102, in1
        { st    r102, (r100)+4; loop 2 }
        ret
