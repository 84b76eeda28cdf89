# Product of matrices on a square of cells: C = A B, a block of 4 x 4 elements of C in the registers
# of each cell. Columns of A go right, rows of B go down; each cell keeps what comes in for one step
# and passes it on. In a step it does 16 multiplications and 16 additions in 16 long words, and in
# the same long words reads and passes on the 8 elements of the next step: 20 MFLOPS while it lasts.
#
# The first column spools A from memory, the first row B; the last ones spool what nobody needs any
# more into memory. What is lost of the peak: the last cell begins some 300 clocks after the first.
    .param side, 8, 2, 8           # cells in a row and in a column, a power of two
    .param steps, 128, 2, 8000     # columns of A, rows of B; an even number
    .equ words, 4 * (steps + 1)    # of a stream: one step more, which nobody multiplies

    .data
begin:    .word 0                  # clock of the first multiplication
end:      .word 0                  # clock after the last element is stored
c:        .space 64                # the block of C, row by row
stream_a: .space 4 * words
stream_b: .space 4 * words
spent_a:  .space 4 * words
spent_b:  .space 4 * words

    .code
    .entry start
start:
    get r1, cell
    li r5, side - 1
    and r2, r1, r5                 # x
    li r6, side
    div r3, r1, r6                 # y
    get r10, own                   # out0: A to the right
    addi r11, r10, 1               # out1: B downwards
    addi r12, r10, 2               # in0 of the first column: A from memory
    addi r13, r10, 3               # in1 of the first row: B from memory
    li r25, 4 * words              # bytes of a stream
    bind out0, r10
    bind out1, r11

    # A[4y + i][k] = (3 (4y + i) + 5 k) mod 7 - 3
    bne r2, r0, no_a
    li r20, stream_a
    li r21, 12
    mul r21, r21, r3
    li r22, 5
    li r23, 7
    li r24, 3
    call fill
    li r20, stream_a
    add r26, r20, r25
    li r27, spool_out + words * spool_words
    add r27, r27, r12
    spool 0, r20, r26, r27
    bind in0, r12
no_a:
    # B[k][4x + j] = (3 (4x + j) + 2 k) mod 5 - 2
    bne r3, r0, no_b
    li r20, stream_b
    li r21, 12
    mul r21, r21, r2
    li r22, 2
    li r23, 5
    li r24, 2
    call fill
    li r20, stream_b
    add r26, r20, r25
    li r27, spool_out + words * spool_words
    add r27, r27, r13
    spool 1, r20, r26, r27
    bind in1, r13
no_b:

    # The ways out: a pathway to the neighbour, or memory.
    beq r2, r5, last_column
    li r6, x_right
    acquire r7, r10, r6, 0
    addi r8, r1, 1
    marker r10, r8, pathway_begin
    jump right_done
last_column:
    li r20, spent_a
    add r26, r20, r25
    li r27, words * spool_words
    add r27, r27, r10
    spool 2, r20, r26, r27
right_done:
    beq r3, r5, last_row
    li r6, y_down
    acquire r7, r11, r6, 0
    addi r8, r1, side
    marker r11, r8, pathway_begin
    jump down_done
last_row:
    li r20, spent_b
    add r26, r20, r25
    li r27, words * spool_words
    add r27, r27, r11
    spool 3, r20, r26, r27
down_done:

    # The ways in: a channel of XLeft carries A, one of YUp carries B.
    sltu r6, r0, r2
    sltu r7, r0, r3
    add r6, r6, r7                 # pathways that come
    li r8, on_pathway_begin
    li r9, 8                       # channels 4 to 7 are YUp's, 8 to 11 XLeft's
arrivals:
    beq r6, r0, all_here
    await r7, r8
    andi r7, r7, 0xff
    bltu r7, r9, from_above
    bind in0, r7
    mov r7, in0                    # the begin marker
    jump arrived
from_above:
    bind in1, r7
    mov r7, in1
arrived:
    addi r6, r6, -1
    jump arrivals
