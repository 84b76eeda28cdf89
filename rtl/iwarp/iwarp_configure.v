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
    input      [4*32-1:0]                 outputs_of,
    input      [16*32-1:0]                outputs_in,
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
    output     [8:0]                      events  // of the channel
);
  `include "iwarp_codes.vh"

  wire [3:0] group = address[ADDRESS_SELECT+:4];
  wire [4:0] channel = address[ADDRESS_CHANNEL+:5];
  wire exists = {1'b0, channel} < INPUTS[5:0];
  wire valid = write & exists;

  // the channel on which it works
  wire [STATE_BITS-1:0] state = states[29*channel+:29];
  wire [PLACE_BITS-1:0] head = heads[PLACE_BITS*channel+:PLACE_BITS];
  wire [SIZE_BITS-1:0] size = sizes[SIZE_BITS*channel+:SIZE_BITS];
  wire [3*QUEUE_WORDS-1:0] stored = tags[3*QUEUE_WORDS*channel+:3*QUEUE_WORDS];
  wire mine = own[channel];
  wire [PLACE_BITS-1:0] second;

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

  wire [1:0] bus = data[WRITE_REQUEST_BUS+:2];
  wire [3:0] pool = data[WRITE_REQUEST_POOL+:4];
  wire [4:0] output_channel = data[WRITE_JOIN_OUTPUT+:5];
  wire [OUTPUTS-1:0] ways = outputs_of[32*bus+:OUTPUTS] & outputs_in[32*pool+:OUTPUTS];

  assign push = valid && group == WRITE_PUSH && mine && size != QUEUE_WORDS[SIZE_BITS-1:0];
  assign taken = valid && group == WRITE_TAKE && size != 0;
  wire joins = valid && group == WRITE_JOIN;
  wire redirects = valid && group == WRITE_REDIRECT && !mine;
  wire assigns = valid && group == WRITE_ASSIGN && mine && state[MODE+:3] == OWN &&
                 !reserved[output_channel];
  wire withdraws = valid && group == WRITE_WITHDRAW && mine && state[REQUESTING];
  wire restores = redirects || assigns ||
                  ((joins || (valid && group == WRITE_RESTORE && state[DEFAULT_VALID])) &&
                   !state[CLAIMED]);
  wire [4:0] target = joins | redirects | assigns ? output_channel : state[DEFAULT+:5];

  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_second (
      .from(head),
      .words({{SIZE_BITS - 1{1'b0}}, 1'b1}),
      .place(second)
  );
  iwarp_place #(
      .QUEUE_WORDS(QUEUE_WORDS),
      .PLACE_BITS(PLACE_BITS),
      .SIZE_BITS(SIZE_BITS)
  ) place_push (
      .from(head),
      .words(size),
      .place(push_place)
  );

  // one of these does something, the others hand the state on
  wire [28:0] pushed_state;
  wire [28:0] taken_state;
  wire [28:0] asked_state;
  reg  [28:0] joined_state;
  wire [28:0] next;
  wire [8:0] pushed_events;
  wire [8:0] taken_events;
  wire [8:0] asked_events;
  wire [8:0] linked_events;
  wire frees;

  iwarp_expose expose (
      .enable(push && size == 0),
      .state(state),
      .own(mine),
      .stored(address[ADDRESS_TAG+:3]),
      .next_state(pushed_state),
      .events(pushed_events)
  );
  iwarp_take take (
      .enable(taken),
      .state(pushed_state),
      .own(mine),
      .stored(tag),
      .left(size > 1),
      .next(second_tag),
      .frees(frees),
      .next_state(taken_state),
      .events(taken_events)
  );
  iwarp_ask ask (
      .enable(valid && group == WRITE_REQUEST),
      .state(taken_state),
      .bus(bus),
      .pool(pool),
      .leads(|ways),
      .filled(size != 0),
      .next_state(asked_state),
      .events(asked_events)
  );

  always @* begin
    joined_state = asked_state;
    if (joins) begin
      joined_state[DEFAULT_VALID] = 1'b1;
      joined_state[DEFAULT+:5] = output_channel;
      if (!mine) joined_state[JOINT] = 1'b1;
    end
    if (redirects) joined_state[JOINT] = 1'b1;
    if (withdraws) begin
      joined_state[REQUESTING] = 1'b0;
      joined_state[MODE+:3] = OWN;
    end
    if (restores) begin
      joined_state[REQUESTING] = 1'b0;
      joined_state[CONVERT] = 1'b0;
      joined_state[SEND] = 1'b0;
    end
  end

  iwarp_connect connect (
      .enable(restores),
      .state(joined_state),
      .own(mine),
      .to(target),
      .filled(size != 0),
      .stored(tag),
      .next_state(next),
      .events(linked_events)
  );
  assign events = pushed_events | taken_events | asked_events | linked_events;

  reg [28:0] other;
  integer i;

  always @* begin
    next_reserved = reserved;
    if (frees) next_reserved[state[LINK+:5]] = 1'b0;
    if (joins | restores) next_reserved[target] = 1'b1;

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
          if (other[LINK_VALID] && other[LINK+:5] == target) begin
            other[SEND] = 1'b0;
            other[LINK_VALID] = 1'b0;
            other[MODE+:3] = own[i] ? OWN : HERE;
          end
          next_states[29*i+:29] = other;
        end
      end
    end
  end
endmodule
