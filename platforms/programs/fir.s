# The sum of c[i] * x[i] over 64 taps: one long word a tap, 20 MFLOPS.
        .param taps, 64, 1, 16384
        .data
c:      .space 4 * taps
x:      .space 4 * taps
guard:  .space 16               # the last long words load ahead
        .code
        li   r1, c
        li   r2, x
        li   r3, taps
        do   0, r3              # c[i] = x[i] = i
        itof r5, r4
        st   r5, 0(r1)
        st   r5, 0(r2)
        addi r4, r4, 1
        addi r1, r1, 4
        addi r2, r2, 4
        loop 0

        li   r1, c
        li   r2, x
        { ld r5, (r1)+4; ld r6, (r2)+4 }
        { fmul r7, r5, r6; ld r5, (r1)+4; ld r6, (r2)+4 }
        do   0, r3
        { fadd r8, r8, r7       # all operands are read before a result is written
          fmul r7, r5, r6
          ld   r5, (r1)+4
          ld   r6, (r2)+4
          loop 0 }
        halt
