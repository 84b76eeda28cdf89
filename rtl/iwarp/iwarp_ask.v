// Step of a logical input channel: it asks for an output channel. If there is none of that bus and
// pool, the rest of the pathway is thrown away.
module iwarp_ask (
    input             enable,
    input      [28:0] state,
    input      [1:0]  bus,
    input      [3:0]  pool,
    input             leads,       // there is one
    input             filled,      // there is a word in the queue
    output reg [28:0] next_state,
    output reg [8:0]  events
);
  `include "iwarp_codes.vh"

  always @* begin
    next_state = state;
    events = 9'd0;
    if (enable && leads) begin
      next_state[MODE+:3] = ROUTING;
      next_state[BUS+:2] = bus;
      next_state[POOL+:4] = pool;
      next_state[REQUESTING] = 1'b1;
    end else if (enable) begin
      next_state[CONVERT] = 1'b0;
      next_state[MODE+:3] = DISCARDING;
      next_state[ATTENTION] = state[ATTENTION] | filled;
      events[EVENT_END_OF_ARRAY] = 1'b1;
    end
  end
endmodule
