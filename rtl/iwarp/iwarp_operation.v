// One write of the computation agent that works on logical channels: the state of all of them before
// and after it.
module iwarp_operation #(
    parameter INPUTS = 20,
    parameter OUTPUTS = 20,
    parameter QUEUE_WORDS = 8,
    parameter PLACE_BITS = 3,
    parameter SIZE_BITS = 4,
    parameter BEFORE = 1  // writes of the same clock that come before this one, and one more
) (
    input                                 write,
    input      [11:0]                     address,
    /* verilator lint_off UNUSEDSIGNAL */
    input      [31:0]                     data,
    /* verilator lint_on UNUSEDSIGNAL */
    input      [INPUTS-1:0]               own,
    input      [4*OUTPUTS-1:0]            outputs_of,
    input      [16*OUTPUTS-1:0]           outputs_in,
    // before
    input      [29*INPUTS-1:0]            states,
    input      [PLACE_BITS*INPUTS-1:0]    heads,
    input      [SIZE_BITS*INPUTS-1:0]     sizes,
    input      [3*QUEUE_WORDS*INPUTS-1:0] tags,
    input      [OUTPUTS-1:0]              reserved,
    // pushes of the writes before this one; their words may be at the head now
    input      [BEFORE-1:0]               pushed,
    input      [5*BEFORE-1:0]             pushed_channel,
    input      [PLACE_BITS*BEFORE-1:0]    pushed_place,
    input      [3*BEFORE-1:0]             pushed_tag,
    // after
    output reg [29*INPUTS-1:0]            next_states,
    output reg [PLACE_BITS*INPUTS-1:0]    next_heads,
    output reg [SIZE_BITS*INPUTS-1:0]     next_sizes,
    output reg [OUTPUTS-1:0]              next_reserved,
    output                                push,
    output     [PLACE_BITS-1:0]           push_place,
    output                                taken,
    output reg [8:0]                      events  // of the channel
);
  `include "iwarp_codes.vh"
  `include "iwarp_channel_steps.vh"
  `include "iwarp_queue_place.vh"

  wire [3:0] group = address[11:8];
  wire [4:0] channel = address[4:0];
  wire exists = {1'b0, channel} < INPUTS[5:0];
  wire valid = write & exists;

  // the channel on which it works
  wire [STATE_BITS-1:0] state = states[29*channel+:29];
  wire [PLACE_BITS-1:0] head = heads[PLACE_BITS*channel+:PLACE_BITS];
  wire [SIZE_BITS-1:0] size = sizes[SIZE_BITS*channel+:SIZE_BITS];
  wire [3*QUEUE_WORDS-1:0] stored = tags[3*QUEUE_WORDS*channel+:3*QUEUE_WORDS];
  wire mine = own[channel];
  wire [PLACE_BITS-1:0] second = next_place(head);

  reg [2:0] tag;
  reg [2:0] second_tag;
  integer p;

  always @* begin
    tag = stored[3*head+:3];
    second_tag = stored[3*second+:3];
    for (p = 0; p < BEFORE; p = p + 1) begin
      if (pushed[p] && pushed_channel[5*p+:5] == channel) begin
        if (pushed_place[PLACE_BITS*p+:PLACE_BITS] == head) tag = pushed_tag[3*p+:3];
        if (pushed_place[PLACE_BITS*p+:PLACE_BITS] == second) second_tag = pushed_tag[3*p+:3];
      end
    end
  end

  wire [OUTPUTS-1:0] ways =
      outputs_of[OUTPUTS*data[1:0]+:OUTPUTS] & outputs_in[OUTPUTS*data[7:4]+:OUTPUTS];

  assign push = valid && group == WRITE_PUSH && mine && size != QUEUE_PLACES[SIZE_BITS-1:0];
  assign push_place = place_behind(head, size);
  assign taken = valid && group == WRITE_TAKE && size != 0;
  wire joins = valid && group == WRITE_JOIN;
  wire restores = (joins || (valid && group == WRITE_RESTORE && state[DEFAULT_VALID])) &&
                  !state[CLAIMED];
  wire [4:0] target = joins ? data[4:0] : state[DEFAULT+:5];

  reg [STATE_BITS-1:0] next;
  reg [STATE_BITS-1:0] other;
  integer i;

  always @* begin
    next = state;
    events = 0;
    next_reserved = reserved;
    if (push && size == 0) {events, next} = expose(state, mine, address[7:5]);
    if (taken) begin
      {events, next} = take(state, mine, tag, size > 1, second_tag);
      if (frees(state, tag)) next_reserved[state[LINK+:5]] = 1'b0;
    end
    if (valid && group == WRITE_REQUEST) begin
      {events, next} = ask(state, data[1:0], data[7:4], |ways, size != 0);
    end
    if (joins) begin
      next_reserved[data[4:0]] = 1'b1;
      next[DEFAULT_VALID] = 1'b1;
      next[DEFAULT+:5] = data[4:0];
      if (!mine) next[JOINT] = 1'b1;
    end
    if (restores) begin
      next[REQUESTING] = 1'b0;
      next[CONVERT] = 1'b0;
      {events, next} = connect(unlink(next, mine), mine, target, size != 0, tag);
    end

    next_states = states;
    next_heads = heads;
    next_sizes = sizes;
    other = state;
    if (valid) begin
      for (i = 0; i < INPUTS; i = i + 1) begin
        if (channel == i[4:0]) begin
          next_states[29*i+:29] = next;
          if (taken) next_heads[PLACE_BITS*i+:PLACE_BITS] = second;
          next_sizes[SIZE_BITS*i+:SIZE_BITS] = size + {{SIZE_BITS - 1{1'b0}}, push} -
                                               {{SIZE_BITS - 1{1'b0}}, taken};
        end else if (restores) begin  // the channel that fed the output before
          other = states[29*i+:29];
          if (other[LINK_VALID] && other[LINK+:5] == target) other = unlink(other, own[i]);
          next_states[29*i+:29] = other;
        end
      end
    end
  end
endmodule