all_here:

    # The first step's elements, and on with them.
    mov r48, in0
    mov out0, r48
    mov r49, in0
    mov out0, r49
    mov r50, in0
    mov out0, r50
    mov r51, in0
    mov out0, r51
    mov r52, in1
    mov out1, r52
    mov r53, in1
    mov out1, r53
    mov r54, in1
    mov out1, r54
    mov r55, in1
    mov out1, r55

    # C is in r32 to r47; of a step A is in r48 to r51 and B in r52 to r55, of the next one in r56 to
    # r59 and r60 to r63. Each long word adds the product of the one before.
    get r6, clock
    st r6, begin(r0)
    li r6, steps / 2
    do 0, r6
    { fadd r47, r47, r4; fmul r4, r48, r52; mov r56, in0 }
    { fadd r32, r32, r4; fmul r4, r48, r53; mov r57, in0 }
    { fadd r33, r33, r4; fmul r4, r48, r54; mov r58, in0 }
    { fadd r34, r34, r4; fmul r4, r48, r55; mov r59, in0 }
    { fadd r35, r35, r4; fmul r4, r49, r52; mov r60, in1 }
    { fadd r36, r36, r4; fmul r4, r49, r53; mov r61, in1 }
    { fadd r37, r37, r4; fmul r4, r49, r54; mov r62, in1 }
    { fadd r38, r38, r4; fmul r4, r49, r55; mov r63, in1 }
    { fadd r39, r39, r4; fmul r4, r50, r52; mov out0, r56 }
    { fadd r40, r40, r4; fmul r4, r50, r53; mov out0, r57 }
    { fadd r41, r41, r4; fmul r4, r50, r54; mov out0, r58 }
    { fadd r42, r42, r4; fmul r4, r50, r55; mov out0, r59 }
    { fadd r43, r43, r4; fmul r4, r51, r52; mov out1, r60 }
    { fadd r44, r44, r4; fmul r4, r51, r53; mov out1, r61 }
    { fadd r45, r45, r4; fmul r4, r51, r54; mov out1, r62 }
    { fadd r46, r46, r4; fmul r4, r51, r55; mov out1, r63 }
    { fadd r47, r47, r4; fmul r4, r56, r60; mov r48, in0 }
    { fadd r32, r32, r4; fmul r4, r56, r61; mov r49, in0 }
    { fadd r33, r33, r4; fmul r4, r56, r62; mov r50, in0 }
    { fadd r34, r34, r4; fmul r4, r56, r63; mov r51, in0 }
    { fadd r35, r35, r4; fmul r4, r57, r60; mov r52, in1 }
    { fadd r36, r36, r4; fmul r4, r57, r61; mov r53, in1 }
    { fadd r37, r37, r4; fmul r4, r57, r62; mov r54, in1 }
    { fadd r38, r38, r4; fmul r4, r57, r63; mov r55, in1 }
    { fadd r39, r39, r4; fmul r4, r58, r60; mov out0, r48 }
    { fadd r40, r40, r4; fmul r4, r58, r61; mov out0, r49 }
    { fadd r41, r41, r4; fmul r4, r58, r62; mov out0, r50 }
    { fadd r42, r42, r4; fmul r4, r58, r63; mov out0, r51 }
    { fadd r43, r43, r4; fmul r4, r59, r60; mov out1, r52 }
    { fadd r44, r44, r4; fmul r4, r59, r61; mov out1, r53 }
    { fadd r45, r45, r4; fmul r4, r59, r62; mov out1, r54 }
    { fadd r46, r46, r4; fmul r4, r59, r63; mov out1, r55; loop 0 }
    fadd r47, r47, r4

    st r32, c + 0(r0)
    st r33, c + 4(r0)
    st r34, c + 8(r0)
    st r35, c + 12(r0)
    st r36, c + 16(r0)
    st r37, c + 20(r0)
    st r38, c + 24(r0)
    st r39, c + 28(r0)
    st r40, c + 32(r0)
    st r41, c + 36(r0)
    st r42, c + 40(r0)
    st r43, c + 44(r0)
    st r44, c + 48(r0)
    st r45, c + 52(r0)
    st r46, c + 56(r0)
    st r47, c + 60(r0)
    get r6, clock
    st r6, end(r0)

    # Down with the pathways.
    beq r2, r5, no_right
    marker r10, r0, pathway_end
no_right:
    beq r3, r5, no_down
    marker r11, r0, pathway_end
no_down:
    halt

# Fills a stream at r20: in each step four elements ((r21 + 3 i) mod r23) - r24, and r21 += r22.
# r22 and 3 are less than r23.
fill:
    rem r21, r21, r23
    li r14, steps + 1
    do 0, r14
    mov r15, r21
    li r16, 4
    do 1, r16
    sub r17, r15, r24
    itof r17, r17
    st r17, 0(r20)
    addi r20, r20, 4
    addi r15, r15, 3
    blt r15, r23, below
    sub r15, r15, r23
below:
    loop 1
    add r21, r21, r22
    blt r21, r23, below_too
    sub r21, r21, r23
below_too:
    loop 0
    jr link
