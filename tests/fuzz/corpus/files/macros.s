.include "lib.s"
.param n, 4, 1, 9
.macro twice a, b
  step a, b
  step (b), a
.endmacro
x: twice r2, r3
  li r1, n * 2
  halt
