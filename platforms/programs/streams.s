# Keeps every bus of a torus busy. Each cell opens a pathway along its row and one along its column,
# both of so many hops, and then takes a word from each that comes in and sends it on over its own,
# in one long word, for ever. Every other cell goes right and down, the others left and up: each bus
# has the words of hops / 2 pathways.
    .param side, 8, 4, 32          # cells in a row and in a column, a power of two
    .param hops, 4, 2, 31          # of each pathway
    .param ahead, 12, 1, 40        # words that are in a pathway at a time

    .code
    .entry start
start:
    get r1, cell
    li r5, side - 1
    and r2, r1, r5                 # x
    li r6, side
    div r3, r1, r6                 # y
    get r10, own                   # out0: along the row
    addi r11, r10, 1               # out1: along the column
    li r20, x_right
    li r21, y_down
    li r22, hops
    add r7, r2, r3
    andi r7, r7, 1
    beq r7, r0, chosen
    li r20, x_left
    li r21, y_up
    li r22, -hops
chosen:
    add r23, r2, r22               # where they end
    and r23, r23, r5
    mul r24, r3, r6
    add r23, r23, r24
    add r25, r3, r22
    and r25, r25, r5
    mul r25, r25, r6
    add r25, r25, r2
    acquire r26, r10, r20, 0
    marker r10, r23, pathway_begin
    acquire r26, r11, r21, 0
    marker r11, r25, pathway_begin
    bind out0, r10
    bind out1, r11

    li r8, on_pathway_begin
    await r12, r8
    andi r12, r12, 0xff            # the channel
    bind in0, r12
    await r13, r8
    andi r13, r13, 0xff
    bind in1, r13
    mov r4, in0                    # the begin markers
    mov r4, in1

    li r9, ahead
    do 0, r9
    addi r4, r4, 1
    { fmov out0, r4; add out1, r4, r1; loop 0 }
    do 0, r0
    { fmov out0, in0; mov out1, in1; loop 0 }
    jump start                     # after 2^32 of them
