.include "program.s"
.macro m a
.local l
l: m a
.endmacro
m r1
.data
.space 4 * 2
