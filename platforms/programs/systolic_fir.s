# A FIR filter on a line of cells, one tap each: y[n] = sum of c[k] x[n - k], k the number of the
# cell. Samples x and sums y go right on a pathway each. In one long word a cell adds the product
# of the sample before to the sum that comes in, multiplies the next sample and passes it on. That
# takes two clocks; but both words go over one bus, so that a sample comes every four. A word of 0
# ahead of the samples delays them by one from cell to cell: the queue is the delay line.
#
# The first cell spools x, and sums of 0, from memory; the last one spools y into memory.
    .equ cells, 8
    .param samples, 256, 2, 32768
    .equ words, samples + 1        # with the delay of the cell

    .data
begin:  .word 0                    # clock of the first sample
end:    .word 0                    # clock after the last one
x:      .space 4 * words           # of the first cell: samples
y:      .space 4 * words           # of the first cell: zeros; of the last: the result
spent:  .space 4 * words           # of the last cell: samples that nobody needs any more

    .code
    get r1, cell
    li r5, cells - 1
    get r10, own                   # out0: samples
    addi r11, r10, 1               # out1: sums
    addi r12, r10, 2               # in0 of the first cell
    addi r13, r10, 3               # in1 of the first cell
    bind out0, r10
    bind out1, r11
    li r20, words * spool_words
    li r25, 4 * words

    # The tap of this cell: k + 1.
    addi r6, r1, 1
    itof r8, r6

    # Ways out: two pathways to the right, or memory.
    beq r1, r5, last
    li r6, x_right
    addi r7, r1, 1
    acquire r9, r10, r6, 0
    marker r10, r7, pathway_begin
    mov out0, r0                   # says: samples
    acquire r9, r11, r6, 0
    marker r11, r7, pathway_begin
    li r9, 1
    mov out1, r9                   # says: sums
    jump out_done
last:
    li r21, spent
    add r22, r21, r25
    add r23, r20, r10
    spool 2, r21, r22, r23
    li r21, y
    add r22, r21, r25
    add r23, r20, r11
    spool 3, r21, r22, r23
out_done:

    # Ways in: memory, or two pathways, whose first word says what they carry.
    beq r1, r0, first
    li r6, 2
    li r7, on_pathway_begin
arrivals:
    await r9, r7
    andi r9, r9, 0xff
    bind in0, r9
    mov r14, in0                   # the begin marker
    mov r14, in0                   # what it carries
    bne r14, r0, sums
    mov r15, r9
    jump arrived
sums:
    bind in1, r9
arrived:
    addi r6, r6, -1
    bne r6, r0, arrivals
    bind in0, r15
    jump in_done
first:
    # x[n] = (5 n mod 17) - 8; one sample more, of which only the delay is used
    li r21, x
    li r6, words
    li r7, 17
    do 0, r6
    addi r17, r16, -8
    itof r17, r17
    st r17, 0(r21)
    addi r21, r21, 4
    addi r16, r16, 5
    blt r16, r7, below
    sub r16, r16, r7
below:
    loop 0
    li r21, x
    add r22, r21, r25
    li r23, words * spool_words + spool_out
    add r24, r23, r12
    spool 0, r21, r22, r24
    bind in0, r12
    li r21, y
    add r22, r21, r25
    add r24, r23, r13
    spool 1, r21, r22, r24
    bind in1, r13
in_done:

    # The delay, and the first product; then a sample a long word.
    mov out0, r0
    { fmul r4, in0, r8; add out0, in0, r0 }
    get r6, clock
    st r6, begin(r0)
    li r6, samples - 1
    do 0, r6
    { fadd out1, in1, r4; fmul r4, in0, r8; add out0, in0, r0; loop 0 }
    fadd out1, in1, r4
    mov out1, in1                  # the last sum that nobody needs
    mov r4, in0
    get r6, clock
    st r6, end(r0)

    beq r1, r5, done
    marker r10, r0, pathway_end
    marker r11, r0, pathway_end
done:
    halt
