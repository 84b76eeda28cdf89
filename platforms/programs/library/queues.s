# Queues in memory (Borkar et al. 1990, 7.2): the queue of a channel goes on in a ring of memory, and the program
# reads from one of its own channels as it did from the one that comes in.

# Words of channel `from` go through `bytes` of memory at `address` to the channel `own`, until the end of their
# message; registers, but for the spooling gates, which are numbers. Both gates are the queue's then. Changes
# r100 and r101.
        .macro extend_queue from, own, gate_in, gate_out, address, bytes
        add     r100, address, bytes
        li      r101, spool_ring | spool_until_end
        add     r101, r101, from
        spool   gate_in, address, r100, r101
        li      r101, spool_out | spool_ring | spool_follows | gate_in * spool_followed
        add     r101, r101, own
        spool   gate_out, address, r100, r101
        .endmacro
