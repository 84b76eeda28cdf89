#include "testbench/programs/queue_extension.hpp"

namespace weft {

Program extend_queue(CellProcess& cell, QueueExtension queue) {
  SpoolSettings in;
  in.channel = queue.from;
  in.address = queue.address;
  in.limit = queue.address + queue.bytes;
  in.until_end = true;
  in.ring = true;
  co_await cell.compute(3);  // the limit and the control word
  co_await cell.start_spool(queue.gate_in, in);
  SpoolSettings out = in;
  out.direction = SpoolDirection::from_memory;
  out.channel = queue.own;
  out.until_end = false;
  out.follows = queue.gate_in;
  co_await cell.compute(2);  // the control word
  co_await cell.start_spool(queue.gate_out, out);
}

}  // namespace weft
