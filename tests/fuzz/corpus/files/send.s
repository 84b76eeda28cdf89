    get r1, own
    li r3, 9223372036854775807
again:
    acquire r4, r1, r0, 0
    marker r1, r3, pathway_begin
    do 0, r5
    word r1, (1 << 31) - on_end_of_array
    loop 0
    jump agian
    halt
